"""Parquet files are held against the limits by their footer, then read as numbers or words."""

import json
import warnings
from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet as pq

from kselect_core.data.formats.parquet.table import parquet_grid
from kselect_core.data.table.reading import dataset_of, read_table
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, QuestionError


def packed(**columns):
    """Return a Parquet file of some columns."""
    return written(pa.table(columns))


def written(table, **options):
    """Return a Parquet file of a table."""
    buffer = BytesIO()
    pq.write_table(table, buffer, **options)
    return buffer.getvalue()


def of_pandas(frame):
    """Return a Parquet file of a data frame, with the notes of pandas."""
    buffer = BytesIO()
    frame.to_parquet(buffer)
    return buffer.getvalue()


def grid(content, **options):
    return parquet_grid(content, TableOptions(**options))


def columns(content, **options):
    read = grid(content, **options)
    return dict(zip(read.names, read.columns, strict=True))


def data(content, **options):
    chosen = TableOptions(**options)
    return dataset_of(parquet_grid(content, chosen), chosen, name="t")


NUMBERS = {
    "int8": pa.array([1, None, -3], pa.int8()),
    "uint32": pa.array([1, None, 3], pa.uint32()),
    "float16": pa.array(np.array([1, np.nan, -0.5], np.float16)),
    "float32": pa.array([1, None, 0.5], pa.float32()),
    "float64 with NaN": pa.array([1, float("nan"), 0.1]),
    "decimal": pa.array([Decimal("1.25"), None, Decimal("-3.50")]),
}


@pytest.mark.parametrize("kind", NUMBERS)
def test_numbers_of_every_kind_become_floats_with_nan_where_missing(kind):
    expected = [np.nan if v is None else float(v) for v in NUMBERS[kind].to_pylist()]
    np.testing.assert_array_equal(columns(packed(x=NUMBERS[kind]))["x"], expected)


def test_words_truth_values_and_categories_become_words():
    read = columns(
        packed(
            word=["x", None, "y"],
            truth=[True, None, False],
            kind=pa.array(["u", None, "u"]).dictionary_encode(),
            nothing=pa.nulls(3),
        )
    )
    assert read["word"] == ("x", "", "y")
    assert read["truth"] == ("True", "", "False")
    assert read["kind"] == ("u", "", "u")
    assert read["nothing"] == ("", "", "")


def test_categories_are_declared_words_and_texts_are_not():
    content = packed(a=["1", "2"], b=pa.array(["1", "2"]).dictionary_encode(), c=[True, False])
    assert grid(content).words == {"b", "c"}
    assert grid(content).unit == "row"
    assert grid(content).lines == [1, 2]


def test_a_whole_table_is_a_data_set():
    content = packed(
        a=[0.5, 1.5, 4.5, 2.5, 9.5, 3.5],
        b=[True, False, False, True, True, False],
        label=list("pnnpnp"),
    )
    read = data(content)
    assert read.class_names == ("n", "p")
    assert read.feature_names == ("a", "b=True")
    np.testing.assert_array_equal(read.X[:, 1], [1, 0, 0, 1, 1, 0])


def test_missing_numbers_are_asked_about():
    content = packed(a=[0.5, None, 4.5, 2.5, 9.5, 3.5], label=list("pnnpnp"))
    with pytest.raises(QuestionError) as caught:
        data(content)
    assert [question.option for question in caught.value.questions] == ["missing"]
    assert np.isnan(data(content, missing="median").X[1, 0])


def test_infinity_is_refused_with_its_row():
    with pytest.raises(DataError, match=r"(?i)row 2.*'a'"):
        data(packed(a=[0.5, float("inf"), 4.5, 2.5, 9.5, 3.5], label=list("pnnpnp")))


def test_whole_numbers_that_lose_digits_are_said():
    long = [2**53 + i * i for i in range(11)]
    for values in ([*long, 3], [*long, None]):
        content = packed(a=values, b=[0.5, 1.5] * 6, label=["p", "n", "n"] * 4)
        report = read_table(content, TableOptions(missing="median")).report
        assert any("2⁵³" in f.text and f.where == "column 'a'" for f in report)


def test_the_index_of_pandas_is_left_out_and_that_is_said():
    buffer = BytesIO()
    pd.DataFrame({"a": [1.5, 2.5]}, index=[7, 9]).to_parquet(buffer)
    read = grid(buffer.getvalue())
    assert read.names == ("a",)
    assert "index" in read.findings[0].text


def test_names_may_hold_anything_visible():
    name = "a.b, “c”\n"
    assert grid(packed(**{name: [1.5], "x": [2]})).names == ("a.b, “c”", "x")


class Point(pa.ExtensionType):
    """A type that comes with code of its own elsewhere."""

    def __init__(self):
        super().__init__(pa.int64(), "tests.point")

    def __arrow_ext_serialize__(self):
        return b""

    @classmethod
    def __arrow_ext_deserialize__(cls, storage, serialized):
        return cls()


ODD = {
    "lists": (pa.array([[1], [2, 3]]), "lists or records"),
    "records": (pa.array([{"x": 1}, {"x": 2}]), "lists or records"),
    "map": (pa.array([[(1, 2)], []], pa.map_(pa.int8(), pa.int8())), "lists or records"),
    "bytes": (pa.array([b"a", b"b"]), "bytes"),
    "fixed bytes": (pa.array([b"a", b"b"], pa.binary(1)), "bytes"),
    "times": (pa.array([datetime(2024, 1, 1, tzinfo=UTC)] * 2), "dates or times"),
    "dates": (pa.array([date(2024, 1, 1)] * 2), "dates or times"),
    "durations": (pa.array([1, 2], pa.duration("s")), "dates or times"),
    "extension": (pa.ExtensionArray.from_storage(Point(), pa.array([1, 2])), "an extension type"),
}


@pytest.mark.parametrize("kind", ODD)
def test_what_is_neither_numbers_nor_words_is_refused_by_name_and_can_be_left_out(kind):
    values, words = ODD[kind]
    content = packed(odd=values, a=[1.5, 2.5])
    with pytest.raises(DataError, match=words) as caught:
        grid(content)
    assert "'odd'" in str(caught.value)
    np.testing.assert_array_equal(columns(content, drop="odd")["a"], [1.5, 2.5])


GOOD = packed(a=[0.5] * 50, label=["p", "n"] * 25)


def flipped(content, place):
    return content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :]


BROKEN = {
    "magic": b"PAR1",
    "magic twice": b"PAR1PAR1",
    "no footer": b"PAR1" + bytes(50) + b"PAR1",
    "cut off": GOOD[:-20],
    "cut in the middle": GOOD[: len(GOOD) // 2] + b"PAR1",
    "footer flipped": flipped(GOOD, len(GOOD) - 60),
    "footer claims much": GOOD[:-8] + b"\xff\xff\xff\x7fPAR1",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_damaged_file_is_refused_in_one_sentence(name):
    with pytest.raises(DataError, match="damaged or cut off"):
        grid(BROKEN[name])


def test_any_flipped_byte_is_refused_or_read():
    for place in range(0, len(GOOD), 7):
        try:
            grid(flipped(GOOD, place))
        except DataError as error:
            assert len(str(error)) < 300  # noqa: PT017


def test_an_encrypted_file_is_refused():
    with pytest.raises(DataError, match="encrypted"):
        grid(GOOD[:-4] + b"PARE")


def bomb(rows, columns=1):
    """Return a small file of many equal rows."""
    array = pa.array(np.zeros(rows))
    return packed(**{f"c{j}": array for j in range(columns)})


def test_a_small_file_of_many_rows_is_refused_by_its_footer():
    content = bomb(5_100_000, 1)
    assert len(content) < 100_000
    with pytest.raises(DataError, match="5,100,000 rows and 1 columns"):
        grid(content)


def test_a_long_word_repeated_takes_no_memory_before_it_is_refused():
    with pytest.raises(DataError, match="10,000 characters"):
        grid(packed(a=["x" * 1_000_000] * 20))


def test_two_columns_of_one_name_are_refused():
    buffer = BytesIO()
    pq.write_table(pa.Table.from_arrays([pa.array([1])] * 2, names=["a", "a"]), buffer)
    with pytest.raises(DataError, match="two columns called 'a'"):
        grid(buffer.getvalue())


def test_foreign_metadata_is_never_used():
    table = pa.table({"a": [1.5]}).replace_schema_metadata(
        {
            b"pandas": json.dumps({"index_columns": [[[]]], "x": "["}).encode(),
            b"pickled": b"\x80\x04N.",
        }
    )
    buffer = BytesIO()
    pq.write_table(table, buffer)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert grid(buffer.getvalue()).names == ("a",)


@pytest.mark.parametrize("column", ["b", "label"])
def test_long_words_that_repeat_are_counted_row_by_row(column):
    rows = 12_000
    words = {column: ["x" * 9_000 + "pn"[i % 2] for i in range(rows)]}
    content = packed(a=range(rows), **words)
    assert len(content) < 200_000
    with pytest.raises(DataError, match="more than 100,000,000 letters, repeated ones"):
        grid(content)
    assert grid(content, drop=column).names == ("a", column)


def test_odd_columns_are_asked_about_all_together_and_left_out_as_told():
    records = pa.array([{"x": 1}] * 6)
    content = packed(
        a=[0.5, 1.5, 4.5, 2.5, 9.5, 3.5], one=records, two=records, label=list("pnnpnp")
    )
    with pytest.raises(QuestionError) as caught:
        data(content)
    assert [(q.option, q.guess) for q in caught.value.questions] == [
        ("drop", "one"),
        ("drop", "two"),
    ]
    read = data(content, drop=("one", "two"))
    assert read.feature_names == ("a",)
    assert "Left out. (column 'one')" in "\n".join(map(str, read.report))


def test_odd_columns_of_a_test_file_do_not_matter_where_the_training_file_has_none():
    plain = {"a": [0.5, 1.5, 4.5, 2.5, 9.5, 3.5], "label": list("pnnpnp")}
    odd = pa.array([[1]] * 6)
    read = read_table(packed(**plain), test=packed(**plain, lists=odd, more=odd))
    assert read.test_rows == 6
    assert "does not use were left out: 'lists', 'more'" in "\n".join(map(str, read.report))
    with pytest.raises(QuestionError, match=r"Test file: Column 'a'.*Leave it out\?"):
        read_table(packed(**plain), test=packed(**plain | {"a": odd}))


ROWS = 600
TABLE = pa.table(
    {
        "a": [i * 0.25 - 7 for i in range(ROWS)],
        "b": [None if i % 9 == 0 else i * i % 97 for i in range(ROWS)],
        "word": [None if i % 11 == 0 else f"word {i % 7}" for i in range(ROWS)],
        "label": ["pn"[i % 2] for i in range(ROWS)],
    }
)
NUMBERS_AS = {"a": "BYTE_STREAM_SPLIT", "b": "DELTA_BINARY_PACKED"}
WAYS = {
    "differences of numbers": {"column_encoding": NUMBERS_AS},
    "differences of words": {"column_encoding": {"word": "DELTA_BYTE_ARRAY"}},
    "lengths of words": {"column_encoding": {"word": "DELTA_LENGTH_BYTE_ARRAY", "label": "PLAIN"}},
    "plain": {},
    **{codec: {"compression": codec} for codec in ("none", "gzip", "brotli", "lz4", "zstd")},
}


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("way", WAYS)
def test_a_table_is_the_same_in_whatever_encoding(way, version):
    options = {"row_group_size": 37, "use_dictionary": False} | WAYS[way]
    content = written(TABLE, data_page_version=version, write_page_checksum=True, **options)
    read, expected = grid(content), grid(written(TABLE))
    assert read.names == expected.names
    for one, other in zip(read.columns, expected.columns, strict=True):
        np.testing.assert_array_equal(one, other)


def test_row_groups_may_differ_in_size_and_in_encoding():
    buffer = BytesIO()
    with pq.ParquetWriter(buffer, TABLE.schema) as writer:
        for begin, size in ((0, 1), (1, 400), (401, 0), (401, 199)):
            writer.write_table(TABLE.slice(begin, size))
    assert grid(buffer.getvalue()).columns[2] == grid(written(TABLE)).columns[2]


@pytest.mark.parametrize("encoding", ["DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"])
def test_words_written_as_differences_are_counted_before_they_take_memory(encoding):
    words = ["x" * 9_000 + "pn"[i % 2] for i in range(12_000)]
    content = written(
        pa.table({"a": range(12_000), "b": words, "label": ["p", "n"] * 6_000}),
        use_dictionary=False,
        column_encoding={"b": encoding},
    )
    with pytest.raises(DataError, match="Parquet file"):
        grid(content)
    if encoding == "DELTA_BYTE_ARRAY":
        assert len(content) < 200_000
        assert grid(content, drop="b").names == ("a", "b", "label")


def test_a_named_index_is_a_column_and_comes_first():
    frame = pd.DataFrame({"a": [1.5, 2.5], "b": [3, 4]}, index=pd.Index([7, 9], name="visit"))
    read = grid(of_pandas(frame))
    assert read.names == ("visit", "a", "b")
    assert "'visit'" in str(read.findings[0])
    frame.index = pd.MultiIndex.from_tuples([("x", 1), ("y", 2)], names=["who", None])
    assert grid(of_pandas(frame)).names == ("who", "a", "b")


@pytest.mark.parametrize(
    ("index", "said"),
    [
        (pd.RangeIndex(2), ""),
        (pd.RangeIndex(2, name="visit"), "The index 'visit' of the table in pandas"),
        (pd.RangeIndex(0, 20, 10), "(0, in steps of 10)"),
        (pd.RangeIndex(5, 7), "(5, in steps of 1)"),
    ],
)
def test_an_index_that_stands_in_no_column_is_told(index, said):
    read = grid(of_pandas(pd.DataFrame({"a": [1.5, 2.5], "b": [3, 4]}, index=index)))
    assert read.names == ("a", "b")
    assert said in "".join(map(str, read.findings))
    assert bool(said) == bool(read.findings)


def asked(content):
    with pytest.raises(QuestionError) as caught:
        data(content)
    return {question.option for question in caught.value.questions}


def test_numbers_among_signs_are_asked_about_in_texts_and_in_categories():
    label = ["pn"[i % 2] for i in range(20)]
    rupees = [f"₹{i + 1},50,000" for i in range(20)]
    speeds = [f"{i % 7 * 3} km/h" for i in range(20)]
    for column in (pa.array(rupees), pa.array(rupees).dictionary_encode()):
        assert asked(packed(a=column, label=label)) == {"thousands"}
    for column in (pa.array(speeds), pa.array(speeds).dictionary_encode()):
        content = packed(a=column, b=[i % 5 for i in range(20)], label=label)
        assert asked(content) == {"units"}
        assert data(content, units="strip").X[3, 0] == 9


def test_categories_that_are_numbers_stay_words_and_that_is_told():
    content = packed(a=pa.array(list("123123")).dictionary_encode(), label=list("pnnpnp"))
    assert data(content).X.shape == (6, 3)
    assert "Its categories are numbers (1, 2, 3, …)" in "\n".join(map(str, data(content).report))
