"""The page of errors under a real mouse: cells, choices and little maps move what they should."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import click_in, linked, settled

pytestmark = pytest.mark.browser
PATIENCE = 60_000  # milliseconds; the machine may be busy
SHEET = 700  # pixels between the margins of a sheet of A4


def opened(page, app, query=""):
    page.set_default_timeout(PATIENCE)
    page.goto(f"{app}/errors{query}")
    settled(page)
    page.wait_for_selector(".st-key-errors_pictures .main-svg")
    return settled(page)


def click(page, key, across, up):
    """Click inside the first coordinate system of a figure, so far along it."""
    click_in(page, page.locator(f".st-key-{key} .cartesianlayer .xy .heatmaplayer"), across, up)


def stands_at(page, parameter, ridge):
    """Wait until the bar shows a parameter and λ."""
    for key, value in (("t", parameter), ("lam", ridge)):
        shown = page.locator(f".st-key-{key} [data-testid='stSliderThumbValue']")
        expect(shown).to_have_text(value)


def test_cells_curves_keys_and_little_maps_move_what_they_should_and_are_printed(app, page):
    opened(page, app, "?crit=fsm&crit=loo")
    cells_curves_and_keys_move_the_cursor_the_link_and_the_frame(page)
    a_click_on_a_little_map_shows_it_large_and_its_cells_move_the_cursor(page)
    printed_figures_are_as_wide_as_the_sheet_and_no_control_is_printed(page)
    assert page.complaints == []


def cells_curves_and_keys_move_the_cursor_the_link_and_the_frame(page):
    assert "t=512" not in page.url
    click(page, "errors_map", 24.5 / 31, 0.79)
    linked(page, "t=512", "lam=0.5")
    stands_at(page, "512", "0.5")
    frame = page.locator(".st-key-errors_map .kselect-cursor path").last
    before = frame.get_attribute("d")
    page.keyboard.press("ArrowRight")
    linked(page, "t=1024")
    expect(frame).not_to_have_attribute("d", before)
    curve = page.locator(".st-key-errors_curves .scatterlayer .trace .points path")
    click_in(page, curve.nth(5))
    page.wait_for_function("() => !location.search.includes('t=1024')")
    settled(page)


def a_click_on_a_little_map_shows_it_large_and_its_cells_move_the_cursor(page):
    assert "map=" not in page.url
    click(page, "errors_row", 0.5, 0.5)
    linked(page, "map=fsm")
    settled(page)  # a click on what is being drawn anew is lost
    expect(page.locator(".st-key-map input")).to_have_value(re.compile("FSM"))
    click(page, "errors_criterion", 10.5 / 31, 0.5)
    linked(page, "lam=0.01")
    stands_at(page, "0.0312", "0.01")


def printed_figures_are_as_wide_as_the_sheet_and_no_control_is_printed(page):
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
    page.emulate_media(media="null")


@pytest.mark.nightly  # by day tests/browser/test_links.py asks the same
def test_a_reload_keeps_the_view(app, page):
    query = "?t=4&lam=0.1&map=sps&cmp=per+λ&ref=fsm&left=cursor&right=ks&along=over+λ&loss=0/1"
    opened(page, app, query)
    link = page.url
    for part in ("map=sps", "ref=fsm", "left=cursor", "right=ks"):
        assert part in link
    page.reload()
    settled(page)
    page.wait_for_selector(".st-key-errors_pictures .main-svg")
    settled(page)
    assert page.url == link
    stands_at(page, "4", "0.1")
