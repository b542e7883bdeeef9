"""Views of errors: training, test and cross-validated, over the splits, and as two fits."""

from math import isnan

import pandas as pd

from kselect_core.plotting.curves.learning_curves import learning_curves
from kselect_core.plotting.data.decision_pair import decision_pair
from kselect_core.plotting.experiments.split_errors import split_errors
from kselect_core.plotting.kit.cursor_line import moved
from kselect_core.plotting.maps import error_curves as curves
from kselect_core.plotting.maps.error_curves import ErrorView, errors_of
from kselect_core.selection.config.measures import ERROR, MEASURES
from kselect_core.selection.config.named import names_in
from kselect_core.selection.places.cursor import Cursor, DecisionView
from kselect_core.selection.terms.comparison import REFERENCE, compared, wide
from kselect_core.selection.terms.learning import curve_means, learning_curve
from kselect_core.views.sweep import Pair, SweepAt
from kselect_core.views.view import Drawn, view
from kselect_core.words.labels import UNITS, kernel_text, quantity_text, strength_text, worded
from kselect_core.words.lists import listed
from kselect_core.words.places import pair_text

RESOLUTION = 50
"""Points a side at which the fits are computed."""


def learned(at: SweepAt, lam: float, ready: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return the choices from fewer training points, computed once; ``ready`` where it is done."""
    return at.once(
        ("learning", lam),
        lambda: learning_curve(at.config, at.known, lam=lam, measure=at.measure),
        ready,
    )


@view("learning")
def choices_by_size(at: SweepAt, *, quantities: tuple[str, ...], lam: float) -> Drawn:
    """Test error and regret of every choice against the number of training points.

    A criterion that does not choose λ is looked at with ``lam``.
    """
    table = learned(at, lam)
    means = curve_means(table[table["quantity"].isin(quantities)])
    return Drawn(
        name="Test error and regret of the choices against the number of training points",
        caption="Each criterion chooses kernel and λ from n training points, the smaller samples "
        "within the larger ones, and is tested on the same test points. Lines: means over the "
        f"splits; wide grey: smallest test error on the grid. {at.grid_text}",
        draw=lambda: learning_curves(means, rate=at.task == "binary"),
        numbers=lambda: means,
    )


@view("errors_curves")
def error_curves(  # noqa: PLR0913 (the options)
    at: SweepAt,
    *,
    kernel: str,
    parameter: float,
    lam: float,
    loss: str = "",
    along: str = "kernel",
    test: bool = True,
) -> Drawn:
    """Training, test, leave-one-out and k-fold error of one loss, along the kernel or λ.

    ``loss`` is "0/1" or "squared"; without one it is that of the task.
    """
    loss = loss or ("0/1" if at.task == "binary" else "squared")
    over_kernel = along == "kernel"
    named = names_in(at.config)
    shown = ErrorView(kernel, parameter, lam, loss, along, at.split, test, named)  # type: ignore[arg-type]  # words of the options
    place = (0.0 if isnan(parameter) else parameter) if over_kernel else lam
    fixed = strength_text(at.config, lam)
    if not over_kernel:
        fixed = kernel_text(at.config, Cursor(0, kernel, parameter, lam))
    unit = "Share of wrong labels" if loss == "0/1" else "Mean squared error"
    mixed = loss == "0/1" and test and at.measure != ERROR
    if mixed:
        unit += f" (on test points: {MEASURES[at.measure].label})"
    many = at.split is None and len(at.splits) > 1
    bands = " Bands: lowest to highest split." if many else ""

    bars = f"{at.known_text.capitalize()}. " if at.known_text else ""

    def numbers() -> pd.DataFrame:
        rows = at.at_lambda(lam) if over_kernel else at.at_kernel(kernel, parameter)
        rows = rows[rows["kernel"].eq(kernel)]
        rows = rows[rows["quantity"].isin(errors_of(at.table, loss, test=test))]
        return rows if at.split is None else rows[rows["split"] == at.split]

    return Drawn(
        name="Training, test and cross-validated error",
        caption=f"{unit} at {fixed}. Rings: lowest point.{bands} {bars}{at.common_text}",
        draw=lambda: curves.error_curves(at.table, view=shown, title=ERROR if mixed else ""),
        numbers=numbers,
        follows=("parameter",) if over_kernel else ("lam",),
        move=lambda figure: moved(figure, place),
    )


@view("errors_splits")
def errors_over_splits(
    at: SweepAt,
    *,
    quantities: tuple[str, ...],
    reference: str = "",
    lam: float | None = None,
    fixed: float | None = None,
) -> Drawn:
    """Test errors of the choices over the splits, with differences to a reference and their test.

    Without ``reference`` it is the criterion with the lowest mean test error; without ``lam`` the
    choices are those of kernel and λ together, where criteria without λ are looked at with the λ
    ``fixed``, or else with the largest.
    """
    table = comparison(at, quantities=quantities, reference=reference, lam=lam, fixed=fixed)
    return Drawn(
        name="Test errors over the splits and differences",
        caption=_of_splits(at, reference_of(table), lam),
        draw=lambda: split_errors(
            table,
            wide(at.choices_with(fixed), "test_error", lam=lam),
            reference=reference_of(table),
            rate=at.task == "binary",
        ),
        numbers=lambda: table,
    )


def comparison(
    at: SweepAt,
    *,
    quantities: tuple[str, ...],
    reference: str = "",
    lam: float | None = None,
    fixed: float | None = None,
) -> pd.DataFrame:
    """Return the criteria compared over all splits: errors, differences, the corrected test."""
    return at.once(
        ("compared", quantities, reference, lam, fixed),
        lambda: compared(
            at.choices_with(fixed),
            ratio=at.ratio,
            reference=reference,
            quantities=quantities,
            lam=lam,
        ),
    )


def reference_of(table: pd.DataFrame) -> str:
    """Return the criterion that the others are compared with."""
    return str(table.loc[table["note"] == REFERENCE, "quantity"].iloc[0])


def _of_splits(at: SweepAt, reference: str, lam: float | None) -> str:
    together = worded(at.config, "kernel and λ together")
    what = together if lam is None else f"the kernel at {strength_text(at.config, lam)}"
    count, name = len(at.splits), quantity_text(reference)
    if count == 1:
        return (
            f"Choices of {what}, one split. Left: {UNITS[at.task]}; right: difference from {name}. "
            f"One split has no spread and no test. {at.grid_text}"
        )
    return (
        f"Choices of {what}, {count} splits. "
        "Small points: splits; large: mean ± standard deviation. Right: difference from "
        f"{name} with its corrected 95 % interval; filled markers: "
        f"Holm-adjusted p < 0.05. {at.grid_text}"
    )


@view("errors_pictures")
def fits_side_by_side(
    at: SweepAt,
    *,
    points: tuple[Cursor, ...],
    titles: tuple[str, ...],
    pair: Pair = (),
    test: bool = True,
) -> Drawn:
    """Decision pictures of points of the grid, each on its split, in the same colours.

    ``pair`` names the two classes of several that the fits tell apart. Without ``test`` no test
    point is drawn.
    """
    places = [Cursor(*point) for point in points]
    fits = [
        at.once(
            ("fit", repr(place), pair),
            lambda: at.bench(place.split, pair).decision(place, resolution=RESOLUTION),  # noqa: B023 (called at once)
        )
        for place in places
    ]
    fits = fits if test else [fit.without_test() for fit in fits]
    splits = [str(split + 1) for split in sorted({place.split for place in places})]
    plane = "the two features, as prepared for the kernel"
    if fits[0].plane != "data":
        plane = (
            f"first two principal components of {at.known.X.shape[1]} features; colours are the "
            "slice through the mean, points are projected"
        )
    of_all = " (test errors: of all classes)" if pair and "error" in titles[0] else ""
    return Drawn(
        name="Decision pictures of two choices",
        caption=(
            f"{'; '.join(titles)}{pair_text(pair)}{of_all}. "
            f"Split{'s' * (len(splits) > 1)} {listed(splits)} of {len(at.splits)}, "
            "the same colours left and right. "
            f"Axes: {plane}. Fits on {RESOLUTION} × {RESOLUTION} points. {at.grid_text}"
        ),
        draw=lambda: decision_pair(fits, titles, class_names=at.sides(pair)),
        numbers=lambda: _fitted(fits, titles),
    )


def _fitted(fits: list[DecisionView], titles: tuple[str, ...]) -> pd.DataFrame:
    """Return every value drawn, picture by picture."""
    parts = []
    for fit, name in zip(fits, titles, strict=True):
        table = pd.DataFrame(fit.f, index=fit.y, columns=fit.x)
        tall = (
            table.rename_axis("second axis")
            .reset_index()
            .melt("second axis", var_name="first axis", value_name="f")
        )
        parts.append(tall.assign(picture=name))
    return pd.concat(parts, ignore_index=True)
