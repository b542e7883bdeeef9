"""Points known by their Gram matrices: what is read, noted and refused."""

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import spearmanr

from kselect_core import Dataset
from kselect_core.data.set.grams import _ranks as ranks
from kselect_core.errors import DataError
from tests.tolerances import EXACT, ROUNDOFF

rng = np.random.default_rng(0)
POINTS = rng.standard_normal((8, 3))
K = POINTS @ POINTS.T
Y = np.array([0, 1] * 4)


def texts(data):
    return "\n".join(map(str, data.report))


def test_one_matrix_is_kept_as_it_is():
    data = Dataset.from_gram(K, Y)
    assert data.matrices == ("K",)
    assert data.grid == (1.0,)
    assert_allclose(data.X[:, 3:], (K + K.T) / 2, **EXACT)
    assert repr(data) == "Dataset('Gram matrices', binary, 8 rows × 1 Gram matrix)"
    assert data.class_names == ("0", "1")
    assert "1 Gram matrix of 8 points: K." in texts(data)
    assert data.digest != Dataset.from_gram({"other": K}, Y).digest


def test_names_that_are_values_of_a_parameter_are_put_in_order():
    data = Dataset.from_gram({"10": K, 0.5: 2 * K}, Y, parameter="γ")
    assert data.grid == (0.5, 10.0)
    assert data.matrices == ("0.5", "10")
    assert_allclose(data.X[:, 4:12], K + K.T, **EXACT)
    assert Dataset.from_gram([K, 2 * K], Y).matrices == ("K1", "K2")


def test_an_archive_of_numpy_is_a_family(tmp_path):
    np.savez(tmp_path / "family.npz", narrow=K, wide=2 * K)
    with np.load(tmp_path / "family.npz") as family:
        assert Dataset.from_gram(family, Y).matrices == ("narrow", "wide")


def test_an_archive_has_its_labels_and_test_points_beside_the_matrices(tmp_path):
    across = {"narrow": rng.standard_normal((4, 8)), "wide": rng.standard_normal((4, 8))}
    family, tested = {"narrow": K, "wide": 2 * K}, {f"{k}_test": v for k, v in across.items()}
    np.savez(tmp_path / "labelled.npz", y=Y, **family)
    np.savez(tmp_path / "tested.npz", y=Y, y_test=Y[:4], **family, **tested)
    with np.load(tmp_path / "labelled.npz") as labelled:
        data = Dataset.from_gram(labelled)
        assert data.digest == Dataset.from_gram(family, Y).digest
        assert Dataset.from_gram(labelled, Y).digest == data.digest
        with pytest.raises(DataError, match="labels are given twice, and differ"):
            Dataset.from_gram(labelled, 1 - Y)
        rows = Dataset.from_gram(labelled, test=across, y_test=Y[:4])
    with np.load(tmp_path / "tested.npz") as whole:
        assert Dataset.from_gram(whole).digest == rows.digest
        assert Dataset.from_gram(whole).test_rows == 4
    with pytest.raises(DataError, match="labels y are missing"):
        Dataset.from_gram(K)
    assert Dataset.from_gram({"y": K}, Y).matrices == ("y",)


def test_an_array_called_test_of_the_same_shape_is_a_matrix_unless_test_points_have_labels():
    both = {"y": Y, "soap": K, "soap_test": 2 * K}
    assert Dataset.from_gram(both).matrices == ("soap", "soap_test")
    assert Dataset.from_gram({**both, "y_test": Y}).test_rows == 8
    with pytest.raises(DataError, match="test goes with y_test"):
        Dataset.from_gram({**both, "soap_test": K[:3]})


@pytest.mark.parametrize("short", ["soap", "mbtr", "acsf"])
@pytest.mark.parametrize("labels", [8, 3])
def test_of_several_sizes_that_of_the_labels_or_of_most_is_right(short, labels):
    family = dict.fromkeys(("soap", "mbtr", "acsf"), K) | {short: K[:4, :4]}
    y = np.resize(Y, labels)
    with pytest.raises(DataError, match=f"'{short}' must be 8 × 8, .* got .4, 4.") as caught:
        Dataset.from_gram(family, y)
    assert f"There are {labels} labels; the matrices are " in str(caught.value)
    assert f"'{short}' 4 × 4" in str(caught.value)


def test_labels_say_which_size_is_right_against_most_matrices():
    family = {"a": K[:4, :4], "b": K[:4, :4], "c": K}
    with pytest.raises(DataError, match="'a' must be 8 × 8"):
        Dataset.from_gram(family, Y)
    with pytest.raises(DataError, match="'c' must be 4 × 4"):
        Dataset.from_gram(family, Y[:4])


def test_test_points_have_a_row_each():
    across = rng.standard_normal((4, 8))
    data = Dataset.from_gram({"a": K}, Y, test={"a": across}, y_test=[0, 1, 0, 1])
    assert data.test_rows == 4
    assert_allclose(data.X[8:, 3:11], across, **EXACT)
    assert np.isnan(data.X[8:, 11:]).all()


def test_single_precision_is_symmetric_enough():
    noisy = (K + 1e-6 * rng.standard_normal(K.shape)).astype(np.float32)
    data = Dataset.from_gram(noisy, Y)
    assert_allclose(data.X[:, 3:], data.X[:, 3:].T, **EXACT)
    assert "'K' and its transpose differ by rounding" in texts(data)
    with pytest.raises(DataError, match="'K' is not symmetric"):
        Dataset.from_gram(K + 1e-6 * rng.standard_normal(K.shape), Y)


def test_negative_eigenvalues_are_told_with_the_remedies():
    assert "Remedies" not in texts(Dataset.from_gram(K, Y))
    said = texts(Dataset.from_gram(K - 0.5 * np.eye(8), Y))
    assert "'K' is not positive semi-definite: its smallest eigenvalue is -0.5" in said
    assert "K + c·I with c above the size of the smallest" in said


def with_hole():
    holed = K.copy()
    holed[2, 1] = np.nan
    return holed


@pytest.mark.parametrize(
    ("matrices", "options", "words"),
    [
        (K[:4], {}, r"'K' must be 4 × 4, a row and a column for each point, got \(4, 8\)"),
        ({"a": K, "b": K[:4, :4]}, {}, r"'b' must be 8 × 8, .* got \(4, 4\)"),
        (np.tril(K), {}, "If a half is left out, give it whole"),
        (with_hole(), {}, "is nan in row 3, column 2"),
        (K.astype(str), {}, "must hold numbers"),
        ({}, {}, "needs at least one"),
        ({"a": K}, {"parameter": "γ"}, "must be values of γ, got .'a'.; leave the parameter out"),
        ({"-1": K, "2": K}, {"parameter": "γ"}, "different and greater than 0"),
        ({"2": K, "2.0": K}, {"parameter": "γ"}, "different and greater than 0"),
        ({"a": K}, {"test": {"b": K}, "y_test": Y}, "must be called as the matrices are"),
        ({"a": K}, {"test": {"a": K[:, :3]}, "y_test": Y}, "a table of 8 columns"),
        ({"a": K}, {"test": {"a": with_hole()}, "y_test": Y}, "missing or infinite"),
        (K, {"test": K, "y_test": Y[:3]}, "16 points do not go with 11 targets"),
    ],
)
def test_what_is_no_family_is_refused(matrices, options, words):
    with pytest.raises(DataError, match=words):
        Dataset.from_gram(matrices, Y, **options)


@pytest.mark.parametrize("given", ["k.npy", {"a": "k.npy"}, {"a": Path("k.npy")}])
def test_the_name_of_a_file_is_no_matrix(given):
    with pytest.raises(DataError, match=r"got the name of a file: numpy\.load\('k\.npy'\)"):
        Dataset.from_gram(given, [1.0, -1.0])


def test_test_points_need_their_labels_and_labels_their_points():
    K, y = np.eye(4), [1, 1, -1, -1]
    with pytest.raises(DataError, match="test goes with y_test, the labels of the test points"):
        Dataset.from_gram(K, y, test=np.ones((1, 4)))
    with pytest.raises(DataError, match="y_test goes with test"):
        Dataset.from_gram(K, y, y_test=[1])


POINTS_OF_30 = np.random.default_rng(5).standard_normal((30, 2))


def family(seed, n=30):
    near = np.random.default_rng(seed).standard_normal((n, 3))
    squares = ((near[:, None] - near) ** 2).sum(axis=2)
    return {f"{rate:g}": np.exp(-rate * squares) for rate in (0.01, 0.3, 10.0)}


@pytest.mark.parametrize("seed", range(20))
def test_a_matrix_in_another_order_is_noticed(seed):
    rng = np.random.default_rng(seed)
    given, order = family(seed), rng.permutation(30)
    y = [0, 1] * 15
    assert "in common" not in texts(Dataset.from_gram(given, y))
    given["mixed"] = given["0.3"][np.ix_(order, order)]
    said = texts(Dataset.from_gram(given, y))
    assert "'mixed' has no more in common with another matrix than in a random order" in said
    alone = texts(Dataset.from_gram({"a": given["0.3"], "b": given["mixed"]}, y))
    assert "'a', 'b' have no more in common" in alone


def test_agreement_is_the_rank_correlation_of_entries_beside_the_diagonal():
    matrices = family(3)
    one, other = (
        matrices["0.3"],
        matrices["10"] + 0.01 * np.round(POINTS_OF_30 @ POINTS_OF_30.T),
    )  # ties
    rows, columns = np.nonzero(~np.eye(30, dtype=bool))
    expected = spearmanr(one[rows, columns], other[rows, columns]).statistic
    assert_allclose((ranks(one) * ranks(other)).sum(), expected, **ROUNDOFF)
    assert abs(expected) < 0.999
    assert ranks(np.ones((4, 4)) + np.eye(4)) is None
