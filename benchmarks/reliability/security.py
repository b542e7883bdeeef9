"""Security: what servers refuse, asked over the network as strangers would ask."""

import http.client
import importlib.util
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from figure import Figure, at_most, none_of

import run
from kselect_core.cli.sharing import word
from kselect_core.cli.sharing.address import EVERYWHERE, own_addresses
from kselect_ui.door.rules import ALL_TRIES, TRIES
from tests.security.test_shared_server import TRAVERSALS
from tests.ui.door_client import (
    PROGRAM,
    UPGRADE,
    Server,
    ask,
    entered,
    healthy,
    started,
    try_word,
    upgrade,
    window,
)

ROOT = Path(__file__).resolve().parents[2]
WORD, MB = "toberiku", 2**20
PATHS = ("/", "/explore", "/_stcore/health", "/_stcore/host-config", "/media/x.png", "/static/x.js")
GUARDED = (*(path for path in PATHS if "health" not in path), "/_stcore/upload_file/a/b")
STRANGE = (b"root:x:0", b"OLDEST = (3, 11)", b"maxUploadSize", b"st.App(", b"[boot loader]")
HEADERS = (
    "content-security-policy",
    "x-content-type-options",
    "x-frame-options",
    "referrer-policy",
    "cross-origin-resource-policy",
)
PAGES = (
    *("explore", "spectrum", "perturbation", "errors", "film", "svm", "rewards", "bounds"),
    *("design", "data", "sweep", "experiments"),
)
IDLE = (
    '[data-testid="stApp"][data-test-script-state="notRunning"]'
    ':has([data-testid="stMain"] [data-testid="stElementContainer"])'
)
OPEN = 60
SCRIPTED = 500


class Servers(NamedTuple):
    """An app of one's own, one for a class, and a visitor's cookie for the latter."""

    alone: Server
    shared: Server
    cookie: str

    def each(self) -> tuple[tuple[Server, dict[str, str]], ...]:
        """Both servers, with what a legitimate visitor has to show."""
        return ((self.alone, {}), (self.shared, {"Cookie": self.cookie}))


def figures() -> Iterator[Figure]:
    """Figures of section security: servers first, then what other parts add."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as held:
        alone = held.enter_context(started(Path(folder) / "alone"))
        shared = held.enter_context(started(Path(folder) / "class", "--share", "--word", WORD))
        both = Servers(healthy(alone), healthy(shared), entered(shared, WORD))
        yield from reach(both)
        yield from strangers(both)
        yield from files(both)
        yield from uploads(both)
        yield headers(both)
        yield from browser(both)
        yield crowd(both.shared)
        yield from guessing(both.shared)  # for a minute afterwards nobody is heard
    if importlib.util.find_spec("rendering") is not None:
        yield from import_module("rendering").more_figures()


# ------------------------------------------------------------------------------- reach


def reach(both: Servers) -> Iterator[Figure]:
    """Who reaches an app that is not shared, and who can open it by mistake."""
    addresses = own_addresses()
    heard = sum(_answers(address, both.alone.port) for address in addresses)
    yield none_of(
        "connections to an app that is not shared, at the network addresses of its computer",
        heard,
        len(addresses),
        "accepted",
    )
    launchers = ([sys.executable, "-c", PROGRAM, "app"], [sys.executable, "run.py"])
    options = (["--host", EVERYWHERE], ["--server.address=::"], ["--host", "10.0.0.1"], [])
    by_variable = {"STREAMLIT_SERVER_ADDRESS": EVERYWHERE}
    ways = [
        ([*launcher, *words], {} if words else by_variable)
        for launcher in launchers
        for words in options
    ]
    opened = sum(not _refused(command, variables) for command, variables in ways)
    yield none_of("ways to open the app to a network without --share", opened, len(ways), "worked")


def _answers(address: str, port: int) -> bool:
    try:
        socket.create_connection((address, port), timeout=3).close()
    except OSError:
        return False
    return True


def _refused(command: list[str], variables: dict[str, str]) -> bool:
    told = {"cwd": ROOT, "env": os.environ | variables, "capture_output": True, "text": True}
    done = subprocess.run(command, check=False, timeout=60, **told)  # noqa: S603
    return done.returncode == 1 and "--share" in done.stderr


# ------------------------------------------------------------------------------- strangers


def strangers(both: Servers) -> Iterator[Figure]:
    """Names that were bent to this computer, pages of others, visitors without the word."""
    passed = asked = 0
    for server, mine in both.each():
        name = f"stranger.example:{server.port}"
        for more in (
            {"Host": name},
            {"Host": name, "Origin": f"http://{name}"},
            {"Host": f"localhost.stranger.example:{server.port}"},
            {"Host": "127.0.0.1@stranger.example"},
        ):
            found = [ask(server, path, **more, **mine).status for path in PATHS]
            found.append(upgrade(server, **more, **mine))
            passed, asked = passed + sum(one != 403 for one in found), asked + len(found)
    yield none_of(
        "requests for a host name that was pointed at this computer", passed, asked, "answered"
    )
    passed = asked = 0
    for server, mine in both.each():
        for origin in ("http://stranger.example", "null", f"http://localhost:{server.port + 1}"):
            found = [ask(server, path, Origin=origin, **mine).status for path in PATHS]
            found.append(upgrade(server, Origin=origin, **mine))
            passed, asked = passed + sum(one != 403 for one in found), asked + len(found)
    yield none_of("requests of other pages, their channel included", passed, asked, "answered")
    shared = both.shared
    found = [ask(shared, path, method=how).status for path in GUARDED for how in ("GET", "PUT")]
    found += [ask(shared, path, Cookie="kselect_door=1.2.3").status for path in GUARDED]
    found.append(upgrade(shared, Origin=f"http://{shared.host}"))
    passed = sum(status not in (401, 403) for status in found)
    yield none_of("requests to a shared app without the word", passed, len(found), "answered")
    closed = ("metrics", "agent/interact", "agent/mcp", "agent/openapi.json", "script-health-check")
    found = [ask(shared, f"/_stcore/{name}", Cookie=both.cookie).status for name in closed]
    passed = sum(status != 404 for status in found)
    yield none_of("addresses that tell of others, on a shared app", passed, len(found), "answered")


# ------------------------------------------------------------------------------- the word


def guessing(shared: Server) -> Iterator[Figure]:
    """How far guessing leads, and what it costs the server."""
    one = [try_word(shared, f"guess{i}", source="127.0.1.1").status for i in range(40)]
    yield at_most("wrong words heard from one address in a minute", one.count(401), TRIES, "")
    sources = [f"127.0.2.{i}" for i in range(1, 41)] * 5
    waits = []
    with ThreadPoolExecutor(24) as pool:
        many = [pool.submit(try_word, shared, "guess", source=source) for source in sources]
        while not all(one.done() for one in many):
            begin = time.perf_counter()
            ask(shared, "/_stcore/health")
            waits.append(time.perf_counter() - begin)
    heard = sum(one.result().status == 401 for one in many)
    yield at_most("… from forty addresses together", heard + one.count(401), ALL_TRIES, "")
    yield at_most("longest health check meanwhile", max(waits), 0.5, "s")
    days = (len(word.CONSONANTS) * len(word.VOWELS)) ** word.SYLLABLES / ALL_TRIES / 60 / 24
    yield Figure(
        "to try all made-up words at that rate", "≥ 30 days", f"{days:.0f} days", days >= 30
    )
    places = [shared.said().replace(f"Access word  {WORD}", "")]
    if Path("/proc/self").is_dir():
        process = Path(f"/proc/{shared.process.pid}")
        places += [(process / name).read_text(errors="replace") for name in ("cmdline", "environ")]
    kept = sum(WORD in place.lower() for place in places)
    yield none_of(
        "places that keep the word: list of processes, environment, log",
        kept,
        len(places),
        "of them",
    )


# ------------------------------------------------------------------------------- files


def files(both: Servers) -> Iterator[Figure]:
    """Ways to write a path."""
    given = asked = 0
    for path in TRAVERSALS:
        for server, mine in both.each():
            asked += 1
            try:
                body = ask(server, path, **mine).body
            except (OSError, http.client.HTTPException):
                continue
            given += any(secret in body for secret in STRANGE)
    yield none_of("ways to write the path of a file", given, asked, "gave its content")


def uploads(both: Servers) -> Iterator[Figure]:
    """Uploads without word, token or measure."""
    shared, cookie = both.shared, both.cookie
    said = ask(shared, "/_stcore/health").headers["set-cookie"]
    token = re.search("_streamlit_xsrf=([^;]+)", said)[1]
    with window(shared, cookie) as (_, session):
        path = f"/_stcore/upload_file/{session}/one"
        right = {"Cookie": f"{cookie}; _streamlit_xsrf={token}", "X-Xsrftoken": token}
        without = {
            "token": ({"Cookie": cookie}, 403),
            "word": ({"Cookie": f"_streamlit_xsrf={token}", "X-Xsrftoken": token}, 401),
        }
        for missing, (given, status) in without.items():
            got = ask(shared, path, method="PUT", body=b"x", **given).status
            yield Figure(f"an upload without the {missing}", str(status), str(got), got == status)
        announced = ask(
            shared, path, method="PUT", body=b"", **right, **{"Content-Length": str(21 * MB)}
        ).status
        yield Figure("an upload of 21 MB, announced", "413", str(announced), announced == 413)
        streamed = _streamed(shared, path, right, 22)
        yield Figure("22 MB, sent without saying how much", "413", str(streamed), streamed == 413)
        shown = session in shared.said()
        yield none_of("session ids in the log", int(shown), 1, "of them")


def _streamed(server: Server, path: str, headers: dict[str, str], size: int) -> int:
    """Send a file in pieces of unknown number; the status of the answer."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    kind = "multipart/form-data; boundary=here"
    start = b'--here\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\n'

    def pieces() -> Iterator[bytes]:
        yield start
        for _ in range(size):
            yield b"1" * MB
        yield b"\r\n--here--\r\n"

    with suppress(BrokenPipeError, ConnectionResetError):  # it has answered and hung up
        line.request("PUT", path, body=pieces(), headers={**headers, "Content-Type": kind})
    try:
        return line.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        line.close()


def headers(both: Servers) -> Figure:
    """Answers of every kind, and what browsers are told with them."""
    found = [ask(server, path, **mine) for server, mine in both.each() for path in PATHS]
    found += [ask(both.shared, path) for path in PATHS]
    found += [ask(both.alone, Host="stranger.example"), try_word(both.shared, WORD)]
    missing = sum(name not in answer.headers for answer in found for name in HEADERS)
    return none_of(
        "security headers in answers of every kind", missing, len(found) * len(HEADERS), "missing"
    )


# ------------------------------------------------------------------------------- many


def browser(both: Servers) -> Iterator[Figure]:
    """Every page in a browser: what the policy stops, whom it asks, who may see the cookie."""
    path = run.found_browser()
    if path is None:
        return
    from playwright.sync_api import sync_playwright

    address = f"http://{both.shared.host}"
    stopped, foreign, asked = [], [], 0
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = chromium.new_context().new_page()
        page.on("console", lambda m: stopped.append(m) if "Content Security" in m.text else None)
        page.on("request", lambda request: foreign.append(request.url))
        page.goto(f"{address}/explore")
        page.fill("#word", WORD)
        page.click("button")
        for name in PAGES:
            page.goto(f"{address}/{name}")
            page.wait_for_selector(IDLE, timeout=120_000)
            page.wait_for_timeout(500)
        seen = page.evaluate("document.cookie")
        page.reload()
        page.wait_for_selector(IDLE, timeout=60_000)
        chromium.close()
    asked = len(foreign)
    others = [url for url in foreign if not url.startswith((address, "data:", "blob:"))]
    yield none_of(
        "parts of kselect that the policy blocks, on every page",
        len(stopped),
        asked,
        "of the requests",
    )
    yield none_of("requests to another host, from every page", len(others), asked, "requests")
    yield none_of(
        "session tickets that scripts of a page can read", int("kselect_door" in seen), 1, "of them"
    )


def crowd(shared: Server) -> Figure:
    """Windows opened by a script, from many browsers."""
    held: list[http.client.HTTPConnection] = []
    refused = 0
    cookies = [entered(shared, WORD, source=f"127.0.3.{i}") for i in range(1, 21)]
    for i in range(SCRIPTED):
        line = http.client.HTTPConnection("127.0.0.1", shared.port, timeout=30)
        mine = {"Origin": f"http://{shared.host}", "Cookie": cookies[i % len(cookies)]}
        line.request("GET", "/_stcore/stream", headers={**UPGRADE, **mine})
        if line.sock is not None and line.getresponse().status == 101:
            held.append(line)
        else:
            refused += 1
            line.close()
    taken = len(held)
    for line in held:
        line.close()
    return Figure(
        f"{SCRIPTED} windows opened by a script",
        f"{OPEN} served, the others refused",
        f"{taken} served, {refused} refused",
        taken == OPEN and refused == SCRIPTED - OPEN,
    )
