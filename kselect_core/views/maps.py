"""Views of a sweep as maps over its grid: the test error, each criterion, several side by side."""

import pandas as pd

from kselect_core.criteria.machine.svm_kfold import SVM_KFOLD, hoeffding
from kselect_core.plotting.kit.quantities import better
from kselect_core.plotting.maps import cost_maps, grid_map as maps
from kselect_core.plotting.maps.row import map_row
from kselect_core.plotting.maps.traces import MOST_TARGETS
from kselect_core.plotting.maps.values import MapView, as_table
from kselect_core.plotting.maps.way import with_way
from kselect_core.selection.config.named import names_in
from kselect_core.views.sweep import Pair, SweepAt
from kselect_core.views.view import Drawn, view
from kselect_core.words.amounts import counted
from kselect_core.words.escaped import markdown
from kselect_core.words.labels import kernels_counted, percent, quantity_text, strength_text, worded
from kselect_core.words.refined import refined_text


@view("errors_map")
def grid_map(  # noqa: PLR0913 (the options)
    at: SweepAt,
    *,
    quantity: str,
    kernel: str,
    parameter: float,
    lam: float,
    choices: tuple[str, ...] = (),
    fixed: float | None = None,
    test: bool = True,
) -> Drawn:
    """One quantity over the grid of one family, with the cursor and the choices of criteria.

    A criterion that does not choose λ stands at the λ ``fixed``; without one, at the largest.
    With ``test`` the recommended cell, which the test errors say, has a ring.
    """
    shown = MapView(quantity, kernel, at.split, choices, names_in(at.config))
    values = at.grid(shown)
    tested = quantity == at.measured
    recommended = _recommended(at, kernel) if test else None
    return Drawn(
        name=f"Map of {'the test error' if tested else quantity_text(quantity)}",
        caption=_caption(at, shown, fixed, ringed=recommended is not None),
        draw=lambda: maps.grid_map(
            at.table, at.choices_with(fixed), view=shown, recommended=recommended
        ),
        numbers=lambda: as_table(values),
        follows=("parameter", "lam"),
        move=lambda figure: maps.cursor_moved(figure, values, (parameter, lam)),
    )


@view("errors_row")
def small_maps(
    at: SweepAt,
    *,
    quantities: tuple[str, ...],
    kernel: str,
    large: str = "",
    fixed: float | None = None,
) -> Drawn:
    """Every criterion over the same grid, in colours of its own; ``large`` is framed.

    A criterion that does not choose λ stands at the λ ``fixed``; without one, at the largest.
    """
    shown = MapView(large, kernel, at.split, names=names_in(at.config))
    return Drawn(
        name="Maps of all criteria shown",
        caption=worded(
            at.config,
            "Every criterion over the same grid, in its own colours: light is its best value, "
            "darkest its median and all that is worse. The marker is its choice of kernel "
            f"and λ. Click a map to see it large. {at.common_text}",
        ),
        draw=lambda: map_row(at.table, at.choices_with(fixed), quantities=quantities, view=shown),
        numbers=lambda: _of_each(at, shown, quantities),
    )


@view("svm_maps")
def maps_over_costs(  # noqa: PLR0913 (the options)
    at: SweepAt,
    *,
    quantities: tuple[str, ...],
    kernel: str,
    parameter: float,
    lam: float,
    test: bool = True,
    pair: Pair = (),
) -> Drawn:
    """Criteria of machines and their test error, side by side over the same C and kernels.

    ``pair`` names two of several classes, whose number of points is told.
    """
    panels = (*quantities, *(("test_error",) if test else ()))
    shown = MapView(panels[0], kernel, at.split, quantities, names_in(at.config))
    dotted = " Dotted frame: lowest test error." if test else ""
    grid = f"{kernels_counted(at.config)} × {len(at.config.lambdas)} C"
    return Drawn(
        name="Maps of the criteria over C and the kernel parameter",
        caption="Each map in its own colours: light is its best value, darkest its median and "
        "all that is worse. Large marker: the map's own choice; small ones: those of the others. "
        f"Solid frame: cursor.{dotted} Crosses: no value. Vacuous: a bound above 1."
        f"{_confidence(at, quantities, pair)} {grid} · {at.where_text}.",
        clicks="Click a cell to put the cursor there.",
        draw=lambda: cost_maps.cost_maps(at.table, at.choices, quantities=panels, view=shown),
        numbers=lambda: _of_each(at, shown, panels),
        follows=("parameter", "lam"),
        move=lambda figure: cost_maps.cursor_moved(figure, at.grid(shown), (parameter, lam)),
    )


@view("refined")
def refined_choice(
    at: SweepAt, *, quantity: str, lam: float, test: bool = True, pair: Pair = ()
) -> Drawn:
    """Way of a search between the grid points, from a criterion's choice on, over its map.

    A criterion that does not choose λ stands at ``lam``. The search is that of the split that is
    looked at, or of the first; ``pair`` names two of several classes.
    """
    refined = at.refined(quantity, lam, pair=pair)
    shown = MapView(quantity, refined.kernel, refined.split, names=names_in(at.config))
    values = at.grid(shown)
    split = f"Split {refined.split + 1} of {len(at.splits)} · {at.grid_text}"
    return Drawn(
        name=f"{quantity_text(quantity)} between the grid points",
        caption="Ring: choice on the grid; cross: where the search ends; cells: values on the "
        f"grid, light is good. Only the cells around the way are drawn. {split}",
        draw=lambda: with_way(
            maps.grid_map(at.table, at.choices.iloc[:0], view=shown),
            values,
            refined.parameter,
            refined.lam,
            refined.value,
        ),
        numbers=lambda: refined.table,
        finding=refined_text(at.config, refined, at.task, markdown, tested=test),
    )


def _of_each(at: SweepAt, shown: MapView, quantities: tuple[str, ...]) -> pd.DataFrame:
    """Return the values of several maps, one below the other."""
    parts = [as_table(at.grid(shown._replace(quantity=quantity))) for quantity in quantities]
    return pd.concat(parts, ignore_index=True)


def _confidence(at: SweepAt, quantities: tuple[str, ...], pair: Pair) -> str:
    """Return the confidence term of cross-validation, which no cell can change."""
    folds = [c for c in at.config.criteria if c.quantity in quantities and c.key == SVM_KFOLD.name]
    if not folds or at.dataset is None:
        return ""
    n = at.bench(0, pair or next(iter(at.pairs), ())).split.n
    k = int(str(folds[0].criterion.checked(dict(folds[0].options))["k"]))
    return (
        f" Hoeffding's term of {quantity_text(folds[0].quantity)} at δ = 5 %: "
        f"{percent(hoeffding(n, k))} for n = {n}, the same in every cell."
    )


def _recommended(at: SweepAt, kernel: str) -> tuple[float, float] | None:
    """Return parameter and λ that are recommended; None where that is another family."""
    answer = at.recommended
    return (answer.parameter, answer.lam) if answer and answer.kernel == kernel else None


def _caption(at: SweepAt, shown: MapView, fixed: float | None, *, ringed: bool) -> str:
    """Return what the colours, frames, lines and markers of a map mean."""
    values, tested = at.grid(shown), shown.quantity == at.measured
    many = at.split is None and values.splits > 1
    most = " (most frequent over the splits)" if many else ""
    marks = f"markers: choices of kernel and λ{most}; lines: kernel chosen at each λ"
    parts = (
        f"{quantity_text(values.quantity)}: light is {'low' if tested else 'good'}",
        _saturated(at, shown),
        f"{'dotted frame: lowest; ' if tested else ''}solid frame: cursor"
        f"{'; ring: recommended' if ringed else ''}",
        worded(at.config, marks),
        _without_strength(at, shown, fixed),
        f"crosses: {values.missing} cells without a value" if values.missing else "",
        f"hatched: {counted(values.unsettled, 'cell')} not converged, which may be off by more "
        "than their error says"
        if values.unsettled
        else "",
        "a large grid: not every cell can be clicked, the slider above steps through all"
        if max(values.value.shape) > MOST_TARGETS
        else "",
    )
    sentences = ". ".join(part[0].upper() + part[1:] for part in parts if part)
    return f"{sentences}. {at.common_text}"


def _saturated(at: SweepAt, shown: MapView) -> str:
    scale = at.shades(shown)
    if not scale.saturated:
        return ""
    word = "below" if better(shown.quantity) == "higher" else "above"
    return (
        f"{word} {scale.text(scale.end)}, the median of the grid, all is equally dark "
        f"({counted(scale.saturated, 'cell')})"
    )


def _without_strength(at: SweepAt, shown: MapView, fixed: float | None) -> str:
    """Return where the choices of criteria stand that do not choose λ."""
    end = f"the {'smallest' if at.config.C else 'largest'} one"
    where = end if fixed is None else f"that of the cursor, {strength_text(at.config, fixed)}"
    if shown.quantity != at.measured and at.grid(shown).constant:
        return worded(at.config, f"the same for every λ, so its choice is shown at {where}")
    if shown.quantity == at.measured and fixed is not None:
        return worded(at.config, f"choices without a λ are shown at {where}")
    return ""
