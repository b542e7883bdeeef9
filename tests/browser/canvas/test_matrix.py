"""A matrix on its canvas under a real mouse and keyboard: picked, kept, sent once."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import serving, settled

pytestmark = pytest.mark.browser
CANVAS, READ = ".st-key-grid canvas", ".st-key-grid output"
N = 40


@pytest.fixture(scope="module")
def matrix_app(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("home"), "tests/browser/canvas/matrix_page.py") as address:
        yield address


def opened(page, address, n=N):
    page.sent, page.received = [], []
    page.on("websocket", lambda socket: _listen(page, socket))
    page.goto(f"{address}/?n={n}")
    settled(page)
    page.wait_for_selector(f"{CANVAS}[data-drawn]")
    return page


def _listen(page, socket):
    socket.on("framesent", lambda frame: page.sent.append(len(frame)))
    socket.on("framereceived", lambda frame: page.received.append(len(frame)))


def told(page, text):
    """Wait until the page says so; fails after a while if it never does."""
    page.get_by_text(f"picked {text}", exact=True).wait_for()


def cell_of(page, row, column, n=N):
    """Place of a cell on the canvas: 18 pixels of margin hold the names."""
    box = page.locator(CANVAS).bounding_box()
    side = box["height"] - 26
    return {"x": 18 + (column + 0.5) * side / n, "y": 18 + (row + 0.5) * side / n}


def test_keys_and_the_mouse_read_off_and_pick_a_cell(matrix_app, page):
    opened(page, matrix_app)
    the_keyboard_picks_with_a_focus_that_is_seen_and_the_cell_outlives_the_rerun(page)
    hovering_reads_off_a_cell_without_a_message_and_a_click_picks_it(page)
    assert page.complaints == []
    assert all(url.startswith((matrix_app, "blob:", "data:")) for url in page.requested)


def the_keyboard_picks_with_a_focus_that_is_seen_and_the_cell_outlives_the_rerun(page):
    page.keyboard.press("Tab")
    page.locator(CANVAS).focus()
    page.keyboard.press("ArrowDown")
    outline = page.locator(CANVAS).evaluate("e => getComputedStyle(e).outlineWidth")
    assert outline == "3px"
    for key in ("ArrowDown", "ArrowRight", "Shift+ArrowRight", "Enter"):
        page.keyboard.press(key)
    settled(page)
    told(page, f"({N - 2}, 11) picks 1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    settled(page)
    told(page, f"({N - 3}, 11) picks 2")
    for key in ("ArrowDown", "End", "PageDown", "Enter"):
        page.keyboard.press(key)
    settled(page)
    told(page, f"(0, {N - 1}) picks 3")


def hovering_reads_off_a_cell_without_a_message_and_a_click_picks_it(page):
    page.sent.clear()
    page.locator(CANVAS).hover(position=cell_of(page, 2, 30))
    here = f"point {N - 2} (<b>first</b>), point 31 (second): ≈ "
    expect(page.locator(READ)).to_contain_text(here)
    assert page.sent == []
    page.locator(CANVAS).click(position=cell_of(page, 2, 30))
    settled(page)
    told(page, f"({N - 3}, 30) picks 4")  # the original row and column
    with page.expect_download() as waiting:
        page.get_by_role("button", name="PNG").click()
    assert waiting.value.suggested_filename == "kselect_numbers.png"
    assert waiting.value.path().read_bytes().startswith(b"\x89PNG")


def test_the_largest_picture_is_one_megabyte_and_sent_once(matrix_app, page):
    opened(page, matrix_app, n=1000)
    assert 1_000_000 < max(page.received) <= 1024**2
    page.received.clear()
    page.locator(CANVAS).click(position=cell_of(page, 500, 500, n=1000))
    page.get_by_text("picks 1").wait_for()
    page.get_by_role("button", name="again").click()
    settled(page)
    assert sum(page.received) < 50_000


def test_the_picture_is_as_fine_as_the_screen_and_follows_the_window(matrix_app, chromium):
    context = chromium.new_context(
        viewport={"width": 1000, "height": 800}, device_scale_factor=2, color_scheme="dark"
    )
    page = context.new_page()
    opened(page, matrix_app)
    canvas = page.locator(CANVAS)
    wide = canvas.bounding_box()["width"]
    assert canvas.evaluate("e => e.width") == pytest.approx(2 * wide, abs=2)
    page.set_viewport_size({"width": 400, "height": 800})
    page.wait_for_function(
        "canvas => canvas.getBoundingClientRect().width <= 400", arg=canvas.element_handle()
    )
    assert wide > 400
    context.close()


def test_a_picture_is_drawn_in_the_page_itself_and_its_styles_hold_in_it_alone(page, matrix_app):
    opened(page, matrix_app)
    assert page.locator(CANVAS).evaluate("canvas => canvas.getRootNode() === document")
    within, beside = page.evaluate(
        """() => {
          const figure = document.querySelector(".st-key-grid figure");
          const other = document.body.appendChild(document.createElement("figure"));
          return [figure, other].map(one => getComputedStyle(one).marginLeft);
        }"""
    )
    assert within == "0px" != beside
