"""The programs of the figures of support vector machines: with the same numbers, in a notebook."""

from collections.abc import Sequence
from dataclasses import fields

from kselect_core.plotting.lines import View as Lines
from kselect_core.plotting.map_values import MapView
from kselect_core.selection.cursor import Cursor
from kselect_ui.program import assigned, call, cursor, literal
from kselect_ui.state import View

_TABLE = "table = run_sweep(config, dataset=dataset)"
_CHOSEN = "chosen = choices(table, config)"
_BOTH = "from kselect_core import choices, run_sweep"
_BENCH = "from kselect_core.selection.cursor import Cursor, Workbench"


def of_maps(shown: MapView, quantities: Sequence[str], place: tuple[float, float]) -> str:
    """Return the program of the maps."""
    view = call("MapView", **{name: literal(value) for name, value in shown._asdict().items()})
    drawn = call(
        "cost_maps",
        "table",
        "chosen",
        quantities=literal(tuple(quantities)),
        view=view,
        cursor=literal(place),
    )
    return _lines(
        _BOTH,
        "from kselect_core.plotting.cost_maps import cost_maps",
        "from kselect_core.plotting.map_values import MapView",
        "",
        _TABLE,
        _CHOSEN,
        assigned("figure", drawn),
    )


def along_c(seen: View, shown: Lines) -> str:
    """Return the program of the curves along C."""
    drawn = call(
        "lambda_curves",
        "table",
        kernel=literal(seen.kernel),
        parameter=literal(seen.parameter),
        cursor=literal(seen.lam),
        view=_view(shown),
    )
    return _lines(
        "from kselect_core import run_sweep",
        "from kselect_core.plotting.lambda_curves import lambda_curves",
        "from kselect_core.plotting.lines import View",
        "",
        _TABLE,
        assigned("figure", drawn),
    )


def along_kernel(seen: View, shown: Lines) -> str:
    """Return the program of the curves along the kernel parameter."""
    wanted = f'(chosen["scope"] == "per_lambda") & (chosen["lambda"] == {literal(seen.lam)})'
    one = [] if seen.split is None else [f'chosen = chosen[chosen["split"] == {seen.split}]']
    drawn = call(
        "criterion_curves",
        f'table[table["lambda"] == {literal(seen.lam)}]',
        "chosen",
        lam=literal(seen.lam),
        cursor=f"({literal(seen.kernel)}, {literal(seen.place)})",
        view=_view(shown),
    )
    return _lines(
        _BOTH,
        "from kselect_core.plotting.criterion_curves import criterion_curves",
        "from kselect_core.plotting.lines import View",
        "",
        _TABLE,
        _CHOSEN,
        f"chosen = chosen[{wanted}]",
        *one,
        assigned("figure", drawn),
    )


def small() -> str:
    """Return the lines that turn another sweep into the small one about its data."""
    return _lines(
        "from kselect_core.selection.small_svm import small_svm",
        "",
        "config = small_svm(config, dataset.X.shape[1])",
        "",
    )


def of_path(seen: Cursor, cost: float) -> str:
    """Return the program of the machines along C."""
    at = f"{literal(seen.kernel)}, {literal(seen.parameter)}"
    drawn = call("machine_path", "path", cursor=literal(cost), kernel=f"({at})")
    return _lines(
        "from kselect_core.plotting.machine_path import machine_path",
        "from kselect_core.selection import machine_view",
        "from kselect_core.selection.cursor import Workbench",
        "",
        f"bench = Workbench(config, dataset, {seen.split})",
        f"problem = machine_view.costs_problem(bench, {at})",
        "path = machine_view.machine_path(problem)",
        assigned("figure", drawn),
    )


def of_picture(point: Cursor, *, resolution: int) -> str:
    """Return the program of the decision picture."""
    return _lines(
        "from kselect_core.plotting.machine_picture import machine_picture",
        _BENCH,
        "from kselect_core.selection.machine_view import roles_at",
        "",
        f"bench = Workbench(config, dataset, {point.split})",
        f"cursor = {cursor(point)}",
        f"view = bench.decision(cursor, resolution={resolution})",
        "roles = roles_at(bench, cursor)",
        "figure = machine_picture(view, roles, class_names=dataset.class_names)",
    )


def of_parts(seen: View, *, along: str, drawn: str) -> str:
    """Return the program of the parts of the bound; ``drawn`` is the call that draws them."""
    return _lines(
        "from kselect_core import run_sweep",
        "from kselect_core.plotting.stab_parts import stab_parts",
        "from kselect_core.selection import stab_view",
        _BENCH,
        "",
        _TABLE,
        f"bench = Workbench(config, dataset, {seen.one_split})",
        f"cursor = {cursor(seen.point)}",
        f"parts = stab_view.stab_parts(bench, table, cursor, along={literal(along)})",
        assigned("figure", drawn),
    )


def of_blocks(seen: View) -> str:
    """Return the program of the blocks."""
    return _lines(
        "from kselect_core.plotting.stab_blocks import stab_blocks",
        _BENCH,
        "from kselect_core.selection.plane import plane_of",
        "from kselect_core.selection.stab_view import blocks_at",
        "",
        f"bench = Workbench(config, dataset, {seen.one_split})",
        f"found = blocks_at(bench, {cursor(seen.point)})",
        "plane = plane_of(bench.split, bench.dataset)",
        "points = plane.points[~plane.is_test]",
        "figure = stab_blocks(points, *found, titles=plane.axes)",
    )


def of_band(seen: View, *, title: str, column: int, cost: float) -> str:
    """Return the program of the band over shuffles."""
    split, kernel = seen.one_split, literal(seen.kernel)
    drawn = call(
        "shuffle_band",
        "band.C",
        f"band.change[:, {column}]",
        "band.chosen",
        parameters="band.parameters",
        title=literal(title),
        cursor=literal(cost),
    )
    return _lines(
        "from kselect_core import run_sweep",
        "from kselect_core.plotting.shuffle_band import shuffle_band",
        "from kselect_core.selection import stab_view",
        "from kselect_core.selection.cursor import Workbench",
        "",
        _TABLE,
        f"bench = Workbench(config, dataset, {split})",
        f"band = stab_view.shuffle_band(bench, table, split={split}, kernel={kernel})",
        assigned("figure", drawn),
    )


def _view(shown: Lines) -> str:
    named = {field.name: literal(getattr(shown, field.name)) for field in fields(shown)}
    return call("View", **named)


def _lines(*lines: str) -> str:
    return "\n".join(lines)
