"""The stage of a lesson: a sweep with its table, and what a step shows of it."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import signature
from typing import Any, Unpack

import numpy as np
import pandas as pd

from kselect_core import views
from kselect_core.data import CATALOGUE, Dataset, load_dataset
from kselect_core.data.made.loading import is_made, made
from kselect_core.errors import KselectError, UnknownNameError
from kselect_core.lessons.facts import Moved, nearest, strength_on, width_of
from kselect_core.lessons.lesson import Figure, Lesson, Step
from kselect_core.lessons.measures import shuffles_of
from kselect_core.lessons.numbers import width_text
from kselect_core.listening import Listening
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Cursor, SpectrumView, Workbench
from kselect_core.selection.sweep.choices import choices
from kselect_core.selection.sweep.run import run_sweep
from kselect_core.types import Array, Float
from kselect_core.views import EVERY, Place, SweepAt, Swept, View
from kselect_core.views.cursor import Kept
from kselect_core.views.sweep import Pair
from kselect_core.words.labels import strength_text

PLACES: dict[str, Callable[["Scene"], Place]] = {
    "SweepAt": lambda scene: scene.at,
    "CursorAt": lambda scene: views.CursorAt(*scene.where),
    "SpectrumAt": lambda scene: views.SpectrumAt(*scene.where),
    "PointsAt": lambda scene: views.PointsAt(*scene.where),
    "MachineAt": lambda scene: views.MachineAt(*scene.where),
    "BoundsAt": lambda scene: views.BoundsAt(*scene.where, tested=scene.open),
    "ShufflesAt": shuffles_of,
    "Cases": lambda scene: views.Cases(),  # noqa: ARG005 (it looks at nothing)
}
"""Where the views of lessons look, by the kind of place."""

BEST = "best width"
"""Where a cursor stands that is told no other place; in the middle while test errors are hidden."""

SHOWS_TEST = ("regrets", "errors_over_splits", "effect_of_options")
"""Views that are made of test errors: of a step that hides them they come after the answer."""

LINED = ("criterion_rows", "criterion_curves", "error_curves")
"""Views of curves, in which a dashed line stands at the cursor."""


@dataclass(frozen=True, eq=False)
class Stage:
    """A sweep that has run, with its data."""

    config: SweepConfig
    dataset: Dataset
    table: pd.DataFrame
    _benches: dict[tuple[int, Pair], Workbench] = field(default_factory=dict, repr=False)
    _lock: Any = field(default_factory=threading.Lock, repr=False)

    @classmethod
    def of(cls, config: SweepConfig, **listening: Unpack[Listening]) -> "Stage":
        """Run the sweep of a lesson on its data set."""
        dataset = load_dataset(config.dataset, positive=config.positive)
        table = run_sweep(config, dataset=dataset, **listening)
        return cls(config, dataset, table)

    @cached_property
    def choices(self) -> pd.DataFrame:
        """What every criterion chooses, and what that costs."""
        return choices(self.table, self.config)

    @cached_property
    def quantities(self) -> tuple[str, ...]:
        """Numbers that the table has."""
        return tuple(str(name) for name in self.table["quantity"].unique())

    @cached_property
    def places(self) -> dict[int | None, SweepAt]:
        """The sweep on each of its splits, and in the mean over them (None)."""
        ready = Swept(self.table, self.choices, self.bench)
        numbers = (None, *range(self.config.repeats))
        return {k: SweepAt(self.config, self.dataset, k, ready) for k in numbers}

    def bench(self, split: int, pair: Pair = ()) -> Workbench:
        """One split made ready, once."""
        with self._lock:
            if (split, pair) not in self._benches:
                config = replace(self.config, pair=pair) if pair else self.config
                self._benches[split, pair] = Workbench(config, self.dataset, split)
            return self._benches[split, pair]


def stages_of(lesson: Lesson, ready: Mapping[str, Stage] | None = None) -> dict[str, Stage]:
    """Return the stages of a lesson by the names of its sweeps; those that are not ready run."""
    stages = ready or {}
    return {name: stages.get(name) or Stage.of(config) for name, config in lesson.sweeps.items()}


@dataclass(frozen=True, eq=False)
class Scene:
    """A step on its stage; ``open`` says that nothing is hidden, ``pin`` moves the cursor there."""

    step: Step
    stage: Stage
    open: bool = True
    pin: float | None = None

    @property
    def at(self) -> SweepAt:
        """The sweep, on the split of the step or in the mean."""
        return self.stage.places[self.step.split - 1 if self.step.split else None]

    @property
    def joint(self) -> bool:
        """Whether criteria choose kernel and λ together."""
        return self.step.joint

    @cached_property
    def widths(self) -> Float[Array, " p"]:
        """Parameters of the first family, in ascending order."""
        return np.sort(np.array(self.stage.config.candidates[0].points))

    @cached_property
    def cursor(self) -> Cursor:
        """Kernel and λ that the step looks at, or where the pin stands."""
        parameter = self._asked.parameter if self.pin is None else nearest(self.widths, self.pin)
        return self._asked._replace(parameter=parameter)

    @cached_property
    def _asked(self) -> Cursor:
        config, step = self.stage.config, self.step
        lam = config.lambdas[len(config.lambdas) // 2]
        if step.lam is not None:
            lam = strength_on(config, step.lam)
        split, kernel = max(step.split - 1, 0), config.candidates[0].kernel
        start = Cursor(split, kernel, float(self.widths[len(self.widths) // 2]), lam)
        if self._aimless:
            return start
        if isinstance(step.parameter, float):
            return start._replace(parameter=nearest(self.widths, step.parameter))
        return start._replace(parameter=width_of(step.parameter, Moved(self, start)))

    @property
    def _aimless(self) -> bool:
        """Whether the cursor only waits in the middle, as where it belongs would tell."""
        return self.step.parameter == BEST and not self.open

    def caption(self, figure: Figure, words: str) -> str:
        """Return the caption of a figure, which also says where its dashed line stands."""
        line = self._line(figure)
        return f"{words.removesuffix('.')}. Dashed line: {line}." if line else words

    def _line(self, figure: Figure) -> str:
        """Return where the dashed line of a figure stands; empty without one."""
        if figure.view not in LINED or self._aimless:
            return ""
        options = dict(figure.options)
        if options.get("along") == "lam" or options.get("axis") == "over λ":
            return strength_text(self.stage.config, self.cursor.lam)
        whose = "" if self.pin is None else "your pin, "
        best = self.pin is None and self.step.parameter == BEST
        lowest = ", where the test error is lowest" if best else ""
        return f"{whose}{width_text(self, self.cursor.parameter)}{lowest}"

    @property
    def where(self) -> tuple[SweepConfig, Dataset, Cursor, Any]:
        """What every place at the cursor is made of."""
        bench = self.stage.bench(self.cursor.split)
        ready = Kept(bench, lambda: bench.spectrum(self.cursor))
        return self.stage.config, self.stage.dataset, self.cursor, ready

    @property
    def quantities(self) -> tuple[str, ...]:
        """Criteria that the step shows: those it names, else all of its sweep."""
        every = tuple(choice.quantity for choice in self.stage.config.criteria)
        return self.step.quantities or every

    def spectrum_at(self, parameter: float) -> SpectrumView:
        """Eigenvalues of a kernel of the family, with the λ of the step."""
        cursor = self.cursor._replace(parameter=parameter)
        return self.stage.bench(cursor.split).spectrum(cursor)

    def drawn(self, figure: Figure) -> tuple[View[Any, ...], Place, dict[str, Any]]:
        """Return the view of a figure, where it looks, and its options.

        Raises UnknownNameError for a number that the sweep does not have.
        """
        view = EVERY[figure.view]
        self._refuse_unknown(dict(figure.options))
        usual = self._usual()
        names = options_of(view)
        options = {name: usual[name] for name in names if name in usual} | dict(figure.options)
        if self._aimless and figure.view == LINED[0]:
            options["kernel"] = ""  # no line
        return view, PLACES[view.place](self), options

    def _refuse_unknown(self, options: Mapping[str, Any]) -> None:
        """Raise where a figure asks for a number that the table of the sweep does not have."""
        quantities = self.stage.quantities
        for names in (options.get(name, ()) for name in ("quantity", "quantities", "choices")):
            for name in (names,) if isinstance(names, str) else names:
                if name not in quantities:
                    raise UnknownNameError("number of this sweep", name, quantities)

    def _usual(self) -> dict[str, Any]:
        """Values of options that the step gives."""
        cursor = self.cursor
        return {
            "kernel": cursor.kernel,
            "parameter": cursor.parameter,
            "lam": cursor.lam,
            "fixed": cursor.lam,
            "quantities": self.quantities,
            "choices": self.quantities,
            "quantity": self.at.measured,
            "joint": self.joint,
            "test": self.open,
            "tested": self.open,
            "overlays": frozenset({"test"} if self.open else ()),
        }


def options_of(view: View[Any, ...]) -> tuple[str, ...]:
    """Return the names of the options of a view."""
    return tuple(signature(view).parameters)[1:]


def known_to_all(dataset: str) -> bool:
    """Whether whoever opens a lesson has its data: they come with kselect or are made.

    Raises DataError for the name of made or drawn data that says none.
    """
    if is_made(dataset):
        return made(dataset).X.size > 0
    return dataset in CATALOGUE


def refuse_view(name: str) -> None:
    """Raise where no view of that name can stand in a lesson."""
    view = EVERY[name]
    if view.place not in PLACES:
        able = sorted(key for key, one in EVERY.items() if one.place in PLACES)
        raise KselectError(
            f"The view {name} takes too long to compute for a lesson. Those "
            f"that can: {', '.join(able)}."
        )
