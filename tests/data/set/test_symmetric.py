"""A square symmetric matrix is never read as features without a question."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import Dataset
from kselect_core.data import TableOptions, read_table
from kselect_core.data.table.preview import preview
from kselect_core.errors import DataError, QuestionError
from tests.bad.format_files import npy, npz
from tests.bad.matrix_files import DISTANCES, GRAM, LINEAR, NAMES, files, text

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


def test_a_test_file_of_a_matrix_is_for_python():
    options = TableOptions(symmetric="gram")
    with pytest.raises(DataError, match=r"Dataset\.from_gram\(K, y, test=K_test"):
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
