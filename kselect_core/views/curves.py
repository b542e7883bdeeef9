"""Views of the table of a sweep: criteria along the grid, and what their choices cost."""

from dataclasses import replace
from math import isnan
from typing import Any

import pandas as pd

from kselect_core.kernels import CONVENTIONS
from kselect_core.plotting.curves import (
    criterion_curves as over_kernels,
    criterion_rows as over_rows,
    lambda_curves as over_ridges,
    landmark_path as over_landmarks,
    regret_strip as strip,
)
from kselect_core.plotting.curves.lines import View as Lines
from kselect_core.plotting.kit.cursor_line import moved
from kselect_core.selection.config.named import names_in
from kselect_core.selection.config.pairs import ONE_VS_REST
from kselect_core.selection.places.by_landmarks import choices_by_landmarks
from kselect_core.selection.places.cursor import Cursor
from kselect_core.views.sweep import SweepAt
from kselect_core.views.view import Drawn, view
from kselect_core.words import labels

ERRORS = ("test_error", "test_squared_error")
TRAINING = ("training_error", "training_squared_error")


@view("curves")
def criterion_curves(  # noqa: PLR0913 (the options)
    at: SweepAt,
    *,
    kernel: str,
    parameter: float,
    lam: float,
    quantities: tuple[str, ...],
    overlays: frozenset[str] = frozenset({"test"}),
    axis: str = "normalised",
    joint: bool = False,
) -> Drawn:
    """Criteria over the kernel parameter at one λ, or over λ, with their choices and the errors.

    ``axis`` is "normalised" (each criterion from its best to its worst value), "own units" or
    "over λ". ``overlays`` are the errors drawn behind, of "test" and "training". ``joint`` marks
    the choices of kernel and λ together.
    """
    lines = lines_of(at, quantities, overlays, axis, joint=joint)
    lines = replace(lines, ends=_ends(at, tuple(lines.errors)))
    along = axis == "over λ"
    rows = at.at_kernel(kernel, parameter) if along else at.at_lambda(lam)

    def draw() -> Any:  # noqa: ANN401 (a Plotly figure)
        if along:
            return over_ridges.lambda_curves(
                rows, kernel=kernel, parameter=parameter, cursor=lam, view=lines
            )
        # machines at the ends take seconds, and matrices that were never held memory
        endless = at.config.C or at.known_text or names_in(at.config)  # and these have no ends
        ends = axis == "own units" and not endless
        return over_kernels.criterion_curves(
            rows,
            at.part("joint" if joint else "per_lambda", lam, fixed=lam if joint else None),
            lam=lam,
            cursor=(kernel, _place(parameter)),
            references=at.references if ends else None,
            view=lines,
        )

    def numbers() -> pd.DataFrame:
        wanted = {*quantities}
        wanted |= {*ERRORS} if "test" in overlays else set()
        wanted |= {*TRAINING} if "training" in overlays else set()
        table = rows[rows["quantity"].isin(wanted)]
        return table if at.split is None else table[table["split"] == at.split]

    return Drawn(
        name="Criterion curves",
        caption=_caption(at, Cursor(0, kernel, parameter, lam), along=along, joint=joint)
        + (_left_out(at, over_ridges.without_lambda(rows, view=lines)) if along else ""),
        draw=draw,
        numbers=numbers,
        follows=("lam",) if along else ("parameter",),
        move=lambda figure: moved(figure, lam if along else _place(parameter)),
    )


@view("rows")
def criterion_rows(  # noqa: PLR0913 (the options)
    at: SweepAt,
    *,
    kernel: str,
    parameter: float,
    lam: float,
    quantities: tuple[str, ...],
    test: bool = True,
    joint: bool = False,
) -> Drawn:
    """Criteria over the kernel parameter at one λ, a row each, with the test error behind each.

    ``test`` says whether the test error is drawn; ``joint`` marks the choices of kernel and λ
    together.
    """
    overlays = frozenset({"test"}) if test else frozenset[str]()
    lines = replace(lines_of(at, quantities, overlays, joint=joint), band="none")
    rows, numbers = at.at_lambda(lam), {*quantities, *(ERRORS if test else ())}

    def table() -> pd.DataFrame:
        shown = rows[rows["quantity"].isin(numbers)]
        return shown if at.split is None else shown[shown["split"] == at.split]

    grey = " Grey: test error." if test else ""
    parts = (labels.strength_text(at.config, lam), at.known_text, _pairs(at), at.common_text)
    return Drawn(
        name="Criterion curves",
        caption=f"Each criterion from its worst (top) to its best value.{grey} "
        f"{' · '.join(part for part in parts if part)}",
        draw=lambda: over_rows.criterion_rows(
            rows,
            at.part("joint" if joint else "per_lambda", lam, fixed=lam if joint else None),
            lam=lam,
            quantities=[q for q in quantities if (rows["quantity"] == q).any()],
            cursor=(kernel, _place(parameter)),
            view=lines,
        ),
        numbers=table,
        follows=("parameter",),
        move=lambda figure: moved(figure, _place(parameter)),
    )


@view("svm_along_c")
def along_costs(
    at: SweepAt,
    *,
    kernel: str,
    parameter: float,
    lam: float,
    quantities: tuple[str, ...],
    overlays: frozenset[str] = frozenset({"test"}),
) -> Drawn:
    """Criteria of support vector machines and the test error along C, at one kernel."""
    point: dict[str, Any] = {"kernel": kernel, "parameter": parameter, "lam": lam}
    curves = criterion_curves(at, quantities=quantities, overlays=overlays, axis="over λ", **point)
    fixed = labels.kernel_text(at.config, Cursor(0, kernel, parameter, lam))
    return replace(
        curves,
        name="Criteria along C",
        caption=f"Along C at {fixed}. {_scaled(overlays)} {at.where_text}",
    )


@view("svm_along_kernel")
def along_kernels(
    at: SweepAt,
    *,
    kernel: str,
    parameter: float,
    lam: float,
    quantities: tuple[str, ...],
    overlays: frozenset[str] = frozenset({"test"}),
) -> Drawn:
    """Criteria of support vector machines and the test error along the kernel, at one C."""
    point: dict[str, Any] = {"kernel": kernel, "parameter": parameter, "lam": lam}
    return replace(
        criterion_curves(at, quantities=quantities, overlays=overlays, **point),
        name="Criteria along the kernel parameter",
        caption=f"Along the kernel at {labels.strength_text(at.config, lam)}. {_scaled(overlays)} "
        f"{at.where_text}",
    )


@view("regrets")
def regrets(
    at: SweepAt,
    *,
    quantities: tuple[str, ...],
    lam: float | None = None,
    fixed: float | None = None,
) -> Drawn:
    """Where every criterion chooses and what that costs; without ``lam``, kernel and λ together.

    Criteria without λ are then looked at with the λ ``fixed``; without one, with the largest.
    """
    scope = "joint" if lam is None else "per_lambda"
    together = labels.worded(at.config, "of kernel and λ together")
    what = together if lam is None else f"for {labels.strength_text(at.config, lam)}"

    def numbers() -> pd.DataFrame:
        chosen = at.part(scope, lam or 0.0, fixed=fixed)
        return chosen[chosen["quantity"].isin(quantities)]

    return Drawn(
        name="Regret of every criterion",
        caption=f"Choices {what}, one mark per split. Colour: regret, light is low. Open "
        "marks: on the edge of the grid. "
        f"{at.grid_text}",
        draw=lambda: strip.regret_strip(
            numbers(), at.families, lam=lam, split=at.split, rate=at.task == "binary"
        ),
        numbers=numbers,
    )


def along_landmarks(at: SweepAt, kernel: str, ready: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return the choices by the number of landmarks, computed once; ``ready`` where it is done."""
    return at.once(
        ("landmarks", kernel),
        lambda: choices_by_landmarks(at.config, at.known, kernel=kernel, split=at.split or 0),
        ready,
    )


@view("landmarks")
def choices_along_landmarks(at: SweepAt, *, kernel: str) -> Drawn:
    """How the choice of 5-fold CV in a family moves with the number of landmarks.

    Of several classes CV is the mean over their pairs. It is computed here, for the landmarks of
    the sweep and their first halves, from the same sums.
    """
    (family,) = (one for one in at.config.candidates if one.kernel == kernel)
    symbol = CONVENTIONS[family.convention].symbol if family.convention else "parameter"
    mean = f"; mean over {pairs_text(at)}" if _pairs(at) else ""
    return Drawn(
        name="Choice against the number of landmarks",
        caption="Chosen kernel (left) and lowest value (right) of 5-fold CV, squared loss, for "
        f"the learner on the first m landmarks{mean}. A choice that still moves at the last m is "
        f"one of the landmarks. {at.size_text}, split {(at.split or 0) + 1}, {at.drawn_text}.",
        draw=lambda: over_landmarks.landmark_path(along_landmarks(at, kernel), symbol),
        numbers=lambda: along_landmarks(at, kernel),
    )


def without_ridge(
    at: SweepAt, *, kernel: str, parameter: float, quantities: tuple[str, ...]
) -> set[str]:
    """Return the quantities that are the same for every λ at one kernel."""
    rows = at.at_kernel(kernel, parameter)
    return set(over_ridges.without_lambda(rows, view=lines_of(at, quantities)))


def lines_of(
    at: SweepAt,
    quantities: tuple[str, ...],
    overlays: frozenset[str] = frozenset(),
    axis: str = "normalised",
    *,
    joint: bool = False,
) -> Lines:
    """Return what figures of curves need to know of a view."""
    return Lines(
        split=at.split,
        mode="own units" if axis == "own units" else "normalised",
        quantities=quantities,
        error="test_error" if at.task == "binary" else "test_squared_error",
        overlays=overlays,  # type: ignore[arg-type]  # words of the option
        band="minmax" if at.split is None else "none",
        joint=joint,
        names=names_in(at.config),
    )


def _ends(at: SweepAt, errors: tuple[str, ...]) -> tuple[float, float]:
    """Return the least and largest of some errors over kernels, ridges and splits looked at."""

    def ends() -> tuple[float, float]:
        rows = at.table[at.table["quantity"].isin(errors)]
        rows = rows if at.split is None else rows[rows["split"] == at.split]
        return float(rows["value"].min()), float(rows["value"].max())

    return at.once(("ends of errors", errors), ends)


def _caption(at: SweepAt, point: Cursor, *, along: bool, joint: bool) -> str:
    """Return what the curves are made of: fixed value, splits, grid, sample, seed."""
    config = at.config
    splits = at.splits_text
    if at.split is None and len(at.splits) > 1:
        splits = f"mean and range of {len(at.splits)} splits"
    fixed = labels.kernel_text(config, point) if along else labels.strength_text(config, point.lam)
    grid = f"{labels.kernels_counted(config)} × {len(config.lambdas)} {labels.strength(config)}"
    pinned = "best λ" if along else "kernel and λ chosen together" if joint else ""
    pins = pinned and labels.worded(config, f"pins: {pinned}")
    parts = (
        fixed,
        pins,
        splits,
        at.known_text,
        _pairs(at),
        grid,
        at.size_text,
        at.drawn_text,
    )
    return " · ".join(part for part in parts if part)


def _pairs(at: SweepAt) -> str:
    return f"criteria: mean over {pairs_text(at)}" if at.pairs and not at.config.pair else ""


def _scaled(overlays: frozenset[str]) -> str:
    error = " Grey, right axis: test error." if "test" in overlays else ""
    return f"Left axis: each criterion from its best (0) to its worst value (1).{error}"


def pairs_text(at: SweepAt) -> str:
    """Return how many binary problems several classes became: ``3 pairs of classes``."""
    rest = at.config.multiclass == ONE_VS_REST
    return f"{len(at.pairs)} {'classes against the rest' if rest else 'pairs of classes'}"


def _left_out(at: SweepAt, same: tuple[str, ...]) -> str:
    names = ", ".join(labels.quantity_text(quantity) for quantity in same)
    every = labels.worded(at.config, "the same for every λ, not drawn")
    return f" · {every}: {names}" if names else ""


def _place(parameter: float) -> float:
    """Abscissa of a kernel; one without a parameter stands at 0."""
    return 0.0 if isnan(parameter) else parameter
