"""Views of approximate cross-validation at one point: the orders beside the exact value."""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Unpack

import pandas as pd

from kselect_core.listening import Listening
from kselect_core.plotting.terms.approximation import error_over_order, error_over_work
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.spectra import refuse_large
from kselect_core.selection.terms.approximation import (
    Approximation,
    approximation_on,
    seconds_needed,
)
from kselect_core.views.rewards.place import FamilyAt
from kselect_core.views.view import Drawn, view
from kselect_core.words.labels import kernel_text, readable, strength_text
from kselect_core.words.places import where

CLOSE = 0.01
"""A value within 1 % of the exact one is close."""

HUNDRED = 99.5
"""Is 100 in two digits."""


@dataclass(frozen=True, eq=False)
class ApproximationAt(FamilyAt[Approximation]):
    """Cross-validation in ``k`` folds at one kernel and one λ, approximated and exact."""

    _: KW_ONLY
    parameter: float
    k: int = 5
    bench: Workbench | None = None  # the split, made ready already: it may hold the spectrum

    @property
    def cursor(self) -> Cursor:
        """The point of the grid."""
        return Cursor(self.split, self.kernel, self.parameter, self.lam)

    def compute(self, **_: Unpack[Listening]) -> Approximation:
        """Return the approximations of every order and the exact value, computed anew."""
        bench = self.bench or Workbench(self.config, self.dataset, self.split)
        return approximation_on(bench, self.cursor, k=self.k)

    @property
    def seconds(self) -> float:
        """Estimated seconds; raises TooLargeError where that is too much."""
        refuse_large(self.n)
        return seconds_needed(self.n)

    @property
    def where(self) -> str:
        """What both captions say: folds, kernel, λ, sample, split, seed."""
        of, engine = self.setup.sampled_from, self.setup.engine_of_all
        place = where(self.config, self.cursor, n=self.n, of=of, engine=engine)
        return f"{self.k} folds, drawn from the seed. {place}."

    def numbers(self) -> pd.DataFrame:
        """Return every order with its value, its error and its work."""
        series = self.result
        return pd.DataFrame(
            {
                "order": series.orders,
                "approximate CV": series.means,
                "exact CV": series.exact,
                "error, share of exact": series.errors,
                "multiplications": series.work,
                "multiplications of the exact value": series.exact_work,
            }
        )


@view("bif_orders")
def approximation_over_order(at: ApproximationAt) -> Drawn:
    """Distance of every order of the series from the exact value."""
    series = at.result
    return Drawn(
        name="Approximate CV: error over the order",
        caption="Distance of every order from exact CV, as a share of it; order 0 is the "
        "training error on the same folds. Dashed: the factor of the terms in the slowest fold. "
        f"{at.where}",
        draw=lambda: error_over_order(series.errors, rate=series.rate),
        numbers=at.numbers,
    )


@view("bif_work")
def approximation_over_work(at: ApproximationAt) -> Drawn:
    """The same distances over the multiplications that each order needs."""
    series = at.result
    return Drawn(
        name="Approximate CV: error over its work",
        caption="The same errors over the multiplications that each order needs after the "
        "eigendecomposition; star: the exact value by the block formula, drawn at rounding "
        f"error. {at.where}",
        draw=lambda: error_over_work(
            series.errors, series.work, exact_work=series.exact_work, rate=series.rate
        ),
        numbers=at.numbers,
    )


def finding(at: ApproximationAt, safe: Callable[[str], str]) -> str:
    """Return in Markdown what the series does here.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    series = at.result
    kernel = kernel_text(at.config, at.cursor)
    place = f"{safe(kernel)}, {strength_text(at.config, at.lam)}"
    if not series.exact > 0:
        return f"With the {place} exact cross-validation is 0: every approximation is exact too."
    return (
        f"With the {place} exact {at.k}-fold CV is **{readable(series.exact, 4)}**; the first "
        "order of the Bouligand influence function says "
        f"**{readable(float(series.means[1]), 4)}**, off by "
        f"{_two_digits(100 * float(series.errors[1]))}\u00a0%. {_convergence(series)}"
    )


def costs(series: Approximation) -> str:
    """Return what the series costs and what it is good for, with the times measured just now."""
    orders, exact = (1000 * seconds for seconds in series.seconds)
    shared = 1000 * seconds_needed(series.n)
    return (
        f"Just now, on this computer, one order of the series took "
        f"{_two_digits(orders / len(series.means))} ms and the exact value by blocks "
        f"{_two_digits(exact)} ms, after the eigendecomposition that both need (about "
        f"{_two_digits(shared)} ms). "
        "For squared loss nothing is gained by approximating: sweeps compute the exact value by "
        "Lanczos runs without any eigendecomposition, faster from a few hundred points on. For "
        "losses without a closed form (logistic, smoothed hinge) the same series spares a fit per "
        "fold. *Best reading: of the source only the abstract was available; the series is our "
        "derivation.*"
    )


def _two_digits(value: float) -> str:
    """Return a percentage or milliseconds; a large one as a whole number, without an exponent."""
    return readable(value, 2) if value < HUNDRED else f"{value:,.0f}"


def _convergence(series: Approximation) -> str:
    """Return whether the series converges, how fast, and from which order it is close."""
    if not series.converges:
        return (
            f"**The series diverges**: its terms grow by a factor of {readable(series.rate)} per "
            f"order, because {series.cause}."
        )
    near = next((p for p, error in enumerate(series.errors) if error <= CLOSE), None)
    factor = f"Its terms shrink by a factor of {readable(series.rate)} per order"
    if near is None:
        return (
            f"{factor}: **it converges, but not within {len(series.means) - 1} orders** to 1 %. A "
            "ridge this small leaves points their own value, and a fold left out is a large change."
        )
    return f"{factor}: it converges, **within 1 % from order {near}**."
