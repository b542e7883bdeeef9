"""The programs of the figures about single points: with the same numbers, in a notebook."""

from kselect_core.selection.points.alter import Alteration
from kselect_core.views.python import call, literal
from kselect_ui.perturbation.page import PointAt
from kselect_ui.sweep.program import BENCH, assigned, bench, cursor, lines


def shifts(look: PointAt, field: str) -> str:
    """Return the program of the picture of all shifts."""
    drawn = call(
        "shift_picture",
        f"found.{field}",
        "found.norms[found.rows]",
        "problem.y[found.rows]",
        class_names=_names(look),
    )
    return lines(
        "from kselect_core.plotting.points.shift_picture import shift_picture",
        BENCH,
        "from kselect_core.selection.points.perturbation import shifts",
        "",
        *_problem(look),
        "found = shifts(problem)",
        assigned("picture", drawn),
        "numbers = picture.values()",
    )


def norms(look: PointAt, row: int, height: int) -> str:
    """Return the program of the strip of norms."""
    return lines(
        "from kselect_core.plotting.points.influence import influence",
        BENCH,
        "from kselect_core.selection.points.perturbation import norms",
        "",
        *_problem(look),
        assigned("figure", call("influence", "norms(problem)", selected=str(row + 1))),
        f"figure.update_layout(height={height})",
    )


def influence(look: PointAt, row: int, height: int) -> str:
    """Return the program of the points in the plane, sized by their norms."""
    drawn = call(
        "influence_map",
        "plane.points[:problem.n]",
        "norms(problem)",
        "plane.labels[:problem.n]",
        class_names=_names(look),
        axes="plane.axes",
        selected=str(row + 1),
    )
    return lines(
        "from kselect_core.plotting.points.influence_map import influence_map",
        BENCH,
        "from kselect_core.selection.points.perturbation import norms",
        "from kselect_core.selection.places.plane import plane_of",
        "",
        *_problem(look),
        "plane = plane_of(bench.split, dataset)",
        assigned("figure", drawn),
        f"figure.update_layout(height={height})",
    )


def choices(look: PointAt, change: Alteration, *, lam: float | None) -> str:
    """Return the program of the choices before and after a change."""
    wanted = 'moves["scope"] == "joint"' if lam is None else f'moves["at"] == {literal(lam)}'
    return lines(
        "from kselect_core.plotting.points.what_if import what_if_choices",
        "from kselect_core.selection.places.cursor import Cursor",
        "from kselect_core.selection.points.moves import kernels_of",
        "from kselect_core.selection.points.what_if import what_if",
        "",
        assigned("found", _what_if(look, change)),
        "moves = found.moves",
        f"moves = moves[{wanted}]",
        f'moves = moves[moves["quantity"].isin({literal(list(look.seen.shown))})]',
        "figure = what_if_choices(moves, kernels_of(config))",
    )


def spectra(look: PointAt, change: Alteration) -> str:
    """Return the program of both spectra at the cursor."""
    ready = "bench.split"
    drawn = call("shifted", "config", ready, cursor(look.seen.point), _change(change))
    return lines(
        "from kselect_core.plotting.spectra.spectrum_pair import spectrum_pair",
        BENCH,
        "from kselect_core.selection.points.alter import Alteration",
        "from kselect_core.selection.points.what_if import shifted",
        "",
        bench(look.seen.one_split),
        assigned("found", drawn),
        "figure = spectrum_pair(found.sigma, found.sigma_after)",
    )


def removal(look: PointAt, row: int) -> str:
    """Return the program of the spectrum without a point, exact and in first order."""
    drawn = call(
        "shift_curves",
        "found.sigma",
        "found.exact[0]",
        "found.first_order[0]",
        point=str(row + 1),
    )
    return lines(
        "from kselect_core.plotting.points.shift_curves import shift_curves",
        BENCH,
        "from kselect_core.selection.points.perturbation import shifts",
        "",
        *_problem(look),
        f"found = shifts(problem, rows=[{row}])",
        assigned("figure", drawn),
    )


def fragile(look: PointAt, quantity: str, row: int, *, lam: float | None) -> str:
    """Return the program of the fragility map."""
    drawn = call(
        "fragility_map",
        "plane.points[:n]",
        "plane.labels[:n]",
        f'moves[moves["quantity"] == {literal(quantity)}]',
        class_names=_names(look),
        axes="plane.axes",
        selected=str(row),
    )
    return lines(
        "from kselect_core.plotting.points.fragility_map import fragility_map",
        "from kselect_core.selection.places.cursor import Workbench",
        "from kselect_core.selection.points.fragility import fragility, in_scope",
        "from kselect_core.selection.places.plane import plane_of",
        "",
        bench(look.seen.one_split),
        "plane, n = plane_of(bench.split, dataset), bench.split.problem.n",
        f"table = fragility(config, dataset, {look.seen.one_split}, workers=2)",
        f"moves = in_scope(table, {literal(lam)})",
        assigned("figure", drawn),
    )


def fragile_bars(look: PointAt, quantity: str, *, lam: float | None) -> str:
    """Return the program of the bars, one per criterion."""
    wanted = literal(list(look.seen.shown))
    return lines(
        "from kselect_core.plotting.points.fragility_bars import fragility_bars",
        "from kselect_core.selection.points.fragility import fragility, summary",
        "",
        f"table = fragility(config, dataset, {look.seen.one_split}, workers=2)",
        f'table = table[table["quantity"].isin({wanted})]',
        f"figure = fragility_bars(summary(table, {literal(lam)}), selected={literal(quantity)})",
    )


def _problem(look: PointAt) -> tuple[str, str]:
    return (
        bench(look.seen.one_split),
        f"problem = bench.problem({cursor(look.seen.point)})",
    )


def _what_if(look: PointAt, change: Alteration) -> str:
    return call(
        "what_if",
        "config",
        "dataset",
        cursor(look.seen.point),
        row=str(change.row),
        action=literal(change.action),
        size=literal(change.size),
        seed=str(change.seed),
    )


def _change(change: Alteration) -> str:
    return f"Alteration({', '.join(literal(part) for part in change)})"


def _names(look: PointAt) -> str:
    return literal(look.class_names)
