"""The frame of the app in a real browser: cold links, no foreign request, no error."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.addresses import NAMES, listed
from tests.browser.conftest import ANSWERED, IDLE, LOOKS, serving, settled

pytestmark = pytest.mark.browser


@pytest.mark.nightly  # by day tests/browser/heading.py, on a server that others have asked
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


STUCK = """() => {  // busy in one piece after another; what comes is there at the end
  turns.touched = performance.now();
  const pieces = 2, long = 350;
  const work = left => {
    for (const start = performance.now(); performance.now() - start < long;);
    if (left) setTimeout(work, 0, left - 1);
    else document.querySelector('main').append(document.createElement('p'));
  };
  setTimeout(work, 0, pieces);
}"""


def test_a_page_that_is_stuck_is_not_settled(page):
    page.goto("data:text/html,<main data-testid=stApp data-test-script-state=notRunning>")
    page.evaluate("""document.querySelector('main').innerHTML =
        '<div data-testid=stMain><div data-testid=stElementContainer></div></div>'""")
    settled(page)
    page.evaluate(STUCK)
    there = f"idle => ({ANSWERED})(idle) && `${{document.querySelectorAll('p').length}} there`"
    whole = page.wait_for_function(there, arg=IDLE, polling=LOOKS)
    assert whole.json_value() == "1 there"
