"""Choices on the edge of the grid: which they are, and a way to a longer grid."""

from typing import NamedTuple

import pandas as pd
import streamlit as st

from kselect_core.criteria import CRITERIA
from kselect_core.errors import KselectError
from kselect_core.selection.config.config import SweepConfig
from kselect_core.words.labels import (
    kernel_name,
    parameter_text,
    quantity_key,
    quantity_text,
    worded,
)
from kselect_core.words.lists import listed
from kselect_ui import PAGES
from kselect_ui.grid import run_cards

SEPARATOR = ", "  # between the ends that one choice touches, in the table of choices

LAMBDA = "lambda"  # the grid of ridges, as SweepConfig.extended calls it
MORE = 5  # points beyond an end of a grid
STEPS = {LAMBDA: 2}  # usually two decades of λ


class Edge(NamedTuple):
    """An end of the grid on which criteria chose, and which they are.

    ``kernel`` is the family, or "lambda" for the grid of λ; ``side`` is "low" or "high". The
    largest C is the low end of λ.
    """

    kernel: str
    side: str
    quantities: tuple[str, ...]


def found(choices: pd.DataFrame, shown: tuple[str, ...]) -> list[Edge]:
    """Return the ends of the grids on which a criterion shown chose, or tied, in some split."""
    chosen = choices[choices["on_boundary"].astype(bool) & choices["quantity"].isin(shown)]
    ends: dict[tuple[str, str], list[str]] = {}
    for row in chosen[["quantity", "kernel", "boundary"]].drop_duplicates().itertuples(index=False):
        for words in str(row.boundary).split(SEPARATOR):
            of_lambda = words.startswith(("smallest", "largest"))
            low = "low end" in words or words in ("smallest λ", "largest C")
            side = "low" if low else "high"
            key = (LAMBDA if of_lambda else str(row.kernel), side)
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
            st.markdown(f"{_names(edge)}{place(config, edge, longer)}{_always(edge)}")
            if (
                longer is not None
                and _inner(edge)
                and st.button(
                    "Extend the grid",
                    key=f"extend_{edge.kernel}_{edge.side}",
                    on_click=run_cards.use_settings,
                    args=(longer,),
                )
            ):
                st.switch_page(PAGES / "sweep.py", query_params={})


def longer_grid(config: SweepConfig, edge: Edge) -> SweepConfig | None:
    """Return the sweep with more points beyond an edge; None where there is nothing beyond."""
    try:
        steps = STEPS.get(edge.kernel, MORE) if not config.C else MORE
        longer = config.extended(edge.kernel, edge.side, steps=steps)
    except KselectError:
        return None
    return None if longer == config else longer


def _inner(edge: Edge) -> list[str]:
    """Return who may have an optimum beyond an end; others take the end of every longer grid."""
    if edge.kernel == LAMBDA:
        return list(edge.quantities)
    return [q for q in edge.quantities if not CRITERIA[quantity_key(q)].always]


def _always(edge: Edge) -> str:
    inner = _inner(edge)
    names = [quantity_text(q) for q in edge.quantities if q not in inner]
    verb = "takes" if len(names) == 1 else "take"
    return f" {listed(names)} {verb} the end of any grid, however long." if names else ""


def _names(edge: Edge) -> str:
    names = SEPARATOR.join(quantity_text(quantity) for quantity in edge.quantities)
    return f"**{names}** on the edge of the grid"


def place(config: SweepConfig, edge: Edge, longer: SweepConfig | None) -> str:
    """Return in words which end it is, and what may lie beyond it."""
    if edge.kernel == LAMBDA:
        end = "smallest" if (edge.side == "low") != bool(config.C) else "largest"
        return worded(config, f": {end} λ. A better λ may lie beyond it.")
    family = next(f for f in config.candidates if f.kernel == edge.kernel)
    end = parameter_text(family.points[0 if edge.side == "low" else -1], family.convention)
    beyond = " A better kernel may lie beyond it." if _inner(edge) else ""
    beyond = beyond if longer else " There is nothing beyond it."
    return f", or tied with it: {kernel_name(edge.kernel)} {end}.{beyond}"
