"""What a visitor does in the first minute: opens, reloads, steps, drags, changes the page."""

from math import pi, sin
from statistics import median
from time import monotonic

from benchmarks.first_minute.watch import begun, inside, now, rest

DRAGGED = 2.0
"""Seconds for which a slider is dragged, as fast as the browser takes the mouse's places."""

THUMB = """input => {
  const {x, y, width, height} = input.closest('[data-rac][style*=left]').getBoundingClientRect();
  return [x + width / 2, y + height / 2, input.closest('[data-rac][style*=relative]').clientWidth];
}"""
"""Where the thumb of a slider stands (its input is hidden, and wider), and the track's width."""

SWING = 0.4
"""Share of the track by which the mouse goes away from the thumb, to the left and back."""


def step(page, slider: str, times: int = 8) -> float:
    """Return the median time of one key on a slider until the last picture changed, in ms."""
    thumb = page.locator(slider).first
    thumb.focus()
    taken = []
    for number in range(times):
        page.keyboard.press("ArrowRight" if number % 4 < 2 else "ArrowLeft")
        taken.append(rest(page, begun(page)))
    return median(taken)


def drag(page, slider: str) -> float:
    """Return how many frames a second a picture changes in while a slider is dragged."""
    x, y, width = page.locator(slider).first.evaluate(THUMB)
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate("() => { window.seen.frames = 0; }")
    since = now(page)
    started = monotonic()
    while (share := (monotonic() - started) / DRAGGED) < 1:
        page.mouse.move(x - SWING * width * sin(pi * 0.75 * share), y)
    frames, ended = page.evaluate("() => [window.seen.frames, performance.now()]")
    page.mouse.up()
    rest(page, since)
    return 1000 * frames / (ended - since)


def go(page, name: str) -> tuple[float, float]:
    """Return the times from a click on a page's name until the last picture changed, in ms.

    That of the last picture in the window, and that of the last one of the page.
    """
    for group in page.get_by_test_id("stTopNavSection").all():  # the smallest app has none
        group.click()
        if page.get_by_role("menuitem", name=name, exact=True).count():
            break
    link = page.get_by_role("menuitem", name=name, exact=True)
    link.or_(page.get_by_role("link", name=name, exact=True)).first.click()
    since = begun(page)
    last = rest(page, since)
    return inside(page, since), last


def opened(page, address: str) -> tuple[float, float, float]:
    """Return when the first words stand and when the last picture changed, in ms from the start.

    That is the last picture in the window, and then the last one of the page.
    """
    page.goto(address)
    last = rest(page, 0.0)
    return page.evaluate("() => window.seen.words"), inside(page, 0.0), last
