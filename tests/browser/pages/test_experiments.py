"""The page of experiments under a real mouse: a clicked row, an experiment that is stopped."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import click_at, linked, seen, settled

pytestmark = pytest.mark.browser
PATIENCE = 60_000  # milliseconds; the machine may be busy
SPLITS = 99  # so many that no machine has finished before Stop is clicked
TASKS = 31 * SPLITS  # one for every width
CHECKBOX, ROW = 20, 35  # pixels: middle of the first column, height of a row


def opened(page, app):
    page.set_default_timeout(PATIENCE)
    page.goto(f"{app}/experiments?xp=sm-table2&xd=wdbc&xs={SPLITS}")
    settled(page)
    page.wait_for_selector(".st-key-x_against .main-svg")


def test_a_row_that_is_clicked_shows_its_splits(app, page):
    opened(page, app)
    table = page.locator(".st-key-x_results canvas").first
    table.evaluate("one => one.scrollIntoView({block: 'center'})")  # it may be below the window
    box = settled(seen(page)) and table.bounding_box()
    click_at(page, box["x"] + CHECKBOX, box["y"] + 8.5 * ROW)
    linked(page, "xrow=digits_3_8")
    page.locator(".st-key-x_splits [aria-label*='Digits 3 or 8']").first.wait_for()
    assert page.complaints == []


@pytest.mark.nightly  # by day tests/pages/test_experiments.py presses both
def test_an_experiment_starts_and_stops(app, page):
    opened(page, app)
    page.get_by_text("Choose and start").click()
    page.get_by_role("button", name="Plan and estimate").click()
    page.get_by_role("button", name="Start", exact=True).click()
    stop = page.locator(".st-key-x_stop")  # while a page runs, Streamlit has a Stop of its own
    stop.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("button", name="Resume", exact=True).wait_for()
    linked(page, "exp=")
    assert "xs=" not in page.url  # the choice of splits is another view's
    expect(page.get_by_text(f"of {TASKS} tasks").first).to_be_visible()
    assert page.complaints == []
