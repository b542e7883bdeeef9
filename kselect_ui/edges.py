"""Choices on the edge of the grid: which they are, and a way to a longer grid."""

from typing import NamedTuple

import pandas as pd
import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.selection.config import SweepConfig
from kselect_ui import PAGES, run_cards
from kselect_ui.labels import parameter_text, quantity_text

SEPARATOR = ", "  # between the ends that one choice touches, in the table of choices


class Edge(NamedTuple):
    """An end of the grid on which criteria chose, and which they are.

    ``kernel`` and ``side`` ("low" or "high") tell the end of a family's parameter; both are empty
    for an end of the λ grid, which ``words`` names.
    """

    kernel: str
    side: str
    words: str
    quantities: tuple[str, ...]


def found(choices: pd.DataFrame, shown: tuple[str, ...]) -> list[Edge]:
    """Return the ends of the grids on which a criterion shown chose, or tied, in some split."""
    made = choices[choices["on_boundary"].astype(bool) & choices["quantity"].isin(shown)]
    ends: dict[tuple[str, str, str], list[str]] = {}
    for row in made[["quantity", "kernel", "boundary"]].drop_duplicates().itertuples(index=False):
        for words in str(row.boundary).split(SEPARATOR):
            side = next((side for side in ("low", "high") if f"{side} end" in words), "")
            key = (str(row.kernel), side, "") if side else ("", "", words)
            ends.setdefault(key, []).append(str(row.quantity))
    return [
        Edge(*key, tuple(quantity for quantity in shown if quantity in who))
        for key, who in ends.items()
    ]


def draw(config: SweepConfig, ends: list[Edge]) -> None:
    """Draw one line per end of the grid, with a button that leads to a longer one."""
    for edge in ends:
        longer = longer_grid(config, edge)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"{_names(edge)}{_place(config, edge, longer)}")
            if longer is not None and st.button(
                "Extend the grid" if edge.kernel else "Open on the Sweep page",
                key=f"extend_{edge.kernel or 'lambda'}_{edge.side or edge.words}",
                on_click=run_cards.use_settings,
                args=(longer,),
            ):
                st.switch_page(PAGES / "sweep.py")


def longer_grid(config: SweepConfig, edge: Edge) -> SweepConfig | None:
    """Return the sweep with more points beyond an edge; None where there is nothing beyond."""
    if not edge.kernel:
        return config  # the builder asks how far λ should go
    try:
        longer = config.extended(edge.kernel, edge.side)
    except KselectError:
        return None
    return None if longer == config else longer


def _names(edge: Edge) -> str:
    names = SEPARATOR.join(quantity_text(quantity) for quantity in edge.quantities)
    return f"**{names}** on the edge of the grid"


def _place(config: SweepConfig, edge: Edge, longer: SweepConfig | None) -> str:
    if not edge.kernel:
        return f": {edge.words}. A better λ may lie beyond it."
    family = next(f for f in config.candidates if f.kernel == edge.kernel)
    end = parameter_text(family.points[0 if edge.side == "low" else -1], family.convention)
    beyond = "A better kernel may lie beyond it." if longer else "There is nothing beyond it."
    return f", or tied with it: {edge.kernel} {end}. {beyond}"
