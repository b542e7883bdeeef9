"""The story of one point under a real mouse: pick it, remove it, see who moves, send the link."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.addresses import turn_to
from tests.browser.conftest import WINDOW, click_in, linked, settled

pytestmark = pytest.mark.browser
OTHER_POINT = """before => {
  const point = new URLSearchParams(location.search).get('pt');
  return point !== null && point !== before;
}"""
FRAME = """['.st-key-behind [data-testid=stHtml]', '.st-key-hand [data-testid^=stBidi]',
   '.st-key-heading h1', '.st-key-heading [data-testid=stPopover]', '.st-key-t input'].map(
   one => document.querySelector(one))"""
MARK = f"() => {FRAME}.forEach(element => {{ element.marked = true; }})"
MARKED = f"() => {FRAME}.map(element => element?.marked === true)"
START = "perturbation?t=1&lam=0.1&crit=mmd&crit=sm_hinge&crit=loo"


def opened(page, address):
    page.set_default_timeout(90_000)  # the grid is evaluated before the page is drawn
    page.goto(address)
    settled(page)
    page.wait_for_selector(".st-key-norms .js-plotly-plot .main-svg")
    page.wait_for_selector(".st-key-choices .js-plotly-plot .main-svg")
    return page


def finding(page):
    return page.get_by_text("changes K by").first


def number(page):
    return page.locator(".st-key-pt input")


def picked(page, another_than=""):
    """Return the point that the link names, once field and words say so as well."""
    page.wait_for_function(OTHER_POINT, arg=another_than)
    named = re.search(r"pt=(\d+)", page.url)[1]
    expect(number(page)).to_have_value(named)
    expect(finding(page)).to_contain_text(f"Removing point {named} (class")
    settled(page)
    return named


def click_point(page, chart, index):
    """Click the marker of that place in a chart."""
    points = page.locator(f".st-key-{chart} .js-plotly-plot .points path")
    click_in(page, points.nth(index))


@pytest.mark.nightly
def test_pick_the_most_influential_point_remove_it_and_send_the_link(app, page, chromium):
    opened(page, f"{app}/{START}")
    first = number(page).input_value()
    expect(finding(page)).to_contain_text(f"Removing point {first} (class")
    expect(finding(page)).to_contain_text("ranks 1 of 210")
    assert "pt=" not in page.url
    page.locator(".st-key-pt").get_by_test_id("stNumberInputStepDown").click()
    settled(page)
    page.locator(".st-key-pt").get_by_test_id("stNumberInputStepUp").click()  # now it is chosen
    linked(page, f"pt={first}")
    expect(number(page)).to_have_value(first)
    words = finding(page).inner_text()
    said = page.get_by_text("would choose").or_(page.get_by_text("No choice would move"))
    verdict = said.first.inner_text()
    link = page.url
    fresh = chromium.new_context(viewport=WINDOW).new_page()
    opened(fresh, link)
    expect(number(fresh)).to_have_value(first)
    expect(finding(fresh)).to_have_text(words)
    expect(fresh.get_by_text(verdict.split(":")[0]).first).to_be_visible()
    fresh.context.close()
    assert page.complaints == []


def test_a_point_is_picked_by_mouse_and_by_keys_a_flip_reaches_the_link_and_figures_come_later(
    app, page
):
    indices_in_figures_can_be_read(opened(page, f"{app}/{START}&big=true"))
    before = finding(page).inner_text()
    click_point(page, "norms", 100)
    chosen = picked(page)
    expect(finding(page)).not_to_have_text(before)
    canvas = page.locator(".st-key-shifts canvas").first
    canvas.focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    picked(page, another_than=chosen)
    page.get_by_text("flip", exact=True).click()
    settled(page)
    linked(page, "do=flip")
    expect(page.get_by_text("leaves K as it is")).to_have_count(1)
    figures_come_also_on_a_page_that_follows_one_whose_figures_waited(page)


def indices_in_figures_can_be_read(page):
    index = page.locator(".js-plotly-plot .ytitle tspan").filter(has_text="2").last
    expect(index).to_be_attached()
    assert index.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 11


def figures_come_also_on_a_page_that_follows_one_whose_figures_waited(page):
    """From the page Perturbation with large type to Spectrum and back."""
    turn_to(page, "spectrum")
    page.wait_for_url("**/spectrum*")
    expect(page.locator(".st-key-dof .js-plotly-plot .main-svg").first).to_be_attached()
    settled(page)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
    page.evaluate(MARK)
    turn_to(page, "perturbation")
    page.wait_for_url("**/perturbation*")
    settled(page)
    assert page.evaluate(MARKED) == 5 * [True]  # the frame is not made again
    assert page.complaints == []
