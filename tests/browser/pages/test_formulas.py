"""From a term of a formula to the panel where it can be seen, and back, under a real mouse."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import linked, settled, still

pytestmark = pytest.mark.browser

VIEW = "/?crit=kta&crit=ks&t=2&lam=0.1&split=2"
BEYOND = """[...document.querySelectorAll('.st-key-formulas .katex-html .base')]
  .map(part => [part, part.closest('[data-testid=stElementContainer]')])
  .map(([part, around]) => [part.getBoundingClientRect(), around.getBoundingClientRect()])
  .filter(([part, around]) => part.right > around.right + 1 || part.left < around.left - 1)
  .map(([part, around]) => [part.left, part.right, around.left, around.right])"""


def formulas(page, address):
    page.goto(address + VIEW)
    settled(page)
    page.get_by_text("The formulas", exact=True).click()
    settled(page)
    page.wait_for_selector(".katex-html")
    return page


def follow(page, name):
    page.get_by_role("link", name=name).locator("visible=true").first.click()
    settled(page)


def test_every_formula_fits_and_a_term_leads_to_its_panel_and_back(app, page):
    page.set_viewport_size({"width": 1280, "height": 720})
    every_formula_fits_and_is_set_without_a_network(formulas(page, app), app)
    expect(page.locator(".st-key-formulas")).to_contain_text("the largest norm")
    asked = {"hl": ["rows"], "of": ["ks"]}
    view = {"t": ["2"], "lam": ["0.1"], "split": ["2"], "crit": ["kta", "ks"]}
    link = page.get_by_role("link", name="norm per point").locator("visible=true").first
    link.dispatch_event("contextmenu")  # the address can be copied, or opened in a new tab
    assert parse_qs(urlsplit(link.get_attribute("href")).query) == view | asked
    follow(page, "norm per point")
    linked(page, "/perturbation?")
    assert parse_qs(urlsplit(page.url).query) == view | asked
    rows = page.locator(".st-key-place_rows")
    expect(rows).to_be_in_viewport()  # it scrolls
    expect(rows).to_have_css("outline-style", "dashed")
    expect(rows).to_contain_text("From the formula of KS")
    follow(page, "back to the formula")
    expect(page.locator(".st-key-formula")).to_be_in_viewport()
    expect(page.get_by_role("tab", name="KS")).to_have_attribute("aria-selected", "true")


def every_formula_fits_and_is_set_without_a_network(page, app):
    for tab in ("KTA", "KS"):
        page.get_by_role("tab", name=tab).click()
        panel = page.locator(".st-key-formulas").get_by_role("tabpanel").locator("visible=true")
        panel.locator(".katex-html").first.wait_for()
        assert still(page).evaluate(BEYOND) == []
        expect(page.locator(".st-key-formulas .katex-error")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert [url for url in page.requested if not url.startswith((app, "data:", "blob:"))] == []


@pytest.mark.nightly  # by day the address of such a link is read, above
def test_a_term_leads_to_the_same_view_in_a_new_tab(app, page):
    formulas(page, app)
    page.get_by_role("tab", name="KTA").click()
    link = page.get_by_role("link", name="blocks of the matrix").locator("visible=true").first
    with page.context.expect_page() as opening:
        link.click(modifiers=["ControlOrMeta"])
    tab = opening.value
    settled(tab)
    asked = parse_qs(urlsplit(tab.url).query)
    view = {"t": ["2"], "lam": ["0.1"], "split": ["2"], "crit": ["kta", "ks"]}
    assert asked == view | {"hl": ["blocks"], "of": ["kta"]}
    linked(tab, "/spectrum?")
    tab.wait_for_selector(".st-key-place_blocks")
    tab.close()
    assert "/spectrum" not in page.url
    page.locator(".st-key-lam_later button").first.click()
    settled(page)
    asked["lam"] = parse_qs(urlsplit(page.url).query)["lam"]
    assert asked["lam"] != ["0.1"]
    link.dispatch_event("contextmenu")  # the address can be copied
    assert parse_qs(urlsplit(link.get_attribute("href")).query) == asked
    link.click()  # and the application itself still follows it
    page.wait_for_url("**/spectrum?**")
    settled(page)
    assert parse_qs(urlsplit(page.url).query) == asked
