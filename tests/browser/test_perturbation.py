"""The story of one point under a real mouse: pick it, remove it, see who moves, send the link."""

import pytest

from tests.browser.conftest import WINDOW, click_in, linked, settled

pytestmark = pytest.mark.browser
START = "perturbation?t=1&lam=0.1&crit=mmd&crit=sm_hinge&crit=loo"


def opened(page, address):
    page.set_default_timeout(90_000)  # the grid is evaluated before the page is drawn
    page.goto(address)
    settled(page)
    page.wait_for_selector(".st-key-norms .js-plotly-plot .main-svg")
    page.wait_for_selector(".st-key-choices .js-plotly-plot .main-svg")
    return page


def finding(page):
    return page.get_by_text("moves K by").first.inner_text()


def number(page):
    return page.locator(".st-key-pt input").input_value()


def click_point(page, chart, index):
    """Click the marker of that place in a chart."""
    points = page.locator(f".st-key-{chart} .js-plotly-plot .points path")
    click_in(page, points.nth(index))


@pytest.mark.nightly
def test_pick_the_most_influential_point_remove_it_and_send_the_link(app, page, chromium):
    opened(page, f"{app}/{START}")
    first = number(page)
    assert f"Removing point {first} (class" in finding(page)
    assert "number 1 of 210" in finding(page)
    assert "pt=" not in page.url
    page.locator(".st-key-pt").get_by_test_id("stNumberInputStepDown").click()
    settled(page)
    page.locator(".st-key-pt").get_by_test_id("stNumberInputStepUp").click()  # now it is chosen
    settled(page)
    assert number(page) == first
    linked(page, f"pt={first}")
    words = finding(page)
    said = page.get_by_text("would choose").or_(page.get_by_text("No choice would move"))
    verdict = said.first.inner_text()
    link = page.url
    fresh = chromium.new_context(viewport=WINDOW).new_page()
    opened(fresh, link)
    assert number(fresh) == first
    assert finding(fresh) == words
    assert fresh.get_by_text(verdict.split(":")[0]).count() >= 1
    fresh.context.close()
    assert page.complaints == []


def test_a_point_is_picked_by_mouse_and_by_keys_and_a_flip_reaches_the_link(app, page):
    opened(page, f"{app}/{START}")
    before = finding(page)
    click_point(page, "norms", 100)
    linked(page, "pt=")
    assert f"Removing point {number(page)} (class" in finding(page)
    assert finding(page) != before
    picked = number(page)
    canvas = page.locator(".st-key-shifts canvas").first
    canvas.focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    settled(page)
    linked(page, "pt=")
    assert number(page) != picked
    assert f"Removing point {number(page)} (class" in finding(page)
    page.get_by_text("flip", exact=True).click()
    settled(page)
    linked(page, "do=flip")
    assert page.get_by_text("leaves K as it is").count() == 1
