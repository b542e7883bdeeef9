"""One row of widgets for one grid: powers of two or ten, or a list."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_ui.grid import Span, as_text, listed, spaced, span_of
from kselect_ui.labels import readable

GAUSSIAN, LAPLACIAN, LAMBDA = "g", "l", "r"  # prefixes of the keys
SPANS = {
    GAUSSIAN: Span(2, -15, 15, 31),
    LAPLACIAN: Span(2, -8, 4, 13),
    LAMBDA: Span(10, -4, 0, 5),
}


def row(prefix: str, where: str, symbol: str) -> tuple[float, ...]:
    """Draw one grid as powers or as a list; returns its numbers or raises what is wrong."""
    mode, *columns = st.columns([1.5, 0.8, 1, 1, 1], vertical_alignment="bottom")
    way = mode.segmented_control(
        f"{symbol} given as",
        ["powers", "list"],
        default="powers",
        required=True,
        key=f"{prefix}_as",
        bind="query-params",
    )
    values = (
        listed(where, symbol, _typed(prefix, symbol))
        if way == "list"
        else spaced(where, symbol, _span(prefix, columns))
    )
    many = f"{len(values)} values" if len(values) > 1 else "1 value"
    st.caption(f"{symbol} = {readable(values[0])} … {readable(values[-1])} · {many}")
    return values


def fill_row(prefix: str, values: tuple[float, ...]) -> None:
    """Put a grid into the widgets of its row, as powers if it is one of powers."""
    span = span_of(values)
    if span is not None:
        fill_span(prefix, span)
        return
    st.session_state[f"{prefix}_as"] = "list"
    st.session_state[f"{prefix}_list"] = as_text(values)


def fill_span(prefix: str, span: Span) -> None:
    """Put a span into the widgets of its row; call it from a callback."""
    state = st.session_state
    state[f"{prefix}_as"] = "powers"
    state[f"{prefix}_base"] = span.base
    state[f"{prefix}_low"], state[f"{prefix}_high"] = float(span.low), float(span.high)
    state[f"{prefix}_n"] = span.points


def _typed(prefix: str, symbol: str) -> str:
    return st.text_input(
        f"List of {symbol}",
        value="",
        placeholder="0.1, 2^-3, 1e4",
        key=f"{prefix}_list",
        bind="query-params",
        max_chars=20_000,
    )


def _span(prefix: str, columns: list[DeltaGenerator]) -> Span:
    usual = SPANS[prefix]
    base = columns[0].selectbox(
        "powers of",
        [2, 10],
        index=[2, 10].index(usual.base),
        key=f"{prefix}_base",
        bind="query-params",
    )
    ends = [
        column.number_input(
            f"{word} {base}^",
            value=float(value),
            step=1.0,
            format="%g",
            key=f"{prefix}_{key}",
            bind="query-params",
        )
        for column, word, key, value in zip(
            columns[1:3], ("from", "to"), ("low", "high"), (usual.low, usual.high), strict=True
        )
    ]
    points = columns[3].number_input(
        "points", value=usual.points, step=1, key=f"{prefix}_n", bind="query-params"
    )
    return Span(int(base), float(ends[0]), float(ends[1]), int(points))
