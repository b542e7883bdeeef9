"""What a bound is: its value as printed and as its proof gives it, term by term."""

from dataclasses import dataclass
from math import isfinite, nan, sqrt
from typing import Literal, NamedTuple

from kselect_core.errors import InvalidParameterError

About = Literal["risk", "change", "variance"]
"""What is bounded: the risk of the fit, its change without a point, the variance of k-fold CV."""

Loss = Literal["squared", "error", "soft", ""]
"""Loss of the risk: squared, 0/1, or hinge cut off at 1; none where no loss is meant."""


class Part(NamedTuple):
    """One term of a bound: its symbol, value and meaning, as plain text."""

    symbol: str
    value: float
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The constants of a theorem that are the same for all of them.

    ``n`` is the sample size (m in some of the papers), ``lam`` the λ of the objective with the mean
    loss, ``kappa`` = sup k(x, x), ``y_max`` = M = sup |y|; a bound fails with probability
    ``delta``.
    """

    n: int
    lam: float
    kappa: float = 1.0
    y_max: float = 1.0
    delta: float = 0.05

    def __post_init__(self) -> None:
        if not isfinite(self.n) or self.n < 2:  # noqa: PLR2004 (one point to leave out, one to keep)
            raise InvalidParameterError("Bounds", "m", "at least 2", self.n)
        for symbol, value in (("λ", self.lam), ("κ", self.kappa), ("M", self.y_max)):
            if not 0 < value < float("inf"):
                raise InvalidParameterError("Bounds", symbol, "a number greater than 0", value)
        if not 0 < self.delta < 1:
            raise InvalidParameterError("Bounds", "δ", "between 0 and 1", self.delta)

    @property
    def mu(self) -> float:
        """Ridge on the diagonal of K: μ = nλ."""
        return self.n * self.lam

    @property
    def cost(self) -> float:
        """Weight C = 1/(2μ) of an error in the objective of the support vector machine."""
        return 0.5 / self.mu

    @property
    def largest_value(self) -> float:
        """Largest |f(x)| of a fit without an offset: ½M√(κ/λ), for λ > κ Mκ/(κ + λ).

        It is √κ‖f‖ at most, and ‖f‖² = yᵀK(K + nλI)⁻²y ≤ nM² σ/(σ + nλ)² for some σ ≤ nκ.
        """
        if self.lam > self.kappa:
            return self.y_max * self.kappa / (self.kappa + self.lam)
        return self.y_max * sqrt(self.kappa / self.lam) / 2

    @property
    def largest_with_offset(self) -> float:
        """No |f(x)| of a fit with an offset exceeds it: M, and twice `largest_value`.

        Such a fit is the mean of y, and one without an offset to centred points, less its mean.
        """
        return self.y_max + 2 * self.largest_value


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """One bound at given constants.

    ``printed`` follows the paper to the letter, ``proved`` the paper's own argument with its
    arithmetic right; ``mended`` replaces steps of the argument that are false (NaN: nobody has, or
    none needs it), which ``flaw`` names. ``misprint`` says what differs between the first two.
    ``start`` is the empirical part (a training or leave-one-out error) that the values contain.
    From ``limit`` on a value says nothing: the quantity never exceeds it anyway, or, as a risk in
    squared loss, predicting 0 everywhere is as good. Where the theorem does not apply (``applies``)
    no value says anything. ``held`` is the symbol of what is taken from the sample at hand when a
    larger one is looked for, where that matters most.
    """

    key: str
    name: str
    source: str
    about: About
    quantity: str
    loss: Loss = ""
    printed: float
    proved: float
    mended: float = nan
    start: float = 0.0
    start_words: str = ""
    limit: float
    limit_words: str
    terms: tuple[Part, ...]
    misprint: str = ""
    flaw: str = ""
    applies: bool = True
    held: str = ""

    @property
    def vacuous(self) -> bool:
        """Whether even the smaller of the values with a proof says nothing."""
        return not self.says(self.proved)

    @property
    def columns(self) -> dict[str, float]:
        """The values by the names of their columns, without those that do not exist."""
        named = {
            "as printed": self.printed,
            "as the proof gives it": self.proved,
            "with false steps corrected": self.mended,
        }
        return {name: value for name, value in named.items() if value == value}  # noqa: PLR0124 (NaN)

    def says(self, value: float) -> bool:
        """Whether a value of this bound says anything."""
        return self.applies and value < self.limit

    def added(self, value: float) -> float:
        """What a value of this bound adds to the empirical part."""
        return value - self.start
