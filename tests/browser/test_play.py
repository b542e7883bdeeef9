"""Play under a real hand: points follow at once, strokes and keys draw, nothing old stays."""

import pytest

from tests.browser.addresses import address
from tests.browser.conftest import linked, settled
from tests.browser.test_accessibility import grave

pytestmark = pytest.mark.browser

BOARD = ".st-key-play_board figure"
AHEAD = "() => document.documentElement.hasAttribute('data-ahead')"
OF = "() => document.querySelector('.st-key-play_board [data-testid]')"
NOISE = ".st-key-play_noise input[type=range]"


def opened(page, app, link=""):
    page.goto(address(app, "play", link))
    settled(page)
    return page.locator(BOARD)


def of(board):
    return board.get_attribute("data-of")


def answered(page, board, before):
    """Wait until the board and the page are of other points than before."""
    settled(page)
    page.wait_for_function(
        "([figure, before]) => figure.dataset.of !== before && figure.dataset.ahead === 'false'"
        " && !document.documentElement.hasAttribute('data-ahead')",
        arg=[board.element_handle(), before],
    )


def pixels(board):
    return board.locator("canvas").first.evaluate("canvas => canvas.toDataURL()")


def stroke(page, board, start, end):
    box = board.locator("canvas").first.bounding_box()
    place = lambda at: (box["x"] + at[0] * box["width"], box["y"] + at[1] * box["height"])  # noqa: E731
    page.mouse.move(*place(start))
    page.mouse.down()
    page.mouse.move(*place(end), steps=8)
    page.mouse.up()


def test_points_move_before_the_server_knows_and_a_search_stops(app, page):
    board = opened(page, app, "play_n=60")
    before, still = of(board), pixels(board)
    page.locator(NOISE).first.focus()
    page.keyboard.down("ArrowRight")
    page.wait_for_function(AHEAD)
    assert board.get_attribute("data-ahead") == "true"
    assert pixels(board) != still
    page.keyboard.up("ArrowRight")
    answered(page, board, before)
    linked(page, "play_noise=0.25")
    spectrum = page.locator(".st-key-spectrum figure")
    assert spectrum.get_attribute("data-unknown") is None
    assert "Effective dimension" in spectrum.locator("output").inner_text()
    rows = page.locator(".st-key-play_rows canvas")
    box = rows.bounding_box()
    rows.click(position={"x": box["width"] - 14, "y": 60})
    page.wait_for_url("**t=3.28e*")
    page.get_by_text("Find data on which").click()
    page.get_by_role("button", name="Search", exact=True).click()
    stop = page.locator(".st-key-play_stop button")
    stop.click()
    assert stop.inner_text() == "Stopping…" or not stop.count()
    page.get_by_text("The best of").wait_for()


def test_points_are_drawn_undone_and_there_again_after_a_reload(app, page):
    board = opened(page, app, "play=draw&play_n=20")
    points = lambda: int(board.get_attribute("data-points"))  # noqa: E731
    assert points() == 20
    page.keyboard.press("2")
    assert board.locator("[aria-pressed=true]").inner_text() == "B"
    before = of(board)
    stroke(page, board, (0.1, 0.1), (0.5, 0.1))
    assert points() > 22
    answered(page, board, before)
    drawn, before = points(), of(board)
    page.keyboard.press("Control+z")
    assert points() == 20
    answered(page, board, before)
    before = of(board)
    page.keyboard.press("Control+y")
    answered(page, board, before)
    assert points() == drawn
    page.reload()
    settled(page)
    assert int(page.locator(BOARD).get_attribute("data-points")) == drawn
    page.get_by_text("Points as a table").click()
    settled(page)
    assert grave(page) == []
    page.locator(BOARD).get_by_role("button", name="Clear").click()
    page.get_by_text("Class A has no point").wait_for()
    assert page.locator(".st-key-play_found_old canvas").count() == 1
