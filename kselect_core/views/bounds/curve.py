"""Views of all bounds beside what is measured, of one along m or δ, and tables of what they say."""

from math import isnan, nan

import pandas as pd

from kselect_core.plotting.terms.bound_curve import bound_curve
from kselect_core.plotting.terms.bounds_and_truth import Row, bounds_and_truth
from kselect_core.theory.bound import Bound
from kselect_core.theory.catalogue import bounds_of
from kselect_core.theory.curves import along, bound_named
from kselect_core.views.bounds.place import BoundsAt
from kselect_core.views.bounds.words import measured_text, value_text, verdict
from kselect_core.views.view import Drawn, view
from kselect_core.words.amounts import counted
from kselect_core.words.labels import readable, short

COLUMNS = ("as printed", "as the proof gives it")


@view("bound_curve")
def bound_along(at: BoundsAt, *, bound: str, over: str = "m") -> Drawn:
    """What a bound adds to its empirical part, along the sample size "m" or along its "delta"."""
    asked = bound_named(at.asked, bound)
    curve = along(at.asked, bound, over=over, worst=at.worst)
    start, setting = asked.start_words, at.asked.setting
    gap = at.seen(asked) - asked.start
    grows = at.worst and over == "m"
    held = "λ, κ, M, means and errors" if grows else "λ, κ, M, β, means and errors"
    apart = ", β over all samples is not" if grows else ""
    hidden = "" if isnan(gap) or gap > 0 else f"Measured: {gap:+.3g}, not positive, not drawn. "
    return Drawn(
        name=f"A bound against {'the sample size' if over == 'm' else 'its confidence'}",
        caption=f"{asked.name}, {f'what it adds to the {start}' if start else 'its value'}; "
        f"{held} are held{apart}. Shaded: {asked.limit_words}, or more. {hidden}{at.where}.",
        draw=lambda: bound_curve(
            curve,
            title=f"bound − {start}" if start else asked.quantity,
            cursor=setting.n if over == "m" else setting.delta,
            measured=gap,
            about=f"test loss − {start}" if start else asked.quantity,
            reach=[
                float(value)
                for other in at.others
                for values in along(other, bound, over=over).added.values()
                for value in (values.min(), values.max())
            ],
        ),
        numbers=lambda: pd.DataFrame(
            {
                "m" if over == "m" else "δ": curve.x,
                **curve.added,
                "says nothing from": curve.limit,
            }
        ),
    )


@view("bounds_and_truth")
def bounds_beside_truth(at: BoundsAt) -> Drawn:
    """Every bound as printed and as its proof gives it, beside what it bounds as measured."""
    rows = [Row(one.name, one.columns, at.seen(one), one.limit) for one in at.bounds]
    return Drawn(
        name="The bounds and what they bound",
        caption="A bound that holds lies right of the diamond. One that says something lies left "
        f"of the shading. Each row has its own quantity, in the table below. {at.where}.",
        draw=lambda: bounds_and_truth(
            rows,
            reach=[
                v for other in at.others for one in bounds_of(other) for v in one.columns.values()
            ],
        ),
        numbers=lambda: pd.DataFrame(
            {
                "bound": row.name,
                "measured": row.measured,
                **{name: row.columns.get(name, nan) for name in COLUMNS},
                "says nothing from": row.limit,
            }
            for row in rows
        ),
    )


def values(at: BoundsAt) -> pd.DataFrame:
    """Return the bounds as printed and as their proofs give them, beside what was measured."""
    return pd.DataFrame(
        {
            "bound": bound.name,
            "what it bounds": bound.quantity,
            "measured here": measured_text(at, bound),
            **{name: value_text(bound, bound.columns.get(name, float("nan"))) for name in COLUMNS},
            "verdict": verdict(at, bound),
        }
        for bound in at.bounds
    )


def terms(bound: Bound) -> pd.DataFrame:
    """Return the terms of a bound with their values and what they are."""
    return pd.DataFrame(
        {"term": part.symbol, "value": short(part.value, 4), "what it is": part.words}
        for part in bound.terms
    )


def about_values(at: BoundsAt) -> str:
    """Return what the columns mean and how what stands in them was measured."""
    words = (
        "Risk bounds contain their empirical part. “Vacuous” is a value that says nothing: 1 for "
        "an error rate, which is never larger; M² for a squared loss, which predicting 0 never "
        "exceeds. "
    )
    if at.fitted == "krr":
        words += "Largest |f(x) − fⁱ(x)|: at the training points. "
    words += f"δ = {readable(at.asked.setting.delta)}. "
    if not isinstance(at.variance, str):
        times, n, again = len(at.variance.values), at.bench.split.n, at.variance.again
        repeated = f" ({counted(again, 'draw')} without a value repeated)" if again else ""
        words += (
            f"Variance of {at.variance.folds}-fold CV ({at.variance.loss} loss): over {times} "
            f"samples of {n} points drawn with replacement from the training part{repeated}. "
        )
    if not at.untouched:
        words += "What was measured belongs to the constants of the data. "
    if at.data.missing:
        words += f"Left out: {'; '.join(at.data.missing)}. "
    return f"{words}{at.where}."
