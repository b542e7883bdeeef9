"""The programs of the figures of support vector machines: with the same numbers, in a notebook."""

from collections.abc import Sequence

from kselect_core.plotting.maps.values import MapView
from kselect_core.selection.places.cursor import Cursor
from kselect_core.views.python import call, literal, record
from kselect_ui.sweep.program import (
    BENCH,
    CHOOSE,
    CHOSEN,
    RUN,
    TABLE,
    assigned,
    bench,
    cursor,
    lines,
)
from kselect_ui.widgets.state import View


def of_maps(shown: MapView, quantities: Sequence[str], place: tuple[float, float]) -> str:
    """Return the program of the maps."""
    drawn = call(
        "cost_maps",
        "table",
        "chosen",
        quantities=literal(tuple(quantities)),
        view=record(shown),
        cursor=literal(place),
    )
    return lines(
        CHOOSE,
        "from kselect_core.plotting.maps.cost_maps import cost_maps",
        "from kselect_core.plotting.maps.values import MapView",
        "",
        TABLE,
        CHOSEN,
        assigned("figure", drawn),
    )


def small() -> str:
    """Return the lines that turn another sweep into the small one about its data."""
    return lines(
        "from kselect_core.selection.machines.small_svm import small_svm",
        "",
        "config = small_svm(config, dataset.X.shape[1])",
        "",
    )


def of_path(seen: Cursor, cost: float) -> str:
    """Return the program of the machines along C."""
    at = f"{literal(seen.kernel)}, {literal(seen.parameter)}"
    drawn = call("machine_path", "path", cursor=literal(cost), kernel=f"({at})")
    return lines(
        "from kselect_core.plotting.machines.machine_path import machine_path",
        "from kselect_core.selection.machines import machine_view",
        "from kselect_core.selection.places.cursor import Workbench",
        "",
        bench(seen.split),
        f"problem = machine_view.costs_problem(bench, {at})",
        "path = machine_view.machine_path(problem)",
        assigned("figure", drawn),
    )


def of_picture(point: Cursor, *, resolution: int) -> str:
    """Return the program of the decision picture."""
    return lines(
        "from kselect_core.plotting.machines.machine_picture import machine_picture",
        BENCH,
        "from kselect_core.selection.machines.machine_view import roles_at",
        "",
        bench(point.split),
        f"cursor = {cursor(point)}",
        f"view = bench.decision(cursor, resolution={resolution})",
        "roles = roles_at(bench, cursor)",
        "figure = machine_picture(view, roles, class_names=dataset.class_names)",
    )


def of_parts(seen: View, *, along: str, drawn: str) -> str:
    """Return the program of the parts of the bound; ``drawn`` is the call that draws them."""
    return lines(
        RUN,
        "from kselect_core.plotting.machines.stab_parts import stab_parts",
        "from kselect_core.selection.machines import stab_view",
        BENCH,
        "",
        TABLE,
        bench(seen.one_split),
        f"cursor = {cursor(seen.point)}",
        f"parts = stab_view.stab_parts(bench, table, cursor, along={literal(along)})",
        assigned("figure", drawn),
    )


def of_blocks(seen: View) -> str:
    """Return the program of the blocks."""
    return lines(
        "from kselect_core.plotting.machines.stab_blocks import stab_blocks",
        BENCH,
        "from kselect_core.selection.places.plane import plane_of",
        "from kselect_core.selection.machines.stab_view import blocks_at",
        "",
        bench(seen.one_split),
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
    return lines(
        RUN,
        "from kselect_core.plotting.machines.shuffle_band import shuffle_band",
        "from kselect_core.selection.machines import stab_view",
        "from kselect_core.selection.places.cursor import Workbench",
        "",
        TABLE,
        bench(split),
        f"band = stab_view.shuffle_band(bench, table, split={split}, kernel={kernel})",
        assigned("figure", drawn),
    )
