"""The view of a line through the grid, frame by frame: fit, kernel matrix, spectrum, criteria."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan

import numpy as np

from kselect_core.data import Dataset
from kselect_core.data.catalogue.cards import title_of
from kselect_core.plotting.curves.criterion_curves import criterion_lines
from kselect_core.plotting.curves.lambda_curves import lambda_lines
from kselect_core.plotting.output.film_payload import lane, point_step
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.places.cursor import Cursor, family_of
from kselect_core.selection.places.film import Film, Line, film_numbers, film_of, line_through
from kselect_core.views.curves import lines_of
from kselect_core.views.python import call, literal, positional
from kselect_core.views.sweep import Pair, SweepAt
from kselect_core.views.view import NUMBERS, Drawn, view
from kselect_core.words.labels import (
    UNITS as ERRORS,
    error_text,
    kernel_text,
    parameter_text,
    readable,
    strength,
    strength_text,
    symbol,
)
from kselect_core.words.places import pair_text, split_text

UNITS = {
    "diagonal": "its diagonal",
    "quantile": "what 98 % of its entries stay below",
    "either": "its diagonal, or where that varies of what 98 % of its entries stay below",
}


@dataclass(frozen=True, eq=False)
class FilmAt:
    """A line through the grid of a sweep, along the kernel parameter or λ, past one of its points.

    ``pair`` names the two classes of several that are looked at; ``ready``: if it is filmed.
    """

    sweep: SweepAt
    cursor: Cursor
    along: Line = "parameter"
    pair: Pair = ()
    ready: Film | None = None

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        pair = {"pair": literal(self.pair)} if self.pair else {}
        sweep, point = self.sweep.made(), positional(self.cursor)
        return call("views.FilmAt", sweep, point, literal(self.along), **pair)

    @property
    def identity(self) -> str:
        """Digest of the sweep."""
        return self.sweep.identity

    @property
    def config(self) -> SweepConfig:
        """Configuration of the sweep."""
        return self.sweep.config

    @cached_property
    def lens(self) -> SweepConfig:
        """Configuration of what is filmed: that of the pair, if two of several classes are."""
        return replace(self.config, pair=self.pair) if self.pair else self.config

    @property
    def dataset(self) -> Dataset:
        """The data, with all classes."""
        return self.sweep.known

    @cached_property
    def frames(self) -> tuple[Cursor, ...]:
        """Points of the grid, a frame each."""
        return line_through(self.config, self.cursor, along=self.along)

    @cached_property
    def film(self) -> Film:
        """All frames."""
        return self.ready or film_of(self.lens, self.dataset, self.frames)

    def shown(self, *, test: bool) -> Film:
        """Return all frames, with the test points only if ``test`` errors are shown."""
        film = self.film
        return film if test else film._replace(scene=film.scene.without_test())

    @property
    def over_lambda(self) -> bool:
        """Whether λ changes from frame to frame instead of the kernel."""
        return self.along == "lambda"

    @property
    def family(self) -> Candidates:
        """Kernels of the family that is filmed."""
        return family_of(self.config, self.cursor.kernel)

    @cached_property
    def places(self) -> tuple[float, ...]:
        """Parameter or λ of every frame."""
        return tuple(f.lam if self.over_lambda else f.parameter for f in self.frames)

    @property
    def names(self) -> tuple[str, ...]:
        """What each frame is called: its width in the user's convention, its matrix, its λ or C."""
        if self.over_lambda:
            return tuple(strength_text(self.config, place) for place in self.places)
        of = self.family
        return tuple(parameter_text(place, of.way, of.values) for place in self.places)

    @property
    def axis(self) -> str:
        """What changes from frame to frame, as a symbol."""
        return strength(self.config) if self.over_lambda else symbol(self.family.way)

    @property
    def fixed(self) -> str:
        """What stays the same: the kernel, or λ or C."""
        if not self.over_lambda:
            return strength_text(self.config, self.cursor.lam)
        return kernel_text(self.config, self.cursor)

    @property
    def class_names(self) -> tuple[str, ...]:
        """Names of the two classes; none for a regression."""
        return self.sweep.sides(self.lens.pair)

    @property
    def errors(self) -> tuple[str, ...]:
        """Quantities of the errors shown: on the test points, and along λ on the others."""
        test = self.sweep.measured
        return (test, test.replace("test", "training")) if self.over_lambda else (test,)

    def said(self, text: str) -> str:
        """Return a text about test errors that calls them what is measured."""
        return self.sweep.said(text)

    def frame_of(self, cursor: Cursor) -> int:
        """Return the frame at a point of the line, or the nearest where the grid was thinned."""
        place = cursor.lam if self.over_lambda else cursor.parameter
        return int(np.argmin(np.abs(np.array(self.places) - place)))

    def lines(self, quantities: tuple[str, ...], *, test: bool) -> list[dict[str, object]]:
        """Return the curves below the film on its split, each from its best to its worst value."""
        return self.sweep.once(
            ("film", repr(self.frames), quantities, test),
            lambda: self._lines(quantities, self._overlays if test else frozenset()),
        )

    @property
    def _overlays(self) -> frozenset[str]:
        return frozenset({"test", "training"} if self.over_lambda else {"test"})

    def _lines(
        self, quantities: tuple[str, ...], overlays: frozenset[str]
    ) -> list[dict[str, object]]:
        split, kernel, parameter, lam = self.cursor
        options = lines_of(self.sweep, quantities, overlays)
        options = replace(options, split=split, band="none")
        if self.over_lambda:
            rows = self.sweep.at_kernel(kernel, parameter)
            lines = lambda_lines(rows, kernel=kernel, parameter=parameter, view=options)
        else:
            every = criterion_lines(self.sweep.at_lambda(lam), lam=lam, view=options)
            lines = [line for line in every if line.kernel == kernel]
        cells = lane(lines, self.places, errors=(options.error, options.training))
        return [line | {"name": self.said(str(line["name"]))} for line in cells]


@view("film", ends=NUMBERS)
def moving_pictures(at: FilmAt, *, quantities: tuple[str, ...] = (), test: bool = True) -> Drawn:
    """Frames of a line through the grid; ``quantities`` and the ``test`` error are in the numbers.

    Along λ the training error is as well, where the ``test`` error is.
    What is drawn is a `Film`, which a browser plays.
    """
    shown = (*quantities, *at.errors) if test else quantities
    return Drawn(
        name="Film",
        caption=_caption(at, test=test),
        draw=lambda: at.shown(test=test),
        numbers=lambda: film_numbers(at.film, at.sweep.table if shown else None, shown),
    )


def question(at: FilmAt) -> str:
    """Return what the film answers: what changes with the kernel, or with λ (or C)."""
    what = strength(at.config) if at.over_lambda else "the kernel"
    return f"What changes with {what}, frame by frame?"


def finding(at: FilmAt, safe: Callable[[str], str], *, test: bool = True) -> str:
    """Return in Markdown what happens along the film, in one or two sentences of numbers.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    first, last = (readable(float(at.film.effective_dimension[k])) for k in (0, -1))
    fixed = f" with the {safe(at.fixed)}" if at.over_lambda else f" at {safe(at.fixed)}"
    if at.over_lambda and isnan(at.cursor.parameter):
        fixed += ", which has no parameter to film"
    ridge = " of a ridge fit with μ = 1/(2C)" if at.config.C else ""
    text = (
        f"On **{safe(title_of(at.config.dataset))}**{fixed}{safe(pair_text(at.lens.pair))}, from "
        f"{safe(at.names[0])} to {safe(at.names[-1])}, the effective dimension{ridge} goes from "
        f"**{first}** to **{last}** of {at.film.n}."
    )
    if at.over_lambda:
        text += f" {_of_ridge(at, test=test)}; Gram matrix and eigenvalues stay."
    return f"{text}{_of_error(at, safe)}" if test else text


def _of_ridge(at: FilmAt, *, test: bool) -> str:
    """Return what the ridge does to the fit, and to the training error where errors are shown."""
    flatter = at.film.mu[-1] > at.film.mu[0]
    fit = "The fit flattens" if flatter else "The fit follows its points more closely"
    errors = _along(at, at.errors[-1]) if test else []
    if not errors or isnan(errors[0]) or isnan(errors[-1]):
        return fit
    task, of = at.sweep.task, " of all classes" if at.pair else ""
    first, last = (error_text(errors[k], task).replace(" ", "\u00a0") for k in (0, -1))
    goes = "stays" if first == last else "rises" if errors[-1] > errors[0] else "falls"
    between = f"at **{last}**" if first == last else f"from **{first}** to **{last}**"
    word = ERRORS[task].replace("test", "training")
    return f"{fit}, the {word}{of} {goes} {between}"


def _of_error(at: FilmAt, safe: Callable[[str], str]) -> str:
    """Return where on the line the test error is lowest; nothing where there is none."""
    sweep, quantity = at.sweep, at.sweep.measured
    errors = sweep.once(("film", repr(at.frames), quantity), lambda: _along(at, quantity))
    defined = [value for value in errors if not isnan(value)]
    if not defined:
        return ""
    word = f"{ERRORS[sweep.task]}{' of all classes' if at.pair else ''}"
    on = f" on split {at.cursor.split + 1}" if len(sweep.splits) > 1 else ""
    best = error_text(min(defined), sweep.task).replace(" ", "\u00a0")
    where = safe(at.names[errors.index(min(defined))])
    word = at.said(word)
    return f" The {word} is lowest{on}, **{best}**, at **{where}**."


def _along(at: FilmAt, quantity: str) -> list[float]:
    """Return the values of a quantity, a frame each; none where the sweep has none."""
    numbers = film_numbers(at.film, at.sweep.table, (quantity,))
    return [*numbers[quantity]] if quantity in numbers else []


def _caption(at: FilmAt, *, test: bool) -> str:
    """Return what the pictures are made of, and every approximation in them."""
    config, film = at.config, at.shown(test=test)
    cells = film.gram.shape[1]
    blocks = f"{cells} × {cells} block means of {film.n} × {film.n}, " if cells < film.n else ""
    sorting = "by class and first eigenvector" if film.runs else "by target"
    count = film.sigma.shape[1]
    spectrum = f"first {count} of {film.n} eigenvalues" if count < film.n else "all eigenvalues"
    whole = len(config.lambdas if at.over_lambda else at.family.points)
    thinned = f"{len(at.frames)} of {whole} points of the grid" if whole > len(at.frames) else ""
    still = f" (the same for every {strength(config)})" if at.over_lambda else ""
    marks, plane = _drawn_in(at, film)
    sample = f"n = {film.n} training points{marks}{pair_text(at.lens.pair)}"
    parts = (
        f"{at.fixed}, {split_text(config, at.cursor.split)}",
        f"{sample}{drawn_text(len(film.scene.points))}",
        plane,
        f"Gram matrix{still}: {blocks}in units of {UNITS[film.unit]}, points {sorting}",
        spectrum,
        thinned,
        "curves: from best (bottom, pin) to worst",
        f"seed {config.seed}",
    )
    return " · ".join(part for part in parts if part)


def _drawn_in(at: FilmAt, film: Film) -> tuple[str, str]:
    """Return how training points are marked, and where the fit is drawn; nothing without one."""
    side = film.f.shape[1]
    if not side:
        return "", ""
    features = at.dataset.X.shape[1]
    plane = (
        ""
        if film.scene.plane == "data"
        else f", first two principal components of {features} features"
    )
    marks = "filled marks" if at.sweep.task == "binary" else "white edges"
    return f" ({marks})", f"fit on {side} × {side} points{plane}"


def drawn_text(count: int) -> str:
    """Return, after a comma, which of so many data points are drawn; empty where all are."""
    step = point_step(count)
    return f", 1 of {step} data points drawn" if step > 1 else ""
