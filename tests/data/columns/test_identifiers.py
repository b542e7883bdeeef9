"""Columns that only name the rows are dropped, asked about or named; measurements stay."""

import os
from pathlib import Path

import numpy as np
import pytest

from kselect_core.data.table.reading import read_table
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import QuestionError

ROWS = 40
RNG = np.random.default_rng(5)
NUMBERS = [8670 + 7919 * k * k for k in RNG.permutation(ROWS).tolist()]
SIZES = [f"{x:.2f}" for x in RNG.normal(size=ROWS)]
CLASSES = ["p" if k % 3 else "n" for k in range(ROWS)]


def table(*, header=True, **columns):
    """Return a CSV of columns with a label behind them."""
    columns |= {"label": CLASSES}
    names = [",".join(columns)] if header else []
    lines = names + [",".join(map(str, row)) for row in zip(*columns.values(), strict=True)]
    return "\n".join(lines).encode()


def notices(content, **options):
    data = read_table(content, TableOptions(**options), name="t")
    return data, [f.text for f in data.report if f.kind == "notice" and "name the rows" in f.text]


def test_a_different_whole_number_in_every_row_is_named_with_how_to_leave_it_out():
    data, (text,) = notices(table(header=False, case=NUMBERS, size=SIZES), header=False)
    assert "'x1'" in text
    assert "drop='x1'" in text
    assert data.feature_names == ("x1", "x2")
    assert notices(table(case=NUMBERS, size=SIZES), drop="case")[1] == []


def test_a_few_repetitions_make_no_difference_in_the_first_column_alone():
    numbers = [*NUMBERS[:-3], *NUMBERS[:3]]
    assert len(notices(table(case=numbers, size=SIZES))[1]) == 1
    assert notices(table(size=SIZES, price=numbers))[1] == []
    assert len(notices(table(size=SIZES, case=NUMBERS))[1]) == 1


def test_a_running_number_in_disorder_is_named():
    shuffled = RNG.permutation(ROWS) + 1
    assert len(notices(table(case=shuffled, size=SIZES))[1]) == 1


def test_several_columns_are_named_in_one_sentence():
    columns = {"a": NUMBERS, "b": NUMBERS[::-1], "c": SIZES, "d": SIZES[::-1]}
    (text,) = notices(table(**columns))[1]
    assert "'a', 'b'" in text
    assert "drop=['a', 'b']" in text


@pytest.mark.parametrize(
    "columns",
    [
        {"a": SIZES, "b": SIZES[::-1]},
        {"a": [k % 30 for k in range(ROWS)], "b": SIZES},
        {"a": NUMBERS, "b": NUMBERS[::-1], "c": NUMBERS[5:] + NUMBERS[:5]},
        {"a": [*NUMBERS[1:], "0.5"], "b": SIZES},
    ],
    ids=["fractions", "counts that repeat", "whole numbers all over", "one fraction"],
)
def test_measurements_give_no_notice(columns):
    assert notices(table(**columns))[1] == []


def test_few_rows_give_no_notice():
    few = b"\n".join(table(case=NUMBERS, size=SIZES).splitlines()[:16])
    assert notices(few)[1] == []


def test_who_keeps_identifiers_or_reads_them_as_words_is_not_told():
    content = table(case=NUMBERS, size=SIZES)
    assert notices(content, identifiers="keep")[1] == []
    assert notices(content, as_text="case")[1] == []


def test_missing_numbers_do_not_hide_an_identifier():
    numbers = ["", *NUMBERS[1:]]
    assert len(notices(table(case=numbers, size=SIZES), missing="median")[1]) == 1


@pytest.mark.parametrize("name", ["id", "patient_id", "patientID", "row", "index", "uid"])
def test_a_name_like_that_of_an_identifier_is_asked_about(name):
    with pytest.raises(QuestionError) as caught:
        read_table(table(**{name: NUMBERS, "size": SIZES}), TableOptions())
    (question,) = caught.value.questions
    assert (question.option, question.guess) == ("identifiers", "drop")


@pytest.mark.parametrize("name", ["id", "patient_id", "row", "index"])
@pytest.mark.parametrize("start", [0, 1])
def test_a_running_number_with_such_a_name_is_left_out_aloud(name, start):
    counted = range(start, start + ROWS)
    data = read_table(table(**{name: counted, "size": SIZES}), TableOptions(), name="t")
    assert data.feature_names == ("size",)
    assert "numbers the rows; left out" in "\n".join(map(str, data.report))


def test_a_measured_index_is_no_identifier():
    data, told = notices(table(refractive_index=SIZES, size=SIZES[::-1]))
    assert data.feature_names == ("refractive_index", "size")
    assert told == []


def test_the_numbers_of_patients_in_real_files_are_named():
    folder = os.environ.get("KSELECT_DATA")
    if not folder or not (Path(folder) / "formats").is_dir():
        pytest.skip("KSELECT_DATA names no folder with formats")
    wdbc = (Path(folder) / "formats" / "wdbc.data").read_bytes()
    (text,) = notices(wdbc, header=False, label="x2")[1]
    assert "drop='x1'" in text
    wisconsin = (Path(folder) / "formats" / "breast-cancer-wisconsin.data").read_bytes()
    (text,) = notices(wisconsin, header=False, label="x11", missing="median")[1]
    assert "drop='x1'" in text
