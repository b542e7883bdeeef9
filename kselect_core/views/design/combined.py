"""Views of combined kernels: their weights, the way of the objective, the test errors."""

from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from kselect_core.criteria.alignment.ckta import CKTA
from kselect_core.data import Dataset
from kselect_core.learners import LEARNERS
from kselect_core.plotting.combined.error_dots import combined_errors
from kselect_core.plotting.combined.objective_path import objective_path
from kselect_core.plotting.combined.weight_bars import MOST, kernel_label, weight_bars
from kselect_core.plotting.kit.quantities import label
from kselect_core.selection.combination.combined import Combined, combined
from kselect_core.selection.combination.plan import Plan
from kselect_core.selection.combination.weights import STARTS, Learnt
from kselect_core.selection.config.config import SVM, SweepConfig
from kselect_core.selection.config.named import matrix_names
from kselect_core.views.python import call, literal, record
from kselect_core.views.view import Drawn, OfSweep, view
from kselect_core.words.amounts import counted
from kselect_core.words.labels import UNITS, readable, strength_text
from kselect_core.words.places import pair_text

REASONS = {
    "converged": "converged",
    "no descent": "ended where no step lowers it (a kink, or rounding)",
    "steps": "stopped at the limit of steps",
    "searched": "found by a grid over all weights",
    "downhill": "that of the others",
}


@dataclass(frozen=True, eq=False)
class CombinedAt(OfSweep):
    """Kernels combined as a plan says, on one split or, without ``split``, on all of them.

    The weights of every split are learnt when the first view asks for them.
    """

    config: SweepConfig
    dataset: Dataset
    plan: Plan
    split: int | None = None
    ready: Combined | None = None

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        split = {} if self.split is None else {"split": literal(self.split)}
        return call("views.CombinedAt", "config", "dataset", f"views.{record(self.plan)}", **split)

    @cached_property
    def combined(self) -> Combined:
        """Weights on every split, and test errors there."""
        if self.ready is not None:
            return self.ready
        return combined(self.config, self.dataset, self.plan)

    @property
    def task(self) -> str:
        """Kind of labels: "binary", also for several classes, or "regression"."""
        return "regression" if self.dataset.task == "regression" else "binary"

    @property
    def one_split(self) -> int:
        """Split of what exists for one split only."""
        return self.split or 0

    @property
    def learnt(self) -> Learnt:
        """What was learnt on that one split."""
        return self.combined.learnt[self.one_split]

    @property
    def rows(self) -> slice:
        """Rows of the splits that are looked at."""
        return slice(None) if self.split is None else slice(self.split, self.split + 1)

    @cached_property
    def members(self) -> list[str]:
        """Names of the kernels, as plain text; Gram matrices have their own."""
        names = matrix_names(self.dataset)
        of_family: dict[str, list[float]] = {}
        for m in self.combined.members:
            of_family.setdefault(m.kernel, []).append(m.value)
        return [
            names.get(m.value)
            or kernel_label(m.kernel, m.value, m.convention, m.name, of_family[m.kernel])
            for m in self.combined.members
        ]

    @property
    def roles(self) -> tuple[str, ...]:
        """Names of the kernels whose test errors are compared."""
        return (
            "learnt weights",
            f"best single by {label(self.plan.quantity)}",
            "equal weights",
            "best single on the test part",
        )

    def where(self, split: int | None) -> str:
        """Return what every caption ends with: sample, splits, seed."""
        count = len(self.combined.learnt)
        splits = counted(count, "split") if split is None else f"split {split + 1} of {count}"
        sample = f"n = {self.combined.n} training points{pair_text(self.config.pair)}"
        return f"{sample}, {splits}, seed {self.config.seed}."


@view("combination_weights")
def kernel_weights(at: CombinedAt) -> Drawn:
    """A bar for each kernel: its weight on a split, or the mean over the splits."""
    plan, names = at.plan, at.members
    what = "Weights" if at.split is not None else "Mean weights over the splits, a dot for each"
    part = f"; the {MOST} largest of {len(names)}" if len(names) > MOST else ""
    scaled = "of mean diagonal 1" if plan.scaling == "trace" else "as they are"
    norm = "w ≥ 0, Σ w = 1" if plan.p == 1 else "w ≥ 0, Σ w² = 1"

    def numbers() -> pd.DataFrame:
        learnt = enumerate(at.combined.learnt, start=1)
        return pd.DataFrame({"kernel": names} | {f"split {k}": one.weights for k, one in learnt})

    return Drawn(
        name="Weights of the kernels",
        caption=f"{what}{part}: {norm}, kernels {scaled}; dashed: equal weights. "
        f"{at.where(at.split)}",
        draw=lambda: weight_bars(
            at.combined.weights[at.rows],
            names,
            quantity=plan.quantity,
            equal=plan.equal(len(names)),
        ),
        numbers=numbers,
    )


@view("combination_path")
def objective_along_paths(at: CombinedAt) -> Drawn:
    """Values of the objective along the descent from each start, on one split."""
    learnt, plan = at.learnt, at.plan
    ways = "; ".join(
        f"from {name} {counted(len(way.points) - 1, 'step')}, {REASONS[way.reason]}"
        for name, way in zip(STARTS, learnt.paths, strict=True)
    )

    def numbers() -> pd.DataFrame:
        parts = [
            pd.DataFrame({"start": name, "point": range(1, len(course) + 1), "value": course})
            for name, course in learnt.ways
        ]
        return pd.concat(parts, ignore_index=True)

    return Drawn(
        name="Objective along the path",
        caption=f"{_objective(at)}, projected gradient: {ways}. {_sureness(at)}. "
        f"{at.where(at.one_split)}",
        draw=lambda: objective_path(learnt.ways, quantity=plan.quantity, best=learnt.best),
        numbers=numbers,
    )


@view("combination_errors")
def errors_of_combinations(at: CombinedAt) -> Drawn:
    """Test errors of the learnt kernel, of single ones and of equal weights."""
    rate = at.task == "binary"

    def numbers() -> pd.DataFrame:
        rows = [
            {"split": split, "kernel": name, UNITS[at.task]: float(value)}
            for split, row in enumerate(at.combined.errors, start=1)
            for name, value in zip(at.roles, row, strict=True)
        ]
        return pd.DataFrame(rows)

    return Drawn(
        name="Test errors of the combined kernel and of others",
        caption=f"{fit_text(at.config, at.plan)}. Small points: splits; large: mean ± standard "
        "deviation. Open: chosen with the test points, for comparison only. "
        f"{at.where(at.split)}",
        draw=lambda: combined_errors(
            at.combined.errors[at.rows], at.roles, quantity=at.plan.quantity, rate=rate
        ),
        numbers=numbers,
    )


def fit_text(config: SweepConfig, plan: Plan) -> str:
    """Return which learner is fitted to the combined kernel."""
    strength = strength_text(config, plan.lam)
    if config.learner == SVM:
        return (
            f"{LEARNERS['krr'].label} with μ = 1/(2C), {strength} (the sweep's machine is an SVM)"
        )
    return f"{LEARNERS[config.learner].label} at {strength}"


def _objective(at: CombinedAt) -> str:
    """Return the objective with its λ, where it has one."""
    name = label(at.plan.quantity)
    if at.plan.of_scale:
        return name
    return f"{name} at {strength_text(at.config, at.plan.lam)}"


def _sureness(at: CombinedAt) -> str:
    """Return how sure it is that no other weights are better."""
    if at.learnt.sure:
        return "All weights were searched by a grid, and on from its best places"
    if at.plan.criterion is CKTA:
        return "CKTA has one maximum over the weights, for each of their norms"
    return (
        "So many kernels are not searched everywhere, the value may be improved: the paths ended "
        f"{readable(100 * at.learnt.apart)} % apart"
    )
