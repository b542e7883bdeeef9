"""The panels of the page about the bounds: the table, one bound along m or δ, and its terms."""

from math import isnan

import pandas as pd
import streamlit as st

from kselect_core.plotting.terms.bound_curve import bound_curve
from kselect_core.theory import Bound
from kselect_core.theory.curves import Curve, along
from kselect_core.views.python import call, literal
from kselect_core.words.amounts import counted
from kselect_core.words.labels import readable
from kselect_ui.bounds import code as bounds_code
from kselect_ui.bounds import words as bounds_words
from kselect_ui.bounds.numbers import short
from kselect_ui.bounds.page import BoundsAt
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import remembered
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart

COLUMNS = ("as printed", "as the proof gives it")
WAYS = {"m": "along m", "delta": "along δ"}


def table(look: BoundsAt) -> pd.DataFrame:
    """Draw the bounds as printed and as their proofs give them; returns what is drawn."""
    rows = pd.DataFrame(
        {
            "bound": bound.name,
            "what it bounds": bound.quantity,
            "measured here": bounds_words.measured_text(look, bound),
            **{
                name: bounds_words.value_text(bound, bound.columns.get(name, float("nan")))
                for name in COLUMNS
            },
            "verdict": bounds_words.verdict(look, bound),
        }
        for bound in look.bounds
    )
    st.dataframe(rows, hide_index=True, alt="Bounds with their values and what was measured")
    st.caption(plain(_below(look), limit=1000))
    return rows


def one(look: BoundsAt) -> None:
    """Draw one bound: its value along m or δ, its terms, what is odd about it."""
    names = {bound.key: bound.name for bound in look.bounds}
    if not names:
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        key = linked.one(
            "Bound", tuple(names), key="bound", default=next(iter(names)), words=names.__getitem__
        )
        over = linked.switch("Curve", tuple(WAYS), key="bx", words=WAYS.__getitem__)
    bound = next(one for one in look.bounds if one.key == key)
    left, right = charts.beside([58, 42])
    with left, error_in_place():
        _curve(look, bound, over)
    with right:
        _terms(bound)


def _curve(look: BoundsAt, bound: Bound, over: str) -> None:
    curve = along(look.asked, bound.key, over=over, worst=look.worst)
    value = look.seen_value(bound)
    gap = value - bound.start
    title = f"bound − {bound.start_words}" if bound.start_words else bound.quantity
    about = f"test loss − {bound.start_words}" if bound.start_words else bound.quantity
    setting = look.asked.setting
    options: dict[str, object] = {
        "title": title,
        "cursor": setting.n if over == "m" else setting.delta,
        "measured": gap,
        "about": about,
    }
    drawn = call("bound_curve", "curve", **{name: literal(v) for name, v in options.items()})
    chart = Chart(
        key="bound_curve",
        name=f"A bound against {'the sample size' if over == 'm' else 'its confidence'}",
        figure=remembered(bound_curve)(curve, **options),  # type: ignore[arg-type]
        numbers=lambda: _of_curve(curve),
        caption=(
            f"{bound.name}, {_what(bound)}; {_held(look, over)}. "
            f"Shaded: {bound.limit_words}, or more. {_not_drawn(gap)}{look.where}."
        ),
        code=bounds_code.of_curve(look, bound.key, over, drawn),
    )
    charts.show(chart)


def _terms(bound: Bound) -> None:
    st.markdown(f"**{plain(bound.name)}**: {plain(bound.quantity)}")
    rows = pd.DataFrame(
        {"term": part.symbol, "value": short(part.value, 4), "what it is": part.words}
        for part in bound.terms
    )
    st.dataframe(rows, hide_index=True, alt=f"Terms of {bound.name}")
    texts = []
    if bound.misprint:
        texts.append(f"**Misprint.** {plain(bound.misprint, limit=400)}")
    if bound.flaw:
        texts.append(f"**Beyond that.** {plain(bound.flaw, limit=500)}")
    if not isnan(bound.mended):
        value = bounds_words.value_text(bound, bound.mended)
        texts.append(f"With that step mended the value is **{plain(value)}**.")
    st.markdown("  \n".join(texts))
    st.caption(plain(bound.source, limit=300))


def _below(look: BoundsAt) -> str:
    words = (
        "Risk bounds contain their empirical part. “Vacuous” is a value that says nothing: 1 for "
        "an error rate, which is never larger; M² for a squared loss, which predicting 0 never "
        "exceeds. "
    )
    if look.data.learner == "krr":
        words += "Largest |f(x) − fⁱ(x)|: at the training points. "
    words += f"δ = {readable(look.asked.setting.delta)}. "
    if not isinstance(look.variance, str):
        words += (
            f"Variance of {look.variance.folds}-fold CV ({look.variance.loss} loss): over "
            f"{len(look.variance.values)} samples of {look.n} points drawn with replacement from "
            f"the training part{_again(look)}. "
        )
    if not look.untouched:
        words += "What was measured belongs to the constants of the data. "
    if look.data.missing:
        words += f"Left out: {'; '.join(look.data.missing)}. "
    return f"{words}{look.where}."


def _again(look: BoundsAt) -> str:
    again = 0 if isinstance(look.variance, str) else look.variance.again
    return f" ({counted(again, 'draw')} without a value repeated)" if again else ""


def _what(bound: Bound) -> str:
    return f"what it adds to the {bound.start_words}" if bound.start_words else "its value"


def _held(look: BoundsAt, over: str) -> str:
    grows = look.worst and over == "m"
    held = "λ, κ, M, means and errors" if grows else "λ, κ, M, β, means and errors"
    return f"{held} are held{', β over all samples is not' if grows else ''}"


def _not_drawn(gap: float) -> str:
    return "" if isnan(gap) or gap > 0 else f"Measured: {gap:+.3g}, not positive, not drawn. "


def _of_curve(curve: Curve) -> pd.DataFrame:
    name = "m" if curve.over == "m" else "δ"
    return pd.DataFrame({name: curve.x, **curve.added, "says nothing from": curve.limit})
