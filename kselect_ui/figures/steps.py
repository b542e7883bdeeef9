"""Pictures at the cursor as the browser shows them while a slider moves: all steps it may take.

The steps of the kernel at the shown λ are one message, the same wherever the kernel stands; the
steps of λ at the shown kernel are another. Where both take more than a moment there is one step.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

import streamlit as st

from kselect_core.plotting.kit.eigenvalue_axis import shown_numbers
from kselect_core.plotting.kit.ticks import parameter_text
from kselect_core.plotting.output.steps_payload import Steps, ends_of, fits_payload, spectra_payload
from kselect_core.plotting.spectra.scree import MOST
from kselect_core.selection.machines.machine_view import Machines, machines_at
from kselect_core.selection.places.cursor import Cursor, family_of
from kselect_core.selection.places.film import seconds_of_film
from kselect_core.selection.places.steps import (
    Eigenvalues,
    Fits,
    eigenvalues_at,
    eigenvalues_of,
    fits_at,
)
from kselect_core.views import SpectrumAt
from kselect_core.views.cursor import DECISION, SPECTRUM
from kselect_core.words.labels import distinct, steps_of_strength
from kselect_ui import canvas
from kselect_ui.server.shelf import kept, shelf
from kselect_ui.sweep import finished as sweeps, offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.files import file_name
from kselect_ui.widgets.state import View

FAMILY, MACHINE = 380, 430
"""Heights in pixels of the pictures of a family and of a machine."""

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
    """Return the lines of steps through the cursor that a page may compute, or the point alone."""
    lines = [line for line in _through(sweep, point) if line.quick]
    return lines or [Line(sweep.digest, point, "point")]


def _through(sweep: Sweep, point: Cursor) -> list[Line]:
    """Return both lines through a point, each the same wherever the cursor is on it."""
    family = family_of(sweep.lens, point.kernel)
    kernel = point._replace(parameter=family.points[0])
    strength = point._replace(lam=sweep.config.lambdas[0])
    return [Line(sweep.digest, kernel, "kernel"), Line(sweep.digest, strength, "λ")]


def decision(sweep: Sweep, seen: View, *, key: str) -> None:
    """Draw the fitted function at the step under the hand; test points only if errors are shown."""
    sides = sweeps.sides(sweep)

    def payload(line: Line, steps: Steps) -> bytes:
        fits = _fits(*line)
        fits = fits if seen.test_error else fits.without_test()
        return fits_payload(fits, steps, class_names=sides)

    steps = Steps(key, "Decision picture", DECISION, f"test points: {seen.test_error}")
    _draw(lines_at(sweep, seen.point), steps, payload)


def machine(sweep: Sweep, seen: View, *, key: str) -> None:
    """Draw the support vector machine at the step under the hand, with margins and rings."""
    sides = sweeps.sides(sweep)

    def payload(line: Line, steps: Steps) -> bytes:
        machines = _machines(*line)
        fits = machines.fits if seen.test_error else machines.fits.without_test()
        places = zip(steps.places, machines.known, strict=True)
        shown = steps._replace(places=tuple(place if there else "" for place, there in places))
        return fits_payload(fits, shown, class_names=sides, roles=machines.roles)

    steps = Steps(key, "Decision picture with support vectors", MACHINE, f"{seen.test_error}")
    _draw(lines_at(sweep, seen.point), steps, payload)


def spectrum(sweep: Sweep, seen: View, *, key: str, alone: bool = False) -> None:
    """Draw the first eigenvalues at the step under the hand, on an axis that holds all steps.

    ``alone``: only the step of the cursor is there, for data that are others in a moment.
    """
    lines = [Line(sweep.digest, seen.point, "here")] if alone else lines_at(sweep, seen.point)

    def payload(line: Line, steps: Steps) -> bytes:
        return spectra_payload(_eigenvalues(*line), steps, ends=ends_of(_eigenvalues(*lines[0])))

    _draw(lines, Steps(key, "Spectrum", SPECTRUM), payload)


def family(sweep: Sweep, at: SpectrumAt, *, key: str, on_pick: Callable[[float], None]) -> None:
    """Draw the eigenvalues at the step under the hand among those of the other kernels.

    ``on_pick`` gets the parameter of a kernel that somebody clicked.
    """
    numbers = shown_numbers(at.n, MOST)
    lines = [Line(sweep.digest, at.cursor, "point")] if at.alone else _through(sweep, at.cursor)
    kernels = tuple(lines[0].steps.values())
    grid = at.parameters
    names = tuple(parameter_text(point.parameter, at.convention, grid) for point in kernels)
    by_parameter = dict(zip(at.parameters, at.family, strict=True))
    ridges = dict(zip(at.config.lambdas, at.problem.mu.tolist(), strict=True))

    def spectra(line: Line) -> Eigenvalues:
        points = line.steps.values()
        alone = len(by_parameter) == 1  # perhaps of a kernel without a parameter
        every = [at.spectrum if alone else by_parameter[point.parameter] for point in points]
        eigenvalues = eigenvalues_of(every, [ridges[point.lam] for point in points], numbers)
        return eigenvalues._replace(ridges=(min(ridges.values()), max(ridges.values())))

    def payload(line: Line, steps: Steps) -> bytes:
        return spectra_payload(
            spectra(line),
            steps,
            ends=ends_of(spectra(lines[0])),
            numbers=tuple(numbers.tolist()),
            names=names if line.along == "kernel" else (),
        )

    def picked() -> None:
        step = st.session_state[key].get("picked")
        if step in range(len(names)):
            on_pick(kernels[step].parameter)

    _draw(lines, Steps(key, "Eigenvalues at the cursor", FAMILY), payload, picked)


def _draw(
    lines: list[Line],
    steps: Steps,
    payload: Callable[[Line, Steps], bytes],
    on_pick: Callable[[], None] = lambda: None,
) -> None:
    first = lines[0].point
    of = f"{steps.of} {lines[0].digest} {first.split} {first.kernel}"

    def bytes_of(line: Line) -> bytes:
        places = tuple(f"{t},{lam}" for t, lam in line.steps)
        if line.along == "here":
            places = (line.along,)
        here = steps._replace(of=of, file=file_name(steps.name), places=places)
        return shelf().get(f"steps {steps.key} {of} {line}", lambda: payload(line, here))

    canvas.steps()(key=steps.key, data=bytes_of(lines[0]), on_picked_change=on_pick)
    for line in lines[1:]:
        canvas.bring(f"{steps.key}_more", bytes_of(line))


@kept
def _fits(digest: str, point: Cursor, along: Along) -> Fits:
    points = tuple(Line(digest, point, along).steps.values())
    return fits_at(sweeps.bench(digest, point.split), points)


@kept
def _machines(digest: str, point: Cursor, along: Along) -> Machines:
    points = tuple(Line(digest, point, along).steps.values())
    return machines_at(sweeps.bench(digest, point.split), points)


@kept
def _eigenvalues(digest: str, point: Cursor, along: Along) -> Eigenvalues:
    points = tuple(Line(digest, point, along).steps.values())
    return eigenvalues_at(sweeps.bench(digest, point.split), points)
