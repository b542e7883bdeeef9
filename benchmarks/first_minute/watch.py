"""When pictures of a page last changed, as the browser itself saw it, in its own milliseconds.

Of all of them, and of those that stand in the window.
"""

from time import monotonic, sleep

CHANGES = """(() => {
  const seen = window.seen = {last: 0, inside: 0, first: 0, words: 0, frames: 0};
  const changed = new Map();  // when each picture did, until its place is looked at once a frame
  const look = () => {
    for (const [place, at] of changed) {
      const {top, bottom} = place.getBoundingClientRect();
      const inside = place.isConnected && top < innerHeight && bottom > 0;
      if (inside) seen.inside = Math.max(seen.inside, at);
    }
    changed.clear();
    seen.frames += 1;
  };
  const note = place => {
    const now = performance.now();
    seen.last = now;
    if (!seen.first) seen.first = now;
    if (!changed.size) requestAnimationFrame(look);
    changed.set(place, now);
  };
  for (const name of ['putImageData', 'drawImage', 'fillRect', 'stroke']) {
    const draw = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...given) {
      const place = this.canvas.getRootNode().host ?? this.canvas;  // also within a component
      if (this.canvas.isConnected && place.closest('[data-testid="stMain"]')) note(place);
      return draw.apply(this, given);
    };
  }
  const picture = node => {
    const element = node.nodeType === 1 ? node : node.parentElement;
    return element && element.closest('.main-svg, .js-plotly-plot');
  };
  new MutationObserver(records => {
    if (!seen.words && document.querySelector('[data-testid="stMain"] :is(h1, p)')) {
      seen.words = performance.now();
    }
    for (const place of new Set(records.map(({target}) => picture(target)))) if (place) note(place);
  }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
})()"""
STATE = """() => [window.seen.last, performance.now(),
  document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState === 'notRunning' &&
  !document.querySelector('[class*="_awaited"]')]"""
"""When pictures last changed, the browser's clock, and whether the server has answered with all."""

STILL = 700.0
"""Milliseconds without a change after which the pictures are at rest."""

LONGEST = 60.0
"""Seconds after which a page that never comes to rest is given up."""


def now(page) -> float:
    """Return the browser's clock in milliseconds since the page began."""
    return page.evaluate("() => performance.now()")


def inside(page, since: float) -> float:
    """Return how long after ``since`` the last picture within the window changed, in ms."""
    return page.evaluate("() => window.seen.inside") - since


def rest(page, since: float) -> float:
    """Return how long after ``since`` the last picture changed, in milliseconds; waits for it."""
    given_up = monotonic() + LONGEST
    while monotonic() < given_up:
        last, clock, idle = page.evaluate(STATE)
        if idle and last > since and clock - last > STILL:
            return last - since
        sleep(0.05)
    raise TimeoutError("No picture changed within a minute.")
