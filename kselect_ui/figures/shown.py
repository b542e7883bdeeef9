"""Views on a page: drawn once for all visitors, with camera, table, program and click."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

import streamlit as st

from kselect_core.plotting.kit.cursor_line import without_cursor
from kselect_core.plotting.kit.written import written
from kselect_core.plugins import named
from kselect_core.views import EVERY, Drawn, Place, View
from kselect_core.views.python import literal
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep.cursor import LAMBDA, PARAMETER
from kselect_ui.widgets import charts, hidden, matrix_view
from kselect_ui.widgets.charts import Chart
from kselect_ui.widgets.matrix_view import Matrix

At = TypeVar("At", bound=Place)
SLIDERS = {"parameter": PARAMETER, "lam": LAMBDA}
"""Sliders of the cursor by the options of views that they move."""
Pick = Callable[[Sequence[Mapping[str, Any]]], None]


def show(
    view: View[At, ...],
    at: At,
    *,
    on_pick: Pick | None = None,
    key: str = "",
    **options: object,
) -> None:
    """Draw a view, or its error in words; ``on_pick`` gets the points somebody clicked.

    ``key`` is another name on the page, where a view is drawn twice.
    """
    with error_in_place():
        chart = chart_of(view, at, key=key, **options)
        if on_pick is not None:
            words = f"{chart.caption} {view(at, **chart.options).clicks}".strip()
            chart = replace(chart, caption=words)
        charts.show(chart, on_pick=on_pick)


def show_added(kind: type[Place], at: Callable[[], Place]) -> None:
    """Draw the views of a kind of place that packages add, under the name of each package."""
    for problem in EVERY.problems:
        st.warning(plain(problem, limit=600))
    for name, package in EVERY.origins.items():
        if EVERY[name].place == kind.__name__:
            st.caption(f"from package {plain(package.words)}")
            with error_in_place():
                named(package, show)(EVERY[name], at())


def chart_of(view: View[At, ...], at: At, *, key: str = "", **options: object) -> Chart:
    """Return a view as a chart; its figure is drawn once for all visitors and cursors."""
    options = hidden.options(view, options)
    drawn = view(at, **options)
    figure = once(view, at, drawn, options, written)
    needs, follows = _sliders(at, options), _names(drawn.follows)
    placed = drawn.placed(figure)
    if drawn.follows and not follows:  # its cursor moves by no slider of the bar
        placed = _with_cursor(view, at, options, placed)
    return Chart(
        key=key or view.key,
        name=drawn.name,
        figure=placed,
        numbers=drawn.numbers,
        caption=drawn.caption,
        code=view.program(at, **options),
        how=view.source,
        still=without_cursor(figure) if follows else None,
        along=follows[0] if len(follows) == 1 else "",
        needs=tuple(name for name in needs if name not in follows),
        view=view.name,
        options=options,
    )


def held(view: View[At, ...], at: At, *, key: str, **options: object) -> Chart:
    """Return a view as a chart that follows no slider; its figure is kept with its cursor, too."""
    chart = chart_of(view, at, key=key, **options)
    figure = _with_cursor(view, at, chart.options, chart.figure) if chart.still else chart.figure
    return replace(chart, figure=figure, still=None, along="", needs=())


def _with_cursor(
    view: View[At, ...], at: At, options: Mapping[str, object], figure: charts.Figure
) -> charts.Figure:
    """Return the figure that was kept with its cursor there: what a page sends is made once."""
    return shelf().get(f"with its cursor {_key(view, at, (), options)}", lambda: figure)


def _sliders(at: Place, options: Mapping[str, object]) -> tuple[str, ...]:
    """Return the sliders of the cursor that a view depends on, by its place or its options."""
    return tuple(SLIDERS.values()) if hasattr(at, "cursor") else _names(options)


def _names(options: Iterable[str]) -> tuple[str, ...]:
    return tuple(SLIDERS[option] for option in options if option in SLIDERS)


def show_matrix(
    view: View[At, ...],
    at: At,
    *,
    words: tuple[str, str] = ("point", "point"),
    height: int = matrix_view.HEIGHT,
    selected: int | None = None,
    on_pick: matrix_view.Pick | None = None,
    **options: object,
) -> None:
    """Draw a view that is a picture of a matrix, or its error in words.

    ``words`` say what a row and a column is; ``selected`` marks a row.
    """
    with error_in_place():
        options = hidden.options(view, options)
        drawn = view(at, **options)
        shown = Matrix(
            key=view.key,
            name=drawn.name,
            caption=drawn.caption,
            row_word=words[0],
            column_word=words[1],
            numbers=drawn.numbers,
            code=view.program(at, **options),
            height=height,
        )
        picture = once(view, at, drawn, options)
        matrix_view.show(picture, shown, selected=(selected, None), on_pick=on_pick)


def once(
    view: View[At, ...],
    at: At,
    drawn: Drawn,
    options: Mapping[str, object],
    form: Callable[[Any], Any] = lambda picture: picture,
) -> Any:  # noqa: ANN401 (of any kind)
    """Return what a view draws in some form, made once for all visitors and cursors."""
    return shelf().get(_key(view, at, drawn.follows, options), lambda: form(drawn.draw()))


def _key(
    view: View[At, ...], at: At, follows: tuple[str, ...], options: Mapping[str, object]
) -> str:
    """Return what a figure depends on: the view, the sweep or the data, the place, options."""
    fixed = {name: value for name, value in options.items() if name not in follows}
    named = [f"{name}={literal(value)}" for name, value in sorted(fixed.items())]
    return " ".join(["view", view.name, at.identity, _anywhere(at, follows), *named])


def _anywhere(at: Place, follows: tuple[str, ...]) -> str:
    """Return how a place is made, the same wherever its cursor is along what ``follows`` names."""
    cursor = getattr(at, "cursor", None)
    if cursor is None or not follows:
        return at.made()
    anywhere = cursor._replace(**dict.fromkeys(follows, 0.0))
    return cast("Place", replace(cast("Any", at), cursor=anywhere)).made()
