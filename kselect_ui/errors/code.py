"""The programs of the figures of errors: with the same numbers, in a notebook."""

from collections.abc import Sequence

from kselect_core.plotting.maps.error_curves import ErrorView
from kselect_core.plotting.maps.values import MapView
from kselect_core.selection.places.cursor import Cursor
from kselect_core.views.python import call, literal, record
from kselect_ui.figures.measured import ratio
from kselect_ui.sweep.finished import Sweep
from kselect_ui.sweep.program import (
    BENCH,
    CHOOSE,
    CHOSEN,
    RUN,
    TABLE,
    assigned,
    bench,
    class_names,
    cursor,
    lines,
)


def of_map(shown: MapView, cursor: tuple[float, float]) -> str:
    """Return the program of a map over the grid."""
    drawn = call("grid_map", "table", "chosen", view=record(shown), cursor=literal(cursor))
    return lines(
        CHOOSE,
        "from kselect_core.plotting.maps.grid_map import MapView, grid_map",
        "",
        TABLE,
        CHOSEN,
        assigned("figure", drawn),
    )


def of_row(shown: MapView, quantities: Sequence[str]) -> str:
    """Return the program of the little maps."""
    drawn = call(
        "map_row", "table", "chosen", quantities=literal(tuple(quantities)), view=record(shown)
    )
    return lines(
        CHOOSE,
        "from kselect_core.plotting.maps.row import map_row",
        "from kselect_core.plotting.maps.values import MapView",
        "",
        TABLE,
        CHOSEN,
        assigned("figure", drawn),
    )


def of_curves(shown: ErrorView) -> str:
    """Return the program of the error curves."""
    return lines(
        RUN,
        "from kselect_core.plotting.maps.error_curves import ErrorView, error_curves",
        "",
        TABLE,
        assigned("figure", call("error_curves", "table", view=record(shown))),
    )


def of_splits(sweep: Sweep, shown: Sequence[str], reference: str, lam: float | None) -> str:
    """Return the program of the comparison over the splits."""
    test = call(
        "compared",
        "chosen",
        ratio=literal(ratio(sweep.digest)),
        reference=literal(reference),
        quantities=literal(tuple(shown)),
        lam=literal(lam),
    )
    drawn = call(
        "split_errors",
        "found",
        call("wide", "chosen", literal("test_error"), lam=literal(lam)),
        reference=literal(reference),
        rate=literal(sweep.task == "binary"),
    )
    return lines(
        CHOOSE,
        "from kselect_core.plotting.experiments.split_errors import split_errors",
        "from kselect_core.selection.terms.comparison import compared, wide",
        "",
        TABLE,
        CHOSEN,
        assigned("found", test),
        assigned("figure", drawn),
    )


def of_pictures(
    points: Sequence[Cursor], titles: Sequence[str], *, resolution: int, task: str
) -> str:
    """Return the program of decision pictures side by side."""
    cursors = ", ".join(map(cursor, points))
    return lines(
        "from kselect_core.plotting.data.decision_pair import decision_pair",
        BENCH,
        "",
        bench(points[0].split),
        f"points = [{cursors}]",
        f"views = [bench.decision(point, resolution={resolution}) for point in points]",
        assigned(
            "figure",
            call("decision_pair", "views", literal(tuple(titles)), class_names=class_names(task)),
        ),
    )
