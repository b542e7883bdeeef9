"""Labels that are numbers stay apart to the last digit; of features it is said what is lost."""

from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_array_equal

from kselect_core.data import Dataset, TableOptions, read_table
from kselect_core.data.numbers.numerals import numeral, numerals
from kselect_core.errors import DataError
from tests.bad.files.format import npy, npz, written

ROWS = 12
A = [0.5 + 3 * i % 7 for i in range(ROWS)]
B = [i * i % 5 for i in range(ROWS)]
FAMILIES = {
    "just beyond": [2**53, 2**53 + 1, 2**53 + 2],
    "two": [2**53, 2**53 + 1],
    "int64": [-(2**63), -(2**63) + 1, 2**63 - 1, 2**63 - 2],
    "uint64": [2**64 - 1, 2**64 - 2, 2**63],
    "numbers of accounts": [1234567890123456789, 1234567890123456788, 1234567890123456787],
}
BEYOND = {"20 digits": [10**20, 10**20 + 1], "both signs": [-(10**30), 10**30, 10**30 + 1]}


def csv(labels):
    rows = [f"{a},{b},{y}" for a, b, y in zip(A, B, labels, strict=True)]
    return "\n".join(["a,b,label", *rows]).encode()


def svmlight(labels):
    rows = [f"{y} 1:{a} 2:{b}" for a, b, y in zip(A, B, labels, strict=True)]
    return "\n".join(rows).encode()


def arff(labels):
    head = "@relation t\n@attribute a real\n@attribute b real\n@attribute label numeric\n@data\n"
    return head.encode() + b"\n".join(csv(labels).splitlines()[1:])


def wide(labels):
    kind = "u8" if max(labels) >= 2**63 else "i8"
    return npy(np.column_stack([np.array(B, kind), np.array(B, kind) ** 2, np.array(labels, kind)]))


def apart(labels):
    kind = "u8" if max(labels) >= 2**63 else "i8"
    return npz(X=np.column_stack([A, B]), label=np.array(labels, kind))


def parquet(labels):
    kind = pa.uint64() if max(labels) >= 2**63 else pa.int64()
    return written({"a": A, "b": B, "label": pa.array(labels, kind)})


def with_gap(labels):
    kind = pa.uint64() if max(labels) >= 2**63 else pa.int64()
    return written({"a": A, "b": B, "label": pa.array([*labels[:-1], None], kind)})


def decimals(labels):
    return written({"a": A, "b": B, "label": [Decimal(y) for y in labels]})


EXACT = {"csv": csv, "svmlight": svmlight, "arff": arff, "decimals": decimals}
WHOLE = {"npy": wide, "npz": apart, "parquet": parquet, "parquet with a gap": with_gap}


def repeated(values):
    return [values[i % len(values)] for i in range(ROWS)]


def read(content, test=None, **options):
    options = {"label": "label", "missing_labels": "drop_rows", "task": "multiclass"} | options
    return read_table(content, TableOptions(**options), test=test)


def named(data):
    return [data.class_names[code] for code in data.y.astype(int)]


@pytest.mark.parametrize(
    ("way", "family"),
    [(way, values) for way in EXACT | WHOLE for values in FAMILIES]
    + [(way, values) for way in EXACT for values in BEYOND],
)
def test_labels_beyond_2_53_stay_apart(way, family):
    labels = repeated((FAMILIES | BEYOND)[family])
    data = read((EXACT | WHOLE)[way](labels), label="x3" if way == "npy" else "label")
    rows = len(data.y)
    assert named(data) == list(map(str, labels[:rows]))
    assert data.class_names == tuple(map(str, sorted(set(labels))))


@pytest.mark.parametrize("mine", EXACT | WHOLE)
def test_such_labels_of_a_test_file_are_those_of_the_training_file(mine):
    labels = repeated(FAMILIES["just beyond"])
    options = {"label": "x3", "header": "no"} if mine == "npy" else {}
    test = csv(labels)
    if mine == "npy":
        test = b"\n".join(line.replace(b".5", b"") for line in test.splitlines()[1:])
    if mine in ("svmlight", "npz"):
        test = svmlight(labels) if mine == "svmlight" else apart(labels)
    data = read((EXACT | WHOLE)[mine](labels), test, **options)
    assert named(data)[-ROWS:] == list(map(str, labels))
    other = test.replace(b"9007199254740993", b"9007199254740995")
    if mine != "npz":
        with pytest.raises(DataError, match="'9007199254740995' does not occur"):
            read((EXACT | WHOLE)[mine](labels), other, **options)


def test_spellings_of_one_number_are_one_class():
    labels = repeated(
        ["9007199254740993", "9007199254740993.0", "+9007199254740993", "1e20", "1E+20"]
    )
    data = read(csv(labels))
    assert data.class_names == ("9007199254740993", "100000000000000000000")
    assert "another spelling" in "\n".join(map(str, data.report))


@pytest.mark.parametrize("label", ["1e999", "-1e400", "1" * 400])
def test_labels_beyond_all_floats_are_refused_with_their_line(label):
    with pytest.raises(DataError, match=r"Line 3: the label '.*too large for a number"):
        read(csv(["1", label] * 6))


@pytest.mark.parametrize("way", [csv, parquet, decimals, svmlight, arff])
def test_a_target_of_a_regression_says_that_digits_are_lost(way):
    labels = [2**53 + i * i for i in range(ROWS)]
    data = read(way(labels), task="regression")
    assert any("2⁵³" in found.text and "label" in found.where for found in data.report)


def test_features_that_become_constant_and_those_of_svmlight_are_told():
    rows = "\n".join(f"{2**60 + i},{b},{'pn'[i % 2]}" for i, b in enumerate(B))
    data = read_table(f"a,b,label\n{rows}".encode(), TableOptions(identifiers="keep"))
    assert any("2⁵³" in f.text and f.where == "column 'a'" for f in data.report)
    assert data.feature_names == ("b",)
    lines = "\n".join(f"{'+-'[i % 2]}1 1:{i * i % 5 + 1} 2:{2**53 + i}" for i in range(1, ROWS))
    data = read_table(lines.encode())
    assert any("2⁵³" in f.text and f.where == "column 'x2'" for f in data.report)


def test_whole_numbers_of_64_bits_are_features_whose_digits_are_lost_aloud():
    for number in (-(2**63), 2**64 - 1):
        rows = "\n".join(
            f"{number if i % 2 else i},{b},{'pn'[i % 3 == 0]}" for i, b in enumerate(B)
        )
        data = read_table(f"a,b,label\n{rows}".encode())
        assert any("2⁵³" in found.text for found in data.report)


@pytest.mark.parametrize("pattern", ["{:,}", "{}.0", "{} kg", "+{}"])
def test_lost_digits_are_told_whatever_stands_around_them(pattern):
    cells = [pattern.format(2**53 + i * i) for i in range(ROWS)]
    rows = "\n".join(
        f"{cell};{b};{'pn'[i % 3 == 0]}" for i, (cell, b) in enumerate(zip(cells, B, strict=True))
    )
    options = TableOptions(thousands="," if "," in cells[0] else None, units="strip")
    data = read_table(f"a;b;label\n{rows}".encode(), options)
    assert any("2⁵³" in found.text for found in data.report)


def test_labels_given_as_a_list_stay_apart_though_no_integer_has_room():
    labels = [-1, 2**63, 2**63 + 1] * 4
    data = Dataset.from_arrays(np.column_stack([A, B]), labels)
    assert named(data) == list(map(str, labels))
    long = Dataset.from_arrays(np.column_stack([A, B]), [2**53 + i for i in range(ROWS)])
    assert long.task == "regression"
    assert any("2⁵³" in found.text for found in long.report)


@given(st.integers(-(10**25), 10**25))
def test_the_name_of_a_whole_number_is_the_number(value):
    assert numeral(str(value)) == str(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_the_name_of_a_float_reads_back_to_it(value):
    name = numeral(repr(value))
    assert float(name) == value
    assert numeral(name) == name


def test_names_are_those_of_numbers_or_there_are_none():
    assert numerals(["1", "1.0", "0.50"]) == ["1", "1", "0.5"]
    assert numerals(["1", None]) is None
    assert numerals([]) == []


def test_a_class_spelt_like_a_number_among_words_is_a_word_in_the_test_file_too():
    labels = repeated(["1", "01", "x"])
    data = read(csv(labels), csv(repeated(["01", "1"])))
    assert named(data)[-2:] == ["01", "1"]
    assert_array_equal(
        data.y[-ROWS:][:2], [data.class_names.index("01"), data.class_names.index("1")]
    )
