"""Approximate cross-validation at the cursor: the series of its orders beside the exact value."""

from dataclasses import dataclass
from functools import partial
from threading import Event

import pandas as pd
import streamlit as st

from kselect_core.plotting.terms.approximation import error_over_order, error_over_work
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.places.spectra import refuse_large
from kselect_core.selection.terms.approximation import (
    ORDERS,
    Approximation,
    approximation_on,
    seconds_needed,
)
from kselect_core.words.labels import kernel_text, readable, strength_text
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import remembered
from kselect_ui.server.tasks import Told
from kselect_ui.sweep import captions, cursor, offer, program
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart
from kselect_ui.widgets.state import View

FOLDS = "bif_k"
CLOSE = 0.01  # a value within 1 % of the exact one is close
HUNDRED = 99.5  # is 100 in two digits
CODE = """from kselect_core.plotting.terms.approximation import {figure}
from kselect_core.selection.terms.approximation import approximation_at
from kselect_core.selection.places.cursor import Cursor

found = approximation_at(config, dataset, {point}, k={k}, orders={orders})
figure = {figure}({arguments})
"""
NUMBERS = {
    "error_over_order": "found.errors, rate=found.rate",
    "error_over_work": "found.errors, found.work, exact_work=found.exact_work, rate=found.rate",
}


@dataclass(frozen=True, eq=False)
class ApproximationAt:
    """The point of a sweep whose cross-validation is approximated, and what was found there."""

    sweep: Sweep
    seen: View
    found: Approximation

    @property
    def where(self) -> str:
        """What both captions say: folds, kernel, λ, sample, split, seed."""
        place = captions.where(self.sweep, self.seen, n=self.found.n)
        return f"{self.found.k} folds, drawn from the seed. {place}."


def show(sweep: Sweep) -> str:
    """Draw approximated against exact cross-validation at the cursor; returns the finding."""
    if sweep.config.C:
        st.info(
            "The series is worked out for least squares. A machine's hinge loss has a kink where "
            "its support vectors stand, and no second derivative to expand in."
        )
        return ""
    finding = ""
    with error_in_place():
        k = int(linked.switch("Folds", ("5", "10", "20"), key=FOLDS, words=lambda k: f"{k} folds"))
        seen = cursor.at_cursor(sweep)
        found = _found(sweep, seen, k)
        if found is not None:
            look = ApproximationAt(sweep, seen, found)
            finding = sentence(look)
            st.markdown(finding)
            left, right = charts.beside([1, 1])
            with left:
                _over_order(look)
            with right:
                _over_work(look)
            st.markdown(explained(found))
    return finding


def sentence(look: ApproximationAt) -> str:
    """Return what the series does here in words; the text is Markdown and safe."""
    found, config = look.found, look.sweep.config
    place = f"{plain(kernel_text(config, look.seen))}, {strength_text(config, look.seen.lam)}"
    if not found.exact > 0:
        return f"With the {place} exact cross-validation is 0: every approximation is exact too."
    first = (
        f"With the {place} exact {found.k}-fold CV is **{readable(found.exact, 4)}**; the first "
        "order of the Bouligand influence function says "
        f"**{readable(float(found.means[1]), 4)}**, off by "
        f"{_two_digits(100 * float(found.errors[1]))}\u00a0%."
    )
    return f"{first} {_convergence(found)}"


def explained(found: Approximation) -> str:
    """Return what it costs and what it is good for, with the times measured just now."""
    series, exact = (1000 * seconds for seconds in found.seconds)
    shared = 1000 * seconds_needed(found.n)
    return (
        f"Just now, on this computer, one order of the series took "
        f"{_two_digits(series / len(found.means))} ms and the exact value by blocks "
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


def _convergence(found: Approximation) -> str:
    if not found.converges:
        return (
            f"**The series diverges**: its terms grow by a factor of {readable(found.rate)} per "
            f"order, because {found.cause}."
        )
    near = next((p for p, error in enumerate(found.errors) if error <= CLOSE), None)
    factor = f"Its terms shrink by a factor of {readable(found.rate)} per order"
    if near is None:
        return (
            f"{factor}: **it converges, but not within {len(found.means) - 1} orders** to 1 %. A "
            "ridge this small leaves points their own value, and a fold left out is a large change."
        )
    return f"{factor}: it converges, **within 1 % from order {near}**."


def _over_order(look: ApproximationAt) -> None:
    found = look.found
    chart = Chart(
        key="bif_orders",
        name="Approximate CV: error over the order",
        figure=remembered(error_over_order)(found.errors, rate=found.rate),
        numbers=lambda: _numbers(look),
        caption="Distance of every order from exact CV, as a share of it; order 0 is the "
        "training error on the same folds. Dashed: the factor of the terms in the slowest fold. "
        f"{look.where}",
        code=_code(look, "error_over_order"),
    )
    with error_in_place():
        charts.show(chart)


def _over_work(look: ApproximationAt) -> None:
    found = look.found
    chart = Chart(
        key="bif_work",
        name="Approximate CV: error over its work",
        figure=remembered(error_over_work)(
            found.errors, found.work, exact_work=found.exact_work, rate=found.rate
        ),
        numbers=lambda: _numbers(look),
        caption="The same errors over the multiplications that each order needs after the "
        "eigendecomposition; star: the exact value by the block formula, drawn at rounding "
        f"error. {look.where}",
        code=_code(look, "error_over_work"),
    )
    with error_in_place():
        charts.show(chart)


def _numbers(look: ApproximationAt) -> pd.DataFrame:
    found = look.found
    return pd.DataFrame(
        {
            "order": found.orders,
            "approximate CV": found.means,
            "exact CV": found.exact,
            "error, share of exact": found.errors,
            "multiplications": found.work,
            "multiplications of the exact value": found.exact_work,
        }
    )


def _code(look: ApproximationAt, figure: str) -> str:
    return CODE.format(
        figure=figure,
        arguments=NUMBERS[figure],
        point=program.cursor(look.seen.point),
        k=look.found.k,
        orders=ORDERS,
    )


def _found(sweep: Sweep, seen: View, k: int) -> Approximation | None:
    """Return the approximations, or offer them where they take a while."""
    n = sweeps.bench(sweep.digest, seen.one_split).split.problem.n
    refuse_large(n)
    return offer.result(
        f"approximation-{sweep.digest}-{seen.point}-{k}",
        partial(_work, sweep.digest, seen.point, k),
        title="Approximate cross-validation",
        button="Compute the series and the exact value",
        seconds=seconds_needed(n),
    )


def _work(
    digest: str,
    point: Cursor,
    k: int,
    *,
    on_progress: Told,  # noqa: ARG001 (one step)
    cancel: Event,  # noqa: ARG001
) -> Approximation:
    return approximation_on(sweeps.bench(digest, point.split), point, k=k)
