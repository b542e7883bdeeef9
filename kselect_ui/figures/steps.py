"""Pictures at the cursor as the browser shows them while a slider moves: all steps it may take.

The steps of the kernel at the shown λ are one message, the same wherever the kernel stands; the
steps of λ at the shown kernel are another. Where both take more than a moment there is one step.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from kselect_core.plotting.output.steps_payload import (
    Steps,
    ends_of,
    fits_payload,
    spectra_payload,
)
from kselect_core.selection.places.cursor import Cursor, family_of
from kselect_core.selection.places.film import seconds_of_film
from kselect_core.selection.places.steps import Eigenvalues, Fits, eigenvalues_at, fits_at
from kselect_core.views.cursor import DECISION, SPECTRUM
from kselect_core.words.labels import distinct, steps_of_strength
from kselect_ui import canvas
from kselect_ui.server.shelf import kept, shelf
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep import offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.files import file_name
from kselect_ui.widgets.state import View

Along = Literal["kernel", "λ", "point", "here"]
"""What changes from step to step; nothing at a point, which is "here" wherever the sliders are."""


class Line(NamedTuple):
    """Steps through a point of a sweep: of the kernel, of λ, or the point alone."""

    digest: str
    point: Cursor
    along: Along

    @property
    def steps(self) -> dict[tuple[int, int], Cursor]:
        """Points of the grid by their places on the sliders of kernel and λ."""
        config, point = sweeps.load(self.digest).lens, self.point
        family = family_of(config, point.kernel)
        kernels = tuple(distinct(family.values)) or (point.parameter,)
        strengths = tuple(steps_of_strength(config))
        row = kernels.index(point.parameter) if point.parameter in kernels else 0
        column = strengths.index(point.lam)
        if self.along == "kernel":
            return {(k, column): point._replace(parameter=v) for k, v in enumerate(kernels)}
        if self.along == "λ":
            return {(row, k): point._replace(lam=lam) for k, lam in enumerate(strengths)}
        return {(row, column): point}

    @property
    def quick(self) -> bool:
        """Whether a page may compute it without being asked."""
        n = sweeps.bench(self.digest, self.point.split).split.problem.n
        return offer.at_once(seconds_of_film(n, len(self.steps)))


def lines_at(sweep: Sweep, point: Cursor) -> list[Line]:
    """Return the lines of steps through the cursor, each the same wherever the cursor is on it."""
    family = family_of(sweep.lens, point.kernel)
    kernel = point._replace(parameter=family.points[0])
    strength = point._replace(lam=sweep.config.lambdas[0])
    lines = [Line(sweep.digest, kernel, "kernel"), Line(sweep.digest, strength, "λ")]
    return [line for line in lines if line.quick] or [Line(sweep.digest, point, "point")]


def decision(sweep: Sweep, seen: View, *, key: str) -> None:
    """Draw the fitted function at the step under the hand; test points only if errors are shown."""
    sides = sweeps.sides(sweep)

    def payload(line: Line, steps: Steps) -> bytes:
        fits = _fits(*line)
        fits = fits if seen.test_error else fits.without_test()
        return fits_payload(fits, steps, class_names=sides)

    steps = Steps(key, "Decision picture", DECISION, f"test points: {seen.test_error}")
    _draw(lines_at(sweep, seen.point), steps, payload)


def spectrum(sweep: Sweep, seen: View, *, key: str, alone: bool = False) -> None:
    """Draw the first eigenvalues at the step under the hand, on an axis that holds all steps.

    ``alone``: only the step of the cursor is there, for data that are others in a moment.
    """
    lines = [Line(sweep.digest, seen.point, "here")] if alone else lines_at(sweep, seen.point)

    def payload(line: Line, steps: Steps) -> bytes:
        return spectra_payload(_eigenvalues(*line), steps, ends=ends_of(_eigenvalues(*lines[0])))

    _draw(lines, Steps(key, "Spectrum", SPECTRUM), payload)


def _draw(lines: list[Line], steps: Steps, payload: Callable[[Line, Steps], bytes]) -> None:
    first = lines[0].point
    of = f"{steps.of} {lines[0].digest} {first.split} {first.kernel}"

    def bytes_of(line: Line) -> bytes:
        places = tuple(f"{t},{lam}" for t, lam in line.steps)
        if line.along == "here":
            places = (line.along,)
        here = steps._replace(of=of, file=file_name(steps.name), places=places)
        return shelf().get(f"steps {steps.key} {of} {line}", lambda: payload(line, here))

    canvas.steps()(key=steps.key, data=bytes_of(lines[0]))
    for line in lines[1:]:
        canvas.bring(f"{steps.key}_more", bytes_of(line))


@kept
def _fits(digest: str, point: Cursor, along: Along) -> Fits:
    points = tuple(Line(digest, point, along).steps.values())
    return fits_at(sweeps.bench(digest, point.split), points)


@kept
def _eigenvalues(digest: str, point: Cursor, along: Along) -> Eigenvalues:
    points = tuple(Line(digest, point, along).steps.values())
    return eigenvalues_at(sweeps.bench(digest, point.split), points)
