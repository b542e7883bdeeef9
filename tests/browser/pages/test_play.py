"""Play under a real hand: points follow at once, strokes and keys draw, nothing old stays."""

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from playwright.sync_api import expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.first_minute.gestures import THUMB
from kselect_core import SweepConfig, load_dataset
from kselect_core.data.made.recipe import Recipe
from kselect_core.selection.places.board import fit_in_box, learnt_in_box
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_ui.canvas import script
from tests.browser.addresses import address, turn_to
from tests.browser.conftest import choose, linked, settled
from tests.browser.test_accessibility import grave

pytestmark = pytest.mark.browser

BOARD = ".st-key-play_board figure"
FIRST_AHEAD = """figure => {  // the picture the first time it is ahead: it may be for a moment only
  window.firstAhead = null;
  new MutationObserver(() => {
    if (figure.dataset.ahead === 'true') {
      window.firstAhead ??= figure.querySelector('canvas').toDataURL();
    }
  }).observe(figure, {attributes: true, attributeFilter: ['data-ahead']});
}"""
OF = "() => document.querySelector('.st-key-play_board [data-testid]')"
NOISE = ".st-key-play_noise input[type=range]"


def opened(page, app, link=""):
    page.goto(address(app, "play", link))
    settled(page)
    expect(page.locator(BOARD)).to_have_attribute("data-points", re.compile(r"\d+"))  # it is drawn
    return page.locator(BOARD)


def of(board):
    return board.get_attribute("data-of")


def answered(page, board, before):
    """Wait until the board and the page are of other points than before."""
    settled(page)
    page.wait_for_function(
        "([figure, before]) => figure.dataset.of !== before && figure.dataset.ahead === 'false'"
        " && !document.documentElement.matches('[data-ahead], [data-behind]')",
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
    board.evaluate(FIRST_AHEAD)
    page.locator(NOISE).first.focus()
    page.keyboard.down("ArrowRight")
    page.wait_for_function("() => window.firstAhead")
    assert page.evaluate("window.firstAhead") != still
    page.keyboard.up("ArrowRight")
    answered(page, board, before)
    linked(page, "play_noise=0.25")
    what_is_of_the_points_before_is_faint(page)
    spectrum = page.locator(".st-key-spectrum figure")
    expect(spectrum).not_to_have_attribute("data-unknown", re.compile(""))
    expect(spectrum.locator("output")).to_contain_text("Effective dimension")
    rows = page.locator(".st-key-play_rows canvas")
    box = rows.bounding_box()
    rows.click(position={"x": box["width"] - 14, "y": 60})
    page.wait_for_url("**t=32768*")
    page.get_by_text("Find data on which").click()
    page.get_by_role("button", name="Search", exact=True).click()
    stop = page.locator(".st-key-play_stop button")
    stop.click()
    expect(stop.get_by_text("Stop", exact=True)).to_have_count(0)  # it says “Stopping…” or is gone
    page.get_by_text("The best of").wait_for()


def what_is_of_the_points_before_is_faint(page):
    """While a board is ahead; a real one is for too short a time to look at the rest as well."""
    for name, keys in (("ahead", ("found", "found_spectrum")), ("behind", ("words",))):
        for on, comes in ((True, "< 0.5"), (False, "> 0.95")):
            page.evaluate(f"on => document.documentElement.toggleAttribute('data-{name}', on)", on)
            for key in keys:
                page.wait_for_function(
                    f"() => getComputedStyle(document.querySelector('.st-key-play_{key}')).opacity"
                    f" {comes}"
                )


SAID = """([to, of]) => dispatchEvent(
  new CustomEvent(`kselect:play_board_${to}`, { detail: { to: `play_board_${to}`, of } }))"""


def words_are_old_until_they_are_of_the_pictures_and_pictures_until_they_are_the_boards(
    page, board
):
    settled(page)
    old = "() => ['ahead', 'behind'].map(x => document.documentElement.hasAttribute(`data-${x}`))"
    page.wait_for_function(f"() => String(({old})()) === 'false,false'")
    of, told = board.get_attribute("data-of"), []
    for to, name in (("done", "others"), ("pictured", "others"), ("pictured", of), ("done", of)):
        page.evaluate(SAID, [to, name])
        told.append(page.evaluate(old))
    assert told == [[False, True], [True, True], [False, True], [False, False]]


def test_the_browser_makes_the_fit_at_another_width_as_the_server_does(page):
    recipe = Recipe(n=60, useless=1)
    config = SweepConfig(dataset=recipe.name, repeats=1, lambdas=(0.01,))
    data, box, side = load_dataset(recipe.name), ((-1.5, 2.5), (-1.0, 1.5)), 9
    bench, (family,) = Workbench(config, data), config.candidates
    learnt = learnt_in_box(bench, Cursor(0, "gaussian", family.values[0], 0.01), box)
    sent = {
        "features": learnt.X.ravel().tolist(),
        "labels": learnt.y.tolist(),
        "side": side,
        "learnt": learnt._asdict() | {"X": None, "y": None},
    }
    page.goto("about:blank")
    for place in (0, 12, 15, 30):
        level = page.evaluate(
            f"([sent, place]) => {{ {script('board/fit.js')}; sent.features = Float64Array.from("
            "sent.features); return [...new Fit(sent).at(place)]; }",
            [sent, place],
        )
        here = Cursor(0, "gaussian", family.values[place], 0.01)
        expected = fit_in_box(bench, here, box, resolution=side)[::-1]
        assert_allclose(np.reshape(level, (side, side)), expected, rtol=1e-5, atol=1e-6)


def test_the_fit_follows_the_width_under_the_hand(app, page):
    board = opened(page, app, "play_n=60&fit=cursor&t=1")
    still = pixels(board)
    slider = page.locator(".st-key-t input[type=range]").first
    box = slider.evaluate(THUMB)
    page.mouse.move(*box[:2])
    page.mouse.down()
    page.mouse.move(box[0] - 0.2 * box[2], box[1], steps=5)
    page.wait_for_function(
        "([figure, still]) => figure.querySelector('canvas').toDataURL() !== still",
        arg=[board.element_handle(), still],
    )
    faint = board.locator("canvas").first.evaluate(
        "canvas => Math.max(...canvas.getContext('2d').getImageData(20, 20, 200, 150).data"
        ".filter((_, i) => i % 4 === 3))"
    )
    assert faint > 200  # not faded, while the server has heard nothing
    page.mouse.up()
    settled(page)


def test_a_drag_on_a_sample_leads_to_the_drawing_and_an_earlier_one_is_a_step_back(app, page):
    """One visit that asks a board first what it says: it is dear to load the app."""
    board = opened(page, app, "play_n=40")
    words_are_old_until_they_are_of_the_pictures_and_pictures_until_they_are_the_boards(page, board)
    take = board.get_by_role("button", name="Draw on them")
    expect(take).to_be_hidden()
    only_a_drag_is_told_that_sliders_make_the_points_and_nothing_below_moves(page, board)
    for drawn in ("40", None):
        stroke(page, board, (0.2, 0.2), (0.5, 0.2))
        expect(board.get_by_text("Made by the sliders.")).to_be_visible()
        take.click()
        linked(page, "play=draw")
        expect(board).to_have_attribute("data-points", "40")
        expect(take).to_be_hidden()
        if drawn is None:
            break
        before = of(board)
        stroke(page, board, (0.1, 0.1), (0.5, 0.1))
        answered(page, board, before)
        earlier = board.get_attribute("data-points")
        assert int(earlier) > 40
        page.get_by_test_id("stMain").get_by_text("Make", exact=True).click()
        expect(board).not_to_have_attribute("data-drawing", re.compile(""))
        turn_to(page, "bounds")
        page.wait_for_url("**/bounds*")
        settled(page)
        turn_to(page, "play")
        expect(board).to_have_attribute("data-points", "40")
        settled(page)
    page.keyboard.press("Control+z")
    expect(board).to_have_attribute("data-points", earlier)


@pytest.mark.nightly  # by day in the visit of the next test but one
def test_a_drawing_is_there_again_after_a_reload_of_the_sample_and_not_once_it_is_cleared(
    app, page
):
    board = opened(page, app, "play=draw&play_n=20")
    before = of(board)
    stroke(page, board, (0.1, 0.1), (0.5, 0.1))
    answered(page, board, before)
    drawn = board.get_attribute("data-points")
    assert int(drawn) > 20
    page.get_by_role("radio", name="Make").click()
    expect(board).to_have_attribute("data-points", "20")
    settled(page)
    page.reload()
    settled(page)
    expect(page.locator(BOARD)).to_have_attribute("data-points", "20")
    assert "play_points" not in page.url
    page.get_by_role("radio", name="Draw").click()
    linked(page, "play=draw")
    expect(page.locator(BOARD)).to_have_attribute("data-points", drawn)
    page.locator(BOARD).get_by_role("button", name="Clear").click()
    page.get_by_text("Class A has no point").wait_for()
    settled(page)
    assert page.evaluate("sessionStorage.getItem('play_board')") == ""
    page.evaluate("sessionStorage.setItem('play_board', 'no drawing')")
    page.goto(f"{app}/play?play_n=20")
    settled(page)
    expect(page.locator(BOARD)).to_have_attribute("data-points", "20")


SCROLLED = """canvas => {  // a finger that the browser takes for scrolling
  const { left, top } = canvas.getBoundingClientRect();
  for (const [name, down] of [['pointerdown', 0], ['pointermove', 40], ['pointercancel', 40]]) {
    canvas.dispatchEvent(new PointerEvent(name, {
      bubbles: true, pointerType: 'touch', buttons: 1, clientX: left + 50, clientY: top + 50 + down,
    }));
  }
}"""


def only_a_drag_is_told_that_sliders_make_the_points_and_nothing_below_moves(page, board):
    below, said = page.locator(NOISE).first, board.get_by_text("Made by the sliders.")
    place = below.bounding_box()
    canvas = board.locator("canvas").first
    canvas.click()
    canvas.evaluate(SCROLLED)
    expect(said).to_be_hidden()
    stroke(page, board, (0.2, 0.2), (0.5, 0.2))
    expect(said).to_be_visible()
    assert below.bounding_box() == place


def a_sample_of_numbers_is_not_drawn_on(page, board):
    stroke(page, board, (0.2, 0.2), (0.5, 0.2))
    expect(board.locator("output")).to_contain_text("points of two classes are drawn under Draw")
    expect(board.get_by_role("button", name="Draw on them")).to_be_hidden()


def arrows_stay_in_the_table(page):
    width = page.locator(".st-key-t input[type=range]").first
    at = width.input_value()
    page.get_by_test_id("data-grid-canvas").focus()
    page.keyboard.press("ArrowLeft")  # the first column: the table has no use for it
    settled(page)
    assert width.input_value() == at


def test_points_are_drawn_undone_and_there_again_after_a_reload(app, page):
    board = opened(page, app, "play=draw&play_n=20")
    points = lambda: int(board.get_attribute("data-points"))  # noqa: E731
    assert points() == 20
    page.keyboard.press("2")
    expect(board.locator("[aria-pressed=true]")).to_have_text("B")
    before = of(board)
    stroke(page, board, (0.1, 0.1), (0.5, 0.1))
    page.wait_for_function("figure => figure.dataset.points > 22", arg=board.element_handle())
    answered(page, board, before)
    drawn, before = points(), of(board)
    page.keyboard.press("Control+z")
    expect(board).to_have_attribute("data-points", "20")
    answered(page, board, before)
    before = of(board)
    page.keyboard.press("Control+y")
    answered(page, board, before)
    assert points() == drawn
    page.reload()
    settled(page)
    expect(page.locator(BOARD)).to_have_attribute("data-points", str(drawn))
    page.get_by_text("Points as a table").click()
    settled(page)
    assert grave(page) == []
    arrows_stay_in_the_table(page)
    the_tab_keeps_a_drawing_that_the_link_of_a_sample_does_not_have(page, str(drawn))
    page.locator(BOARD).get_by_role("button", name="Clear").click()
    page.get_by_text("Class A has no point").wait_for()
    expect(page.locator(".st-key-play_found_old canvas")).to_have_count(1)
    page.wait_for_function("() => sessionStorage.getItem('play_board') === ''")


def the_tab_keeps_a_drawing_that_the_link_of_a_sample_does_not_have(page, drawn):
    page.get_by_role("radio", name="Make").click()
    expect(page.locator(BOARD)).not_to_have_attribute("data-points", drawn)
    settled(page)
    assert "play_points" not in page.url
    page.reload()
    settled(page)
    page.get_by_role("radio", name="Draw").click()
    expect(page.locator(BOARD)).to_have_attribute("data-points", drawn)
    settled(page)


def test_a_step_runs_the_page_without_its_frame_and_the_link_says_what_both_show(app, page):
    runs = []  # how each has ended

    def heard(payload):
        message = ForwardMsg.FromString(payload) if isinstance(payload, bytes) else ForwardMsg()
        if message.HasField("script_finished"):
            runs.append(message.script_finished)

    page.on("websocket", lambda socket: socket.on("framereceived", heard))
    board = opened(page, app, "play_n=40&play_minority=0.3&big=true")
    before = of(board)
    assert runs[-1] == ForwardMsg.FINISHED_SUCCESSFULLY
    runs.clear()
    page.locator(NOISE).first.focus()
    page.keyboard.press("ArrowRight")
    answered(page, board, before)
    alone = ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY
    assert runs == [alone]
    before = of(board)
    choose(page, page.locator(".st-key-play_shape input"), "Additive")
    answered(page, board, before)
    assert runs == [alone, alone]
    linked(page, "play_shape=additive", "play_noise=", "big=true")
    assert "play_minority" not in page.url
    a_sample_of_numbers_is_not_drawn_on(page, board)
    page.locator(".st-key-play").get_by_text("Draw", exact=True).click()
    linked(page, "play=draw")
