"""The page of experiments under a real mouse: a clicked row, an experiment that is stopped."""

from contextlib import suppress

import pytest
from playwright.sync_api import Error as BrowserError

from tests.browser.conftest import click_at, linked, settled
from tests.lost.left import until

pytestmark = pytest.mark.browser
PATIENCE = 60_000  # milliseconds; the machine may be busy
CHECKBOX, ROW = 20, 35  # pixels: middle of the first column, height of a row


def test_a_row_shows_its_splits_and_an_experiment_starts_and_stops(app, page):
    page.set_default_timeout(PATIENCE)
    page.goto(f"{app}/experiments?xp=sm-table2&xd=wdbc&xs=9")
    settled(page)
    page.wait_for_selector(".st-key-x_against .main-svg")
    box = page.locator(".st-key-x_results canvas").first.bounding_box()
    click_at(page, box["x"] + CHECKBOX, box["y"] + 8.5 * ROW)
    linked(page, "xrow=digits_3_8")
    assert page.locator(".st-key-x_splits [aria-label*='digits_3_8']").count()

    page.get_by_text("Choose and start").click()
    page.get_by_role("button", name="Plan and estimate").click()
    page.get_by_role("button", name="Start", exact=True).click()
    stop, resume = (
        page.get_by_role("button", name=name, exact=True) for name in ("Stop", "Resume")
    )

    def stopped():
        with suppress(BrowserError):  # it is gone, or being drawn again: a click is lost then
            stop.click(timeout=1000)
        return resume.count()

    until(stopped)
    linked(page, "exp=")
    assert "xs=" not in page.url  # the choice of splits is another view's
    assert page.get_by_text("of 279 tasks").count()
    assert page.complaints == []
