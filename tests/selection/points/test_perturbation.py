"""Shifts of removed points and the identities of SPS and KS, by their definitions."""

from threading import Event

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.criteria.spectral.ks import kernel_stability
from kselect_core.errors import InvalidParameterError, StoppedError, UndefinedScoreError
from kselect_core.selection import Candidates
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.points import shifts as module
from kselect_core.selection.points.identities import identities
from kselect_core.selection.points.perturbation import most_influential
from kselect_core.selection.points.shifts import norms, shift_rows, shift_seconds, shifts
from tests.selection.examples import blobs, small
from tests.tolerances import EXACT, ROUNDOFF

sizes = st.integers(2, 12)
seeds = st.integers(0, 2**32 - 1)
KEYS = ("exact", "first_order", "signed", "sps_exact", "sps_first_order", "ks", "chain")


def gaussian(n, gamma=1.0, seed=0):
    X = np.random.default_rng(seed).standard_normal((n, 2))
    return np.exp(-gamma * np.square(X[:, None] - X[None]).sum(axis=-1))


def scaled(n, seed=0):
    """Positive semi-definite, with a diagonal that is not constant."""
    scale = np.random.default_rng(seed + 1).uniform(0.5, 2.0, n)
    return gaussian(n, seed=seed) * np.outer(scale, scale)


def equation_of(found, key):
    return next(equation for equation in found.equations if equation.key == key)


def holds(equation):
    """Whether the computed terms obey the relation up to rounding."""
    values = np.array([term.value for term in equation.terms if np.isfinite(term.value)])
    steps, close = np.diff(values), 1e-9 * float(np.abs(values).max(initial=0.0))
    return (steps >= -close).all() and (equation.relation == "≤" or (steps <= close).all())


def problem_of(K, lam=0.1, **options):
    y = np.where(np.arange(len(K)) % 2, 1.0, -1.0)
    return Problem(K, y, [lam], **options)


def without(K, i):
    reduced = K.copy()
    reduced[i] = reduced[:, i] = 0.0
    return reduced


INDEFINITE = np.array([[1.0, 2.0, 0.0], [2.0, 1.0, 0.5], [0.0, 0.5, 1.0]])
MATRICES = {
    "gaussian": gaussian(12),
    "polynomial": scaled(12),
    "identity": np.eye(7),
    "constant": np.ones((7, 7)),
    "duplicates": np.repeat(np.repeat(gaussian(4), 3, axis=0), 3, axis=1),
    "two points": np.array([[1.0, 0.5], [0.5, 1.0]]),
    "zero": np.zeros((4, 4)),
}
every_matrix = pytest.mark.parametrize("K", MATRICES.values(), ids=MATRICES)


# norms


@given(n=sizes, seed=seeds)
def test_norms_are_those_of_the_removed_part(n, seed):
    K = scaled(n, seed % 1000)
    expected = [np.linalg.norm(K - without(K, i), 2) for i in range(n)]
    assert_allclose(norms(K), expected, **ROUNDOFF)
    assert_allclose(norms(K).max(), kernel_stability(problem_of(K)), **ROUNDOFF)


def test_norms_of_the_two_limits():
    assert_allclose(norms(np.eye(5)), 1.0, **EXACT)
    assert_allclose(norms(np.ones((5, 5))), (1 + np.sqrt(17)) / 2, **ROUNDOFF)


def test_norms_of_a_negative_diagonal():
    assert_allclose(norms(-np.eye(3)), 1.0, **EXACT)


def test_what_is_no_kernel_matrix_is_refused():
    with pytest.raises(InvalidParameterError, match="square"):
        norms(np.ones((2, 3)))
    with pytest.raises(InvalidParameterError, match="square"):
        shifts(np.ones((2, 3)))


# shifts


@every_matrix
def test_exact_shifts_are_differences_of_two_spectra(K):
    found = shifts(K)
    for i in range(len(K)):
        expected = np.linalg.eigvalsh(K)[::-1] - np.linalg.eigvalsh(without(K, i))[::-1]
        assert_allclose(found.exact[i], expected, rtol=0.0, atol=1e-12 * max(len(K), 1))
    assert (found.exact >= 0).all()
    assert_allclose(found.exact.sum(axis=1), np.diag(K), **ROUNDOFF)


@every_matrix
def test_first_order_shifts_are_the_derivatives(K):
    found = shifts(K)
    sigma, Q = np.linalg.eigh(K)
    entries = (Q**2 * (2 * sigma - np.diag(K)[:, None]))[:, ::-1]
    spread = np.abs(np.diff(found.sigma)).min(initial=np.inf)
    if spread > 1e-9:  # otherwise the vectors are not unique, only sums over equal eigenvalues
        assert_allclose(found.first_order, entries, rtol=0.0, atol=1e-12)
    assert_allclose(found.first_order.sum(axis=1), np.diag(K), **ROUNDOFF)
    assert_allclose(found.difference, found.first_order - found.exact, **EXACT)


def test_a_derivative_is_the_limit_of_a_small_removal():
    K, i, h = gaussian(8), 3, 1e-6
    weights = np.ones((8, 8))
    weights[i] = weights[:, i] = 1.0 - h  # K shrinks by h·(row and column i)
    weights[i, i] = (1.0 - h) ** 2
    part = np.linalg.eigvalsh(K)[::-1] - np.linalg.eigvalsh(K * weights)[::-1]
    sigma, Q = np.linalg.eigh(K)
    assert_allclose(part / h, (2 * sigma * Q[i] ** 2)[::-1], rtol=1e-3, atol=1e-5)


def test_a_problem_lends_its_decomposition():
    problem = problem_of(gaussian(10))
    found, alone = shifts(problem), shifts(problem.K)
    assert found.sigma is problem.spectrum.sigma
    assert_allclose(found.exact, alone.exact, **EXACT)
    assert_allclose(found.norms, norms(problem), **EXACT)


def test_chosen_points_have_their_lines():
    K = gaussian(10)
    whole, part = shifts(K), shifts(K, rows=[7, 2])
    assert_array_equal(part.rows, [7, 2])
    assert_allclose(part.exact, whole.exact[[7, 2]], **EXACT)
    assert_allclose(part.first_order, whole.first_order[[7, 2]], **EXACT)
    assert part.note == "2 of 10 points"
    assert (whole.note, whole.complete, part.complete) == ("", True, False)
    assert shifts(K, rows=[]).exact.shape == (0, 10)


@pytest.mark.parametrize("rows", [[10], [-1], [0, 99]])
def test_a_point_that_does_not_exist_is_refused(rows):
    with pytest.raises(InvalidParameterError, match="whole numbers from 0 to 9"):
        shifts(gaussian(10), rows=rows)


def test_many_points_are_thinned_evenly_in_the_ranking(monkeypatch):
    monkeypatch.setattr(module, "LARGEST_SHIFTS", 20)
    monkeypatch.setattr(module, "MOST_ROWS", 5)
    values = np.random.default_rng(0).permutation(21).astype(float)
    rows = shift_rows(values)
    assert sorted(values[rows]) == [0.0, 5.0, 10.0, 15.0, 20.0]
    assert (np.diff(rows) > 0).all()
    assert len(shift_rows(values[:20])) == 20
    assert shifts(gaussian(21)).note == "5 of 21 points"


def test_more_points_than_a_decomposition_takes_are_declined(monkeypatch):
    monkeypatch.setattr(module, "EIGH_LIMIT", 5)
    with pytest.raises(UndefinedScoreError, match="skipped above n = 5"):
        shifts(gaussian(6))


def test_the_estimate_grows_with_the_points_and_stops_growing_with_the_lines():
    assert shift_seconds(200) < 0.3 < shift_seconds(1000) < shift_seconds(2000) < 60
    assert shift_seconds(2001) < shift_seconds(2000)
    assert shift_seconds(1000, rows=1) < 0.3


def test_shifts_tell_their_progress_and_stop():
    cancel, told = Event(), []
    shifts(gaussian(10), on_progress=lambda *step: told.append(step), cancel=cancel)
    assert told == [(10, 10)]
    cancel.set()
    with pytest.raises(StoppedError):
        shifts(gaussian(10), cancel=cancel)


def test_shifts_of_an_indefinite_matrix_keep_their_signs():
    found = shifts(INDEFINITE)
    assert found.exact.min() < 0
    assert_allclose(found.exact.sum(axis=1), 1.0, **ROUNDOFF)


# identities


def penalty(problem, perturbation):
    score = CRITERIA["sps"].score(problem, perturbation=perturbation)
    return float((score - CRITERIA["remp"].score(problem))[0])


@every_matrix
@pytest.mark.parametrize("with_shifts", [True, False])
def test_every_equation_holds(K, with_shifts):
    problem = problem_of(K)
    found = identities(problem, shifts=shifts(problem) if with_shifts else None)
    assert tuple(equation.key for equation in found.equations) == KEYS
    assert all(holds(equation) for equation in found.equations)
    for equation in found.equations:
        assert equation.words.endswith((".", ")."))
        assert all(term.words and term.symbol for term in equation.terms)


def test_the_numbers_are_the_penalties_of_the_criteria():
    problem = problem_of(scaled(12))
    found = identities(problem, shifts=shifts(problem), eta=4.0)
    exact, first = equation_of(found, "sps_exact"), equation_of(found, "sps_first_order")
    for term in exact.terms:
        assert_allclose(term.value, penalty(problem, "exact"), **ROUNDOFF)
    assert_allclose(first.terms[0].value, penalty(problem, "first_order"), **ROUNDOFF)
    score = CRITERIA["ks"].score(problem, k=3, eta=4.0) - CRITERIA["ks"].score(
        problem, k=3, eta=0.0
    )
    for term in equation_of(found, "ks").terms:
        assert_allclose(term.value, score[0], **ROUNDOFF)


def test_the_sums_are_those_of_the_shifts():
    K = gaussian(300, 5.0)  # more points than one block
    problem = problem_of(K)
    made = shifts(problem)
    found = identities(problem, shifts=made)
    exact, absolute, signed = (
        equation_of(found, key).terms[0].value for key in ("exact", "first_order", "signed")
    )
    assert_allclose(exact, np.abs(made.exact).sum(), **ROUNDOFF)
    assert_allclose(absolute, np.abs(made.first_order).sum(), **ROUNDOFF)
    assert_allclose(signed, made.first_order.sum(), **ROUNDOFF)
    assert found.wrong_signs == (made.first_order < -1e-12 * made.sigma[0]).sum()
    assert found.entries == 300**2


def test_without_shifts_the_exact_sum_is_left_open():
    problem = problem_of(gaussian(10))
    some = shifts(problem, rows=[0, 1])
    for known in (None, some):
        equation = equation_of(identities(problem, shifts=known), "exact")
        assert np.isnan(equation.terms[0].value)
        assert equation.latex.endswith(r"\;=\; \underbrace{\operatorname{tr}K}_{10}")
        assert holds(equation)


def test_equal_diagonal_entries_need_eigenvalues_only():
    unit, twice = (identities(problem_of(a * gaussian(9))) for a in (1.0, 2.0))
    assert equation_of(unit, "first_order").terms[1].symbol == r"\sum_j\lvert 2\sigma_j-1\rvert"
    assert r"\kappa" in equation_of(twice, "first_order").terms[1].symbol
    assert len(equation_of(identities(problem_of(scaled(9))), "first_order").terms) == 1


def test_the_first_order_penalty_lies_between_its_limits():
    n = 9
    for K, end in ((np.eye(n), 0), (np.ones((n, n)), -1)):
        least, value, most = (
            term.value for term in equation_of(identities(problem_of(K)), "sps_first_order").terms
        )
        assert_allclose(value, (least, most)[end], **ROUNDOFF)
        assert_allclose((least, most), (1 / n, (3 * n - 2) / n**2), **ROUNDOFF)


def test_the_chain_is_about_the_point_asked_for():
    problem = problem_of(scaled(10))
    made = shifts(problem)
    for point, known in ((3, made), (3, None), (3, shifts(problem, rows=[0])), (None, made)):
        found = identities(problem, shifts=known, point=point)
        i = int(made.norms.argmax()) if point is None else point
        assert found.point == i
        expected = [made.exact[i].max(), problem.K[i, i], made.norms[i]]
        values = [term.value for term in equation_of(found, "chain").terms]
        assert_allclose(values, expected, **ROUNDOFF)
        assert f"Point {i + 1}:" in equation_of(found, "chain").words
    with pytest.raises(InvalidParameterError, match="whole number from 0 to 9"):
        identities(problem, point=10)


def test_an_indefinite_matrix_loses_more_than_its_trace():
    problem = problem_of(INDEFINITE, lam=5.0)
    found = identities(problem, shifts=shifts(problem))
    assert all(holds(equation) for equation in found.equations)
    trace, total = (term.value for term in equation_of(found, "exact").terms)
    assert equation_of(found, "exact").relation == "≤"
    assert total > trace + 0.1
    assert len(equation_of(found, "chain").terms) == 2


def test_an_equation_that_is_wrong_is_noticed():
    equation = equation_of(identities(problem_of(gaussian(10))), "signed")
    left, right = equation.terms
    for value in (9.99, 10.01):
        assert not holds(equation._replace(terms=(left, right._replace(value=value))))
    rising = equation._replace(relation="≤")
    assert holds(rising._replace(terms=(left, right._replace(value=99.0))))
    assert not holds(rising._replace(terms=(left, right._replace(value=9.0))))


def test_numbers_are_written_below_their_terms():
    equation = equation_of(identities(problem_of(1e-9 * gaussian(10))), "signed")
    assert equation.latex.endswith(r"\underbrace{\operatorname{tr}K}_{1\cdot 10^{-8}}")


# ranking


def test_the_most_influential_points_come_first():
    K = gaussian(12)
    made = shifts(K)
    table = most_influential(made.norms, shifts=made)
    assert table["point"].tolist() == (np.argsort(-made.norms) + 1).tolist()
    i = table["point"][0] - 1
    assert table["largest_shift"][0] == made.exact[i].max()
    assert table["eigenvalue"][0] == made.exact[i].argmax() + 1
    first = table.loc[table["shift_rank"] == 1, "largest_shift"]
    assert first.iloc[0] == made.exact.max()


def test_equal_norms_keep_the_order_of_the_points():
    assert most_influential(np.ones(4))["point"].tolist() == [1, 2, 3, 4]


def test_points_without_a_line_have_no_shift():
    K = gaussian(6)
    table = most_influential(norms(K), shifts=shifts(K, rows=[2]))
    known = table["largest_shift"].notna()
    assert table.loc[known, "point"].tolist() == [3]
    assert table.loc[~known, "eigenvalue"].isna().all()
    assert most_influential(norms(K))["shift_rank"].isna().all()


@pytest.mark.parametrize("kernel", ["gaussian", "polynomial", "linear", "laplacian"])
def test_the_kernel_at_the_cursor_can_be_perturbed(kernel):
    families = (
        Candidates(values=(2.0,)),
        Candidates("polynomial", (3,)),
        Candidates("linear"),
        Candidates("laplacian", (0.3,)),
    )
    values = {"gaussian": 2.0, "polynomial": 3.0, "linear": float("nan"), "laplacian": 0.3}
    bench = Workbench(small(candidates=families), blobs(), 1)
    problem = bench.problem(Cursor(1, kernel, values[kernel], 0.1))
    made = shifts(problem)
    assert all(holds(e) for e in identities(problem, shifts=made).equations)
