"""Play under a finger and under a pen: both draw as a mouse does, and the page stands still."""

import pytest
from playwright.sync_api import expect

from tests.browser.addresses import address
from tests.browser.conftest import settled

pytestmark = [pytest.mark.browser, pytest.mark.nightly]  # by day strokes of a mouse (test_play)

BOARD = ".st-key-play_board figure"
PLACE = "canvas => { const box = canvas.getBoundingClientRect(); return [box.left, box.top]; }"
HEARD = """canvas => {
  canvas.kinds = [];
  canvas.addEventListener('pointerdown', event => canvas.kinds.push(event.pointerType));
}"""
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"
PEN = {"pointerType": "pen", "force": 0.5, "clickCount": 1, "button": "left"}


def by_finger(send, places):
    for kind, (x, y) in zip(("touchStart", *["touchMove"] * 8), places, strict=True):
        send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def by_pen(send, places):
    kinds = ("mousePressed", *["mouseMoved"] * 7, "mouseReleased")
    for kind, (x, y) in zip(kinds, places, strict=True):
        send("Input.dispatchMouseEvent", PEN | {"type": kind, "x": x, "y": y, "buttons": 1})


@pytest.mark.parametrize(("draws", "kind"), [(by_finger, "touch"), (by_pen, "pen")])
def test_a_stroke_draws_and_the_page_does_not_scroll(app, page, draws, kind):
    page.goto(address(app, "play", "play=draw&play_n=20"))
    settled(page)
    board = page.locator(BOARD)
    expect(board).to_have_attribute("data-points", "20")
    canvas = board.locator("canvas").first
    canvas.evaluate(HEARD)
    left, top = canvas.evaluate(PLACE)
    before = page.evaluate(SCROLLED)
    send = page.context.new_cdp_session(page).send
    send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    draws(send, [(left + 120, top + 40 + 20 * step) for step in range(9)])
    page.wait_for_function("figure => figure.dataset.points > 22", arg=board.element_handle())
    settled(page)
    assert canvas.evaluate("canvas => canvas.kinds") == [kind]
    assert page.evaluate(SCROLLED) == before
    assert page.complaints == []
