"""The sums that enter SPS and KS, as equations with the numbers of one kernel matrix."""

from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.spectral.ks import KS
from kselect_core.errors import InvalidParameterError
from kselect_core.results.worked import Term
from kselect_core.selection.points.shifts import (
    Shifts,
    first_order,
    norms,
    other_squares,
    shifts as shifts_of,
)
from kselect_core.types import Array, Float

"""Equal means: to this share of the largest term, what rounding leaves of 16 digits."""

SIGN = 1e-12
"""First-order shifts smaller than this share of σ₁ have no sign."""

BLOCK = 256

EXACT = r"\sum_{i,j}\bigl|\sigma_j(K)-\sigma_j(K^{i})\bigr|"
FIRST = r"\sum_{i,j}q_{ji}^2\,\lvert 2\sigma_j-K_{ii}\rvert"
SIGNED = r"\sum_{i,j}q_{ji}^2\,(2\sigma_j-K_{ii})"
TRACE = r"\operatorname{tr}K"
NORM = r"\lVert K-K^{i}\rVert_2"


class Equation(NamedTuple):
    """Terms that are equal, or in ascending order, from left to right."""

    key: str
    words: str
    terms: tuple[Term, ...]
    relation: str  # "=" or "≤"

    @property
    def latex(self) -> str:
        """Formula with the value of each term below it."""
        sign = r" \;\le\; " if self.relation == "≤" else r" \;=\; "
        return sign.join(map(_with_number, self.terms))


class Identities(NamedTuple):
    """The equations, and how many of the first-order shifts have the wrong sign.

    ``point`` (from 0) is the one that the chain of the last equation is about.
    """

    equations: tuple[Equation, ...]
    wrong_signs: int
    entries: int
    point: int


def identities(
    problem: Problem, *, shifts: Shifts | None = None, eta: float = 1.0, point: int | None = None
) -> Identities:
    """Equations of the penalties of SPS and KS with their numbers, for one kernel matrix.

    Keys: "exact", "first_order", "signed", "sps_exact", "sps_first_order", "ks", "chain". The sum
    of the exact shifts is known only with complete ``shifts`` (NaN otherwise). ``eta`` is the
    weight of KS; the chain is about ``point`` (from 0), or the one with the largest norm.
    Cost: one eigendecomposition, shared with the criteria of the problem.
    """
    sizes = norms(problem)
    worst = int(sizes.argmax()) if point is None else point
    if worst not in range(problem.n):
        raise InvalidParameterError(
            "Perturbation", "point", f"a whole number from 0 to {problem.n - 1}", point
        )
    sums = _first_order_sums(problem)
    trace = float(problem.diagonal.sum())
    complete = shifts is not None and shifts.complete
    exact = float(np.abs(shifts.exact).sum()) if shifts is not None and complete else np.nan
    equations = (
        _exact(exact, trace, indefinite=problem.spectrum.indefinite),
        _absolute(problem, sums),
        _signed(sums, trace),
        _sps_exact(exact, problem),
        _sps_first_order(sums, problem),
        _ks(problem, sizes, eta),
        _chain(problem, sizes, worst, shifts),
    )
    return Identities(equations, sums.wrong, problem.n**2, worst)


class _Sums(NamedTuple):
    absolute: float
    signed: float
    wrong: int


def _first_order_sums(problem: Problem) -> _Sums:
    """Sums over all first-order shifts, block by block of points."""
    sigma, Q, _ = problem.spectrum
    absolute, signed, wrong = 0.0, 0.0, 0
    floor = -SIGN * float(np.abs(sigma).max())
    for start in range(0, problem.n, BLOCK):
        part = slice(start, start + BLOCK)
        entries = first_order(sigma, Q[part], problem.diagonal[part])
        absolute += float(np.abs(entries).sum())
        signed += float(entries.sum())
        wrong += int((entries < floor).sum())
    return _Sums(absolute, signed, wrong)


def _exact(total: float, trace: float, *, indefinite: bool) -> Equation:
    left = Term(EXACT, total, "sum of all exact shifts")
    right = Term(TRACE, trace, "trace of K")
    if indefinite:
        words = "K has negative eigenvalues: removing a point lowers some eigenvalues and raises "
        return Equation(
            "exact", words + "others, by more than the trace in all.", (right, left), "≤"
        )
    words = (
        "Removing point i lowers every eigenvalue, by K_ii in all; over all points the exact "
        "shifts add up to the trace of K."
    )
    return Equation("exact", words, (left, right), "=")


def _absolute(problem: Problem, sums: _Sums) -> Equation:
    left = Term(FIRST, sums.absolute, "sum of the absolute first-order shifts")
    kappa = problem.diagonal[0]
    if not (problem.diagonal == kappa).all():
        words = "What the paper computes: derivatives of the eigenvalues, without their signs."
        return Equation("first_order", words, (left,), "=")
    own = r"1" if kappa == 1.0 else r"\kappa"
    value = float(np.abs(2 * problem.spectrum.sigma - kappa).sum())
    right = Term(rf"\sum_j\lvert 2\sigma_j-{own}\rvert", value, "from the eigenvalues alone")
    words = (
        "With equal diagonal entries the sum of the absolute first-order shifts needs only the "
        "eigenvalues; each below half a diagonal entry counts with the wrong sign."
    )
    return Equation("first_order", words, (left, right), "=")


def _signed(sums: _Sums, trace: float) -> Equation:
    words = (
        "With their signs the first-order shifts add up to the trace as well: only the absolute "
        "value makes their sum differ."
    )
    left = Term(SIGNED, sums.signed, "sum of the first-order shifts with their signs")
    return Equation("signed", words, (left, Term(TRACE, trace, "trace of K")), "=")


def _sps_exact(total: float, problem: Problem) -> Equation:
    trace = float(problem.diagonal.sum())
    left = Term(rf"\frac1{{n^2}}{EXACT}", total / problem.n**2, "penalty of SPS, exact")
    right = Term(rf"\frac{{{TRACE}}}{{n^2}}", trace / problem.n**2, "trace of K over n²")
    sides = (right, left) if problem.spectrum.indefinite else (left, right)
    words = "The exact penalty of SPS is the trace over n²: 1/n for every Gaussian kernel."
    return Equation("sps_exact", words, sides, "≤" if problem.spectrum.indefinite else "=")


def _sps_first_order(sums: _Sums, problem: Problem) -> Equation:
    n = problem.n
    middle = Term(rf"\frac1{{n^2}}{FIRST}", sums.absolute / n**2, "penalty of SPS, first order")
    if problem.spectrum.indefinite or not (problem.diagonal == 1.0).all():
        words = "The penalty that the paper computes."
        return Equation("sps_first_order", words, (middle,), "=")
    least = Term(r"\frac1n", 1 / n, "its value for K = I")
    most = Term(r"\frac{3n-2}{n^2}", (3 * n - 2) / n**2, "its value for K = 11ᵀ")
    words = "The penalty that the paper computes grows with smoothness, from 1/n to about 3/n."
    return Equation("sps_first_order", words, (least, middle, most), "≤")


def _ks(problem: Problem, sizes: Float[Array, " n"], eta: float) -> Equation:
    i = int(sizes.argmax())
    own, s = abs(float(problem.diagonal[i])), float(other_squares(problem)[i])
    closed = eta / problem.n * (own + float(np.sqrt(own**2 + 4 * s))) / 2
    left = Term(
        rf"\frac{{\eta}}{{n}}\max_i{NORM}",
        eta / problem.n * float(sizes[i]),
        f"penalty of KS with η = {eta:g}",
    )
    formula = r"\frac{\eta}{2n}\Bigl(K_{ii}+\sqrt{K_{ii}^2+4s_i}\Bigr)"
    right = Term(formula, closed, f"at point {i + 1}, with sᵢ = {s:.5g} and K_ii = {own:.5g}")
    words = (
        f"The penalty of KS is that of its worst point, number {i + 1}: sᵢ sums the squares of "
        "its kernel values with all others."
    )
    return Equation(KS.name, words, (left, right), "=")


def _chain(
    problem: Problem, sizes: Float[Array, " n"], point: int, shifts: Shifts | None
) -> Equation:
    """Largest shift ≤ K_ii ≤ norm."""
    if shifts is None or point not in shifts.rows:
        shifts = shifts_of(problem, rows=[point])
    line = int(np.flatnonzero(shifts.rows == point)[0])
    largest = float(np.abs(shifts.exact[line]).max())
    terms: tuple[Term, ...] = (
        Term(r"\max_j\,\sigma_j(K)-\sigma_j(K^{i})", largest, "largest shift of an eigenvalue"),
        Term(r"K_{ii}", abs(float(problem.diagonal[point])), "diagonal entry"),
        Term(NORM, float(sizes[point]), "norm of what was removed"),
    )
    words = (
        f"Point {point + 1}: no eigenvalue moves further than K_ii, and the norm is at least that "
        "(it bounds the shifts, not the other way round)."
    )
    terms = (terms[0], terms[2]) if problem.spectrum.indefinite else terms
    return Equation("chain", words, terms, "≤")


def _with_number(term: Term) -> str:
    if not np.isfinite(term.value):
        return term.symbol
    mantissa, _, exponent = f"{term.value:.5g}".partition("e")
    power = rf"\cdot 10^{{{int(exponent)}}}" if exponent else ""
    return rf"\underbrace{{{term.symbol}}}_{{{mantissa}{power}}}"
