"""A class on one server, by really sending thirty and more windows to it: load, memory, order.

Bounded in count and in time, and only against a server that this part itself started here.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psutil
from figure import Figure, at_most, none_of
from half_speed import half_speed
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.load.crowd import (
    PAGES,
    crowd,
    everywhere,
    is_reader,
    serving,
    share_below,
    strolls,
    watched,
)
from tests.load.window import get, word_of

CLASS, FULL, TURNOVER, STORM = 30, 50, 200, 500
LOADED = 40.0  # seconds after which everything that pages need has been imported
QUIET = 8.0  # seconds without a worker after which nothing more begins
LARGE = 60  # splits of a sweep that outlasts every measurement here


class Told(list):
    """Figures that are printed when they are found: the part takes minutes."""

    def append(self, figure: Figure) -> None:
        """Take a figure and print it."""
        print(f"   … {figure.what}: {figure.got}", flush=True)
        super().append(figure)


def figures() -> Iterator[Figure]:
    """Give all figures of a class room."""
    with TemporaryDirectory() as home, serving(Path(home)) as server:
        yield from asyncio.run(_measured(server))


async def _measured(server) -> list[Figure]:
    found: list[Figure] = Told()
    idle = await _idle(server)
    with watched(server):
        await _class(server, found)
        found += await _sweeps(server)
    health = max(server.health)
    found.append(at_most("health check under all of this, slowest", health, 0.5, "s"))
    closed = time.monotonic()
    back, seconds = await _memory_back(server, idle, closed)
    what = "server, 3 min after the last window closed, against one that has served one visitor"
    found.append(at_most(f"{what} ({idle:.0f} MB); after {seconds:.0f} s", back / idle, 1.3, "×"))
    found.append(await _turnover(server))
    found.append(await _storm(server))
    errors = [error for window in server.windows for error in window.errors]
    for error in dict.fromkeys(errors):
        print(f"   {error}")
    runs = sum(window.ran for window in server.windows)
    found.append(none_of("errors in all page runs of all of this", len(errors), runs, "errors"))
    found.append(_tokens(server.windows))
    return found


async def _idle(server) -> float:
    """Return the memory of a server on which everything has been used once."""
    await asyncio.sleep(LOADED)
    async with crowd(server, 1) as (window,):
        await everywhere(window)
    return server.megabytes()


async def _class(server, found: list[Figure]) -> None:
    async with crowd(server, CLASS, first=100) as windows:
        _forget(windows)
        await asyncio.gather(*(strolls(window, 60) for window in windows))
        what = f"{CLASS} visitors, think time 2–10 s, all pages, 60 s, 95 % of"
        found.append(at_most(f"{what} {_count(windows)} page runs within", _slow(windows), 2, "s"))
        waited = [seconds for window in windows for seconds in window.whole]
        what = f"figures below the first window, 95 % of {len(waited)} openings within"
        found.append(at_most(what, share_below(waited), 2, "s"))
        _forget(windows)
        with half_speed(server.process):
            await asyncio.gather(*(strolls(window, 60, seed=9) for window in windows))
        what = f"the same with the server at half its speed, 95 % of {_count(windows)} page runs"
        found.append(at_most(f"{what} within", _slow(windows), 2, "s"))
        _forget(windows)
        for seed in range(3):
            await asyncio.gather(*(strolls(w, 0.2, think=(0, 0.1), seed=seed) for w in windows))
        what = f"{CLASS} visitors click at once, 95 % of {_count(windows)} runs within"
        found.append(at_most(what, _slow(windows), 4, "s"))
        await asyncio.gather(*(everywhere(window) for window in windows))
        what = f"memory of the server, {CLASS} visitors, every page opened"
        found.append(at_most(what, server.megabytes(), 1024, "MB"))
        async with crowd(server, FULL - CLASS, first=200) as more:
            everybody = windows + more
            _forget(everybody)
            await asyncio.gather(*(strolls(window, 15) for window in everybody))
            what = f"{FULL} visitors, 95 % of {_count(everybody)} page runs within"
            found.append(at_most(what, _slow(everybody), 8, "s"))
            await _uploads(more[:10])
            what = f"memory of the server, {FULL} visitors and 10 uploads of 5 MB"
            found.append(at_most(what, server.megabytes(), 1536, "MB"))


def _tokens(windows) -> Figure:
    foreign = [entry for window in windows for entry in window.foreign]
    for page, word in dict.fromkeys(foreign):
        print(f"   {page}: {word}")
    received = sum(window.bytes for window in windows)
    own = sum(window.own for window in windows)
    what = "words of another visitor in links, file names, columns, labels, errors, downloads"
    said = f"{what}; own words seen {own} times"
    return none_of(said, len(foreign), received, "in all received bytes")


async def _uploads(windows) -> None:
    for window in windows:
        word = word_of(window.number)
        header = f"{word}a,{word}b,{word}label\n".encode()
        row = f"0.123456,1.234567,{word}x\n0.223456,1.434567,{word}y\n".encode()
        content = header + row * (5 * 2**20 // len(row))
        await window.upload(f"{word}.csv", content)
        await window.upload(f"{word}.csv", b"PK\x03\x04" + word.encode())  # refused in words
        for page in ("", "sweep"):
            await window.run(path=page)
            await window.downloads()


async def _sweeps(server) -> list[Figure]:
    """Measure one visitor's large sweep beside others, Stop, the line and a closed tab."""
    found: list[Figure] = Told()
    async with crowd(server, 8, first=300) as others:
        alone = await _pace(others)
        async with crowd(server, 1, first=400) as (worker,):
            await worker.sweep(splits=LARGE)
            await asyncio.sleep(4)
            beside = await _pace(others)
            rise = 100 * (beside / alone - 1)
            what = (
                f"others' runs beside a large sweep: 95 % in {beside:.2f} s, before {alone:.2f} s"
            )
            found.append(at_most(f"{what}; rise", rise, 50, "%"))
            largest = max(server.workers(), default=0.0)
            found.append(at_most("memory of its worker", largest, 512, "MB"))
            found += await _line(server, others)
            await worker.run(path="sweep")
            found.append(await _stopped(server, worker))
            await worker.sweep(splits=LARGE + 1)
            await worker.sweep(splits=LARGE + 2)  # begins when the other has ended
            await asyncio.sleep(4)
        found.append(await _closed_tab(server, others))
    return found


async def _pace(windows) -> float:
    _forget(windows)
    await asyncio.gather(*(strolls(w, 10, think=(0.5, 2.0), pages=PAGES) for w in windows))
    return _slow(windows)


async def _line(server, others) -> list[Figure]:
    """Have eight visitors start three sweeps each: one works or two, the third is refused."""
    cores = psutil.cpu_count() or 1
    wanted = [(window, LARGE + k) for window in others[:4] for k in range(3)]
    said = [await window.sweep(splits=splits) for window, splits in wanted]
    at_work = len(_working(server))
    positions = sum("in the queue" in text for text in said)
    refused = sum("Nothing more was started" in text for text in said)
    for window in others[:4]:
        await window.run(path="sweep")
        while (stop := window.named("Stop", "button")) is not None:
            await window.run(trigger=stop.id)
    return [
        at_most("sweeps at work when 5 visitors want 13", at_work, cores, "worker processes"),
        Figure(
            "third sweeps of 4 visitors refused with a message, positions shown",
            "4 refused",
            f"{refused} refused, {positions} positions",
            refused == 4 and positions >= 4,
        ),
    ]


async def _stopped(server, window) -> Figure:
    before = _working(server)
    began = time.perf_counter()
    stop = window.named("Stop", "button")
    asking = asyncio.create_task(window.run(trigger=stop.id))
    while before and any(process.is_running() for process in before):
        await asyncio.sleep(0.02)
        if time.perf_counter() - began > 10:
            break
    took = time.perf_counter() - began
    await asking
    return at_most(f"Stop: {len(before)} worker gone and place free after", took, 1, "s")


async def _closed_tab(server, others) -> Figure:
    began = last = time.monotonic()
    while (now := time.monotonic()) - last < QUIET and now - began < 90:
        if _working(server):
            last = now
        await asyncio.sleep(0.5)
        with suppress(IndexError):
            await others[int(now) % len(others)].run()
    took = last - began
    holds = 50 <= took <= 75
    return Figure("sweep of a closed tab ends after", "60 s (to 75 s)", f"{took:.0f} s", holds)


def _working(server) -> list[psutil.Process]:
    every = server.process.children(recursive=True)
    return [one for one in every if one.memory_info().rss > 60 * 2**20 and not is_reader(one)]


async def _memory_back(server, idle: float, closed: float) -> tuple[float, float]:
    while time.monotonic() - closed < 180:
        await asyncio.sleep(2)
        if time.monotonic() - closed > 100 and server.megabytes() <= 1.3 * idle:
            break
    return server.megabytes(), time.monotonic() - closed


async def _turnover(server) -> Figure:
    before = server.megabytes()
    for first in range(1000, 1000 + TURNOVER, 20):
        async with crowd(server, 20, first=first):
            pass
    await asyncio.sleep(110)
    grown = server.megabytes() - before
    return at_most(f"growth over {TURNOVER} windows opened and closed", grown, 20, "MB")


async def _storm(server) -> Figure:
    """Have a script open five hundred windows of five hundred browsers."""
    held, politely = [], 0
    for _ in range(STORM):
        cookie = server.cookie()
        try:
            socket = await connect(
                server.address.replace("http", "ws") + "/_stcore/stream",
                subprotocols=["streamlit"],
                additional_headers={"Cookie": cookie},
                origin=server.address,
            )
            held.append(socket)
        except (WebSocketException, OSError):
            politely += await asyncio.to_thread(_is_told, server, cookie)
    for socket in held:
        await socket.close()
    healthy = (await asyncio.to_thread(get, f"{server.address}/_stcore/health"))[0] == 200
    return Figure(
        f"{STORM} windows opened by a script",
        "60 served, the others refused with a reason",
        f"{len(held)} served, {politely} refused with a reason",
        len(held) <= 60 and len(held) + politely == STORM and healthy,
    )


def _is_told(server, cookie: str) -> bool:
    headers = {"Cookie": cookie, "Accept": "text/html"}
    request = Request(server.address, headers=headers)  # noqa: S310 (this computer)
    try:
        urlopen(request, timeout=20).close()  # noqa: S310
    except HTTPError as refusal:
        return refusal.code == 503 and b"The server is full" in refusal.read()
    return False


def _forget(windows) -> None:
    for window in windows:
        window.runs.clear()
        window.whole.clear()


def _slow(windows) -> float:
    return share_below([seconds for window in windows for seconds in window.runs])


def _count(windows) -> int:
    return sum(len(window.runs) for window in windows)
