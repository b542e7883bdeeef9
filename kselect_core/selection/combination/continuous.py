"""A criterion on one split as a function of a continuous width and λ, with exact slopes for some.

A place is θ = (log width, log λ); the width is written in the convention of the sweep.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.spectral.evidence import LML
from kselect_core.errors import UndefinedScoreError
from kselect_core.kernels import GAUSSIAN
from kselect_core.linalg.minimum.minimize import minimize
from kselect_core.linalg.minimum.smooth import smooth_descent
from kselect_core.selection.combination.feature_slopes import OBJECTIVES, at_widths, lml_of
from kselect_core.selection.config.parts import Candidates, CriterionChoice
from kselect_core.selection.sweep.items import fits, losses, scored
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.types import Array, Float

SLOPES = {**OBJECTIVES, LML.name: lml_of}
"""Criteria of ridge regression with μ = nλ whose slopes cost little more than their value."""

CLOSE = 1e-3
"""Difference of log width and log λ at which a search by values ends."""

MOST = 120
"""Values that a search asks for, at most."""

FIRST = 0.35
"""First step of such a search, in log width and log λ: half of a factor 2."""


@dataclass(frozen=True, eq=False)
class Continuous:
    """A criterion and a kernel family on one split; the kernel of the last width is kept.

    ``fixed`` is the parameter of a family whose parameter is not searched.
    """

    ready: PreparedSplit
    family: Candidates
    choice: CriterionChoice
    fixed: float | None
    _kept: dict[float, Problem] = field(default_factory=dict, repr=False)

    @property
    def smooth(self) -> bool:
        """Whether its slopes are known: for LOO, evidence, GML and CKTA, and a Gaussian kernel."""
        template = self.ready.problem
        ridge = template.learner == "krr" and template.ridge == "n_lambda"
        gaussian = self.family.kernel == GAUSSIAN.name and self.fixed is None
        return ridge and gaussian and self.choice.key in SLOPES and not self.choice.options

    def parameter(self, theta: Float[Array, "2"]) -> float:
        """Parameter of the kernel, in the convention of the sweep."""
        return float(np.exp(theta[0])) if self.fixed is None else self.fixed

    def problem(self, theta: Float[Array, "2"]) -> Problem:
        """Problem of a width with a single λ."""
        parameter = self.parameter(theta)
        if parameter not in self._kept:
            self._kept.clear()
            room = np.empty_like(self.ready.problem.K)
            named = self.family.parameters(parameter)
            self._kept[parameter] = self.ready.training_kernel(self.family.kernel, named, room)
        return self._kept[parameter].with_ridges([float(np.exp(theta[1]))])

    def value(self, theta: Float[Array, "2"]) -> float:
        """Value of the criterion; NaN where it has none."""
        return float(scored(self.choice, self.problem(theta))[0].numbers[0])

    def downhill(self, theta: Float[Array, "2"]) -> float:
        """What is minimised: the value, or minus it where higher is better; ∞ without one."""
        value = self.value(theta)
        if np.isnan(value):
            return float("inf")
        return value if self.choice.criterion.better == "lower" else -value

    def slope(self, theta: Float[Array, "2"]) -> tuple[float, Float[Array, "2"]]:
        """Value that is minimised along the slopes (LOO and GML as logarithms), and its slopes."""
        turn = self._turn
        log_gamma = np.log(self._gamma(theta))
        X, y = self.ready.X_train, self.ready.problem.y
        place = np.append(np.full(X.shape[1], log_gamma), theta[1])
        try:
            value, by = at_widths(SLOPES[self.choice.key], X, y, place)
        except UndefinedScoreError:  # the descent steps back
            return float("inf"), np.zeros(2)
        return value, np.array([turn * by[:-1].sum(), by[-1]])

    def test_error(self, theta: Float[Array, "2"], *, spectral: bool) -> float:
        """Share of errors on the test part, of a regression the squared error; NaN without one."""
        named = self.family.parameters(self.parameter(theta))
        across = self.ready.test_rows(self.family.kernel, named)
        problem = self.problem(theta)
        fit = fits(problem, across, spectral=spectral)
        errors = losses("test", self.ready.y_test[:, None], fit.test)
        rate = "test_error" if problem.is_classification else "test_squared_error"
        return float(errors[rate][0])

    def _gamma(self, theta: Float[Array, "2"]) -> float:
        return GAUSSIAN.stored(self.parameter(theta), self.family.convention)

    @property
    def _turn(self) -> float:
        """Power of the width in γ: 1, or −1 for those that are lengths squared."""
        up, one = (self._gamma(np.array([log, 0.0])) for log in (1.0, 0.0))
        return float(np.log(up / one))


Box = tuple[Float[Array, "2"], Float[Array, "2"]]
Found = tuple[Float[Array, "e 2"], Float[Array, " e"], int]


def by_slopes(
    goal: Continuous,
    start: Float[Array, "2"],
    box: Box,
    free: Array,
    on_step: Callable[[int], None],
) -> Found:
    """Places of a descent along the slopes, the values there, and how many values were asked."""
    count = 0

    def slope(x: Float[Array, " f"]) -> tuple[float, Float[Array, " f"]]:
        nonlocal count
        count += 1
        on_step(count)
        value, by = goal.slope(_whole(x, start, free))
        return value, by[free]

    low, high = box[0][free], box[1][free]
    way = smooth_descent(slope, start[free], low, high, most=MOST, stop=lambda _: False)
    points = np.array([_whole(x, start, free) for x in way.points])
    return points, np.array([goal.downhill(theta) for theta in points]), count


def by_values(
    goal: Continuous,
    start: Float[Array, "2"],
    box: Box,
    free: Array,
    on_step: Callable[[int], None],
) -> Found:
    """Places that a simplex asked for, the values there, and how many values these are."""
    points: list[Array] = []
    values: list[float] = []

    def value(x: Float[Array, " f"]) -> float:
        on_step(len(points) + 1)
        points.append(_whole(x, start, free))
        values.append(goal.downhill(points[-1]))
        return values[-1]

    low, high, x = box[0][free], box[1][free], start[free]
    step = np.minimum(FIRST, high - low)
    corners = x + np.diag(np.where(x + step <= high, step, -step))
    minimize(
        value,
        x,
        method="Nelder-Mead",
        bounds=list(zip(low, high, strict=True)),
        options={
            "initial_simplex": np.vstack([x, corners]),
            "xatol": CLOSE,
            "fatol": np.inf,
            "maxfev": MOST,
        },
    )
    return np.array(points), np.array(values), len(points)


def _whole(x: Float[Array, " f"], start: Float[Array, "2"], free: Array) -> Float[Array, "2"]:
    """Place with the searched numbers in it."""
    theta = start.copy()
    theta[free] = x
    return theta
