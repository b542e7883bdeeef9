"""Beside the heading of a page: in the first screenful, and readable."""

from playwright.sync_api import expect

from kselect_core.criteria import CRITERIA
from tests.browser.addresses import NAMES, listed
from tests.browser.conftest import WINDOW, settled, still
from tests.browser.test_accessibility import grave

SIZES = ((1280, 720), (390, 844))


def the_page_is_whole_from_its_first_screen_on(page):
    """Ask a page that has come up for what every page has."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        for label in ("What am I looking at?", "Glossary"):
            box = page.get_by_role("button", name=label).bounding_box()
            assert box["y"] + box["height"] < 300
            assert box["x"] + box["width"] <= width
    page.set_viewport_size(WINDOW)
    the_page_is_whole(settled(page))
    the_glossary_spells_out_every_criterion(settled(page))


def the_page_is_whole(page):
    assert [title.split()[-1].lower() for title in listed(page)] == NAMES
    expect(page.get_by_test_id("stSelectbox").first).to_be_visible()
    expect(page.get_by_test_id("stMain").locator("h1")).to_have_count(1)
    expect(page.get_by_text("Page not found")).to_have_count(0)
    assert page.complaints == []


def the_glossary_spells_out_every_criterion(page):
    page.get_by_role("button", name="Glossary").click()
    page.get_by_role("tab", name="Criteria").click()
    panel = page.get_by_role("tabpanel").locator("visible=true")
    panel.get_by_text("spectral perturbation stability").wait_for()
    expect(panel.get_by_role("listitem")).to_have_count(len(CRITERIA))
    assert grave(still(page)) == []
    page.keyboard.press("Escape")
    settled(page)
