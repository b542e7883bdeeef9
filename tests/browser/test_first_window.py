"""What a page begins with at 1280 × 720: bar, sentences, and much of a picture."""

import pytest

from tests.browser.addresses import address
from tests.browser.conftest import settled

pytestmark = pytest.mark.browser
WINDOW = {"width": 1280, "height": 720}
BAR_ENDS = 300  # pixels from the top
FIRST = {  # a picture of each page, and how many of its rows of pixels are in sight
    "spectrum": ("eigenvector", 300),
    "perturbation": ("influence", 300),
    "errors": ("errors_map", 250),
    "svm": ("svm_preview_picture", 330),
    "bounds": ("demo_fsm", 330),
    "design": ("design_errors", 160),
    "data": ("data_plane", 260),
    "experiments": ("x_ranks", 170),
}
SEEN = """key => {
  const box = document.querySelector(`.st-key-${key} .js-plotly-plot`).getBoundingClientRect();
  return Math.min(box.bottom, innerHeight) - box.top;
}"""


def test_in_large_type_the_picture_comes_first_and_a_cut_name_says_so(app, page):
    page.set_viewport_size(WINDOW)
    for name, rows in (("errors", 280), ("design", 180)):
        page.goto(address(app, name, "big=true"))
        page.wait_for_selector(f".st-key-{FIRST[name][0]} .js-plotly-plot .main-svg")
        settled(page)
        assert page.evaluate(SEEN, FIRST[name][0]) >= rows, name
    sweep = page.locator(".st-key-run input")
    assert sweep.evaluate("input => getComputedStyle(input).textOverflow") == "ellipsis"


@pytest.mark.nightly  # by day the order of elements on a page (tests/pages)
def test_the_first_window_has_the_bar_and_a_picture(app, page):
    page.set_viewport_size(WINDOW)
    short = {}
    for name, (key, rows) in FIRST.items():
        page.goto(address(app, name))
        page.wait_for_selector(f".st-key-{key} .js-plotly-plot .main-svg")
        settled(page)
        if (bar := page.locator(".st-key-bar")).count():
            box = bar.bounding_box()
            assert box["y"] + box["height"] < BAR_ENDS, name
        if (seen := page.evaluate(SEEN, key)) < rows:
            short[name] = seen
    assert short == {}
    assert page.complaints == []
