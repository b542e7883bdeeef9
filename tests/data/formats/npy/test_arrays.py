"""NumPy files are read by their header alone, within the limits and without objects."""

import struct
import zipfile
from io import BytesIO
from types import SimpleNamespace

import numpy as np
import pytest

from kselect_core.data.formats.npy.arrays import numpy_grid
from kselect_core.data.table.reading import dataset_of, read_table
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, QuestionError
from tests.bad.files.format import npy, npz

TABLE = np.array([[0.5, 3, 1], [1.5, np.nan, 0], [2.5, 4, 1], [3.5, 1, 0]])


def chosen(label=None, member=None):
    return SimpleNamespace(label=label, member=member)


def grid(content, **options):
    return numpy_grid(content, chosen(**options))


def matrix(content, **options):
    return np.column_stack(grid(content, **options).columns)


WAYS = {
    "plain": npy(TABLE),
    "by columns": npy(np.asfortranarray(TABLE)),
    "other byte order": npy(TABLE.astype(">f8")),
    "float32": npy(TABLE.astype(np.float32)),
    "float16": npy(TABLE.astype(np.float16)),
    "long double": npy(TABLE.astype(np.longdouble)),
    "archive": npz(a=TABLE),
    "packed archive": npz(np.savez_compressed, a=TABLE),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_save_a_table_gives_the_same_numbers(way):
    np.testing.assert_array_equal(matrix(WAYS[way]), TABLE)
    assert grid(WAYS[way]).names == ("x1", "x2", "x3")
    assert grid(WAYS[way]).unit == "row"


@pytest.mark.parametrize("kind", ["i1", "u1", "i8", "u8", "?", ">i4"])
def test_whole_numbers_and_truth_values_become_floats(kind):
    whole = np.array([[1, 0], [0, 1]], dtype=kind)
    np.testing.assert_array_equal(matrix(npy(whole)), [[1, 0], [0, 1]])


def test_numpy_reads_the_files_alike():
    for array in (TABLE, np.asfortranarray(TABLE), np.arange(6, dtype=">i2").reshape(3, 2)):
        content = npy(array)
        np.testing.assert_array_equal(matrix(content), np.load(BytesIO(content)))


def test_a_column_is_the_label_as_in_any_table_without_names():
    rows = np.column_stack([np.arange(12) ** 2 + 0.5, np.arange(12) % 3, np.arange(12) % 2])
    options = TableOptions(label="x3")
    read = dataset_of(numpy_grid(npy(rows), options), options, name="t")
    assert read.feature_names == ("x1", "x2")
    assert read.class_names == ("0", "1")


def test_features_and_label_are_known_by_their_names():
    X, y = TABLE[:, :2], TABLE[:, 2]
    read = grid(npz(X=X, y=y.reshape(-1, 1), other=np.arange(3), odd=np.array(["a", "b"])))
    assert read.names == ("x1", "x2", "y")
    np.testing.assert_array_equal(np.column_stack(read.columns), TABLE)
    assert "'other', 'odd'" in str(read.findings[-1])


def test_features_that_could_be_several_arrays_are_asked_for():
    content = npz(u=TABLE, v=TABLE[:, :2])
    with pytest.raises(QuestionError) as caught:
        grid(content)
    (question,) = caught.value.questions
    assert (question.option, question.choices, question.guess) == ("member", ("u", "v"), "u")
    assert grid(content, member="v").names == ("x1", "x2")
    with pytest.raises(QuestionError):
        grid(content, member="w")


def test_labels_that_could_be_several_arrays_are_asked_for():
    content = npz(X=TABLE, s=np.arange(4), t=np.ones(4))
    with pytest.raises(QuestionError) as caught:
        grid(content)
    (question,) = caught.value.questions
    assert (question.option, question.choices) == ("label", ("s", "t"))
    assert grid(content, label="t").names[-1] == "t"
    assert grid(content, label="x2").names == ("x1", "x2", "x3")


def test_a_label_array_called_like_a_column_is_told_apart():
    names = grid(npz(X=TABLE, x1=np.ones(4)), label="x1").names
    assert (names[0], names[-1]) == ("x1 (2)", "x1")


def claiming(shape, dtype="<f8", rest=b"", version=(1, 0)):
    """Return an array file with a header of one's own."""
    header = f"{{'descr': {dtype!r}, 'fortran_order': False, 'shape': {shape}, }}".encode()
    size = struct.pack("<H" if version == (1, 0) else "<I", len(header))
    return b"\x93NUMPY" + bytes(version) + size + header + rest


GOOD = npy(TABLE)
REFUSED = {
    "objects": (npy(np.array([[1, None]], dtype=object), allow_pickle=True), "may run code"),
    "objects by name": (claiming((1, 1), "|O", b"\x80\x04N."), "may run code"),
    "objects in an archive": (npz(X=np.array([[1, None]], dtype=object)), "may run code"),
    "objects as label": (npz(X=TABLE, y=np.array([{}] * 4)), "may run code"),
    "records": (npy(np.zeros((2, 2), dtype=[("a", "f8")])), "records"),
    "complex": (npy(np.ones((2, 2)) * 1j), "complex"),
    "bytes": (npy(np.array([[b"a", b"b"]])), "texts"),
    "texts": (npy(np.array([["a", "b"]])), "texts"),
    "dates": (npy(np.array([["2024-01-01"]], dtype="M8[D]")), "dates"),
    "one dimension": (npy(np.ones(5)), "2 dimensions"),
    "no dimension": (npy(np.array(5.0)), "2 dimensions"),
    "pictures": (npy(np.ones((2, 3, 3))), "2 dimensions"),
    "no rows": (npy(np.ones((0, 3))), "no rows"),
    "many rows": (claiming((10**12, 2)), "1,000,000,000,000 rows"),
    "many columns": (claiming((2, 10**12)), "1,000,000,000,000 columns"),
    "beyond any integer": (claiming((10**30, 10**30)), "rows"),
    "negative": (claiming((-5, 2)), "claims the shape"),
    "truth value as length": (claiming((True, 2)), "claims the shape"),
    "less than claimed": (GOOD[:-1], "damaged or cut off"),
    "more than claimed": (GOOD + b"x", "damaged or cut off"),
    "magic alone": (b"\x93NUMPY", "header"),
    "unknown version": (claiming((2, 2), version=(9, 9)), "header"),
    "long header": (claiming((2, 2), "<f8" + " " * 20_000, version=(2, 0)), "header"),
    "nested header": (claiming("(" * 9_000 + ")" * 900, version=(2, 0)), "header"),
    "code as header": (claiming("__import__('os')"), "header"),
    "unknown type": (claiming((2, 2), "<q9"), "header"),
    "header cut off": (GOOD[:20], "header"),
    "many claimed in an archive": (npz(X=np.ones((2, 3)), y=np.ones(3)), r"need the shape \(2,\)"),
    "sparse matrix": (npz(indices=np.ones(3), indptr=np.ones(3), data=np.ones(3)), "svmlight"),
    "no table": (npz(a=np.ones(3), b=np.array(["x"])), "no array of numbers in rows"),
    "packed bomb": (npz(np.savez_compressed, X=np.zeros((1000, 2000))), "100 times"),
    "too many": (npz(X=np.zeros((200_001, 2), np.int8)), "200,001 rows"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_used_is_refused_with_words(name):
    content, words = REFUSED[name]
    with pytest.raises(DataError, match=words) as caught:
        grid(content)
    assert not isinstance(caught.value, QuestionError)
    assert len(str(caught.value)) < 600


def test_infinity_is_refused_with_its_row():
    rows = np.column_stack([[1, np.inf, 2, 3, 4, 5], [0, 1, 0, 1, 0, 1]])
    options = TableOptions(label="x2")
    with pytest.raises(DataError, match=r"(?i)row 2.*'x1'"):
        dataset_of(numpy_grid(npy(rows), options), options, name="t")


WORDS = ["größe", "b", "b", "größe"] * 3
FEATURES = np.column_stack([np.arange(12) ** 2 + 0.5, np.arange(12) % 5])


def read(**arrays):
    return dataset_of(numpy_grid(npz(**arrays), TableOptions()), TableOptions(), name="t")


@pytest.mark.parametrize(
    "labels",
    [
        np.array(WORDS),
        np.array(WORDS, dtype=">U9"),
        np.array([word.encode() for word in WORDS]),
        np.array(WORDS)[:, np.newaxis],
    ],
    ids=["text", "other byte order", "bytes", "one column"],
)
def test_labels_may_be_words(labels):
    data = read(X=FEATURES, y=labels)
    assert data.class_names == ("b", "größe")
    np.testing.assert_array_equal(data.y, np.where(np.array(WORDS) == "b", -1.0, 1.0))


def test_numbers_written_as_words_are_the_classes_they_are_in_a_table_of_text():
    data = read(X=FEATURES, y=np.array(["1", "2", "1.0", "2"] * 3))
    assert data.class_names == ("1", "2")


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (np.array([b"\xff", b"a"] * 6), "Row 1 of the array 'y' is not UTF-8"),
        (np.array(["a", "b\0c"] * 6), "Row 2 of the array 'y' holds a NUL"),
        (np.array(["a", "\ud800"] * 6), "Row 2 of the array 'y' holds what is no letter"),
        (np.full(12, 0x110000, dtype=np.uint32).view("U1"), "no letter"),
        (np.array(["a", "b" * 10_001] * 6), "10,000"),
        (np.array([""] * 12), "empty in every row|missing"),
        (np.array([["a", "b"]] * 12), "shape"),
    ],
    ids=["bytes", "NUL", "surrogate", "no letters", "long", "empty", "two columns"],
)
def test_words_that_no_text_would_hold_are_refused(labels, words):
    with pytest.raises((DataError, QuestionError), match=words):
        read(X=FEATURES, y=labels)


@pytest.mark.parametrize("kind", ["U0", "S0"])
def test_labels_of_no_width_are_empty(kind):
    header = npy(np.array(WORDS)).replace(b"'<U5'", f"'<{kind}'".encode())
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("X.npy", npy(FEATURES))
        archive.writestr("y.npy", header[:128])
    assert numpy_grid(content.getvalue(), TableOptions()).columns[-1] == ("",) * 12


def test_labels_that_are_cut_off_are_refused():
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("X.npy", npy(FEATURES))
        archive.writestr("y.npy", npy(np.array(WORDS))[:-3])
    with pytest.raises(DataError, match="cut off"):
        numpy_grid(content.getvalue(), TableOptions())


def test_words_are_labels_only():
    with pytest.raises(DataError, match="only the labels"):
        grid(npy(np.array([["a", "b"], ["c", "d"]])))
    with pytest.raises(DataError, match="no array of numbers"):
        read(X=np.array([["a", "b"]] * 12), y=np.array(WORDS))
    with pytest.raises(DataError, match="objects"):
        read(X=FEATURES, y=np.array(WORDS, dtype=object))


def test_whole_numbers_that_lose_digits_are_said():
    long = np.column_stack([2**53 + np.arange(12) ** 2, np.arange(12) % 5])
    y = np.arange(12) % 2
    for content, label in (
        (npy(np.column_stack([long, y])), "x3"),
        (npz(X=-long, y=y), "y"),
        (npz(X=long.astype("u8"), y=y), "y"),
    ):
        report = read_table(content, TableOptions(label=label)).report
        assert any(
            "2⁵³ lose their last digits" in f.text and f.where == "column 'x1'" for f in report
        )
    for harmless in (
        npz(X=long % 97, y=y),
        npz(X=long * 1.0, y=y),
        npz(X=long % 97, y=long[:2].sum() + y),
    ):
        assert not any("digits" in str(finding) for finding in read_table(harmless).report)
