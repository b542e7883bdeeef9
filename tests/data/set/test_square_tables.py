"""A square symmetric matrix is never read as features without a question."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import Dataset
from kselect_core.data import TableOptions, read_table
from kselect_core.data.table.preview import preview
from kselect_core.errors import DataError, QuestionError
from tests.bad.files.format import npy, npz
from tests.bad.files.matrix import DISTANCES, GRAM, LINEAR, NAMES, files, text

FILES = files()
MATRICES = [name for name in FILES if name.startswith("matrix") and name != "matrix_bare.csv"]
SIGNS = [1.0, -1.0] * 6


def question(content):
    with pytest.raises(QuestionError) as caught:
        read_table(content)
    (found,) = caught.value.questions
    return found


@pytest.mark.parametrize("name", [n for n in MATRICES if n != "matrix_names.csv"])
def test_the_first_question_is_what_the_matrix_is(name):
    found = question(FILES[name])
    assert found.option == "symmetric"
    assert found.guess == ("distances" if "distances" in name else "gram")


@pytest.mark.parametrize("name", ["matrix.npy", "matrix.csv", "matrix_distances.csv"])
def test_a_preview_asks_it_first_too(name):
    (asked,) = preview(FILES[name]).questions
    assert asked.option == "symmetric"


@pytest.mark.parametrize("rows", [255, 256, 257, 600])
def test_a_matrix_of_several_blocks_is_seen(rows):
    points = np.sin(np.arange(5.0 * rows)).reshape(rows, 5)
    gram = points @ points.T
    assert "as a kernel makes it" in question(npy(gram)).text
    assert "one half" in question(npy(np.tril(gram))).text
    gram[-1, 0] += 1
    with pytest.raises(QuestionError, match="Which one is the label"):
        read_table(npy(gram))


def test_gaps_on_both_sides_do_not_hide_it():
    gram = GRAM.copy()
    gram[2, 5] = gram[5, 2] = np.nan
    assert question(npy(gram)).option == "symmetric"


def test_distances_are_refused_with_what_takes_them():
    with pytest.raises(DataError, match=r"make a Gram matrix of them.* Dataset\.from_gram\(K, y\)"):
        read_table(FILES["matrix_label.csv"], TableOptions(symmetric="distances"))


@pytest.mark.parametrize("name", ["matrix_label.csv", "matrix.npz", "matrix_both.csv"])
def test_a_gram_matrix_is_read_as_one(name):
    data = read_table(FILES[name], TableOptions(symmetric="gram"), name=name)
    assert data.matrices == ("K",)
    assert_allclose(data.X[:, 3:], GRAM, rtol=0, atol=1e-6)
    assert "the points are known by it alone" in "\n".join(map(str, data.report))
    assert data.class_names in (("n", "p"), ("-1", "1"))


def test_several_matrices_of_an_archive_are_asked_about_and_read_as_a_family():
    labels = np.array([1, -1] * 6)
    family = {"0.1": GRAM, "2": LINEAR}
    asked = question(npz(y=labels, **family))
    assert (asked.option, asked.guess) == ("symmetric", "gram")
    assert "2 tables of 12 rows and 12 columns" in asked.text
    data = read_table(npz(y=labels, **family), TableOptions(symmetric="gram"))
    assert (data.matrices, data.grid) == (("0.1", "2"), (0.1, 2.0))
    named = read_table(npz(y=labels, b=GRAM, a=LINEAR), TableOptions(symmetric="gram"))
    assert (named.matrices, named.grid) == (("b", "a"), (1.0, 2.0))
    with pytest.raises(QuestionError, match="could be the features"):
        read_table(npz(y=labels, **family), TableOptions(symmetric="features"))
    broken = {"a": GRAM, "b": np.roll(GRAM, 1, axis=1)}
    with pytest.raises(DataError, match="'b' is not symmetric"):
        read_table(npz(y=labels, **broken), TableOptions(symmetric="gram"))


def test_no_point_of_a_matrix_is_left_out_whatever_its_values_are():
    empty = np.array(GRAM)
    empty[3], empty[:, 3] = 0.0, 0.0  # an empty fingerprint has nothing in common with any
    place = np.arange(1.0, 13.0)
    motion = np.minimum(place, place[:, None])  # whose last column counts the rows
    family = {"tanimoto": empty, "motion": motion}
    data = read_table(npz(y=np.array(list("pn") * 6), **family), AS_GRAM)
    assert data.matrices == ("tanimoto", "motion")
    assert data.digest == Dataset.from_gram(family, np.array(list("pn") * 6)).digest


def test_a_column_that_is_the_same_in_all_rows_is_no_point_of_the_matrix_beside_it():
    heads = ["batch", "label", *(f"p{k}" for k in range(12))]
    rows = [["7", "pn"[k % 2], *map(str, row)] for k, row in enumerate(GRAM.tolist())]
    content = "\n".join(map(",".join, [heads, *rows])).encode()
    data = read_table(content, TableOptions(symmetric="gram", label="label"))
    assert_allclose(data.X[:, 3:], GRAM, rtol=0, atol=1e-12)
    assert "'batch' (7)" in "\n".join(map(str, data.report))


AS_GRAM = TableOptions(symmetric="gram")
ACROSS = LINEAR[:5] + 0.25


def test_test_points_stand_beside_their_matrices():
    y = np.array(list("pn") * 6)
    family, rows = {"soap": GRAM, "mbtr": LINEAR}, {"mbtr": ACROSS, "soap": ACROSS + 1}
    given = {**family, **{f"{name}_test": table for name, table in rows.items()}}
    content = npz(y=y, y_test=y[:5], **given)
    assert question(content).option == "symmetric"
    data = read_table(content, AS_GRAM)
    assert (data.matrices, data.test_rows) == (("soap", "mbtr"), 5)
    assert data.digest == Dataset.from_gram(family, y, test=rows, y_test=y[:5]).digest
    assert "5 points to test on" in "\n".join(map(str, data.report))
    one = npz(K=GRAM, K_test=ACROSS, values=y == "p", values_test=y[:5] == "p")
    assert "1 table of 12 rows and 12 columns. Is it a Gram matrix" in question(one).text
    read = read_table(one, TableOptions(symmetric="gram", label="values"))
    assert (read.matrices, read.test_rows) == (("K",), 5)
    numbers = npz(K=GRAM, K_test=ACROSS, y=GRAM[:, 3], y_test=ACROSS[:, 0])
    regression = read_table(numbers, TableOptions(symmetric="gram", task="regression"))
    assert_allclose(regression.y[12:], ACROSS[:, 0], rtol=1e-15)


def test_a_matrix_called_test_is_one_unless_there_are_labels_of_test_points():
    square = {"y": np.array(list("pn") * 6), "soap": GRAM, "soap_test": LINEAR}
    assert read_table(npz(**square), AS_GRAM).matrices == ("soap", "soap_test")
    tested = read_table(npz(**square, y_test=square["y"]), AS_GRAM)
    assert (tested.matrices, tested.test_rows) == (("soap",), 12)


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"a": GRAM, "a_test": ACROSS}, "There is a_test, but no y_test. To predict points"),
        ({"a": GRAM, "b": GRAM, "y_test": np.ones(5)}, "There is y_test, but no NAME_test"),
        ({"a": GRAM, "a_test": ACROSS, "y_test": np.ones(4)}, "'a' has 5 rows for them, .* 4 lab"),
        ({"a": GRAM, "a_test": ACROSS, "y_test": np.arange(5)}, "Test points: Row 1: the label"),
        ({"a": GRAM, "a_test": ACROSS[:, 1:], "y_test": np.ones(5)}, "a table of 12 columns"),
        (
            {"a": GRAM, "b": GRAM, "a_test": ACROSS, "y_test": np.ones(5)},
            "must be called as the matrices are",
        ),
    ],
)
def test_test_points_that_do_not_fit_are_refused(arrays, words):
    with pytest.raises(DataError, match=words):
        read_table(npz(y=np.array([1, -1] * 6), **arrays), AS_GRAM)


@pytest.mark.parametrize("short", ["soap", "mbtr", "acsf"])
def test_of_matrices_of_several_sizes_that_is_named_which_differs_from_the_labels(short):
    family = dict.fromkeys(("soap", "mbtr", "acsf"), GRAM) | {short: GRAM[:8, :8]}
    content = npz(y=np.array([1, -1] * 6), **family)
    assert "3 tables as high as wide" in question(content).text
    with pytest.raises(DataError, match=f"'{short}' must be 12 × 12") as caught:
        read_table(content, AS_GRAM)
    assert "There are 12 labels; the matrices are 'soap' " in str(caught.value)
    assert f"'{short}' 8 × 8" in str(caught.value)
    with pytest.raises(QuestionError, match="could be the features"):
        read_table(content, TableOptions(symmetric="features"))
    other = "mbtr" if short == "soap" else "soap"
    assert read_table(content, TableOptions(symmetric="gram", member=other)).matrices == ("K",)


def test_labels_of_a_file_say_which_size_is_right_against_most_matrices():
    family = {"a": GRAM[:8, :8], "b": GRAM[:8, :8], "c": GRAM}
    with pytest.raises(DataError, match="'a' must be 12 × 12"):
        read_table(npz(y=np.ones(12), **family), AS_GRAM)
    with pytest.raises(DataError, match=r"'c' must be 8 × 8.* All: 'a' 8 × 8, 'b' 8 × 8, 'c' 12"):
        read_table(npz(**family), AS_GRAM)


def test_arrays_that_no_family_needs_are_told():
    data = read_table(npz(y=np.array([1, -1] * 6), a=GRAM, b=LINEAR, ids=np.arange(3)), AS_GRAM)
    assert "Other arrays were not used: 'ids'" in "\n".join(map(str, data.report))


def test_a_test_file_of_a_matrix_is_refused_with_the_way():
    options = TableOptions(symmetric="gram")
    with pytest.raises(
        DataError, match=r"arrays K_test and y_test .* Dataset\.from_gram\(K, y, te"
    ):
        read_table(FILES["matrix_label.csv"], options, test=FILES["matrix_label.csv"])


def test_features_are_read_as_told():
    data = read_table(FILES["matrix_label.csv"], TableOptions(symmetric="features"))
    assert data.X.shape == (12, 12)
    assert "its columns are read as features" in "\n".join(map(str, data.report))


@pytest.mark.parametrize("gap", ["", "0"])
@pytest.mark.parametrize("half", [np.triu(GRAM), np.tril(GRAM)], ids=["upper", "lower"])
def test_half_a_matrix_is_one(gap, half):
    rows = [line.split(",") for line in text(half).splitlines()]
    lines = [NAMES, *([gap if cell == "0" else cell for cell in row] for row in rows)]
    content = "\n".join(",".join(line) for line in lines)
    assert "one half is left out" in question(content.encode()).text


@pytest.mark.parametrize("rows", range(4, 12))
def test_a_matrix_of_any_size_is_seen_and_rounding_does_not_hide_it(rows):
    some = LINEAR[:rows, :rows] * (1 + 1e-7 * np.arange(rows))
    assert question(npy(some)).option == "symmetric"


def test_other_tables_are_not_asked_about():
    square = np.roll(DISTANCES, 1, axis=1)
    label = text(square, last=list("pn") * 6, header=[*NAMES, "label"]).encode()
    assert read_table(label).X.shape == (12, 12)
    with pytest.raises(QuestionError, match="Which one is the label"):
        read_table(npy(square))


def test_given_arrays_are_taken_with_a_notice():
    said = "\n".join(map(str, Dataset.from_arrays(GRAM, SIGNS).report))
    assert "Dataset.from_gram(K, y) takes it" in said
    assert "symmetric" not in str(Dataset.from_arrays(GRAM[:, :5], SIGNS).report)
