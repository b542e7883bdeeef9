"""The frame of the app in a real browser: cold links, no foreign request, no error."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.addresses import NAMES, listed
from tests.browser.conftest import serving, settled

pytestmark = pytest.mark.browser


def test_a_cold_deep_link_comes_up_whole(tmp_path, page):
    with serving(tmp_path) as fresh:
        page.goto(f"{fresh}/perturbation")
        settled(page)
        assert [title.split()[-1].lower() for title in listed(page)] == NAMES
        expect(page.get_by_test_id("stSelectbox").first).to_be_visible()
        expect(page.get_by_test_id("stMain").locator("h1")).to_have_count(1)
        expect(page.get_by_text("Page not found")).to_have_count(0)
        assert page.complaints == []


@pytest.mark.nightly
def test_a_launch_with_empty_caches_comes_to_the_first_chart(tmp_path, page):
    start = time.perf_counter()
    with serving(tmp_path) as fresh:
        page.goto(fresh)
        page.wait_for_selector(".js-plotly-plot .main-svg", timeout=60_000)
        print(f"first chart {time.perf_counter() - start:.1f} s after the launch")  # noqa: T201
        assert page.complaints == []
