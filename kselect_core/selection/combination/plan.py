"""What is combined, by which criterion, and under which norm; and how long that takes."""

from dataclasses import dataclass

import numpy as np

from kselect_core.criteria import Criterion
from kselect_core.criteria.alignment.ckta import CKTA
from kselect_core.criteria.spectral.ks import KS
from kselect_core.criteria.spectral.sm import SM
from kselect_core.criteria.spectral.sps import SPS
from kselect_core.errors import InvalidParameterError
from kselect_core.kernels import GAUSSIAN
from kselect_core.linalg.minimum.projections import NORMS
from kselect_core.selection.combination.objectives import checked
from kselect_core.selection.combination.search import evaluations
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.types import Array, Float

SCALINGS = ("trace", "none")


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is combined, and by what.

    ``kernels`` is a set of combination_sets: the grid of the family ``kernel`` ("widths"), several
    families, or that kernel with the value ``parameter`` on each feature. ``lam`` is the λ of the
    fits, and of the objectives that have one. ``scaling`` is "trace" (mean diagonal 1) or "none".
    """

    objective: str = CKTA.name
    options: tuple[tuple[str, object], ...] = ()
    p: int = 1
    kernels: str = "widths"
    kernel: str = GAUSSIAN.name
    parameter: float = float("nan")
    lam: float = 0.1
    scaling: str = "trace"

    def __post_init__(self) -> None:
        checked(self.objective, dict(self.options))
        if self.p not in NORMS:
            raise InvalidParameterError("Combination", "p", "1 or 2", self.p)
        if self.scaling not in SCALINGS:
            allowed = f"one of {', '.join(SCALINGS)}"
            raise InvalidParameterError("Combination", "scaling", allowed, self.scaling)

    @property
    def criterion(self) -> Criterion:
        """Criterion of the objective."""
        return checked(self.objective, dict(self.options))

    @property
    def of_scale(self) -> bool:
        """Whether the objective stays as it is when K is multiplied by a number."""
        return "scale" in self.criterion.invariant_to

    @property
    def quantity(self) -> str:
        """Name of the objective as tables and figures spell it."""
        return CriterionChoice(self.objective, self.options).quantity  # type: ignore[arg-type]  # checked

    def equal(self, count: int) -> float:
        """Weight of every one of so many kernels when all are equal."""
        return float(NORMS[self.p].uniform(count)[0])


def scaled(
    stack: Float[Array, "q n n"], scaling: str
) -> tuple[Float[Array, "q n n"], Float[Array, " q"]]:
    """Kernel matrices divided, in place, by their mean diagonals ("trace"), and what by."""
    sizes = np.ones(len(stack))
    if scaling == "trace":
        sizes = np.einsum("qii->q", stack) / stack.shape[1]
        sizes = np.where(sizes > 0, sizes, 1.0)  # a linear kernel on a constant feature stays 0
        stack /= sizes[:, None, None]
    return stack, sizes


def seconds(n: int, kernels: int, splits: int, plan: Plan) -> float:
    """Time of ``combined`` for n training points, about; descents differ in their steps."""
    once = 0.008 + 5e-8 * kernels * n**2
    if plan.criterion in (SPS, KS):
        every = kernels + 25 + evaluations(kernels, n)
        once += every * (1.5e-3 + 4e-8 * n**2 + 3.2e-10 * n**3)
    elif plan.criterion is SM:
        once *= 2 if dict(plan.options).get("r", 3) == 5 else 1  # noqa: PLR2004 (not precomputed)
    elif plan.kernels == "widths":
        once += 0.1  # neighbours are nearly parallel: many short steps
    return float(splits * once)
