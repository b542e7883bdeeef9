"""What a least-squares learner is: a fit by definition and a prediction rule."""

from collections.abc import Callable
from dataclasses import dataclass

from kselect_core.types import Array, Float


@dataclass(frozen=True, slots=True)
class Fit:
    """Dual coefficients α and bias b of f(x) = Σ αᵢ k(x, xᵢ) + b."""

    alpha: Float[Array, " n"]
    b: float

    def predict(self, K: Float[Array, "m n"]) -> Float[Array, " m"]:
        """Values f at new points, from the kernel between them (rows) and the training points."""
        f: Float[Array, " m"] = K @ self.alpha + self.b
        return f


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner: its label, how it is fitted for one ridge μ, and whether it has a bias.

    ``short`` is its label where sweeps are listed; ``formula`` is what is predicted, and what the
    coefficients solve.
    """

    name: str
    label: str
    fit: Callable[[Array, Array, float], Fit]
    bias: bool
    formula: str
    short: str

    def __repr__(self) -> str:
        return f"<Learner {self.name}: {self.label}>"

    @property
    def sentence(self) -> str:
        """Label within a sentence."""
        return self.label[0].lower() + self.label[1:]
