"""A server of the app and a Chromium in front of it, for the browser tests."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).parents[2]
HEALTHY_WITHIN = 60.0  # seconds; the machine may be busy
PATIENCE = 60_000  # milliseconds for what a page must show in the end
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
CHEAP = (  # nobody looks: what is drawn is the same, for a third less of the processors
    "--disable-gpu-compositing",
    "--disable-threaded-animation",
    "--num-raster-threads=1",
    "--js-flags=--no-flush-bytecode --no-maglev --no-turbofan",  # no page lives long enough
)
WINDOW = {"width": 1400, "height": 900}
DRAWN = (
    ':has([data-testid="stMain"] [data-testid="stElementContainer"])'  # before, nothing runs yet
)
WHOLE = ':not(:has([class*="_awaited"]))'  # no figure waits below the window
IDLE = f'[data-testid="stApp"][data-test-script-state="notRunning"]{DRAWN}{WHOLE}'
HEEDED = 5000  # milliseconds within which a busy server begins what a page has asked for
LOOKS = 50  # milliseconds between two looks at a page; else it draws a frame for each look
QUIET = 300  # milliseconds without a new element or a hand after which a page is drawn
TURNS = """(() => {  // when a hand last did something, a run was asked for, began, and ended, and
  // the page changed; what a hand does asks for a run a moment later
  const turns = window.turns = {touched: -1e9, asked: -1e9, began: 0, ended: 0, changed: 0};
  const heard = new WeakSet(), HAND = ['keydown', 'keyup', 'pointerdown', 'pointerup', 'input'];
  for (const kind of HAND) {
    addEventListener(kind, () => { turns.touched = performance.now(); }, {capture: true});
  }
  const BEGINS = 4, ENDS = 6, BYTES = 2;  // ForwardMsg.new_session, .script_finished; a wire type
  const fields = bytes => {  // the numbers of the fields that a message of protobuf has
    const numbers = [];
    let at = 0;
    const varint = () => {
      let value = 0, scale = 1, byte;
      do { byte = bytes[at++]; value += (byte & 127) * scale; scale *= 128; } while (byte & 128);
      return value;
    };
    while (at < bytes.length) {
      const tag = varint(), value = varint();
      numbers.push(tag >> 3);
      if ((tag & 7) === BYTES) at += value;
    }
    return numbers;
  };
  const hear = ({data}) => {
    const numbers = fields(new Uint8Array(data));
    if (numbers.includes(BEGINS)) turns.began = performance.now();
    if (numbers.includes(ENDS)) turns.ended = performance.now();
  };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (message) {
    if (!heard.has(this)) this.addEventListener('message', hear);
    heard.add(this);
    turns.asked = performance.now();
    return send.call(this, message);
  };
  new MutationObserver(seen => {
    if (seen.some(({type}) => type === 'childList')) turns.changed = performance.now();
  }).observe(document, {subtree: true, childList: true});
})()"""
ANSWERED = f"""idle => {{
  const turns = window.turns, ready = document.querySelector(idle);
  if (!ready || !turns) return ready;
  const last = Math.max(turns.touched, turns.changed, turns.ended), now = performance.now();
  turns.looks = last === turns.last ? turns.looks + 1 : 0;
  turns.last = last;
  return turns.looks >= {QUIET / LOOKS} && now - last > {QUIET} &&
    (turns.asked < turns.began && turns.began <= turns.ended || now - turns.asked > {HEEDED});
}}"""  # a page that is stuck looks quiet by the clock, not by the looks at it

FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
ASKED = "before => window.turns.asked > before"
STILL = """() => document.getAnimations().every(({playState, effect}) =>
  playState !== 'running' || effect.getComputedTiming().endTime === Infinity)"""


@contextmanager
def serving(folder, script="app.py"):
    """Start the app on a free port with an empty store of runs; gives its address."""
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", script]
    options = [f"--server.port={port}", "--server.address=127.0.0.1", "--server.headless=true"]
    environment = os.environ | {"KSELECT_HOME": str(folder), "OPENBLAS_NUM_THREADS": "1"}
    log = (Path(folder) / "server.log").open("w")
    server = subprocess.Popen(
        [*command, *options], cwd=ROOT, env=environment, stdout=log, stderr=log
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/_stcore/health", server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=20)
        log.close()


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    """Give the folder in which the server of all tests keeps what it is given."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def app(home):
    with serving(home) as address:
        yield address


@pytest.fixture(scope="session")
def chromium(browser_path):
    expect.set_options(timeout=PATIENCE)  # its own five seconds fail on a busy machine
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(browser_path), args=[*FLAGS, *CHEAP]
        )
        opens = browser.new_context
        browser.new_context = lambda **options: _observed(opens(**options))
        yield browser
        browser.close()


def _observed(context):
    context.add_init_script(TURNS)
    return context


@pytest.fixture(scope="session")
def profile(chromium):
    """Give what one visitor's browser keeps: the app's scripts are loaded and compiled once."""
    context = chromium.new_context(viewport=WINDOW, accept_downloads=True)
    yield context
    context.close()


@pytest.fixture(scope="session")
def tab(profile):
    """Give the tab of all tests: its process keeps the app's scripts compiled."""
    visitor = profile.new_page()
    yield visitor
    visitor.close()


@pytest.fixture
def page(tab):
    """Give the tab as if it were fresh, and what goes wrong behind the visitor's back."""
    heard, listen = [], type(tab).on
    tab.on = lambda event, told: (heard.append((event, told)), listen(tab, event, told))
    tab.set_default_timeout(PATIENCE)
    tab.requested, tab.complaints = [], []
    tab.on("request", lambda request: tab.requested.append(request.url))
    tab.on("console", lambda message: _note(tab, message))
    tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
    yield tab
    failed = [tab.get_by_test_id(kind) for kind in ("stErrorElementStack", "stException")]
    broken = [words for kind in failed for words in kind.all_inner_texts()]
    if tab.url.startswith("http"):
        tab.evaluate("localStorage.clear(); sessionStorage.clear()")
    for event, told in heard:
        tab.remove_listener(event, told)
    tab.goto("about:blank")
    tab.emulate_media(media="null", color_scheme="null", reduced_motion="null")
    tab.set_viewport_size(WINDOW)
    assert broken == [], tab.complaints  # nothing on the page failed in the browser


def _note(visitor, message):
    """Keep an error; Streamlit itself first asks below a page's own address and gets a 404."""
    place = message.location.get("url", "")
    if message.type == "error" and "/_stcore/" not in place:
        visitor.complaints.append(f"{message.text} {place}")


def settled(page):
    """Wait until the server has done all that was asked and the browser has drawn it."""
    page.wait_for_function(ANSWERED, arg=IDLE, polling=LOOKS)
    return page


def still(page):
    """Wait until nothing on the page fades or moves any more: colours are what they will be."""
    page.wait_for_function(STILL, polling=LOOKS)
    return page


def seen(page):
    """Wait until the browser has drawn what it knows; then it asks for what came into sight."""
    page.evaluate(FRAMES)
    return page


def choose(page, labelled, option):
    """Choose in a list that opens: it closes again where the page scrolls, which has to be over."""
    labelled.scroll_into_view_if_needed()
    seen(page)
    labelled.click()
    page.get_by_role("option", name=option).click()


def handed_out(panel, app):
    """Return the link that the open panel hands out, once it has come."""
    code = panel.get_by_test_id("stCode").first
    expect(code).to_contain_text(app)
    return code.inner_text().strip()


def brought(page, address, path, shown):
    """Bring a file to the Data page and wait until it shows some text."""
    page.goto(f"{address}/data")
    settled(page)
    page.get_by_text("My own table").click()
    settled(page)
    page.locator("input[type=file]").set_input_files(str(path))
    page.get_by_text(shown).wait_for()


def click_in(page, locator, across=0.5, up=0.5):
    """Click at shares of an element's width and height, as a hand does: coming from beside.

    The browser looks for the nearest point of a figure while the hand rests.
    """
    locator.evaluate("one => one.scrollIntoView({block: 'center'})")  # not below the bar
    settled(seen(page))  # figures that come into sight are drawn
    box = locator.bounding_box()
    click_at(page, box["x"] + across * box["width"], box["y"] + (1 - up) * box["height"])


def click_at(page, x, y):
    """Click a place of the window and wait until the page has asked, and has been answered."""
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y, steps=3)
    before = seen(page).evaluate("performance.now()")
    page.mouse.click(x, y)
    page.wait_for_function(ASKED, arg=before, polling=LOOKS)
    settled(page)


def linked(page, *parts):
    """Wait until the address says something, and the page shows it: its text may come first."""
    for part in parts:
        page.wait_for_function("part => location.href.includes(part)", arg=part, polling=LOOKS)
    settled(page)


def busy():
    """Return how many processes want each processor: the factor by which everything is slower."""
    return (
        max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)) if hasattr(os, "getloadavg") else 1.0
    )


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(address, server):
    deadline = time.monotonic() + HEALTHY_WITHIN
    while time.monotonic() < deadline:
        if server.poll() is not None:
            pytest.fail(f"the server ended with code {server.returncode}")
        try:
            with urllib.request.urlopen(address, timeout=2) as answer:  # noqa: S310
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    pytest.fail("the server did not answer")


THUMB = """input => {
  const box = input.closest('[data-rac][style*=left]').getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def taken(page, key, by):
    """Take the thumb of a slider some pixels along and hold it there; returns where it stood."""
    x, y = page.locator(f".st-key-{key} input[type=range]").evaluate(THUMB)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by, y, steps=8)
    return x, y
