"""One row of widgets for one grid: powers of two or ten, or a list."""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.selection.config.typed import Span, as_text, listed, spaced, span_of
from kselect_core.words.labels import readable
from kselect_ui.widgets import linked

LAMBDA, COST = "r", "c"  # prefixes of the keys
SPANS = {
    LAMBDA: Span(10, -4, 2, 7),  # of the card Standard
    COST: Span(10, -5, 2, 20),
}


def row(
    prefix: str,
    where: str,
    symbol: str,
    usual: Span,
    given: tuple[float, ...] = (),
    write: Callable[[float], str] = readable,
) -> tuple[float, ...]:
    """Draw one grid as powers or as a list; returns its numbers or raises what is wrong.

    ``given`` are the usual numbers of a grid that no powers make: then it starts as that list.
    """
    ways = ("list", "powers") if given else ("powers", "list")
    mode, *columns = st.columns([1.9, 0.9, 0.9, 0.9, 0.9], vertical_alignment="bottom")
    with mode:
        way = linked.switch(f"{symbol} given as", ways, key=f"{prefix}_as")
    values = (
        listed(where, symbol, _typed(prefix, symbol, given))
        if way == "list"
        else spaced(where, symbol, _span(prefix, columns, usual))
    )
    many = f"{len(values)} values" if len(values) > 1 else "1 value"
    st.caption(f"{symbol} = {write(values[0])} … {write(values[-1])} · {many}")
    return values


def fill_row(prefix: str, values: tuple[float, ...]) -> None:
    """Put a grid into the widgets of its row, as powers if it is one of powers."""
    span = span_of(values)
    if span is not None:
        fill_span(prefix, span)
        return
    linked.put(f"{prefix}_as", "list")
    linked.put(f"{prefix}_list", as_text(values))


def fill_span(prefix: str, span: Span) -> None:
    """Put a span into the widgets of its row; call it from a callback."""
    linked.put(f"{prefix}_as", "powers")
    linked.put(f"{prefix}_base", str(span.base))
    linked.put(f"{prefix}_low", float(span.low))
    linked.put(f"{prefix}_high", float(span.high))
    linked.put(f"{prefix}_n", span.points)


def _typed(prefix: str, symbol: str, given: tuple[float, ...]) -> str:
    hint = "0.1, 2^-3, 1e4"
    return linked.text(
        f"List of {symbol}", key=f"{prefix}_list", placeholder=hint, default=as_text(given)
    )


def _span(prefix: str, columns: list[DeltaGenerator], usual: Span) -> Span:
    with columns[0]:
        base = linked.one("powers of", ("2", "10"), key=f"{prefix}_base", default=str(usual.base))
    with columns[1]:
        low = linked.number(f"from {base}^", key=f"{prefix}_low", default=float(usual.low))
    with columns[2]:
        high = linked.number(f"to {base}^", key=f"{prefix}_high", default=float(usual.high))
    with columns[3]:
        points = linked.whole("points", key=f"{prefix}_n", default=usual.points)
    return Span(int(base), low, high, points)
