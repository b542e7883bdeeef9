"""How the labels lie in the eigenvectors of a kernel, and how fast both add up."""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.errors import InvalidParameterError
from kselect_core.linalg.spectra.eigenspaces import eigenspaces
from kselect_core.plotting.kit.eigenvalue_axis import number_axis
from kselect_core.plotting.kit.parts import figure, note, scatter, upright
from kselect_core.plotting.kit.theme import BLUE, GREY, RED, Spec, axis
from kselect_core.types import Array, Float, Int

HEIGHT = 400
HELD = 0.95
"""Share of the labels that is marked."""


class Alignment(NamedTuple):
    """Share of ‖y‖² in each eigenspace, and cumulative shares of ‖y‖² and of trace K.

    An eigenspace reaches from eigenvector ``first`` to ``last`` (numbers from 1): one eigenvector,
    or a run whose eigenvalues are equal up to rounding. Cumulative sums stand at ``last``.
    """

    first: Int[Array, " g"]
    last: Int[Array, " g"]
    share: Float[Array, " g"]
    labels: Float[Array, " g"]
    energy: Float[Array, " g"]


def alignment_shares(sigma: Float[Array, " n"], projections: Float[Array, " n"]) -> Alignment:
    """Shares ⟨y, vⱼ⟩²/‖y‖² from the projections Qᵀy, by eigenspace; σ descending."""
    if len(sigma) != len(projections):
        sizes = f"as many as eigenvalues ({len(sigma)})"
        raise InvalidParameterError("Alignment", "the projections", sizes, len(projections))
    bounds = eigenspaces(sigma)
    squares, clipped = projections**2, np.maximum(sigma, 0.0)
    share = np.add.reduceat(squares, bounds[:-1]) / (float(squares.sum()) or 1.0)
    energy = np.add.reduceat(clipped, bounds[:-1]) / (float(clipped.sum()) or 1.0)
    return Alignment(bounds[:-1] + 1, bounds[1:], share, share.cumsum(), energy.cumsum())


def alignment(
    sigma: Float[Array, " n"], projections: Float[Array, " n"], *, target: str = "labels"
) -> go.Figure:
    """Figure of the share of the labels per eigenvector, with both cumulative sums above.

    ``target`` is what y is called.
    """
    shares = alignment_shares(sigma, projections)
    n = len(sigma)
    held = int(shares.last[min(int((shares.labels < HELD - 1e-12).sum()), len(shares.last) - 1)])
    return figure(
        [
            _cumulative(shares.last, shares.labels, f"{target} ‖y‖²", RED, "solid"),
            _cumulative(shares.last, shares.energy, "energy (trace K)", BLUE, "dash"),
            *_stems(shares, target),
        ],
        HEIGHT,
        margin={"l": 75, "r": 12, "t": 28, "b": 12},  # "100%" and a title beside it
        xaxis=number_axis(n) | {"anchor": "y2"},
        yaxis=axis("held by the first j", domain=[0.5, 1.0], range=[0, 1.04], tickformat=".0%"),
        yaxis2=axis(
            f"share of {target}",
            domain=[0.0, 0.42],
            anchor="x",
            rangemode="tozero",
            tickformat=".3~p",
            nticks=4,
        ),
        shapes=[upright(held, yref="paper", line={"color": GREY, "width": 1.5, "dash": "dot"})],
        annotations=[_name_of_mark(held, n, target)],
    )


def _cumulative(
    x: Int[Array, " g"], y: Float[Array, " g"], name: str, colour: str, dash: str
) -> Spec:
    return scatter(
        "lines+markers" if len(x) <= 60 else "lines",  # noqa: PLR2004 (still apart)
        name=name,
        x=x,
        y=y,
        line={"color": colour, "dash": dash, "width": 2},
        marker={"color": colour, "size": 4},
        hovertemplate=f"first %{{x}}: %{{y:.3~p}} of the {name}<extra></extra>",
    )


def _stems(shares: Alignment, target: str) -> list[Spec]:
    """A stem per eigenvector; a bar over all of a run of equal eigenvalues."""
    alone = shares.first == shares.last
    x, y = shares.last[alone], shares.share[alone]
    gap = np.full(len(x), np.nan)
    stems = scatter(
        "lines",
        showlegend=False,
        name="stems",
        x=np.stack([x, x, gap], axis=1).ravel(),
        y=np.stack([np.zeros(len(y)), y, gap], axis=1).ravel(),
        yaxis="y2",
        line={"color": RED, "width": 1.5},
        hoverinfo="skip",
    )
    heads = scatter(
        "markers",
        name="one eigenvector ⟨y, vⱼ⟩²/‖y‖²",
        showlegend=False,
        x=x,
        y=y,
        yaxis="y2",
        marker={"color": RED, "size": 5},
        hovertemplate=f"eigenvector %{{x}}: %{{y:.3~p}} of the {target}<extra></extra>",
    )
    return [stems, heads, *_runs(shares, target)]


def _runs(shares: Alignment, target: str) -> list[Spec]:
    runs = np.flatnonzero(shares.first < shares.last)
    return [
        scatter(
            "lines+markers",
            name="equal eigenvalues, together",
            legendgroup="runs",
            showlegend=bool(i == runs[0]),
            x=[int(shares.first[i]), int(shares.last[i])],
            y=[float(shares.share[i])] * 2,
            yaxis="y2",
            line={"color": GREY, "width": 5},
            marker={"color": GREY, "size": 6, "symbol": "line-ns-open"},
            hovertemplate=f"eigenvectors {shares.first[i]} to {shares.last[i]}, whose eigenvalues "
            f"are equal: together %{{y:.3~p}} of the {target}<extra></extra>",
        )
        for i in runs
    ]


def _name_of_mark(held: int, n: int, target: str) -> Spec:
    left = held**2 > n  # in the right half of a log axis
    return note(
        f"95 % of the {target}: {held}",
        float(np.log10(held)),
        0.46,
        xanchor="right" if left else "left",
        xshift=-4 if left else 4,
        yref="paper",
        yanchor="middle",
    )
