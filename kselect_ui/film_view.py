"""The film: fit, Gram matrix, spectrum and criteria, moving together in the browser.

All frames are shipped at once; playing and scrubbing need no server. Where the film comes to rest
it moves the cursor, and where the cursor is moved elsewhere the film follows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
from typing import cast

import streamlit as st

from kselect_core.plotting.criterion_curves import criterion_lines
from kselect_core.plotting.film_payload import Titles, film_payload, lane
from kselect_core.plotting.lambda_curves import lambda_lines
from kselect_core.selection.cursor import Cursor
from kselect_core.selection.film import (
    Film,
    film_numbers,
    film_of,
    line_through,
    seconds_of_film,
)
from kselect_core.selection.film import Line as Along
from kselect_ui import canvas, cursor, figures, linked, offer, sidebar, sweeps
from kselect_ui.canvas.footer import Footer, footer
from kselect_ui.labels import (
    error_text,
    kernel_text,
    parameter_text,
    readable,
    symbol,
)
from kselect_ui.messages import here, plain
from kselect_ui.state import View
from kselect_ui.sweeps import Sweep

KEY = "film"
AT_ONCE = 0.3  # seconds; what takes longer has a button
LINES = ("kernel", "λ")


@dataclass(frozen=True)
class Reel:
    """Which film: the frames of one split along the kernel parameter or along λ."""

    digest: str
    along: Along
    frames: tuple[Cursor, ...]

    @property
    def key(self) -> str:
        """Name of the film, the same wherever the cursor stands on it."""
        first = self.frames[0]
        fixed = first.lam if self.along == "parameter" else first.parameter
        return f"{self.digest}_{first.split}_{first.kernel}_{self.along}_{fixed!r}"


def view(sweep: Sweep) -> View:
    """Return what is looked at: the cursor, and the criteria of the side bar."""
    seen = cursor.at_cursor(sweep)
    test_error = bool(st.session_state.get(sidebar.TEST_ERROR, True))
    return replace(seen, shown=sidebar.shown(sweep), test_error=test_error)


def panel(sweep: Sweep, seen: View) -> str:
    """Draw the film with its finding; returns the finding as text."""
    told, switch = st.columns([4.4, 1], vertical_alignment="top", gap="medium")
    with switch:
        along = _along(sweep, seen)
    if along is None:
        st.info("This sweep has one kernel and one λ: there is nothing to film.")
        return ""
    reel = Reel(sweep.digest, along, line_through(sweep.config, _at(seen), along=along))
    finding = ""
    with here():
        film = _made(sweep, reel)
        if film is not None:
            finding = headline(sweep, seen, film)
            told.markdown(finding)
            _play(sweep, seen, reel, film)
    return finding


def headline(sweep: Sweep, seen: View, film: Film) -> str:
    """Return what happens along the film in one or two sentences of numbers."""
    names = _names(sweep, film.frames)
    first, last = (readable(float(film.effective_dimension[k])) for k in (0, -1))
    fixed = "" if film.over_lambda else f" at λ = {readable(seen.lam)}"
    if film.over_lambda:
        fixed = f" with the {kernel_text(sweep.config, seen)}"
        if isnan(seen.parameter):
            fixed += ", which has no width to film"
    text = (
        f"On **{plain(sweep.config.dataset)}**{fixed}, from {names[0]} to {names[-1]}, the "
        f"effective dimension goes from **{first}** to **{last}** of {film.n}."
    )
    if not seen.test_error:
        return text
    quantity = "test_error" if sweep.task == "binary" else "test_squared_error"
    numbers = film_numbers(film, sweep.table, (quantity,))
    found = [*numbers[quantity]] if quantity in numbers else []
    defined = [value for value in found if not isnan(value)]
    if not defined:
        return text
    where = found.index(min(defined))
    word = "test error" if sweep.task == "binary" else "test squared error"
    best = error_text(min(defined), sweep.task).replace(" ", "\u00a0")
    return f"{text} The {word} is lowest, **{best}**, at **{names[where]}**."


def code(sweep: Sweep, seen: View, reel: Reel) -> str:
    """Return the program lines that give the numbers of a film."""
    here_ = next((f for f in reel.frames if _same(f, seen)), reel.frames[0])
    parameter = "float('nan')" if isnan(here_.parameter) else repr(here_.parameter)
    quantities = _quantities(sweep, seen)
    return (
        "from kselect_core import run_sweep\n"
        "from kselect_core.selection.cursor import Cursor\n"
        "from kselect_core.selection.film import film_numbers, film_of, line_through\n\n"
        f"cursor = Cursor({here_.split}, {here_.kernel!r}, {parameter}, {here_.lam!r})\n"
        f"frames = line_through(config, cursor, along={reel.along!r})\n"
        "film = film_of(config, dataset, frames)\n"
        "table = run_sweep(config, dataset=dataset)\n"
        f"numbers = film_numbers(film, table, {quantities!r})\n"
    )


def _at(seen: View) -> Cursor:
    return Cursor(seen.one_split, seen.kernel, seen.parameter, seen.lam)


def _along(sweep: Sweep, seen: View) -> Along | None:
    """Draw the switch between the two lines through the cursor; None if both are points."""
    lines: tuple[Along, Along] = ("parameter", "lambda")
    long = [len(line_through(sweep.config, _at(seen), along=line)) > 1 for line in lines]
    if all(long):
        chosen = linked.switch("Film along", LINES, key="reel")
        return lines[LINES.index(chosen)]
    return next((line for line, usable in zip(lines, long, strict=True) if usable), None)


def _made(sweep: Sweep, reel: Reel) -> Film | None:
    """Return the film: at once if that is quick, else from its task; None while there is none."""
    split = reel.frames[0].split
    n = sweeps.bench(sweep.digest, split).split.problem.n
    seconds = seconds_of_film(n, len(reel.frames))
    if seconds <= AT_ONCE:
        return _quick(reel.key, reel)
    work = partial(film_of, sweep.config, sweeps.data(sweep.digest), reel.frames)
    made = offer.offered(
        f"{KEY}_{reel.key}",
        title=f"Film of {len(reel.frames)} frames",
        button=f"Make the film of {len(reel.frames)} frames at n = {n}",
        seconds=seconds,
        work=work,
    )
    return cast("Film | None", made)


@st.cache_resource(max_entries=8, show_spinner=False)
def _quick(key: str, _reel: Reel) -> Film:  # noqa: ARG001 (the key names the reel)
    return film_of(sweeps.load(_reel.digest).config, sweeps.data(_reel.digest), _reel.frames)


@st.cache_resource(max_entries=8, show_spinner=False)
def _payload(key: str, _film: Film, _titles: Titles) -> bytes:  # noqa: ARG001 (names the film)
    return film_payload(_film, _titles)


def _play(sweep: Sweep, seen: View, reel: Reel, film: Film) -> None:
    titles = Titles(
        key=KEY,
        file="kselect_film",
        line="λ" if reel.along == "lambda" else symbol(_convention(sweep, seen)),
        frames=_names(sweep, reel.frames),
        class_names=sweeps.data(sweep.digest).class_names if sweep.task == "binary" else (),
    )
    with st.container(gap=None):
        canvas.film()(
            key=KEY,
            data=_payload(reel.key, film, titles),
            on_rest_change=lambda: rested(sweep, reel),
        )
        with st.container(gap=None, height=1, border=False):
            canvas.say(KEY, frame=_frame(reel, seen))
            canvas.say(f"{KEY}_lines", lines=_lane(reel.key, seen.shown, seen.test_error, reel))
    footer(
        Footer(
            key=KEY,
            name="Film",
            caption=_caption(sweep, seen, film),
            numbers=lambda: film_numbers(film, sweep.table, _quantities(sweep, seen)),
            code=code(sweep, seen, reel),
        )
    )


def rested(sweep: Sweep, reel: Reel) -> None:
    """Move the cursor to the frame on which the film came to rest."""
    frame = st.session_state[KEY].get("rest")
    if isinstance(frame, int) and 0 <= frame < len(reel.frames):
        cursor.move(sweep.config, _point(reel, frame))


def _point(reel: Reel, frame: int) -> Mapping[str, object]:
    at = reel.frames[frame]
    return {"lambda": at.lam} if reel.along == "lambda" else {"parameter": at.parameter}


def _frame(reel: Reel, seen: View) -> int:
    """Return the frame under the cursor, or the nearest one of a grid that was thinned."""
    along = [f.lam if reel.along == "lambda" else f.parameter for f in reel.frames]
    place = seen.lam if reel.along == "lambda" else seen.parameter
    return min(range(len(along)), key=lambda k: abs(along[k] - place))


def _same(frame: Cursor, seen: View) -> bool:
    return frame.lam == seen.lam and (frame.parameter == seen.parameter or isnan(frame.parameter))


@st.cache_resource(max_entries=64, show_spinner=False)
def _lane(
    key: str,  # noqa: ARG001 (names the reel)
    shown: tuple[str, ...],
    test_error: bool,  # noqa: FBT001 (part of the key)
    _reel: Reel,
) -> list[dict[str, object]]:
    """Curves of the criteria along the film, on its split, each from its best to its worst."""
    sweep, first = sweeps.load(_reel.digest), _reel.frames[0]
    seen = View(first.split, first.kernel, first.parameter, first.lam, shown, test_error)
    options = replace(figures.lines(sweep, seen), band="none")
    if _reel.along == "lambda":
        rows = sweeps.at_kernel(_reel.digest, first.kernel, first.parameter)
        drawn = lambda_lines(rows, kernel=first.kernel, parameter=first.parameter, view=options)
        places = [frame.lam for frame in _reel.frames]
    else:
        rows = sweeps.at_lambda(_reel.digest, first.lam)
        every = criterion_lines(rows, lam=first.lam, view=options)
        drawn = [line for line in every if line.kernel == first.kernel]
        places = [frame.parameter for frame in _reel.frames]
    return lane(drawn, places, errors=(options.error, options.training))


def _quantities(sweep: Sweep, seen: View) -> tuple[str, ...]:
    error = "test_error" if sweep.task == "binary" else "test_squared_error"
    return (*seen.shown, error) if seen.test_error else seen.shown


def _convention(sweep: Sweep, seen: View) -> str:
    return next(f.convention for f in sweep.config.candidates if f.kernel == seen.kernel)


def _names(sweep: Sweep, frames: tuple[Cursor, ...]) -> tuple[str, ...]:
    """Return what each frame is called: its width in the user's convention, or its λ."""
    if len({frame.lam for frame in frames}) > 1:
        return tuple(f"λ = {readable(frame.lam)}" for frame in frames)
    families = {family.kernel: family.convention for family in sweep.config.candidates}
    return tuple(parameter_text(f.parameter, families[f.kernel]) for f in frames)


def _caption(sweep: Sweep, seen: View, film: Film) -> str:
    fixed = kernel_text(sweep.config, seen) if film.over_lambda else f"λ = {readable(seen.lam)}"
    marks = "full marks" if sweep.task == "binary" else "white edges"
    cells, side = film.gram.shape[1], film.f.shape[1]
    blocks = f"{cells} × {cells} block means of {film.n} × {film.n}, " if cells < film.n else ""
    sorting = "by class and first eigenvector" if film.runs else "by target"
    unit = "its diagonal" if film.unit == "diagonal" else "what 98 % of its entries stay below"
    features = sweeps.data(sweep.digest).X.shape[1]
    plane = "" if film.scene.plane == "data" else f", PCA plane of {features} features"
    kept = film.sigma.shape[1]
    spectrum = f"first {kept} of {film.n} eigenvalues" if kept < film.n else "all eigenvalues"
    family = next(f for f in sweep.config.candidates if f.kernel == seen.kernel)
    whole = len(sweep.config.lambdas if film.over_lambda else family.points)
    thinned = (
        f"{len(film.frames)} of {whole} points of the grid" if whole > len(film.frames) else ""
    )
    parts = (
        f"{fixed}, split {seen.one_split + 1} of {len(sweep.splits)}",
        f"n = {film.n} training points ({marks})",
        f"fit on {side} × {side} points{plane}",
        f"Gram matrix: {blocks}in units of {unit}, points {sorting}",
        spectrum,
        thinned,
        "curves: from best (bottom, pin) to worst",
    )
    return " · ".join(part for part in parts if part)
