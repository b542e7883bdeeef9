"""The film in a real browser: plays by itself, tells the server once, obeys keys and motion."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE, busy, linked, seen, settled
from tests.lost.server import until

pytestmark = pytest.mark.browser
FIGURE = ".st-key-film figure"
LEAST = 30  # frames per second on a calm machine
KEYS = """(slider, keys) => keys.forEach(key => slider.dispatchEvent(
  new KeyboardEvent('keydown', {key, bubbles: true, composed: true, cancelable: true})))"""
PLAYED = "([figure, frame]) => Number(figure.dataset.frame) > frame"


def opened(page, address, link="?t=0.5&split=1"):
    page.sent, page.received = [], []
    page.on("websocket", lambda socket: _listen(page, socket))
    page.goto(f"{address}/film{link}")
    settled(page)
    page.wait_for_selector(f"{FIGURE}[data-drawn]")
    settled(page)
    page.sent.clear()
    return page


def _listen(page, socket):
    socket.on("framesent", lambda frame: page.sent.append(len(frame)))
    socket.on("framereceived", lambda frame: page.received.append(len(frame)))


def frame(page):
    return int(page.locator(FIGURE).get_attribute("data-frame"))


def stands(page, number):
    expect(page.locator(FIGURE)).to_have_attribute("data-frame", str(number))


def hit(page, *keys):
    """Press keys faster than any machine is slow: all in one task of the browser."""
    page.locator(f"{FIGURE} input").evaluate(KEYS, keys)


def playing(page):
    return page.locator(FIGURE).get_attribute("data-playing") == "true"


def drawn(page):
    return int(page.locator(FIGURE).get_attribute("data-drawn"))


def width(page):
    found = re.search(r"[?&]t=([^&]+)", page.url)
    return float(found[1].replace("%2B", "+")) if found else 0.5  # the default is left out


def told(page, times):
    """Wait until the film has told the server so often; no more comes of it."""
    until(lambda: len(seen(page).sent) >= times)
    settled(page)
    assert len(page.sent) == times


def test_the_film_starts_at_the_cursor_and_obeys_side_bar_keys_and_hand_without_an_echo(app, page):
    opened(page, app)
    assert sum(page.received) < 2 * 1024**2
    expect(page.locator(f"{FIGURE} .classes li")).to_have_text(["lower", "upper"])
    assert frame(page) == 14
    assert "τ = 2⁻¹ · frame 15 of 31" in page.locator(f"{FIGURE} output").inner_text()
    for canvas in page.locator(f"{FIGURE} canvas:not([aria-hidden])").all():
        assert canvas.get_attribute("role") == "img"
        assert "τ = 2⁻¹" in canvas.get_attribute("aria-label")
    slider = page.locator(f"{FIGURE} input")
    assert "τ" in slider.get_attribute("aria-label")
    assert "frame 15 of 31" in slider.get_attribute("aria-valuetext")
    page.received.clear()
    page.locator(".st-key-t_later button").first.click()
    stands(page, 15)
    told(page, 1)  # the click itself
    assert sum(page.received) < 60_000  # the film is not sent again
    keys_step_and_jump_and_only_the_rest_is_told(page)
    dragging_is_local_and_letting_go_and_a_click_are_told_once(page)
    the_slider_of_the_bar_moves_the_film_while_it_is_held_and_the_other_makes_it_grey(page)


def the_slider_of_the_bar_moves_the_film_while_it_is_held_and_the_other_makes_it_grey(page):
    page.sent.clear()
    hold(page, "t", 0.2)
    stands(page, 6)
    expect(page.locator(FIGURE)).not_to_have_attribute("data-unknown", "")
    assert page.sent == []
    page.mouse.up()
    told(page, 1)
    away_and_back_it_stands_where_it_stood(page)
    hold(page, "lam", 0.8)
    expect(page.locator(FIGURE)).to_have_attribute("data-unknown", "")
    assert frame(page) == 6
    page.mouse.up()
    expect(page.locator(FIGURE)).not_to_have_attribute("data-unknown", "")


def away_and_back_it_stands_where_it_stood(page):
    page.sent.clear()
    box = page.locator(".st-key-t [role=group]").bounding_box()
    home, middle = box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2
    page.mouse.move(home, middle)
    page.mouse.down()
    page.mouse.move(home + 16, middle, steps=8)
    page.wait_for_function(
        "([figure, frame]) => Number(figure.dataset.frame) > frame",
        arg=[page.locator(FIGURE).element_handle(), 6],
    )
    page.mouse.move(home, middle, steps=32)
    page.mouse.up()
    expect(page.locator(f"{FIGURE} input")).to_have_value("6")  # not between two frames
    assert page.sent == []


def hold(page, slider, share):
    """Drag a slider of the bar to a share of its track, and do not let go."""
    box = page.locator(f".st-key-{slider} [role=group]").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * share, middle, steps=5)


def keys_step_and_jump_and_only_the_rest_is_told(page):
    page.sent.clear()
    hit(page, "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight")
    assert frame(page) == 16
    told(page, 1)
    assert width(page) == pytest.approx(2.0)
    hit(page, "End", "Home")
    assert frame(page) == 0
    told(page, 2)
    page.locator(f"{FIGURE} input").focus()
    page.keyboard.press("End")
    assert frame(page) == 30
    told(page, 3)


def dragging_is_local_and_letting_go_and_a_click_are_told_once(page):
    page.sent.clear()
    box = page.locator(f"{FIGURE} input").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 14 / 30, middle)
    page.mouse.down()
    for k in range(12):
        page.mouse.move(box["x"] + box["width"] * (0.5 + 0.03 * k), middle)
    assert page.sent == []
    assert 20 < frame(page) < 30
    page.mouse.up()
    told(page, 1)
    assert width(page) == pytest.approx(2.0 ** (frame(page) - 15), rel=0.01)
    page.sent.clear()
    lane = page.locator(f"{FIGURE} .lane")
    lane.click(position={"x": 8 + (box["width"] - 16) * 20 / 30, "y": 40})
    told(page, 1)
    assert frame(page) == 20
    assert width(page) == pytest.approx(32.0)


def test_names_stand_at_the_ends_of_their_lines_or_in_a_legend_where_there_is_no_room(app, page):
    opened(page, app, "?t=0.5&split=1")
    lane, legend = page.locator(f"{FIGURE} .lane"), page.locator(f"{FIGURE} .foot .legend li")
    expect(legend).to_have_count(0)
    expect(lane).to_have_attribute("aria-label", re.compile("LOO ↓"))
    room = lane.bounding_box()["width"] - page.locator(f"{FIGURE} input").bounding_box()["width"]
    assert room > 60
    written = """(lane, room) => {
      const scale = devicePixelRatio, width = Math.round((room - 17) * scale);
      const pen = lane.getContext("2d");
      const { data } = pen.getImageData(lane.width - width, 0, width, lane.height);
      return [...Array(lane.height).keys()].filter(y =>
        data.subarray(4 * y * width, 4 * (y + 1) * width).some(value => value > 0)).length;
    }"""
    names = lane.evaluate("lane => lane.ariaLabel.split(', ').length - 1")
    assert lane.evaluate(written, room) > 6 * names  # rows of pixels with letters
    page.set_viewport_size({"width": 600, "height": 800})
    expect(legend).to_have_count(names)
    box, slid = lane.bounding_box(), page.locator(f"{FIGURE} input").bounding_box()
    assert box["width"] == pytest.approx(slid["width"], abs=1)


def test_it_plays_without_the_server_at_thirty_frames_per_second_and_is_told_where_it_stops(
    app, page
):
    opened(page, app, "?t=3.05e-05&split=1")
    figure, best = page.locator(FIGURE), 0.0
    for _ in range(5):  # other work on the machine slows a browser without a graphics card
        page.keyboard.press("Space")
        page.wait_for_function(PLAYED, arg=[figure.element_handle(), frame(page) + 8])
        seen = figure.evaluate("figure => ({...figure.dataset})")
        assert seen["playing"] == "true"
        assert page.sent == []
        best = max(best, float(seen["fps"]))
        if best >= LEAST / busy():
            break
        hit(page, "Home")
        stands(page, 0)
    assert best >= LEAST / busy()
    with page.expect_download() as waiting:
        page.locator(f"{FIGURE} .png").click()
    assert waiting.value.path().read_bytes().startswith(b"\x89PNG")
    hit(page, "Home")
    stands(page, 0)
    a_pause_and_a_step_in_the_side_bar_are_told_once_and_the_link_follows(page)
    at_the_end_it_stops_and_tells_where(page)
    assert page.complaints == []
    assert all(url.startswith((app, "blob:", "data:")) for url in page.requested)


def a_pause_and_a_step_in_the_side_bar_are_told_once_and_the_link_follows(page):
    page.sent.clear()
    page.get_by_role("button", name="Play").click()
    page.wait_for_function(PLAYED, arg=[page.locator(FIGURE).element_handle(), 7])
    page.get_by_role("button", name="Pause").click()
    told(page, 1)
    assert not playing(page)
    assert width(page) == pytest.approx(2.0 ** (frame(page) - 15), rel=0.01)
    page.keyboard.press("Home")
    told(page, 2)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(".")  # as a clicker does
    page.wait_for_function(PLAYED, arg=[page.locator(FIGURE).element_handle(), 1])
    page.sent.clear()
    page.locator(".st-key-t_later button").first.click()
    stands(page, 1)
    told(page, 1)
    assert not playing(page)


def at_the_end_it_stops_and_tells_where(page):
    hit(page, "End", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    told(page, len(page.sent) + 1)
    assert frame(page) == 27
    page.sent.clear()
    page.get_by_role("button", name="Play").click()
    expect(page.locator(FIGURE)).to_have_attribute("data-frame", "30")
    expect(page.locator(FIGURE)).to_have_attribute("data-playing", "false")
    told(page, 1)
    assert frame(page) == 30
    assert width(page) == pytest.approx(2.0**15, rel=0.01)


@pytest.mark.nightly  # by day tests/pages/test_film.py asks its frames and where they rest
def test_the_film_runs_along_lambda_too(app, page):
    opened(page, app, "?reel=λ&lam=0.1&split=1")
    assert "λ = 0.1 · frame 4 of 7" in page.locator(f"{FIGURE} output").inner_text()
    page.locator(f"{FIGURE} input").focus()
    page.keyboard.press("ArrowRight")
    linked(page, "lam=0.5")


def test_in_a_small_window_all_of_it_is_seen_and_with_reduced_motion_nothing_moves_by_itself(
    app, page
):
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1280, "height": 720})
    opened(page, app)
    figure = page.locator(FIGURE).bounding_box()
    assert figure["x"] + figure["width"] <= 1280
    assert figure["y"] + figure["height"] <= 720
    assert page.get_by_role("button", name="Next frame").is_visible()
    before = drawn(page)
    page.keyboard.press("Space")
    linked(page, "t=1")  # it stands on the next frame, and has told so
    assert not playing(page)
    assert frame(page) == 15
    assert drawn(page) - before < 6


ENDS = """(() => {  // how far down the ends of the strip are named
  const pen = CanvasRenderingContext2D.prototype, {fillText} = pen;
  window.ends = {};
  pen.fillText = function (text, x, y, ...more) {
    if (["best", "worst"].includes(text)) window.ends[text] = y;
    return fillText.call(this, text, x, y, ...more);
  };
})()"""


LEVELS = """(() => {  // what is written and dotted on canvases, at its place on them
  const pen = CanvasRenderingContext2D.prototype, {fillText, fillRect, clearRect} = pen;
  window.written = new Map();
  const note = (context, kind, place) => {
    const seen = window.written.get(context.canvas) ?? [];
    seen.push([kind, ...place]);
    window.written.set(context.canvas, seen);
  };
  pen.fillText = function (text, x, y, ...more) {
    if (text.startsWith("ridge")) note(this, text, [x, y, this.measureText(text).width]);
    return fillText.call(this, text, x, y, ...more);
  };
  pen.fillRect = function (x, y, w, h) {
    if (w === 4 && h === 4) note(this, "", [x + 2, y + 2]);
    return fillRect.call(this, x, y, w, h);
  };
})()"""
LAST = """() => [...window.written.values()].map(notes => {
  const at = notes.findLastIndex(([text]) => text);
  const before = notes.slice(0, at).findLastIndex(([text]) => text);
  return at < 0 ? null : {label: notes[at], dots: notes.slice(before + 1, at)};
}).filter(Boolean)"""


@pytest.mark.parametrize(
    "links",
    [
        ["?t=0.0625&lam=0.001"],
        pytest.param(["?t=0.5", "?t=0.25&lam=0.0001"], marks=pytest.mark.nightly),
    ],
)
def test_the_name_of_the_ridge_stands_clear_of_the_eigenvalues_and_the_best_end_is_below(
    app, profile, links
):
    """A tab of its own: what listens to the pens would stay in the tab of all tests."""
    page = profile.new_page()
    page.set_default_timeout(PATIENCE)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.add_init_script(ENDS)
    page.add_init_script(LEVELS)
    for link in links:
        page.goto(f"{app}/film{link}")
        settled(page)
        page.wait_for_selector(f"{FIGURE}[data-drawn]")
        (drawn,) = page.evaluate(LAST)
        it_stands_clear(drawn)
    ends = page.evaluate("window.ends")
    assert 0 < ends["worst"] < ends["best"]
    page.close()


def it_stands_clear(drawn):
    name, x, y, wide = drawn["label"]
    assert re.fullmatch(r"ridge μ [\d.]+", name)
    near = [v for _, u, v in drawn["dots"] if x - 2 <= u <= x + wide + 2]
    assert near
    assert min(abs(v - y) for v in near) > 8
