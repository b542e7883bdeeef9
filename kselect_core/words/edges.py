"""Choices on the edge of the grid: which they are, what may lie beyond, and the longer grid."""

from math import ceil, log10
from typing import NamedTuple

import pandas as pd

from kselect_core.criteria import CRITERIA
from kselect_core.errors import KselectError
from kselect_core.kernels import PRECOMPUTED
from kselect_core.plotting.kit.ticks import family_title
from kselect_core.selection.config.config import SweepConfig
from kselect_core.words import labels
from kselect_core.words.lists import listed

SEPARATOR = ", "  # between the ends that one choice touches, in the table of choices
TIED = "tied with "  # before an end that is as good as the choice, which lies inside

LAMBDA = "lambda"  # the grid of ridges, as SweepConfig.extended calls it
MORE = 5  # points beyond an end of a grid
DECADES = 2.0  # of λ beyond an end of its grid: the best λ goes down with n
FEWEST = 2  # points of λ, however far apart


class Edge(NamedTuple):
    """An end of the grid on which criteria chose, and which they are.

    ``kernel`` is the family, or "lambda" for the grid of λ; ``side`` is "low" or "high". The
    largest C is the low end of λ. ``level`` are the criteria whose choice lies inside the grid
    on every split, and which are only as good at its end.
    """

    kernel: str
    side: str
    quantities: tuple[str, ...]
    level: tuple[str, ...] = ()


def chosen_ends(choices: pd.DataFrame, shown: tuple[str, ...]) -> list[Edge]:
    """Return the ends of the grids on which a criterion shown chose, or tied, in some split."""
    chosen = choices[choices["on_boundary"].astype(bool) & choices["quantity"].isin(shown)]
    ends: dict[tuple[str, str], set[str]] = {}
    reached: set[tuple[str, tuple[str, str]]] = set()
    for row in chosen[["quantity", "kernel", "boundary"]].drop_duplicates().itertuples(index=False):
        quantity, kernel, words = str(row.quantity), str(row.kernel), str(row.boundary)
        for end in ends_of(kernel, words):
            ends.setdefault(end, set()).add(quantity)
        reached |= {(quantity, end) for end in ends_of(kernel, words, only_reached=True)}
    return [
        Edge(
            *end,
            tuple(quantity for quantity in shown if quantity in who),
            tuple(q for q in shown if q in who and (q, end) not in reached),
        )
        for end, who in ends.items()
    ]


def ends_of(kernel: str, boundary: str, *, only_reached: bool = False) -> list[tuple[str, str]]:
    """Return grid and side of every end that a choice touches, from the words of its table.

    ``only_reached`` leaves out the ends that are only tied with the choice.
    """
    ends = []
    for words in boundary.split(SEPARATOR) if boundary else ():
        if only_reached and words.startswith(TIED):
            continue
        low = "low end" in words or words in ("smallest λ", "largest C")
        of_lambda = words.startswith(("smallest", "largest"))
        ends.append((LAMBDA if of_lambda else kernel, "low" if low else "high"))
    return ends


def longer_grid(config: SweepConfig, edge: Edge) -> SweepConfig | None:
    """Return the sweep with more points beyond an edge; None where there is nothing beyond."""
    try:
        longer = config.extended(edge.kernel, edge.side, steps=steps(config, edge))
    except KselectError:
        return None
    return None if longer == config else longer


def steps(config: SweepConfig, edge: Edge) -> int:
    """Return how many points the grid grows by: five, of λ two decades."""
    if edge.kernel != LAMBDA or config.C or len(config.lambdas) == 1:
        return MORE
    low, next_one = config.lambdas[:2] if edge.side == "low" else config.lambdas[-2:]
    return max(FEWEST, ceil(DECADES / log10(next_one / low) - 1e-9))


def inner(edge: Edge) -> list[str]:
    """Return who may have an optimum beyond an end.

    Others take the end of every longer grid, or are no better there than inside.
    """
    return [q for q in edge.quantities if q not in edge.level and not _is_always(edge, q)]


def sentence(config: SweepConfig, edge: Edge) -> str:
    """Return in words who stands on which end, and what may lie beyond it."""
    names = SEPARATOR.join(labels.quantity_text(quantity) for quantity in edge.quantities)
    beyond = place(config, edge, longer_grid(config, edge))
    return f"{names} on the edge of the grid{beyond}{_always(edge)}{_level(edge)}"


def _always(edge: Edge) -> str:
    names = [q for q in edge.quantities if _is_always(edge, q)]
    verb = "takes" if len(names) == 1 else "take"
    texts = listed([labels.quantity_text(name) for name in names])
    return f" {texts} {verb} the end of any grid, however long." if names else ""


def _level(edge: Edge) -> str:
    names = [labels.quantity_text(q) for q in edge.level if not _is_always(edge, q)]
    verb = "is" if len(names) == 1 else "are"
    return f" {listed(names)} {verb} no better there than inside the grid." if names else ""


def _is_always(edge: Edge, quantity: str) -> bool:
    return edge.kernel != LAMBDA and bool(CRITERIA[labels.quantity_key(quantity)].always)


def end_text(config: SweepConfig, edge: Edge) -> str:
    """Return the value at an end of the grid: ``τ = 2⁻¹⁵``, ``λ = 10⁻⁶``, ``C = 100``."""
    if edge.kernel == LAMBDA:
        return labels.strength_text(config, config.lambdas[0 if edge.side == "low" else -1])
    family = next(f for f in config.candidates if f.kernel == edge.kernel)
    end = family.points[0 if edge.side == "low" else -1]
    return labels.parameter_text(end, family.way, family.values)


def place(config: SweepConfig, edge: Edge, longer: SweepConfig | None) -> str:
    """Return in words which end it is, and what may lie beyond it."""
    if edge.kernel == LAMBDA:
        end = "smallest" if (edge.side == "low") != bool(config.C) else "largest"
        return labels.worded(config, f": {end} λ. A better λ may lie beyond it.")
    end = end_text(config, edge)
    precomputed = edge.kernel == PRECOMPUTED.name  # there may be more than we have
    if not longer and not precomputed:
        beyond = " There is nothing beyond it."
    elif not inner(edge):
        beyond = ""
    elif precomputed:
        beyond = " A better one may lie beyond it: compute more Gram matrices."
    else:
        beyond = " A better kernel may lie beyond it."
    return f", or tied with it: {family_title(edge.kernel)} {end}.{beyond}"
