"""The row of the grid builder for one kernel: how its parameter is written, and its grid."""

from functools import partial

import streamlit as st

from kselect_core.kernels import KERNELS, Kernel
from kselect_core.selection import Candidates
from kselect_core.selection.config.typed import Span, span_of, whole
from kselect_core.words.labels import written
from kselect_ui.grid import iterated_row
from kselect_ui.grid.values_row import fill_row, row
from kselect_ui.widgets import linked

NORMALISED = "normalised: k(x,z)/√(k(x,x) k(z,z))"
USUAL = Span(2, -10, 10, 21)  # what powers start with where a grid is none of them


def draw(kernel: Kernel) -> Candidates:
    """Draw the row; returns the family, or raises what is wrong with it."""
    if kernel.built:
        return iterated_row.draw()
    if kernel.name in KERNELS.origins:
        st.caption(f"from package {KERNELS.origins[kernel.name].words}")
    head, formula = st.columns([2, 3], vertical_alignment="center")
    title = f"{kernel.label[0].upper()}{kernel.label[1:]}"
    with head:
        convention = _convention(kernel, title)
    formula.latex(kernel.latex(convention))
    if not convention:
        return Candidates(kernel.name, ())
    if kernel.largest:
        values, normalised = _whole(kernel, title)
        return Candidates(kernel.name, values, convention, normalised)
    symbol = next(one.symbol for one in kernel.conventions if one.name == convention)
    span, write = span_of(start(kernel)), partial(written, convention=convention)
    explicit = () if span else start(kernel)
    values = row(key(kernel), title, symbol, span or USUAL, explicit, write)
    return Candidates(
        kernel.name, values, convention, _normalised(kernel), options=_options(kernel)
    )


def fill(family: Candidates) -> None:
    """Put a family into its row; call it from a callback."""
    kernel = KERNELS[family.kernel]
    if kernel.built:
        iterated_row.fill(family)
    elif kernel.largest:
        linked.put(f"{key(kernel)}_low", int(min(family.values)))
        linked.put(f"{key(kernel)}_high", int(max(family.values)))
    elif family.values:
        if len(kernel.conventions) > 1:
            linked.put(convention_key(kernel), family.convention)
        fill_row(key(kernel), family.values)
    for name, value in family.options:
        linked.put(f"{key(kernel)}_{name}", value)
    if kernel.switches and not kernel.built:
        linked.put(f"{key(kernel)}_norm", family.normalised)


def key(kernel: Kernel) -> str:
    """Beginning of the keys of its row."""
    return kernel.short or kernel.name


def convention_key(kernel: Kernel) -> str:
    """Key of the way in which its parameter is written."""
    return f"{key(kernel)}_conv"


def start(kernel: Kernel) -> tuple[float, ...]:
    """Grid that the row starts with."""
    return kernel.start or kernel.grid


def _convention(kernel: Kernel, title: str) -> str:
    """Draw the title, with the ways to write the parameter where there are several."""
    written = {one.name: one for one in kernel.conventions}
    if len(written) > 1:
        return linked.one(
            f"{title}, width as",
            tuple(written),
            key=convention_key(kernel),
            default=kernel.conventions[0].name,
            words=lambda name: (
                f"{written[name].symbol} in {written[name].formula.replace('‖x−z‖', 'd')}"
            ),
        )
    st.markdown(title if written else f"{title}, no parameter")
    return next(iter(written), "")


def _whole(kernel: Kernel, title: str) -> tuple[tuple[float, ...], bool]:
    """Draw the first and the last whole number, and whether the kernel is normalised."""
    name, usual = kernel.parameters[0].name, start(kernel)
    first, second, third = st.columns([1, 1, 2], vertical_alignment="bottom")
    with first:
        low = linked.whole(f"{name} from", key=f"{key(kernel)}_low", default=int(usual[0]))
    with second:
        high = linked.whole("to", key=f"{key(kernel)}_high", default=int(usual[-1]))
    with third:
        normalised = _normalised(kernel)
    return whole(title, name, low, high), normalised


def _options(kernel: Kernel) -> tuple[tuple[str, float], ...]:
    """Draw the further numbers of the kernel."""
    typed = {}
    for one, column in zip(kernel.further, st.columns(4), strict=False):
        with column:
            typed[one.name] = linked.number(
                one.symbol, key=f"{key(kernel)}_{one.name}", default=float(one.default)
            )
    return tuple(typed.items())


def _normalised(kernel: Kernel) -> bool:
    """Draw whether the kernel is normalised, if it can be."""
    return bool(kernel.switches) and linked.tick(NORMALISED, key=f"{key(kernel)}_norm")
