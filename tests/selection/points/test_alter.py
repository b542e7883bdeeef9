"""One training point changed, everything else as it was."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import InvalidParameterError
from kselect_core.kernels import KERNELS
from kselect_core.selection import Candidates
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.points.alter import Alteration, altered, cross_norm, difference
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.selection.examples import blobs, small, waves
from tests.tolerances import EXACT, ROUNDOFF

KERNEL_CASES = {
    "gaussian": (Candidates(values=(2.0,)), 2.0),
    "laplacian": (Candidates("laplacian", (0.5,)), 0.5),
    "polynomial": (Candidates("polynomial", (3.0,)), 3.0),
    "linear": (Candidates("linear"), float("nan")),
    "iterated": (Candidates("iterated", (1.0, 2.0)), 2.0),
    "matern32": (Candidates("matern32", (2.0,)), 2.0),
    "matern52": (Candidates("matern52", (2.0,)), 2.0),
    "rational_quadratic": (Candidates("rational_quadratic", (2.0,), options={"alpha": 3.0}), 2.0),
    "cosine": (Candidates("cosine"), float("nan")),
}


def ready_of(config, data=None):
    return prepared_split(Setup(config, data or blobs()), 1)


def test_a_removed_point_is_gone_and_the_others_are_as_they_were():
    ready = ready_of(small())
    fewer = altered(ready, Alteration(4))
    rows = np.delete(np.arange(ready.problem.n), 4)
    assert np.array_equal(fewer.train, ready.train[rows])
    assert np.array_equal(fewer.X_train, ready.X_train[rows])
    assert np.array_equal(fewer.problem.y, ready.problem.y[rows])
    assert fewer.X_test is ready.X_test
    assert fewer.y_test is ready.y_test
    assert fewer.problem.mu == pytest.approx(ready.problem.mu * (len(rows) / (len(rows) + 1)))


def test_a_flipped_label_is_the_only_change():
    ready = ready_of(small())
    flipped = altered(ready, Alteration(4, "flip"))
    assert np.flatnonzero(flipped.problem.y != ready.problem.y).tolist() == [4]
    assert np.array_equal(flipped.X_train, ready.X_train)


def test_jitter_moves_one_point_by_noise_of_its_size_and_seed():
    ready = ready_of(small())
    moved = altered(ready, Alteration(4, "jitter", size=0.5, seed=1))
    again = altered(ready, Alteration(4, "jitter", size=1.0, seed=1))
    other = altered(ready, Alteration(4, "jitter", size=0.5, seed=2))
    first, second, third = (part.X_train - ready.X_train for part in (moved, again, other))
    assert np.flatnonzero(first.any(axis=1)).tolist() == [4]
    assert_allclose(second, 2 * first, **ROUNDOFF)
    assert (third[4] != first[4]).all()
    assert np.array_equal(altered(ready, Alteration(4, "jitter", size=0.0)).X_train, ready.X_train)


def test_regression_targets_are_not_centred_anew():
    ready = ready_of(small(dataset="waves", criteria=("loo",)), waves())
    fewer = altered(ready, Alteration(0))
    assert fewer.offset == ready.offset
    assert abs(fewer.problem.y.sum()) > 1e-6


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("action", ["remove", "flip", "jitter"])
def test_the_difference_is_the_row_of_two_whole_matrices(name, action):
    family, value = KERNEL_CASES[name]
    config = small(candidates=family, criteria=("kta",))
    ready, change = ready_of(config), Alteration(4, action)
    kernel, parameters = KERNELS[name], family.parameters(value)
    pool = {"pool": ready.X_train} if name == "iterated" else {}  # which stays as it was
    K = kernel(ready.X_train, **pool, **parameters)
    if action == "remove":
        second = K.copy()
        second[4] = second[:, 4] = 0.0
    else:
        second = kernel(altered(ready, change).X_train, **pool, **parameters)
    row = difference(config, ready, Cursor(1, name, value, 0.1), change)
    expected = K - second
    assert_allclose(row, expected[4], rtol=1e-9, atol=1e-12 * abs(K).max())
    expected[4] = expected[:, 4] = 0.0
    assert_allclose(expected, 0.0, rtol=0, atol=1e-12 * abs(K).max())
    norm = np.linalg.norm(K - second, 2)
    assert_allclose(cross_norm(row, 4), norm, rtol=1e-9, atol=1e-12 * abs(K).max())


def test_the_norm_of_nothing_is_zero():
    assert_allclose(cross_norm(np.zeros(5), 2), 0.0, **EXACT)


BAD = {
    "row": (Alteration(99), "What if: row must be a whole number from 0 to 27, got 99."),
    "negative": (Alteration(-1), "What if: row must be"),
    "truth": (Alteration(row=True), "What if: row must be"),
    "action": (Alteration(0, "burn"), "'remove', 'flip', 'jitter' here, got 'burn'"),
    "size": (Alteration(0, "jitter", size=-1.0), "What if: size must be a number from 0"),
    "not a number": (Alteration(0, "jitter", size=float("nan")), "What if: size must be"),
}


@pytest.mark.parametrize(("change", "message"), BAD.values(), ids=BAD)
def test_what_cannot_be_done_is_said(change, message):
    with pytest.raises(InvalidParameterError) as caught:
        altered(ready_of(small()), change)
    assert message in str(caught.value)


def test_the_target_of_a_regression_cannot_be_flipped():
    ready = ready_of(small(dataset="waves", criteria=("loo",)), waves())
    with pytest.raises(InvalidParameterError, match="'remove', 'jitter' here, got 'flip'"):
        altered(ready, Alteration(0, "flip"))
