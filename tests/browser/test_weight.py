"""What a page costs: time of a change of page, memory over many steps."""

import time

import pytest

from tests.browser.addresses import turn_to
from tests.browser.conftest import busy, seen, settled

pytestmark = pytest.mark.browser

PAGE_CHANGE, SLACK = 1.5, 3.0  # seconds on a calm machine, factor for a slower one
GROWTH = 1_000_000  # bytes that may stay behind a step
RHYTHM = 50  # milliseconds between two signs of a key that is held


def change(page, name):
    """Seconds from a click in the navigation to the page with all its parts."""
    start = time.perf_counter()
    turn_to(page, name)
    page.wait_for_url(f"**/{name}*")
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    page.locator("h1").first.wait_for()
    page.wait_for_function("() => !document.querySelector('[data-testid=stSkeleton]')")
    return time.perf_counter() - start


@pytest.mark.nightly
def test_a_change_of_page_is_quick(app, page):
    page.goto(app)
    settled(page)
    for name in ("spectrum", "perturbation", "errors"):
        first = change(page, name)
        page.go_back()
        settled(page)
        again = change(page, name)
        page.go_back()
        settled(page)
        print(f"{name}: {first:.2f} s, again {again:.2f} s")  # noqa: T201 - with pytest -s
        assert min(first, again) < SLACK * PAGE_CHANGE * busy()


def heap(page, tools):
    """Bytes that the page holds after the browser has cleaned up."""
    for _ in range(2):
        tools.send("HeapProfiler.collectGarbage")
        seen(page)
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return next(m["value"] for m in metrics if m["name"] == "JSHeapUsedSize")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("steps", [3, pytest.param(16, marks=pytest.mark.nightly)])
def test_memory_of_the_browser_is_steady_over_many_steps(app, page, steps):
    page.goto(app)
    settled(page)
    page.wait_for_selector(".js-plotly-plot .main-svg")
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    tools.send("HeapProfiler.enable")
    step(page, steps // 2)  # what is loaded on the way is not a leak
    before = heap(page, tools)
    step(page, steps)
    after = heap(page, tools)
    print(f"{before / 1e6:.1f} MB, {after / 1e6:.1f} MB after {steps} steps")  # noqa: T201
    assert after - before < GROWTH * steps


def step(page, count):
    """Move the cursor to and fro by keys, each step drawn before the next."""
    for k in range(count):
        before = page.url
        page.keyboard.press("ArrowRight" if k % 2 else "ArrowLeft")
        page.wait_for_function("url => location.href !== url", arg=before)
        settled(page)


@pytest.mark.nightly  # by day tests/browser/test_keys.py presses them one by one
def test_keys_held_down_by_one_visitor_leave_both_pages_usable(app, page, profile):
    other = profile.new_page()
    for visitor in (page, other):
        visitor.goto(app)
        settled(visitor)
        visitor.wait_for_selector(".js-plotly-plot .main-svg")
    for k in range(40):
        page.keyboard.press("ArrowRight" if (k // 4) % 2 else "ArrowLeft", delay=RHYTHM)
    step(other, 3)
    settled(page)
    assert page.complaints == []
    other.close()
