"""What is said about a film: its finding, its caption, its program, the names of its frames."""

from dataclasses import dataclass
from math import isnan

from kselect_core.plotting.output.film_payload import point_step
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.places.film import Film, film_numbers
from kselect_core.selection.places.film import Line as Along
from kselect_core.views.python import literal
from kselect_core.words.labels import (
    error_text,
    kernel_text,
    parameter_text,
    readable,
    strength,
    strength_text,
)
from kselect_ui.server.messages import plain
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.captions import pair_text
from kselect_ui.sweep.finished import Sweep
from kselect_ui.sweep.program import RUN, TABLE, cursor, lines
from kselect_ui.widgets.state import View


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


def question(sweep: Sweep, along: Along) -> str:
    """Return what the film answers: what changes with the kernel, or with λ (or C)."""
    what = "the kernel" if along == "parameter" else strength(sweep.config)
    return f"What changes with {what}, frame by frame?"


def headline(sweep: Sweep, seen: View, film: Film) -> str:
    """Return what happens along the film in one or two sentences of numbers."""
    called = names(sweep, film.frames)
    first, last = (readable(float(film.effective_dimension[k])) for k in (0, -1))
    fixed = "" if film.over_lambda else f" at {strength_text(sweep.config, seen.lam)}"
    if film.over_lambda:
        fixed = f" with the {kernel_text(sweep.config, seen)}"
        if isnan(seen.parameter):
            fixed += ", which has no parameter to film"
    fixed += plain(pair_text(sweep))
    ridge = " of a ridge fit with μ = 1/(2C)" if sweep.config.C else ""
    text = (
        f"On **{plain(sweep.config.dataset)}**{fixed}, from {called[0]} to {called[-1]}, the "
        f"effective dimension{ridge} goes from **{first}** to **{last}** of {film.n}."
    )
    if film.over_lambda:
        text += " Gram matrix and eigenvalues stay as they are."
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
    word += " of all classes" if sweep.pair and not sweep.config.pair else ""
    on = f" on split {seen.one_split + 1}" if len(sweep.splits) > 1 else ""
    return f"{text} The {word} is lowest{on}, **{best}**, at **{called[where]}**."


def code(sweep: Sweep, seen: View, reel: Reel) -> str:
    """Return the program lines that give the numbers of a film."""
    here_ = next((f for f in reel.frames if _same(f, seen)), reel.frames[0])
    return lines(
        RUN,
        "from kselect_core.selection.places.cursor import Cursor",
        "from kselect_core.selection.places.film import film_numbers, film_of, line_through",
        "",
        f"cursor = {cursor(here_)}",
        f"frames = line_through(config, cursor, along={literal(reel.along)})",
        "film = film_of(config, dataset, frames)",
        TABLE,
        f"numbers = film_numbers(film, table, {literal(quantities(sweep, seen))})",
    )


def quantities(sweep: Sweep, seen: View) -> tuple[str, ...]:
    """Return the quantities whose values are shown: the criteria and the test error."""
    error = "test_error" if sweep.task == "binary" else "test_squared_error"
    return (*seen.shown, error) if seen.test_error else seen.shown


def names(sweep: Sweep, frames: tuple[Cursor, ...]) -> tuple[str, ...]:
    """Return what each frame is called: its width in the user's convention, or its λ or C."""
    if len({frame.lam for frame in frames}) > 1:
        return tuple(strength_text(sweep.config, frame.lam) for frame in frames)
    families = {family.kernel: family.convention for family in sweep.config.candidates}
    return tuple(parameter_text(f.parameter, families[f.kernel]) for f in frames)


def caption(sweep: Sweep, seen: View, film: Film) -> str:
    """Return what the pictures are made of, and every approximation in them."""
    config = sweep.config
    fixed = kernel_text(config, seen) if film.over_lambda else strength_text(config, seen.lam)
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
    still = f" (the same for every {strength(config)})" if film.over_lambda else ""
    parts = (
        f"{fixed}, split {seen.one_split + 1} of {len(sweep.splits)}",
        f"n = {film.n} training points ({marks}){pair_text(sweep)}{drawn(len(film.scene.points))}",
        f"fit on {side} × {side} points{plane}",
        f"Gram matrix{still}: {blocks}in units of {unit}, points {sorting}",
        spectrum,
        thinned,
        "curves: from best (bottom, pin) to worst",
        f"seed {config.seed}",
    )
    return " · ".join(part for part in parts if part)


def drawn(count: int) -> str:
    """Return, after a comma, which of so many data points are drawn; empty where all are."""
    step = point_step(count)
    return f", 1 of {step} data points drawn" if step > 1 else ""


def _same(frame: Cursor, seen: View) -> bool:
    return frame.lam == seen.lam and (frame.parameter == seen.parameter or isnan(frame.parameter))
