"""The changed point: what is done to it, and the grid evaluated again, at once or when asked."""

from dataclasses import dataclass
from functools import partial
from threading import Event

import pandas as pd
import streamlit as st

from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.points.alter import Alteration
from kselect_core.selection.points.fragility import grid_seconds
from kselect_core.selection.points.what_if import (
    Redone,
    Shift,
    is_quick,
    redone,
    shift_norm,
    shifted,
    values_at,
)
from kselect_core.words.labels import worded
from kselect_ui.perturbation import page
from kselect_ui.perturbation.page import PointAt
from kselect_ui.server.shelf import kept
from kselect_ui.server.tasks import Told, tasks
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep import offer
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import SCOPES

ACTION, SIZE, SCOPE = "do", "jit", "pscope"
SMALL, LARGE = 0.0, 100.0  # of the jitter, in prepared units
QUICK_SPECTRUM = 500  # points up to which a spectrum takes a moment


@dataclass(frozen=True, eq=False)
class Changed:
    """One changed point: the norm of what it does to K, and the grid once evaluated."""

    change: Alteration
    norm: float
    redone: Redone | None


def controls(look: PointAt, row: int) -> Alteration:
    """Draw what can be done to the selected point; returns what is done."""
    actions = ("remove", "flip", "jitter") if look.class_names else ("remove", "jitter")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        action = linked.switch("What if this point …", actions, key=ACTION)
        size = 0.5
        if action == "jitter":
            size = linked.number("Noise, in prepared units", key=SIZE, default=0.5, step=0.1)
        linked.switch("Choices", SCOPES[::-1], key=SCOPE, words=partial(worded, look.sweep.config))
    used = min(max(size, SMALL), LARGE)
    if used != size:
        st.info(f"The noise goes from {SMALL:g} to {LARGE:g}, not {size:g}; used: {used:g}.")
    return Alteration(row, action, used)


def joint() -> bool:
    """Whether kernel and λ are chosen together."""
    return linked.read(SCOPE, SCOPES[1]) == SCOPES[1]


def scope(look: PointAt) -> tuple[str, float | None]:
    """Return the scope of the choices looked at and its λ (None: all of them)."""
    return ("joint", None) if joint() else ("per_lambda", look.seen.lam)


def of_scope(look: PointAt, moves: pd.DataFrame) -> pd.DataFrame:
    """Return the moves of the scope and the criteria looked at."""
    name, lam = scope(look)
    rows = moves[(moves["scope"] == name) & moves["quantity"].isin(look.seen.shown)]
    return rows if lam is None else rows[rows["at"] == lam]


def changed(look: PointAt, change: Alteration) -> Changed:
    """Return what is known about a changed point; what is quick is computed."""
    ready = sweeps.bench(look.sweep.digest, look.seen.one_split).split
    norm = shift_norm(look.sweep.config, ready, look.seen.point, change)
    if is_quick(look.sweep.config, look.n):
        return Changed(change, norm, _quick(look.sweep.digest, look.seen.one_split, *change))
    found = tasks().result(_key(look, change))
    return Changed(change, norm, found if isinstance(found, Redone) else None)


def offer_grid(look: PointAt, change: Alteration) -> None:
    """Draw the button that evaluates the grid again, or its progress."""
    digest, split = look.sweep.digest, look.seen.one_split
    found = offer.offered(
        _key(look, change),
        title=f"Grid with point {change.row + 1} changed",
        button="Evaluate the whole grid with this point changed",
        seconds=seconds(digest),
        work=partial(_work, digest, split, change),
    )
    if found is not None:  # it ended while the page was drawn
        st.rerun()


def values(look: PointAt, found: Redone) -> pd.DataFrame:
    """Return every quantity at the cursor before and after."""
    return values_at(look.sweep.config, found, look.seen.point)


def spectra(look: PointAt, change: Alteration) -> Shift | None:
    """Return both spectra at the cursor; None where that would take long."""
    if look.n > QUICK_SPECTRUM:
        return None
    return _spectra(look.sweep.digest, look.seen.point, change)


@st.cache_resource(max_entries=16, show_spinner=False)
def seconds(digest: str) -> float:
    """Return the estimated seconds of one changed point, from a pilot."""
    return grid_seconds(sweeps.load(digest).lens, sweeps.data(digest))


@kept
def _quick(digest: str, split: int, row: int, action: str, size: float, seed: int) -> Redone:
    return _work(digest, split, Alteration(row, action, size, seed))


@kept
def _spectra(digest: str, point: Cursor, change: Alteration) -> Shift:
    ready = sweeps.bench(digest, point.split).split
    return shifted(sweeps.load(digest).config, ready, point, change)


def _work(
    digest: str,
    split: int,
    change: Alteration,
    *,
    on_progress: Told | None = None,
    cancel: Event | None = None,
) -> Redone:
    sweep, ready = sweeps.load(digest), sweeps.bench(digest, split).split
    here = sweep.table[sweep.table["split"] == split].reset_index(drop=True)
    before = None if sweep.pair else here  # the table is of all classes
    return redone(
        sweep.config,
        ready,
        split,
        change,
        before=before,
        on_progress=on_progress,
        cancel=cancel,
    )


def _key(look: PointAt, change: Alteration) -> str:
    return f"whatif-{look.sweep.digest}-{look.seen.one_split}-{change}"


def name(look: PointAt, change: Alteration) -> str:
    """Return what is done, in words: ``Removing point 17 (class b)``."""
    verb = {
        "remove": "Removing",
        "flip": "Flipping the label of",
        "jitter": f"Jittering by {change.size:g}",
    }
    return f"{verb[change.action]} {page.name_of(look, change.row)}"
