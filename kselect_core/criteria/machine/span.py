"""Span rule: leave-one-out of the support vector machine predicted from one machine."""

from typing import NamedTuple

import numpy as np

from kselect_core.criteria.base import Criterion, converged_only
from kselect_core.criteria.problems.machine import PRECISELY, SvmProblem
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.spectra.symmetric import eigensystem
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Bool, Float

NULL = 1e-10
"""Eigenvalues below this share of the largest are zero."""

SLACK = 1e-6
"""A point that falls onto the boundary is missed; the solver's tolerance keeps it off."""


class Spans(NamedTuple):
    """αᵢSᵢ² and yᵢf(xᵢ) of every point, and which are support vectors, for one C."""

    moved: Float[Array, " n"]
    margin: Float[Array, " n"]
    support: Bool[Array, " n"]
    free: int


def span(problem: SvmProblem) -> Float[Array, " L"]:
    """Share of points predicted to be missed when they are left out, for each C.

    A support vector is missed if αᵢSᵢ² ≥ yᵢf(xᵢ), where Sᵢ is the distance of its image to the
    span of the free support vectors; other points stay as they are.

    Source: Vapnik & Chapelle (2000); Chapelle, Vapnik, Bousquet, Mukherjee (2002).
    Cost: O(s³) for s support vectors.
    """
    shares = np.array([_missed(spans).mean() for spans in every_span(problem)])
    return converged_only(shares, problem.told_apart, PRECISELY)


def span_hinge(problem: SvmProblem) -> Float[Array, " L"]:
    """Mean hinge loss at the margins yᵢf(xᵢ) − αᵢSᵢ² that the span rule predicts, for each C.

    Source: ours, from the identity behind the span rule.
    Cost: that of the span rule.
    """
    losses = np.array([_hinge(spans).mean() for spans in every_span(problem)])
    return converged_only(losses, problem.told_apart, PRECISELY)


def every_span(problem: SvmProblem) -> list[Spans]:
    """Spans for every C."""
    if problem.spectrum.indefinite:
        raise UndefinedScoreError("K is indefinite: distances in feature space do not exist")
    machines, alpha = problem.exact_machines, problem.alpha
    return [
        _spans(problem, alpha[row], problem.C[row], machines.f[row])
        for row in range(len(problem.C))
    ]


def _spans(
    problem: SvmProblem, alpha: Float[Array, " n"], C: float, f: Float[Array, " n"]
) -> Spans:
    free, bounded = np.flatnonzero((alpha > 0) & (alpha < C)), np.flatnonzero(alpha == C)
    K, squared = problem.K, np.zeros(problem.n)
    if len(free):
        own, across = _squared_spans(K[np.ix_(free, free)], K[np.ix_(free, bounded)])
        squared[free] = own
        squared[bounded] = np.maximum(problem.diagonal[bounded] - across, 0.0)
    else:  # the offset is undetermined; the span is that of the origin
        squared[bounded] = problem.diagonal[bounded]
    return Spans(alpha * squared, problem.y * f, alpha > 0, len(free))


def _squared_spans(
    K_free: Float[Array, "m m"], K_across: Float[Array, "m b"]
) -> tuple[Float[Array, " m"], Float[Array, " b"]]:
    """Sᵢ² of the free support vectors, and vᵀM⁺v of the bounded ones, M the bordered matrix.

    The border has the size of the kernel: it changes nothing, and rounding cannot swallow it.
    """
    m, border = len(K_free), float(np.abs(np.diagonal(K_free)).max()) or 1.0
    bordered = np.full((m + 1, m + 1), border)
    bordered[:m, :m], bordered[m, m] = K_free, 0.0
    values, vectors = eigensystem(bordered)
    null = np.abs(values) <= NULL * np.abs(values).max()
    kept, weights = vectors[:, ~null], 1.0 / values[~null]
    inverse = (kept[:m] ** 2) @ weights
    twin = (vectors[:m, null] ** 2).sum(axis=1) > np.sqrt(NULL)  # another takes its place
    own = np.where(twin, 0.0, 1.0 / np.where(twin, 1.0, inverse))
    v = np.vstack([K_across, np.full(K_across.shape[1], border)])
    return np.maximum(own, 0.0), ((kept.T @ v) ** 2 * weights[:, None]).sum(axis=0)


def _missed(spans: Spans) -> Bool[Array, " n"]:
    missed: Array = np.where(spans.support, spans.moved >= spans.margin - SLACK, spans.margin <= 0)
    return missed


def _hinge(spans: Spans) -> Float[Array, " n"]:
    losses: Array = np.maximum(0.0, 1.0 - (spans.margin - spans.moved))
    return losses


def span_worked(problem: SvmProblem) -> Worked:
    """Number of points predicted to be missed and n; beside them the sets."""
    spans = every_span(problem)[0]
    count = int(np.count_nonzero(_missed(spans)))
    terms = (
        Term(r"\#\mathrm{missed}", count, "points predicted to be missed", "residuals"),
        Term("n", problem.n, "points"),
    )
    return Worked(terms, r"\frac{#1}{#2}", lambda count, n: count / n, _sets(spans))


def span_hinge_worked(problem: SvmProblem) -> Worked:
    """Sum of the predicted hinge losses and n; beside it the sets."""
    spans = every_span(problem)[0]
    terms = (
        Term(
            r"\textstyle\sum_i\max(0,1-(y_if_i-\alpha_iS_i^2))",
            float(_hinge(spans).sum()),
            "hinge losses predicted for points left out",
            "residuals",
        ),
        Term("n", problem.n, "points"),
    )
    return Worked(terms, r"\frac{#1}{#2}", lambda total, n: total / n, _sets(spans))


def _sets(spans: Spans) -> tuple[Term, ...]:
    words = "support vectors with α < C" if spans.free else "none free: spans are K_ii"
    bounded = int(np.count_nonzero(spans.support)) - spans.free
    return (
        Term(r"\#\{0<\alpha_i<C\}", spans.free, words),
        Term(r"\#\{\alpha_i=C\}", bounded, "support vectors at the bound"),
    )


SPAN = Criterion(
    name="span",
    label="Span rule",
    full_name="span rule of the support vectors",
    style=("purple", "longdash", "cross"),
    function=span,
    worked=span_worked,
    better="lower",
    formula=r"\frac1n\,\#\bigl\{i\in\mathrm{SV}:\alpha_iS_i^2\ge y_if_i\bigr\}+"
    r"\frac1n\,\#\bigl\{i\notin\mathrm{SV}:y_if_i\le0\bigr\}",
    summary="Leave-one-out error predicted from a single machine: it asks how much each point "
    "holds up its own prediction.",
    source="Vapnik & Chapelle (2000), Bounds on error expectation for SVM; Chapelle, Vapnik, "
    "Bousquet, Mukherjee (2002)",
    cost="machine",
    evidence="standard",
    usual=True,
    oddity="Exact only if the sets of free and bounded support vectors stay as they are when a "
    "point leaves. Without free support vectors the offset is undetermined and K_ii is used. "
    "Where K is singular α is that of least norm.",
    needs=frozenset({"classes", "labels", "machine", "spectrum"}),
)

SPAN_HINGE = Criterion(
    name="span_hinge",
    label="Span hinge",
    full_name="span rule with the hinge loss",
    style=("pink", "dashdot", "x"),
    function=span_hinge,
    worked=span_hinge_worked,
    better="lower",
    formula=r"\frac1n\sum_i\max\bigl(0,\,1-(y_if_i-\alpha_iS_i^2)\bigr)",
    summary="Hinge loss at points left out, predicted from a single machine as the span rule "
    "does. It changes smoothly where the span rule counts.",
    source="kselect; from the identity of Vapnik & Chapelle (2000)",
    cost="machine",
    evidence="ours",
    usual=True,
    at_first="ticked",
    oddity="Continuous where the span rule counts, hence without ties, and much nearer to the "
    "held-out hinge loss than GACV.",
    needs=frozenset({"classes", "labels", "machine", "spectrum"}),
)
