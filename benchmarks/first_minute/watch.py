"""When pictures of a page last changed, as the browser itself saw it, in its own milliseconds.

Of all of them, and of those that stand in the window. A gesture begins with the event of the
browser: a driver of browsers waits before it, until what is to be clicked stands still. A figure
that is drawn while it is hidden changes when it is shown, not by a style that shows it as before.
"""

from time import monotonic, sleep

CHANGES = """(() => {
  const changed = new Map();  // when each picture last did
  const seen = window.seen = {last: 0, words: 0, frames: 0, begun: 0};
  seen.inside = () => Math.max(0, ...[...changed].map(([place, at]) => {
    const {top, bottom} = place.getBoundingClientRect();
    return place.isConnected && top < innerHeight && bottom > 0 ? at : 0;
  }));
  let framed = true;
  const frame = () => {
    seen.frames += 1;
    framed = true;
    for (const place of changed.keys()) if (!place.isConnected) changed.delete(place);
  };
  const note = place => {
    if (framed) requestAnimationFrame(frame);
    framed = false;
    seen.last = performance.now();
    changed.set(place, seen.last);
  };
  for (const kind of ['click', 'keydown']) {
    addEventListener(kind, ({timeStamp}) => { seen.begun = timeStamp; }, true);
  }
  const MAIN = '[data-testid="stMain"]';
  addEventListener('load', ({target}) => {
    if (target.tagName === 'IMG' && target.closest(MAIN)) note(target);
  }, true);
  for (const name of ['putImageData', 'drawImage', 'fillRect', 'stroke']) {
    const draw = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...given) {
      const place = this.canvas.getRootNode().host ?? this.canvas;  // also within a component
      if (this.canvas.isConnected && place.closest(MAIN)) note(place);
      return draw.apply(this, given);
    };
  }
  const picture = node => {
    const element = node.nodeType === 1 ? node : node.parentElement;
    return element && element.closest('.main-svg, .js-plotly-plot');
  };
  const looked = new WeakMap();  // whether each figure was seen when last written to
  const same = ({target, type, attributeName}) => {  // Streamlit writes to what it has long shown
    const figure = picture(target)?.closest('.js-plotly-plot');
    const frame = target === figure && type === 'attributes' && attributeName === 'style';
    if (!figure || !frame && looked.has(figure)) return false;
    const [before, {visibility}] = [looked.get(figure), getComputedStyle(figure)];
    looked.set(figure, visibility);
    return frame && before === visibility;
  };
  new MutationObserver(records => {
    if (!seen.words && document.querySelector(`${MAIN} :is(h1, p)`)) {
      seen.words = performance.now();
    }
    for (const {addedNodes} of records) for (const node of addedNodes) {
      if (node.nodeType !== 1 || !node.closest(MAIN)) continue;
      node.querySelectorAll('img').forEach(note);  // these may have loaded before
    }
    const changes = records.filter(record => !same(record));
    for (const place of new Set(changes.map(({target}) => picture(target)))) if (place) note(place);
  }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
})()"""
STATE = """() => [window.seen.last, window.seen.inside(), performance.now(),
  document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState === 'notRunning' &&
  !document.querySelector('[class*="_awaited"]')]"""
"""When pictures last changed, and those in the window, the browser's clock, and whether the server
has answered with all."""

STILL = 700.0
"""Milliseconds without a change after which the pictures are at rest."""

LONGEST = 60.0
"""Seconds after which a page that never comes to rest is given up."""


def now(page) -> float:
    """Return the browser's clock in milliseconds since the page began."""
    return page.evaluate("() => performance.now()")


def begun(page) -> float:
    """Return when the browser itself saw the last click or key, on its own clock."""
    return page.evaluate("() => window.seen.begun")


def inside(page, since: float) -> float:
    """Return how long after ``since`` the last picture changed that stands in the window, in ms.

    Where it stands is asked at rest: when it is drawn, what is above it may yet come or go.
    """
    return page.evaluate("() => window.seen.inside()") - since


def rest(page, since: float) -> float:
    """Return how long after ``since`` the last picture changed, in milliseconds; waits for it.

    A picture of the page before that goes is none in the window: a slow server may not have begun.
    """
    given_up = monotonic() + LONGEST
    while monotonic() < given_up:
        last, in_window, clock, idle = page.evaluate(STATE)
        if idle and in_window > since and clock - last > STILL:
            return last - since
        sleep(0.05)
    raise TimeoutError("No picture in the window changed within a minute.")
