"""The learner, and the grid of how much it weighs errors: λ of least squares, or C."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.learners import LEARNERS
from kselect_core.plotting.kit.strength import strength_value
from kselect_core.selection import SweepConfig
from kselect_core.selection.config.grids import Preset, reaching
from kselect_core.selection.config.typed import spaced, span_of
from kselect_ui.grid.values_row import COST, LAMBDA, SPANS, fill_row, row
from kselect_ui.server.messages import plain
from kselect_ui.widgets import linked

LEARNER, RIDGE = "learner", "ridge"
SVM = "svm"
RIDGES = {"n_lambda": "μ = n·λ (mean loss)", "lambda": "μ = λ (summed loss)"}


@dataclass(frozen=True, slots=True)
class Learning:
    """The learner with its settings, as a configuration takes them, and what is wrong with them."""

    learner: str
    settings: dict[str, Any]  # ridge and λ, or C
    problems: tuple[str, ...] = ()


def draw(task: str, n: int) -> Learning:
    """Draw learner and ridge, then the grid of λ or of C; returns what they say.

    For many training points n the usual λ reach lower.
    """
    left, right = st.columns(2)
    with left:
        learner = _learner(task)
    with right:
        settings: dict[str, Any] = {} if learner == SVM else {"ridge": _ridge()}
    if learner == SVM:
        right.latex(r"\tfrac12\lVert w\rVert^2+C\sum_i\xi_i")
    grid = ("C", COST) if learner == SVM else ("lambdas", LAMBDA)
    symbol = "C" if learner == SVM else "λ"
    try:
        usual = SPANS[grid[1]]
        if learner != SVM:
            usual = span_of(reaching(spaced("Sweep", symbol, usual), n)) or usual
        settings[grid[0]] = row(grid[1], f"Grid of {symbol}", symbol, usual)
    except KselectError as error:
        st.error(plain(error, limit=400))
        return Learning(learner, {}, (str(error),))
    return Learning(learner, settings)


def fill(setting: Preset | SweepConfig) -> None:
    """Put learner, ridge and grid of a preset or of a sweep into the widgets; for callbacks."""
    linked.put(LEARNER, setting.learner)
    if setting.C:
        fill_row(COST, setting.C)
    elif setting.learner == SVM:  # swept in λ, by a program
        fill_row(COST, tuple(strength_value(lam, costs=True) for lam in reversed(setting.lambdas)))
    else:
        linked.put(RIDGE, setting.ridge)
        fill_row(LAMBDA, setting.lambdas)


def _learner(task: str) -> str:
    usable = [name for name in LEARNERS if name != SVM or task != "regression"]
    learner = linked.one("Learner", usable, key=LEARNER, default="krr", words=_name)
    if SVM not in usable:
        st.caption("A support vector machine needs two classes; this target is a number.")
    return learner


def _name(learner: str) -> str:
    entry = LEARNERS[learner]
    if learner == SVM:
        return entry.sentence
    return f"{entry.sentence} ({'with' if entry.bias else 'no'} bias)"


def _ridge() -> str:
    return linked.one(
        "Ridge", tuple(RIDGES), key=RIDGE, default="n_lambda", words=RIDGES.__getitem__
    )
