"""Pages on a phone and on paper: nothing lies over something else, nothing is cut off."""

import pytest
from playwright.sync_api import expect

from tests.browser.addresses import address
from tests.browser.conftest import settled
from tests.browser.test_accessibility import grave, wider_than_the_window

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
SHEET = 700  # pixels between the margins of a sheet of A4
ROOM = 600  # pixels that panels side by side have at least


def test_panels_side_by_side_keep_their_width_and_scroll_on_a_phone(app, page):
    page.set_viewport_size(PHONE)
    page.goto(address(app, "errors"))
    settled(page)
    frame = page.locator("[class*=st-key-][class*=_wide]").filter(has_text="CKTA").first
    expect(frame.locator(".main-svg").first).to_be_attached()
    width, seen, way = frame.evaluate(
        "e => [e.scrollWidth, e.clientWidth, getComputedStyle(e).overflowX]"
    )
    assert width > ROOM > seen
    assert way == "auto"
    assert wider_than_the_window(page) == []
    assert grave(page) == []  # what scrolls can be reached by keys


def test_switches_and_cards_are_whole_on_a_phone(app, page):
    page.set_viewport_size(PHONE)
    for name, switch in (("explore", "over λ"), ("bounds", "support vector machine")):
        page.goto(address(app, name))
        settled(page)
        box = page.get_by_role("radio", name=switch).first.bounding_box()
        assert box["x"] + box["width"] <= PHONE["width"]
    page.goto(address(app, "sweep"))
    settled(page)
    card = page.locator(".st-key-card_scale_quick").get_by_test_id("stMarkdownContainer").first
    assert card.inner_text().replace("\u00a0", " ").startswith("12 widths × 4 λ")
    assert "×\u00a04\u00a0λ" in card.inner_text()


def test_the_slider_of_the_film_stands_right_below_the_picture_that_it_moves(app, page):
    page.set_viewport_size(PHONE)
    page.goto(address(app, "film"))
    settled(page)
    boxes = [
        page.locator(place).first.bounding_box()
        for place in ("figure .three canvas", "figure .lane", "figure .three div:nth-child(2)")
    ]
    tops = [box["y"] for box in boxes]
    assert tops == sorted(tops)
    assert {round(box["width"]) for box in boxes} == {round(boxes[0]["width"])}


def test_printed_figures_are_as_wide_as_the_sheet_and_no_control_is_printed(app, page):
    page.goto(address(app, "errors"))
    settled(page)
    expect(page.locator(".stPlotlyChart .main-svg").nth(6)).to_be_attached()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    widest = "all => Math.max(...all.map(e => e.getBoundingClientRect().width))"
    assert page.locator(".stPlotlyChart .main-svg").evaluate_all(widest) <= SHEET
    for control in ("stButton", "stSelectbox", "stSlider", "stNumberInput", "stExpander"):
        assert page.get_by_test_id(control).filter(visible=True).count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    zooms = page.locator(".stPlotlyChart").evaluate_all("all => all.map(e => e.style.zoom)")
    assert set(zooms) == {""}
