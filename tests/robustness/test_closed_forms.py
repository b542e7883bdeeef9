"""Closed forms agree with honest refits as far as the condition of the problem allows."""

import numpy as np
import pytest

from tests.robustness import closed_forms as c

LAMBDAS = 10.0 ** np.array([-14, -12.5, -11, -9.5, -8, -6, -3, 0])


@pytest.fixture(scope="module")
def compared():
    return list(c.least_squares((0.01, 2.0), LAMBDAS))


def test_eight_digits_agree_where_the_condition_is_mild_and_four_where_it_is_hard(compared):
    mild, hard, silent = c.worst(compared)
    assert mild <= 1e-8
    assert hard <= 1e-4
    assert silent == 0


def test_an_error_stays_within_what_rounding_the_kernel_matrix_costs(compared):
    for entry in compared:
        if np.isfinite(entry.value):
            assert entry.error <= c.BACKWARD * max(entry.condition, 1e3), entry


def test_beyond_the_digits_the_reason_is_the_condition(compared):
    flagged = [entry for entry in compared if not np.isfinite(entry.value)]
    assert flagged
    assert any(entry.condition > c.HARD for entry in flagged)
    assert all(entry.reason.startswith("ill-conditioned: the ridge") for entry in flagged)


def test_spans_are_distances_to_the_span_of_the_free_support_vectors():
    entries = list(c.spans((0.3,), n=24))
    assert len(entries) > 20
    assert max(entry.condition for entry in entries) > 1e2
    assert all(entry.error <= 1e-8 for entry in entries), max(e.error for e in entries)


def test_elimination_in_extended_precision_solves_systems():
    rng = np.random.default_rng(0)
    A = rng.standard_normal((12, 12))
    x = rng.standard_normal(12).astype(np.longdouble)
    assert abs(c.solved(A, A.astype(np.longdouble) @ x) - x).max() < 1e-15
