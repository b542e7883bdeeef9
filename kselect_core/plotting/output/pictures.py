"""Figures as files without a click: PNG, SVG and PDF, drawn by a browser that is installed."""

import asyncio
import os
import shutil
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Literal

import plotly.graph_objects as go

from kselect_core.errors import KselectError
from kselect_core.extras import adding

Format = Literal["png", "svg", "pdf"]
FORMATS: tuple[Format, ...] = ("png", "svg", "pdf")
NAMED = ("KSELECT_BROWSER", "KSELECT_CHROMIUM")
"""Variables of the environment that name the browser."""

USUAL = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
WIDTH, SCALE, PATIENCE = 900, 2, 60.0
"""Pixels of a figure without a width of its own, pixels of a PNG per pixel, seconds of waiting."""


def browser(environment: Mapping[str, str] | None = None) -> str | None:
    """Path of the Chromium that draws the pictures; None if there is none. Nothing is fetched."""
    variables = os.environ if environment is None else environment
    for name in NAMED:
        if variables.get(name):
            return shutil.which(variables[name])
    return next((path for path in map(shutil.which, USUAL) if path), None)


def obstacle(environment: Mapping[str, str] | None = None) -> str:
    """What is missing for pictures without a click, in one sentence; empty if nothing is."""
    if find_spec("kaleido") is None:
        return f"PNG, SVG and PDF files are made here after: {adding('export')}"
    if browser(environment) is None:
        return (
            "PNG, SVG and PDF files are drawn by Chromium, Chrome or Edge, and none was found: "
            "install one, or name it in KSELECT_BROWSER."
        )
    return ""


def picture(figure: go.Figure, kind: Format, *, width: int = WIDTH) -> bytes:
    """File of a figure in one of FORMATS, on a white ground. Takes about two seconds."""
    return several([figure], kind, width=width)[0]


def several(figures: Sequence[go.Figure], kind: Format, *, width: int = WIDTH) -> list[bytes]:
    """Files of figures, drawn by one browser: the second takes a fraction of the first."""
    missing = obstacle()
    if missing:
        raise KselectError(missing)
    work = _drawn([_described(figure, kind, width) for figure in figures])
    try:
        with ThreadPoolExecutor(1) as thread:  # in the caller's a loop may be running
            return thread.submit(asyncio.run, work).result()
    except (OSError, RuntimeError, ValueError) as error:
        raise KselectError(f"The browser {browser()} did not draw the figure: {error}") from error


async def _drawn(figures: Sequence[tuple[go.Figure, dict[str, object]]]) -> list[bytes]:
    import kaleido  # noqa: PLC0415 (an extra)

    async with kaleido.Kaleido(path=browser(), mathjax=False, timeout=PATIENCE) as drawing:
        return [bytes(await drawing.calc_fig(figure, options)) for figure, options in figures]


def _described(figure: go.Figure, kind: Format, width: int) -> tuple[go.Figure, dict[str, object]]:
    whole = go.Figure(figure.to_dict(), skip_invalid=True)  # also of a figure that is only written
    return whole.update_layout(paper_bgcolor="white", plot_bgcolor="white"), {
        "format": kind,
        "width": figure.layout.width or width,
        "height": figure.layout.height or width * 2 // 3,
        "scale": SCALE if kind == "png" else 1,
    }
