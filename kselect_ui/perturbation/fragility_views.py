"""The panel about fragility: how far each choice moves when any one point is left out."""

from functools import partial

import pandas as pd
import streamlit as st

from kselect_core.plotting.points.fragility_bars import fragility_bars
from kselect_core.plotting.points.fragility_map import fragility_map
from kselect_core.selection.points.fragility import (
    MOST_POINTS,
    fragility,
    fragility_seconds,
    in_scope,
    summary,
)
from kselect_core.words.labels import (
    percent,
    quantity_text,
    readable,
    strength,
    strength_text,
    worded,
)
from kselect_ui.perturbation import code, what_ifs
from kselect_ui.perturbation.page import PointAt
from kselect_ui.perturbation.views import plane_words
from kselect_ui.server.jobs import WORKERS
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import remembered
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep import offer, point
from kselect_ui.sweep.captions import pair_text, split_text
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart

CRITERION = "fc"
TRUSTED = ("loo", "svm_loo")  # whose map is drawn first


def panel(look: PointAt, row: int) -> None:
    """Draw the maps of fragility, or the button that computes them."""
    st.subheader("How fragile is each choice?", anchor=False)
    linked.no_widget(CRITERION, look.seen.shown)
    with error_in_place():
        found = _table(look)
        if found is None:
            return
        if not look.seen.shown:
            st.info("No criterion is switched on. Choose some in the side bar.")
            return
        _, lam = what_ifs.scope(look)
        shown = found[found["quantity"].isin(look.seen.shown)]
        ranked = summary(shown, lam)
        left, right = st.columns([55, 45], gap="medium")
        with left:
            quantity = _criterion(look)
            st.markdown(sentence(ranked, quantity))
            _map(look, shown, quantity, row)
        with right:
            _bars(look, ranked, quantity)


def sentence(ranked: pd.DataFrame, quantity: str) -> str:
    """Return in words how fragile one criterion is, and which one is the most; safe Markdown."""
    mine = ranked[ranked["quantity"] == quantity].iloc[0]
    count, points = round(mine["moved"] * mine["points"]), int(mine["points"])
    name = plain(quantity_text(quantity))
    if not count:
        text = f"**No single point moves the choice of {name}**, of {points} left out in turn"
    else:
        far = float(mine["farthest"])
        reach = f", along the width by up to {readable(far)} steps" if far > 0 else ""
        text = (
            f"**{count} of {points} points** ({percent(mine['moved'])}) move the choice of "
            f"**{name}** when left out{reach}"
        )
    first = ranked.iloc[0]
    if first["quantity"] == quantity or not first["moved"]:
        return f"{text}."
    other = plain(quantity_text(str(first["quantity"])))
    return f"{text}. The most fragile is {other} ({percent(first['moved'])})."


def _table(look: PointAt) -> pd.DataFrame | None:
    digest, split = look.sweep.digest, look.seen.one_split
    points = min(look.n, MOST_POINTS)
    seconds = fragility_seconds(what_ifs.seconds(digest), points, workers=WORKERS)
    work = partial(
        fragility, look.sweep.lens, sweeps.data(digest), split, rows=None, workers=WORKERS
    )
    found = offer.offered(
        f"fragility-{digest}-{split}",
        title="Fragility map",
        button=f"Leave out each of {points} points in turn",
        seconds=seconds,
        work=work,
    )
    if isinstance(found, pd.DataFrame):
        return found
    sampled = f" a seeded sub-sample of {points} of the {look.n} points;" if points < look.n else ""
    st.caption(
        f"The whole grid is evaluated once per point;{sampled} it answers which criterion hangs on "
        f"single points, for every {strength(look.sweep.config)} at once."
    )
    return None


def _criterion(look: PointAt) -> str:
    shown = look.seen.shown
    usual = next((quantity for quantity in shown if quantity in TRUSTED), shown[0])
    return linked.one(
        "Criterion", look.seen.shown, key=CRITERION, default=usual, words=quantity_text
    )


def _map(look: PointAt, table: pd.DataFrame, quantity: str, row: int) -> None:
    _, lam = what_ifs.scope(look)
    moves = in_scope(table, lam)
    moves = moves[moves["quantity"] == quantity]
    figure = remembered(fragility_map)(
        look.plane.points[: look.n],
        look.plane.labels[: look.n],
        moves,
        class_names=look.class_names,
        axes=look.plane.axes,
        selected=row,
    )
    chart = Chart(
        key="fragility",
        name=f"Fragility map of {quantity_text(quantity)}",
        figure=figure,
        numbers=lambda: moves.assign(point=moves["row"] + 1),
        caption=f"Large: the choice moves without the point (grey: {strength(look.sweep.config)} "
        f"only). {plane_words(look)} "
        f"{_where(look, len(moves))}",
        code=code.fragile(look, quantity, row, lam=lam),
    )
    charts.show(chart, on_pick=partial(point.pick_from, look.sweep.digest))


def _bars(look: PointAt, ranked: pd.DataFrame, quantity: str) -> None:
    _, lam = what_ifs.scope(look)
    chart = Chart(
        key="fragility_bars",
        name="Fragility of every criterion",
        figure=remembered(fragility_bars)(ranked, selected=quantity),
        numbers=lambda: ranked,
        caption="Share of points that move a choice; mean of |steps| along the width. "
        f"{_where(look, int(ranked['points'].max()))}",
        code=code.fragile_bars(look, quantity, lam=lam),
    )
    charts.show(chart, on_pick=pick)


def pick(points: list[dict[str, object]]) -> None:
    """Select the criterion whose bar somebody clicked; for callbacks."""
    linked.put(CRITERION, points[0].get("customdata"))


def _where(look: PointAt, points: int) -> str:
    _, lam = what_ifs.scope(look)
    config = look.sweep.config
    together = worded(config, "choices of kernel and λ")
    scope = together if lam is None else f"choices at {strength_text(config, lam)}"
    part = f"{points} of n = {look.n}" if points < look.n else f"n = {look.n}"
    part += pair_text(look.sweep)
    split = split_text(look.sweep, look.seen)
    return f"{scope} · {part} · {split} · seed {config.seed}"
