"""Where LAPACK's divide and conquer gives up, QR iteration gives the same spectrum."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.spectra.leading import top_eigenvalues
from kselect_core.linalg.spectra.spectrum import spectrum
from kselect_core.linalg.spectra.symmetric import eigensystem, eigenvalues
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.sweep.items import scored
from tests.tolerances import ROUNDOFF, SOLVER

RNG = np.random.default_rng(4)
X = RNG.standard_normal((30, 2))
K = np.exp(-np.square(X[:, None] - X[None]).sum(axis=-1))
Y = np.where(X[:, 0] + 0.5 * RNG.standard_normal(30) > 0, 1.0, -1.0)


def gives_up(*_, **__):
    raise np.linalg.LinAlgError("Eigenvalues did not converge")


@pytest.fixture
def without_divide_and_conquer(monkeypatch):
    monkeypatch.setattr(np.linalg, "eigh", gives_up)
    monkeypatch.setattr(np.linalg, "eigvalsh", gives_up)


def test_the_second_method_gives_the_same_values_and_orthonormal_vectors(monkeypatch):
    known = np.linalg.eigvalsh(K)
    monkeypatch.setattr(np.linalg, "eigh", gives_up)
    monkeypatch.setattr(np.linalg, "eigvalsh", gives_up)
    values, vectors = eigensystem(K)
    assert_allclose(values, known, **ROUNDOFF)
    assert_allclose((vectors * values) @ vectors.T, K, **ROUNDOFF)
    assert_allclose(vectors.T @ vectors, np.eye(30), **ROUNDOFF)
    assert_allclose(eigenvalues(K), known, **ROUNDOFF)


@pytest.mark.usefixtures("without_divide_and_conquer")
def test_only_the_lower_triangle_is_read():
    assert_allclose(eigensystem(np.tril(K))[0], eigensystem(K)[0], **ROUNDOFF)


@pytest.mark.parametrize("key", ["kfold", "loo", "er", "sps", "sm", "ks", "gcv"])
def test_every_criterion_of_a_spectrum_has_its_value(key, monkeypatch):
    criterion = CRITERIA[key]
    expected = criterion.score(Problem(K, Y, [0.01, 0.1]))
    monkeypatch.setattr(np.linalg, "eigh", gives_up)
    monkeypatch.setattr(np.linalg, "eigvalsh", gives_up)
    assert_allclose(criterion.score(Problem(K, Y, [0.01, 0.1])), expected, **SOLVER)


def test_the_span_of_a_machine_and_the_largest_eigenvalues_too(monkeypatch):
    expected = CRITERIA["span"].score(SvmProblem(K, Y, [1.0]))
    largest = top_eigenvalues(K, 4, dense_up_to=100)
    monkeypatch.setattr(np.linalg, "eigh", gives_up)
    monkeypatch.setattr(np.linalg, "eigvalsh", gives_up)
    assert_allclose(CRITERIA["span"].score(SvmProblem(K, Y, [1.0])), expected, **SOLVER)
    assert_allclose(top_eigenvalues(K, 4, dense_up_to=100), largest, **ROUNDOFF)


@pytest.mark.usefixtures("without_divide_and_conquer")
def test_where_both_give_up_the_criterion_says_so(monkeypatch):
    monkeypatch.setattr("kselect_core.linalg.spectra.symmetric.eigh", gives_up)
    with pytest.raises(UndefinedScoreError, match="30 × 30 matrix were not found"):
        spectrum(K)
    (found,) = scored(CriterionChoice("sps"), Problem(K, Y, [0.1]))
    assert np.isnan(found.numbers).all()
    assert "neither divide and conquer nor QR iteration" in found.reason
