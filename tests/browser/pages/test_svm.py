"""The page of support vector machines under a real mouse, on a sweep made there and then."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import click_in, linked, settled
from tests.browser.test_narrow import PHONE

pytestmark = pytest.mark.browser
PATIENCE = 120_000  # milliseconds; the machine may be busy, the solver is compiled once


@pytest.mark.nightly  # by day cells of tests/browser/pages/test_errors.py, tests/pages/test_svm.py
def test_a_small_sweep_is_made_and_its_cells_move_the_cursor(app, page):
    page.set_default_timeout(PATIENCE)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app}/svm")
    settled(page)
    page.wait_for_selector(".st-key-svm_preview_picture .main-svg")
    made = page.get_by_role("button", name="Compute a small SVM sweep here")
    (made if made.count() else page.get_by_role("button", name="Show the small SVM")).click()
    page.wait_for_selector(".st-key-svm_maps .main-svg")
    settled(page)
    linked(page, "run=")
    assert "lam=100" not in page.url
    map_of = page.locator(".st-key-svm_maps .cartesianlayer .xy .heatmaplayer")
    click_in(page, map_of, 0.5 / 7, 6.5 / 7)
    linked(page, "lam=100")
    expect(page.locator(".st-key-lam [data-testid='stSliderThumbValue']")).to_have_text("100")
    main = page.get_by_test_id("stMain")
    assert main.evaluate("it => it.scrollWidth <= it.clientWidth")
    the_maps_begin_on_the_first_screen_of_a_phone(page)
    assert page.complaints == []


def the_maps_begin_on_the_first_screen_of_a_phone(page):
    page.set_viewport_size(PHONE)
    page.get_by_test_id("stMain").evaluate("it => it.scrollTo(0, 0)")
    assert page.locator(".st-key-svm_maps").bounding_box()["y"] < 450
