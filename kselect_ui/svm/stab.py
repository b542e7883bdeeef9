"""The stability bound explained: its parts along the grid, its blocks, and other shuffles."""

from functools import lru_cache, partial
from math import isnan
from threading import Event

import pandas as pd
import streamlit as st

from kselect_core.plotting.kit.ticks import parameter_title
from kselect_core.plotting.machines.shuffle_band import agreement
from kselect_core.plotting.machines.shuffle_band import shuffle_band as band_figure
from kselect_core.plotting.machines.stab_blocks import stab_blocks
from kselect_core.plotting.machines.stab_parts import stab_parts as parts_figure
from kselect_core.plotting.machines.stab_parts import vacuous
from kselect_core.selection.machines.stab_view import (
    SHUFFLES,
    Blocks,
    ShuffleBand,
    StabParts,
    blocks_at,
    shuffle_band,
    shuffle_seconds,
    stab_parts,
)
from kselect_core.selection.places.cursor import Cursor, family_of
from kselect_core.views.python import call, literal
from kselect_core.words.labels import kernel_text
from kselect_core.words.labels import strength_text as cost_text
from kselect_ui.server.messages import error_in_place
from kselect_ui.server.shelf import kept, remembered
from kselect_ui.server.tasks import AT_ONCE, Told
from kselect_ui.svm import code as svm_code
from kselect_ui.svm.machine import path_at
from kselect_ui.svm.views import where
from kselect_ui.sweep import cursor, offer
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.captions import place
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart
from kselect_ui.widgets.state import View

FORM, ALONG = "form", "stab_along"
FORMS = ("(35)", "(37)")
WAYS = ("along C", "over the kernel")


def parts(sweep: Sweep, seen: View) -> None:
    """Draw the parts of the bound, stacked, in one of its two forms."""
    with st.container(horizontal=True, gap="medium"):
        form = linked.switch("Form of the bound", FORMS, key=FORM).strip("()")
        way = linked.switch("Parts", WAYS, key=ALONG)
    with error_in_place():
        along = "C" if way == WAYS[0] else "kernel"
        found = _parts(sweep.digest, seen.point, along)
        options = _drawing(sweep, seen, along, form)
        keys = _keys(sweep, seen, along)
        told = "; ".join(f"form ({f}): {vacuous(found, f)}" for f in (form, _other(form)))
        fixed = (
            kernel_text(sweep.config, seen) if along == "C" else cost_text(sweep.config, seen.lam)
        )
        chart = Chart(
            key="svm_parts",
            name="Parts of the stability bound",
            figure=remembered(parts_figure)(found, keys=keys, **options),  # type: ignore[arg-type]
            numbers=lambda: as_table(found),
            caption=(
                f"{fixed}, δ = 5 %. As a bound {told}: above 1 it says nothing. The confidence "
                f"terms alone are {found.confidence(form):.2f} at n = {found.n}, the same for "
                "every candidate; right, without them, is what decides. Dotted: the other form. "
                f"{where(sweep, seen, one_split=True)}"
            ),
            code=svm_code.of_parts(
                seen,
                along=along,
                drawn=call(
                    "stab_parts",
                    "parts",
                    keys=literal(keys),
                    **{name: literal(value) for name, value in options.items()},
                ),
            ),
        )
        charts.show(chart, on_pick=lambda points: cursor.pick(sweep.config, points))


def blocks(sweep: Sweep, seen: View) -> None:
    """Draw the sample coloured by block, and how much the predictions of each change."""
    with error_in_place():
        found = _blocks(sweep.digest, seen.point)
        flat = sweeps.plane(sweep.digest, seen.one_split)
        points = flat.points[~flat.is_test]
        count, size = found.train.shape
        unused = len(points) - 2 * count * size
        projected = "" if flat.plane == "data" else " Points are projected on the PCA plane."
        chart = Chart(
            key="svm_blocks",
            name="Blocks of the stability estimator",
            figure=remembered(stab_blocks)(points, *found, titles=flat.axes),
            numbers=lambda: of_blocks(found),
            caption=(
                f"The shuffled sample in {count} blocks: {size} points D train a machine, {size} "
                f"others Z are predicted, with all of D and without each point of it. {unused} of "
                f"{len(points)} points (grey) are in no block. Bars: share of the {size} × {size} "
                f"predictions that change; dashed: their mean Ĥ. {place(sweep, seen)}.{projected} "
                f"{where(sweep, seen, one_split=True)}"
            ),
            code=svm_code.of_blocks(seen),
        )
        charts.show(chart)


def band(sweep: Sweep, seen: View) -> None:
    """Draw how Ĥ and the choice depend on the shuffle, or offer to compute it."""
    with error_in_place():
        found = _band(sweep, seen)
        if found is None:
            return
        path = path_at(sweep, seen)
        cost = float(path.C[path.at(seen.lam)])
        values = list(family_of(sweep.config, seen.kernel).points)
        column = 0 if isnan(seen.parameter) else values.index(seen.parameter)
        title = _title(sweep, seen)
        cells, most = agreement(found.chosen)
        change = found.change[:, column]
        chart = Chart(
            key="svm_band",
            name="Stability over several shuffles",
            figure=remembered(band_figure)(
                found.C,
                change,
                found.chosen,
                parameters=found.parameters,
                title=title,
                cursor=cost,
            ),
            numbers=lambda: of_band(found, column),
            caption=(
                f"{SHUFFLES} shuffles of the same {path.n} points: left Ĥ at "
                f"{kernel_text(sweep.config, seen)}, right the cells that STAB (35) chooses, with "
                f"how many shuffles do: {cells} different ones, the most frequent {most} times. "
                f"{where(sweep, seen, one_split=True)}"
            ),
            code=svm_code.of_band(seen, title=title, column=column, cost=cost),
        )
        charts.show(chart)


def as_table(found: StabParts) -> pd.DataFrame:
    """Return the parts of the bound in both forms."""
    columns = {"x": found.x, "leave-one-out error": found.missed, "changed": found.change}
    for form in ("35", "37"):
        columns[f"of the changes ({form})"] = found.penalty(form)
        columns[f"bound ({form})"] = found.bound(form)
    table = pd.DataFrame(columns)
    return table.assign(**{f"confidence ({form})": found.confidence(form) for form in ("35", "37")})


def of_blocks(found: Blocks) -> pd.DataFrame:
    """Return which point is in which block, and the share that changes there."""
    rows = [
        {"block": k + 1, "part": part, "point": int(point) + 1, "share": float(found.share[k])}
        for part, members in (("D", found.train), ("Z", found.test))
        for k, block in enumerate(members)
        for point in block
    ]
    return pd.DataFrame(rows)


def of_band(found: ShuffleBand, column: int) -> pd.DataFrame:
    """Return Ĥ along C and the choice, shuffle by shuffle."""
    table = pd.DataFrame(found.change[:, column], columns=[f"C = {C:.4g}" for C in found.C])
    table.insert(0, "shuffle", range(1, len(table) + 1))
    return table.assign(
        **{
            "chosen parameter": found.parameters[found.chosen[:, 0]],
            "chosen C": found.C[found.chosen[:, 1]],
        }
    )


def _band(sweep: Sweep, seen: View) -> ShuffleBand | None:
    """Return the band, computed now where that takes a moment; else draw the offer."""
    family = family_of(sweep.config, seen.kernel)
    split = seen.one_split
    cells = len(family.points) * len(sweep.config.lambdas)
    seconds = shuffle_seconds(len(sweeps.bench(sweep.digest, split).split.problem.y), cells)
    if seconds <= AT_ONCE:
        return _quick_band(sweep.digest, split, seen.kernel)
    found = offer.offered(
        f"shuffles-{sweep.digest}-{split}-{seen.kernel}",
        title="Other shuffles",
        button=f"Shuffle {SHUFFLES} times: how far do Ĥ and the choice depend on it",
        seconds=seconds,
        work=partial(_work, digest=sweep.digest, split=split, kernel=seen.kernel),
    )
    return found if isinstance(found, ShuffleBand) else None


def _work(
    *,
    digest: str,
    split: int,
    kernel: str,
    on_progress: Told | None = None,
    cancel: Event | None = None,
) -> ShuffleBand:
    return shuffle_band(
        sweeps.bench(digest, split),
        sweeps.load(digest).table,
        split=split,
        kernel=kernel,
        on_progress=on_progress,
        cancel=cancel,
    )


def _drawing(sweep: Sweep, seen: View, along: str, form: str) -> dict[str, object]:
    path = path_at(sweep, seen)
    at_cursor = float(path.C[path.at(seen.lam)]) if along == "C" else seen.place
    return {
        "form": form,
        "title": "C" if along == "C" else _title(sweep, seen),
        "cursor": at_cursor,
    }


def _keys(sweep: Sweep, seen: View, along: str) -> tuple[tuple[object, ...], ...]:
    """Return (kernel, parameter, λ) of the points of the parts."""
    parameter = None if isnan(seen.parameter) else seen.parameter
    if along == "C":
        lambdas = path_at(sweep, seen).lambdas.tolist()
        return tuple((seen.kernel, parameter, lam) for lam in lambdas)
    points = family_of(sweep.config, seen.kernel).points
    values = [None if isnan(value) else value for value in points]
    return tuple((seen.kernel, value, seen.lam) for value in values)


def _title(sweep: Sweep, seen: View) -> str:
    family = family_of(sweep.config, seen.kernel)
    return parameter_title(family.kernel, family.convention, short=True)


def _other(form: str) -> str:
    return "37" if form == "35" else "35"


@lru_cache(maxsize=64)
def _parts(digest: str, point: Cursor, along: str) -> StabParts:
    bench, table = sweeps.bench(digest, point.split), sweeps.load(digest).table
    return stab_parts(bench, table, point, along=along)


@lru_cache(maxsize=64)
def _blocks(digest: str, point: Cursor) -> Blocks:
    return blocks_at(sweeps.bench(digest, point.split), point)


@kept
def _quick_band(digest: str, split: int, kernel: str) -> ShuffleBand:
    return _work(digest=digest, split=split, kernel=kernel)
