"""Oracle: the inverse by equations, the determinant by eigenvalues."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.matrices.cholesky import (
    LEAF,
    inverse,
    invert_lower,
    lower_inverse,
    solve_lower,
    solved,
)
from tests.tolerances import EXACT, ROUNDOFF


@pytest.mark.parametrize("n", [1, 2, 30, 150, 203])
def test_the_inverse_times_the_matrix_is_the_identity(n):
    A = np.random.default_rng(n).standard_normal((n, n))
    C = A @ A.T + np.eye(n)
    P, volume = inverse(C)
    assert_allclose(C @ P, np.eye(n), atol=1e-10)
    assert (P == P.T).all()
    assert_allclose(volume, np.log(np.linalg.eigvalsh(C)).sum(), **ROUNDOFF)
    assert_allclose(lower_inverse(C).P, np.tril(P), **EXACT)
    assert_allclose(lower_inverse(C.copy(), overwrite=True).P, np.tril(P), **EXACT)
    assert_allclose(C @ solved(C, A[0]), A[0], atol=1e-10)


@pytest.mark.parametrize("n", [3, LEAF, LEAF + 1, 200, 331])
def test_a_triangle_is_inverted_in_its_place(n):
    rng = np.random.default_rng(n)
    L = np.tril(rng.standard_normal((n, n))) / n + np.diag(rng.uniform(1, 2, n))
    found = np.asfortranarray(L + np.triu(np.ones((n, n)), 1))
    invert_lower(found)
    assert_allclose(np.tril(found) @ L, np.eye(n), atol=1e-12)
    assert (found[np.triu_indices(n, 1)] == 1.0).all()


@pytest.mark.parametrize("n", [3, LEAF, LEAF + 1, 200, 331])
def test_equations_of_a_triangle_are_solved_in_the_place_of_the_right_side(n):
    rng = np.random.default_rng(n)
    L = np.asfortranarray(np.tril(rng.standard_normal((n, n))) / n + np.diag(rng.uniform(1, 2, n)))
    B = rng.standard_normal((n, 7))
    found = B.copy()
    solve_lower(L, found)
    assert_allclose(L @ found, B, atol=1e-12)


@pytest.mark.parametrize("asked", [inverse, lower_inverse, lambda C: solved(C, np.ones(2))])
def test_a_matrix_that_is_not_positive_definite_is_refused(asked):
    with pytest.raises(UndefinedScoreError, match="not positive definite: use a larger λ"):
        asked(np.diag([1.0, -1.0]))
