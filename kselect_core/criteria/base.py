"""What a criterion is: a pure function of a Problem, and the facts that tests and pages read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import isqrt
from typing import Literal, NamedTuple

import numpy as np

from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import Reward
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from kselect_core.notebook import card
from kselect_core.parameters import Parameter
from kselect_core.results.worked import Worked
from kselect_core.types import Array, Bool, Float

Need = Literal["classes", "labels", "ridge", "machine", "spectrum", "folds", "shuffle"]
Instead = Literal["fits", "trace", "eigenvalues"]
Invariance = Literal["scale", "scale with mu", "shift", "shift for lssvm"]
Cost = Literal["n2", "lanczos", "n3", "machine"]
Evidence = Literal["stated", "standard", "reconstructed", "ours"]
LeftOut = Literal["", "leave-one-out", "k-fold"]
End = Literal["", "narrow", "wide"]
Colour = Literal["blue", "sky", "teal", "green", "orange", "red", "brown", "purple", "pink", "grey"]
Dash = Literal["solid", "dash", "dot", "longdash", "dashdot", "longdashdot"]
Axis = Literal["log", "linear", "ticks"]
Style = tuple[Colour, Dash, str]
"""Colour, dash and marker, as words that the figures read."""

NEGATIVE = 1e-8
"""A tail below −NEGATIVE of the main eigenvalues is not rounding: K is indefinite."""

ROUNDING = 1e-15
"""A tail within n · ROUNDING of the main eigenvalues is zero."""

NEXT_TO = 0.1
"""Share within which two numbers of eigenvalues are not both tried."""

EVIDENCE: dict[Evidence, str] = {
    "stated": "stated in the paper",
    "standard": "standard formula, checked against its primary source",
    "reconstructed": "best reading: the source was not available",
    "ours": "ours",
}

COSTS: dict[Cost, tuple[str, str]] = {
    "n2": ("cheap", "one pass over K, O(n²) per width"),
    "lanczos": ("medium", "a few Lanczos runs per width"),
    "n3": ("expensive", "one eigendecomposition per width, O(n³), shared by all that need it"),
    "machine": (
        "support vector machines",
        "trained along C per width, again for folds and for points left out",
    ),
}
"""A word for each cost, and what is computed."""


LOSS = Parameter(
    "loss",
    "loss",
    "squared",
    choices=("squared", "error"),
    help="squared loss or share of wrong signs",
)
FOLDS = Parameter("k", "k", 5, low=2, high=1000, whole=True, help="number of folds")
LEADING = Parameter(
    "t",
    "t",
    0,
    low=0,
    high=5000,
    whole=True,
    help="how many eigenvalues are main ones; 0 means √n, rounded up",
    slider=(0, 1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500),
)
"""Options that several criteria have."""


def weight(words: str) -> Parameter:
    """Weight η of a penalty, said in words."""
    slider = (0.0, *(2.0**power for power in range(-6, 11)))
    return Parameter("eta", "η", 1.0, low=0.0, high=1e6, help=words, slider=slider)


class Tried(NamedTuple):
    """An option whose effect is looked at: the values tried, on n points, and the others fixed.

    ``title`` says what the option is; criteria with one title share a panel. The ``axis`` is
    logarithmic ("log"; linear where a value is not positive), "linear" from 0, or logarithmic with
    "ticks" on the values themselves.
    """

    option: str
    values: tuple[float, ...] | Callable[[int], tuple[float, ...]]
    fixed: tuple[tuple[str, object], ...] = ()
    title: str = ""
    axis: Axis = "log"

    def on(self, n: int) -> tuple[float, ...]:
        """Values on n training points."""
        return self.values(n) if callable(self.values) else self.values


@dataclass(frozen=True, slots=True, repr=False)
class Criterion:
    """A number that ranks kernels, with its direction, provenance, cost and oddities.

    ``worked`` gives the terms of the formula at the single λ of a problem, and the formula around
    them. ``bound`` says that a value is meant as a bound of the error: above 1 it says nothing.
    ``share`` says that a value is a share of the points, though no estimate of the error.
    ``tie_break`` gives, for criteria that count errors, the squared loss that decides ties.
    ``spread`` gives the standard errors of a criterion whose choice is not the best value but the
    simplest candidate within one standard error of it.
    ``left_out`` says of an estimate of the test error itself how points are left out for it.
    ``always`` is the end of the widths that is its optimum whatever the data and the labels: it
    has none inside a grid that is long enough.

    ``by_tiles`` says what stands in for the spectrum where K is never held: fits alone, the trace
    of the smoother from random probes, eigenvalues with a bound. A criterion that needs the
    spectrum and says nothing is declined there. ``by_sums`` says of such a criterion that what a
    `Problem` gives instead of its spectrum is enough: then it is exact for a model of landmarks;
    ``by_row`` that it asks for single rows there, for which the points are passed again.

    ``full_name`` spells the label out, as its paper does; ``summary`` says what it is, in a
    sentence or two for somebody who never heard of it. ``style`` is how it is drawn everywhere.
    ``short`` is its label in a figure, where that is not ``label``. In a name an option in braces
    is replaced by its value. A ``usual`` criterion belongs to every
    configuration that names none. What a page begins with, until somebody chooses, is
    ``at_first``: it is ticked for a new sweep, and maybe drawn as well. ``rewards`` are its rows
    on the page Rewards, ``tried`` the options whose effect is looked at there. One with
    a ``small_case`` that shows what it does has it on the page Bounds, under its name.
    """

    name: str
    label: str
    full_name: str
    style: Style
    function: Callable[..., Array]
    worked: Callable[..., Worked]
    better: Literal["lower", "higher"]
    formula: str
    summary: str
    source: str
    cost: Cost
    evidence: Evidence
    oddity: str = ""
    needs: frozenset[Need] = frozenset()
    by_tiles: frozenset[Instead] = frozenset()
    by_sums: bool = False
    by_row: bool = False
    options: tuple[Parameter, ...] = ()
    invariant_to: frozenset[Invariance] = frozenset()
    tie_break: Callable[..., Array] | None = field(default=None)
    spread: Callable[..., Array] | None = field(default=None)
    bound: bool = False
    share: bool = False
    always: End = ""
    left_out: LeftOut = ""
    short: str = ""
    usual: bool = False
    at_first: Literal["", "ticked", "drawn"] = ""
    rewards: tuple[Reward, ...] = ()
    tried: tuple[Tried, ...] = ()
    small_case: bool = False

    def __repr__(self) -> str:
        return f"<Criterion {self.name}: {self.full_name}, {self.better} is better>"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.formula}$"

    def _repr_html_(self) -> str:
        facts = (
            ("key", self.name),
            ("what it is", self.summary),
            ("better", self.better),
            ("cost", ", ".join(COSTS[self.cost])),
            ("options", ", ".join(f"{one.name} = {one.default}" for one in self.options)),
            ("source", f"{self.source} ({EVIDENCE[self.evidence]})"),
            ("odd", self.oddity),
        )
        return card(f"{self.label}: {self.full_name}", facts, formula=self.formula)

    @property
    def estimates_error(self) -> bool:
        """Whether a value is an estimate of the test error itself."""
        return bool(self.left_out)

    @property
    def without_matrix(self) -> bool:
        """Whether it has a value where the kernel matrix is never held."""
        return "spectrum" not in self.needs or bool(self.by_tiles)

    @property
    def of_entries(self) -> bool:
        """Whether it is made of sums over the entries of K, and of no fit."""
        return self.cost == "n2" and not self.chooses_strength

    @property
    def of_landmarks(self) -> bool:
        """Whether it has a value of a model of landmarks, or is of the entries of K alone."""
        return "spectrum" not in self.needs or self.by_sums

    @property
    def chooses_strength(self) -> bool:
        """Whether it depends on λ, or C, and so can choose one."""
        return bool({"ridge", "machine"} & self.needs)

    @property
    def estimates_rate(self) -> bool:
        """Whether that estimate is always a share of points, as it is of machines."""
        return self.estimates_error and "machine" in self.needs

    @property
    def is_rate(self) -> bool:
        """Whether a value is always a share of points, which is told in per cent."""
        return self.share or self.estimates_rate

    def score(self, problem: Problem, **options: object) -> Float[Array, " L"]:
        """Value for every λ of the problem; constant for criteria without λ.

        Raises UndefinedScoreError with the reason where there is no value; its ``values`` then
        hold those of the other ridges.
        """
        return self._evaluated(self.function, problem, self.checked(options))

    def __call__(self, problem: Problem, **options: object) -> Float[Array, " L"]:
        """Return the same as `score`."""
        return self.score(problem, **options)

    def with_numbers(self, problem: Problem, **options: object) -> Worked:
        """Formula with its numbers at the single λ of the problem; its result is the score.

        Raises UndefinedScoreError with the reason where there is no score.
        """
        if len(problem.lambdas) != 1:
            raise InvalidParameterError(
                self.label, "λ", "a single value, to show its numbers", problem.lambdas
            )
        complete = self.checked(options)
        result = float(self.score(problem, **complete)[0])
        return replace(self.worked(problem, **complete), result=result)

    def tie_break_score(self, problem: Problem, **options: object) -> Float[Array, " L"] | None:
        """Squared loss that decides ties of an error count; None where no tie rule is needed."""
        complete = self.checked(options)
        if self.tie_break is None or not self.counts_errors(complete):
            return None
        return self._evaluated(self.tie_break, problem, complete)

    def spread_score(self, problem: Problem, **options: object) -> Float[Array, " L"] | None:
        """Standard error of every value; None where the best value itself is chosen."""
        if self.spread is None:
            return None
        return self._evaluated(self.spread, problem, self.checked(options))

    def counts_errors(self, options: Mapping[str, object]) -> bool:
        """Whether the values are error rates, whose ties the squared loss decides."""
        by_option = any(option.name == "loss" for option in self.options)
        return self.tie_break is not None and (not by_option or options.get("loss") == "error")

    def option(self, name: str) -> Parameter:
        """Option of that name."""
        return next(option for option in self.options if option.name == name)

    def panel(self, name: str) -> Tried:
        """How the effect of an option is shown."""
        return next(tried for tried in self.tried if tried.option == name)

    def applies_to(self, learner: str) -> bool:
        """Whether the criterion judges that learner; those of the kernel alone judge all."""
        if "machine" in self.needs:
            return learner == "svm"
        return "ridge" not in self.needs or learner != "svm"

    def checked(self, options: Mapping[str, object]) -> dict[str, object]:
        """Options completed by their defaults; raises for unknown names and bad values."""
        if not (self.options or options):
            return {}
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                allowed = f"one of {', '.join(known)}" if known else "left out: it has no options"
                raise InvalidParameterError(self.label, "an option name", allowed, name)
            known[name].check(self.label, value)
        given = {option.name: options.get(option.name, option.default) for option in self.options}
        return {name: known[name].stored(value) for name, value in given.items()}

    def _evaluated(
        self, function: Callable[..., Array], problem: Problem, options: dict[str, object]
    ) -> Float[Array, " L"]:
        if not self.applies_to(problem.learner):
            other = "a support vector machine" if "machine" in self.needs else "least squares"
            raise UndefinedScoreError(f"is made for {other}")
        if "classes" in self.needs:
            _ = problem.positive  # raises the reason
        if not self.chooses_strength:
            return _one_each(function(problem, **options), problem)
        usable = problem.well_posed
        if usable.all():
            return _one_each(function(problem, **options), problem)
        values = np.full(len(usable), np.nan)
        if usable.any():
            if "spectrum" in self.needs and problem.held:
                _ = problem.spectrum  # once, for all that follow
            values[usable] = _known(function, problem.restricted(usable), options)
        raise UndefinedScoreError(problem.ill_conditioned, values)


def _known(
    function: Callable[..., Array], problem: Problem, options: dict[str, object]
) -> Float[Array, " L"]:
    """Values, with NaN where only some are undefined."""
    try:
        return _one_each(function(problem, **options), problem)
    except UndefinedScoreError as error:
        if error.values is None:
            raise
        return np.asarray(error.values)


def _one_each(found: Array, problem: Problem) -> Float[Array, " L"]:
    """Values as numbers; raises UndefinedScoreError unless there is one for each ridge."""
    values = np.asarray(found, dtype=np.float64)
    count = len(problem.lambdas)
    if values.shape != (count,):
        raise UndefinedScoreError(
            f"the function gives an array of shape {values.shape} where {(count,)} is needed: a "
            "value for each λ (criteria.base.constant repeats one)"
        )
    return values


def converged_only(
    values: Float[Array, " L"],
    converged: Bool[Array, " L"],
    machine: str = "a machine with a point left out",
) -> Array:
    """Values themselves; raises with NaN in place of those whose machines did not converge."""
    if converged.all():
        return values
    raise UndefinedScoreError(
        f"not converged: {machine} needs too many steps; scale the data or use a smaller C",
        np.where(converged, values, np.nan),
    )


def constant(problem: Problem, value: float) -> Float[Array, " L"]:
    """Vector with the same value for every λ."""
    return np.full(len(problem.lambdas), value)


class MainAndTail(NamedTuple):
    """Number of main eigenvalues of K, their sum, and the sum of the others, in units of K."""

    t: int
    main: float
    tail: float


def main_and_tail(problem: Problem, t: int) -> MainAndTail:
    """Sums of the t largest eigenvalues of K and of the others; t = 0 means ⌈√n⌉.

    The sum of all is the trace. Raises UndefinedScoreError where no tail or no ratio is left.
    """
    count = t or min(isqrt(problem.n - 1) + 1, problem.n - 1)
    if count >= problem.n:
        raise UndefinedScoreError(f"t = {t} leaves no tail: K has {problem.n} eigenvalues")
    trace, main = problem.trace, problem.sum_of_top(count)
    tail = trace - main
    if main <= 0:
        raise UndefinedScoreError("K has no positive eigenvalue: there is no ratio")
    if tail < -NEGATIVE * main:
        raise UndefinedScoreError(
            "K is indefinite: its main eigenvalues sum to more than its trace"
        )
    return MainAndTail(count, main, tail if tail > ROUNDING * problem.n * main else 0.0)


def leading_counts(n: int) -> tuple[float, ...]:
    """⌈√n⌉, the default of t, among 1, 2, 4, … up to half of n; those next to it are left out."""
    root = int(np.ceil(np.sqrt(n)))
    halves = (2**e for e in range(int(np.log2(max(n, 2)))))
    return tuple(sorted({root, *(t for t in halves if abs(t - root) > NEXT_TO * root)}))


TRIED_LEADING = Tried("t", leading_counts, title="number t of leading eigenvalues", axis="ticks")


def unknown_trial(criterion: Criterion) -> str:
    """Which option a criterion tries that it does not have; empty if it has all."""
    known = {option.name for option in criterion.options}
    strange = [tried.option for tried in criterion.tried if tried.option not in known]
    return f"it tries an option {strange[0]!r} that it does not have" if strange else ""
