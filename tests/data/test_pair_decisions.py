"""What was decided on the training file holds for its test file, however few rows that has."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.data import TableOptions, read_table
from kselect_core.errors import DataError, QuestionError

NUMBERS = [str(1 + 7 * i % 13) for i in range(14)]
MISSING = {"markers": "missing", "missing": "median"}
HEAD = "@relation r\n@attribute a real\n@attribute b real\n@attribute label {none,some}\n@data\n"


def table(cells, labels="pn", header="a,b,label"):
    rows = [f"{cell},{i % 5},{labels[i % len(labels)]}" for i, cell in enumerate(cells)]
    return "\n".join([header, *rows]) + "\n"


def read(train, test, **options):
    return read_table(train.encode(), TableOptions(**options), test=test.encode())


def of_test(data):
    return data.X[-data.test_rows :, 0]


def said(data):
    return "\n".join(map(str, data.report))


@pytest.mark.parametrize("word", ["low", "unknown", "..", "n.v.", "NA", "?"])
@pytest.mark.parametrize("others", [["3", "4"], ["3"], []])
def test_words_that_mean_a_missing_value_do_so_in_few_rows_too(word, others):
    data = read(table([*NUMBERS, word, word]), table([word, *others, word]), **MISSING)
    assert_array_equal(of_test(data), [np.nan, *map(float, others), np.nan])


@pytest.mark.parametrize("cells", [["<0.5"], ["<0.5", "low", "low"], ["2", "<0.5"]])
def test_marks_at_numbers_mean_the_same_beside_missing_values(cells):
    train = table([*NUMBERS, "<0.5", "low", "low"])
    for answer, value in (("strip", 0.5), ("missing", np.nan)):
        data = read(train, table(cells), flagged=answer, **MISSING)
        known = {"<0.5": value, "low": np.nan, "2": 2.0}
        assert_array_equal(of_test(data), [known[cell] for cell in cells])


def test_a_mark_that_is_an_ordinary_number_of_the_training_file_is_a_number():
    train = table([str(-999 + 50 * i) for i in range(30)])
    for options in ({}, MISSING):
        data = read(train, table(["-999", "3", "5"]), **options)
        assert_array_equal(of_test(data), [-999, 3, 5])
        assert "-999" not in said(data)


@pytest.mark.parametrize("cells", [["-999"], ["-999", "-999"], ["-999", "3"]])
def test_a_mark_that_the_training_file_does_not_have_is_asked_about(cells):
    with pytest.raises(QuestionError, match="Test file: Column 'a' holds -999"):
        read(table(NUMBERS), table(cells))


@pytest.mark.parametrize("cells", [["-999"], ["-999", "3"]])
def test_a_mark_of_the_training_file_is_told_once(cells):
    data = read(table([*NUMBERS, "-999", "-999"]), table(cells), **MISSING)
    assert np.isnan(of_test(data)[0])
    assert said(data).count("-999") == 2  # once per file
    data = read(table([*NUMBERS, "-999", "-999"]), table(cells), markers="values")
    assert of_test(data)[0] == -999


@pytest.mark.parametrize(("unit", "shown"), [("€ ", "'€'"), ("", "no unit")])
def test_a_target_has_the_unit_of_the_training_file(unit, shown):
    money = [f"US$ {i * i}.5" for i in range(14)]
    train = table(NUMBERS, money, "a,b,target")
    options = {"units": "strip", "task": "regression"}
    data = read(train, table(["1", "2"], ["US$ 3.5", "US$ 4.5"], "a,b,target"), **options)
    assert_array_equal(data.y[-2:], [3.5, 4.5])
    with pytest.raises(DataError, match=f"Column 'target' has {shown} here and 'US"):
        read(train, table(["1", "2"], [f"{unit}3.5", f"{unit}4.5"], "a,b,target"), **options)


def test_a_class_called_none_is_no_missing_label_in_the_test_file():
    labels = ["none", "some"]
    csv = table(NUMBERS, labels)
    arff = HEAD + "\n".join(csv.splitlines()[1:])
    for train, options in ((csv, {"missing_labels": "class"}), (arff, {})):
        data = read(train, table(["1", "2"], labels), **options)
        assert_array_equal(data.y[-2:], [-1, 1])


def test_lines_that_are_left_out_of_the_test_file_are_told():
    rows = "\n".join(table(NUMBERS).splitlines()[1:])
    data = read(f"a title,\n{rows}", rows, skip=1, header="no")
    assert data.test_rows == len(NUMBERS) - 1
    assert "first 1 lines were left out. (test file)" in said(data)
    data = read(table(NUMBERS), table(["1", "2"]).replace(",", ";"))
    assert "separated by a semicolon. (test file)" in said(data)
    data = read(table(NUMBERS).replace(",", ";"), table(["1", "2"]).replace(",", ";"))
    assert "semicolon. (test file)" not in said(data)
