"""A lesson with the class, by really sending thirty windows: how soon a step and an answer arrive.

The class is measured alone, and beside as many visitors who move sliders of the page Play. Windows
without a browser speak the app's own channel and look as often as the app tells them to.
What a browser needs to draw what has arrived comes on top. Only against a server started here.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
from figure import Figure, at_most, none_of

from tests.lessons.conftest import LESSON
from tests.load.crowd import Server, serving, share_below
from tests.load.window import Window

CLASS, ROUNDS = 30, 8
LOADED = 40.0  # seconds after which everything that pages need has been imported
PATIENCE = 20.0
ASKS, ALONE = "Where is the lowest test error?", "No settings, no number."
NEXT, BACK = ("Next", ALONE), ("Back", ASKS)
IDLE = 10.0
THINK = 4.0, 12.0  # seconds between two gestures of somebody who plays: one in 8 s
GESTURES = ("Points n", "Noise σ", "Smaller class", "Flipped labels", "Useless features")


def figures() -> Iterator[Figure]:
    """Give all figures of a lesson with the class, alone and beside others who play."""
    for playing in (0, CLASS):
        with TemporaryDirectory() as home:
            folder = Path(home) / "lessons"
            folder.mkdir()
            (folder / "small.md").write_text(LESSON, encoding="utf-8")
            with serving(Path(home)) as server:
                yield from asyncio.run(_measured(server, playing))


async def _measured(server: Server, playing: int) -> list[Figure]:
    """Measure a class beside so many who play."""
    await asyncio.sleep(LOADED)
    lead = server.window(1, teacher=True)
    await lead.open("learn", "lesson=small&step=2")
    await _until(lead, ASKS)
    await _click(lead, "Open the class")
    learners = [server.window(number) for number in range(2, 2 + CLASS)]
    players = [server.window(number) for number in range(2 + CLASS, 2 + CLASS + playing)]
    for learner in learners:
        await learner.open("learn")
    for player in players:
        await player.open("play")
        player.runs.clear()
    looking = [partial(_looks, window) for window in (lead, *learners)]
    async with _beside([*looking, *(partial(_plays, player) for player in players)]):
        await _seen(learners, ASKS)
        idle = await _at_rest(server)
        steps = []
        for way in (NEXT, BACK) * (ROUNDS // 2):
            steps += await _moved(lead, learners, *way)
        answers = await _answered(lead, learners)
        shown = await _moved(lead, learners, "Reveal", "LOO chooses")
    for window in (lead, *learners, *players):
        await window.close()
    beside = f", beside {playing} who play" if playing else ""
    found = [
        _within(steps, f"{len(steps)} steps on {CLASS} screens{beside}"),
        at_most("… the slowest", max(steps), 4, "s"),
        _within(answers, f"{len(answers)} answers on the teacher's screen{beside}"),
        _within(shown, f"Reveal on {CLASS} screens{beside}"),
    ]
    if playing:
        gestures = [seconds for player in players for seconds in player.runs]
        pace = f"one in {sum(THINK) / 2:g} s each"
        found.append(_within(gestures, f"{len(gestures)} gestures of {playing} who play, {pace}"))
    else:
        what = f"processor, {CLASS} wait ({psutil.cpu_count()} cores)"
        found.append(at_most(what, idle, 50, "% of one core"))
    return [*found, _errors(server)]


def _within(seconds: list[float], what: str) -> Figure:
    return at_most(f"{what}, 95 % within", share_below(seconds), 2, "s")


def _errors(server: Server) -> Figure:
    errors = [error for window in server.windows for error in window.errors]
    for error in dict.fromkeys(errors):
        print(f"   {error}")
    runs = sum(window.ran for window in server.windows)
    return none_of("errors in all page runs of all of this", len(errors), runs, "errors")


async def _at_rest(server: Server) -> float:
    """Return the share of a core that a class takes in which nothing happens, in percent."""
    server.process.cpu_percent()
    await asyncio.sleep(IDLE)
    return server.process.cpu_percent()


async def _plays(player: Window) -> None:
    """Move a slider of the data every few seconds, one after the other, as somebody who plays."""
    dice = random.Random(player.number)  # noqa: S311 (gestures, not secrets)
    await asyncio.sleep(dice.uniform(0, THINK[1]))
    while True:
        slider = player.named(dice.choice(GESTURES), "slider")
        player.values[slider.id] = ("strings", [dice.choice(list(slider.options))])
        await player.run(fragment=player.parts.get(slider.id, ""))
        await asyncio.sleep(dice.uniform(*THINK))


@asynccontextmanager
async def _beside(everybody) -> AsyncIterator[None]:
    """Have all do what they do while the block runs."""
    tasks = [asyncio.create_task(does()) for does in everybody]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _looks(window) -> None:
    """Run the parts of a page again as often as the app says, as a browser does."""
    await asyncio.sleep(random.random())  # noqa: S311 (a moment, not a secret)
    while True:
        every = min(window.ticks.values(), default=1.0)
        for part in list(window.ticks):
            async with _lock(window):
                if part in window.ticks:
                    await window.run(fragment=part)
        await asyncio.sleep(every)


def _lock(window) -> asyncio.Lock:
    """One thing at a time in each window."""
    if not hasattr(window, "lock"):
        window.lock = asyncio.Lock()
    return window.lock


def _said(window) -> str:
    """All that a page says in words."""
    return window.texts().replace("\\", "")


async def _click(window, label: str) -> None:
    async with _lock(window):
        await window.run(trigger=window.named(label, "button").id)


async def _until(window, words: str) -> None:
    deadline = time.perf_counter() + 60
    while words not in _said(window):
        assert time.perf_counter() < deadline, f"no {words!r}: {_said(window)[:500]}"
        await asyncio.sleep(0.5)
        await window.run()


async def _seen(windows, words: str) -> list[float]:
    """Return after how many seconds each window says some words."""
    began, missing, took = time.perf_counter(), list(windows), []
    while missing and time.perf_counter() - began < PATIENCE:
        await asyncio.sleep(0.01)
        now = time.perf_counter() - began
        there = [window for window in missing if words in _said(window)]
        took += [now] * len(there)
        missing = [window for window in missing if window not in there]
    return took + [PATIENCE] * len(missing)


async def _moved(lead, learners, label: str, words: str) -> list[float]:
    clicked = asyncio.create_task(_click(lead, label))
    took = await _seen(learners, words)
    await clicked
    await asyncio.sleep(1 + random.random())  # noqa: S311
    return took


async def _answered(lead, learners) -> list[float]:
    """Have all answer at moments of their own within ten seconds; seconds until each is counted."""

    async def answers(learner) -> float:
        await asyncio.sleep(10 * random.random())  # noqa: S311
        async with _lock(learner):
            pin = learner.named("Your pin", "slider")
            learner.values[pin.id] = ("strings", [pin.options[-1]])
            await learner.run()
        began = time.perf_counter()
        await _click(learner, "Answer")
        return began

    answering = [asyncio.create_task(answers(learner)) for learner in learners]
    arrived: list[float] = []
    deadline = time.perf_counter() + 10 + PATIENCE
    while len(arrived) < len(learners) and time.perf_counter() < deadline:
        await asyncio.sleep(0.01)
        count = next((k for k in range(CLASS, 0, -1) if f"**{k}** of" in _said(lead)), 0)
        arrived += [time.perf_counter()] * (count - len(arrived))
    arrived += [deadline] * (len(learners) - len(arrived))
    begun = sorted(await asyncio.gather(*answering))
    return [there - began for there, began in zip(arrived, begun, strict=True)]
