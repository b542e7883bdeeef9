"""A pair of files has one style of numbers: another one in the test file is asked or told."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.data import TableOptions, read_table
from kselect_core.errors import DataError, QuestionError
from tests.bad.files.format import npy

THOUSANDS = [1037.0 + 37 * i for i in range(12)] + [74.0, 12.0]
UNITS = [value / 1000 for value in THOUSANDS]
HALVES = [0.5 + i for i in range(14)]
STYLES = {
    "point": (".", "", 1), "three": (".", "", 3), "whole": (".", "", 0), "comma": (",", "", 1),
    "german": (",", ".", 1), "german whole": (",", ".", 0), "english": (".", ",", 1),
    "english whole": (".", ",", 0), "swiss": (".", "'", 1), "blank": (",", " ", 1),
}  # fmt: skip


def spelt(value, style):
    """Return a number in a style: decimal mark, mark of thousands, digits behind the mark."""
    decimal, thousands, digits = STYLES[style]
    text = f"{value:,.{digits}f}"
    return text.translate({ord(","): thousands, ord("."): decimal})


def table(values, style, header="a;b;label"):
    lines = [f"{spelt(x, style)};{i % 7};{'pn'[i % 2]}" for i, x in enumerate(values)]
    return ("\n".join([header, *lines]) + "\n").encode()


def answered(train, test, **answers):
    """Return the data set after every question was answered with its guess, and the answers."""
    for _ in range(4):
        try:
            return read_table(train, TableOptions(**answers), test=test), answers
        except QuestionError as error:
            answers |= {question.option: question.guess for question in error.questions}
    raise AssertionError(answers)


def said(data):
    return "\n".join(str(found) for found in data.report if found.kind in ("asked", "notice"))


def true(values, style):
    return np.array([round(value, STYLES[style][2]) for value in values])


PAIRS = [
    (mine, theirs)
    for mine in STYLES
    for theirs in STYLES
    if (mine, theirs) != ("german whole", "three")  # 1.037 in both: they look the same
    and (mine, theirs) != ("english whole", "comma")
]


@pytest.mark.parametrize(("mine", "theirs"), PAIRS)
def test_no_number_of_a_test_file_changes_by_a_thousand_in_silence(mine, theirs):
    for values in (THOUSANDS, UNITS, HALVES):
        try:
            data, _ = answered(table(THOUSANDS, mine), table(values, theirs))
        except DataError as error:
            assert "Test file: Column 'a' holds numbers" in str(error)  # noqa: PT017 (both ends are right)
            continue
        assert_array_equal(data.X[:14, 0], true(THOUSANDS, mine))
        right = np.array_equal(data.X[14:, 0], true(values, theirs))
        assert right or "in the style of the training file" in said(data)


@pytest.mark.parametrize(
    ("values", "style", "guess"),
    [(THOUSANDS, "german whole", "."), (UNITS, "three", "none")],
)
def test_where_the_training_file_has_no_mark_it_is_asked_with_the_likelier_guess(
    values, style, guess
):
    train = table(THOUSANDS if guess == "." else [1, 2, 3, 4] * 3, "whole")
    test = table(values[:6], style)
    with pytest.raises(
        QuestionError, match=r"Test file: Column 'a' holds cells such as '1.037'"
    ) as e:
        read_table(train, test=test)
    assert [(question.option, question.guess) for question in e.value.questions] == [
        ("thousands", guess)
    ]
    data, _ = answered(train, test)
    assert_array_equal(data.X[-6:, 0], values[:6])


def test_a_training_file_of_numbers_alone_leaves_the_style_open():
    train = npy(np.column_stack([THOUSANDS, np.arange(14) % 7, np.arange(14) % 2]))
    lines = table(THOUSANDS[:6], "german whole").decode().splitlines()[1:]
    test = "\n".join(line.replace("p", "0").replace("n", "1") for line in lines).encode()
    data, answers = answered(train, test, label="x3", header="no")
    assert answers["thousands"] == "."
    assert_array_equal(data.X[-6:, 0], THOUSANDS[:6])


def test_numbers_of_an_arff_file_have_points_whatever_the_training_file_has():
    head = (
        "@relation t\n@attribute a numeric\n@attribute b numeric\n@attribute label {p,n}\n@data\n"
    )
    rows = "".join(f"{x},{i % 7},{'pn'[i % 2]}\n" for i, x in enumerate(UNITS))
    data, _ = answered(table(THOUSANDS, "german"), (head + rows).encode())
    assert_array_equal(data.X[14:, 0], UNITS)
    alone = read_table((head + rows).encode(), TableOptions(thousands="."))
    assert_array_equal(alone.X[:, 0], UNITS)


def test_a_target_has_the_style_of_the_training_file_too():
    train = table(THOUSANDS, "whole").decode().replace("label", "c").splitlines()
    train = "\n".join(f"{line};{'target' if i == 0 else i}" for i, line in enumerate(train))
    test = "a;b;c;target\n" + "".join(f"{i};{i % 7};p;1.0{37 + i}\n" for i in range(6))
    with pytest.raises(QuestionError, match="Test file: Column 'target'"):
        read_table(train.encode(), TableOptions(task="regression"), test=test.encode())


def test_usual_pairs_need_no_answer_and_no_notice():
    for style in ("point", "three", "whole"):
        data = read_table(
            table(UNITS, style), TableOptions(thousands="none"), test=table(UNITS[:3], style)
        )
        assert "in the style of the training file" not in said(data)
    data = read_table(table(HALVES, "point"), test=table([0.5, 1.25, 2.0], "three"))
    assert "in the style of the training file" not in said(data)


def test_a_nought_has_no_thousands_behind_it():
    with pytest.raises(DataError, match=r"'0\.500' is not a number with a decimal comma"):
        answered(table(THOUSANDS, "german"), table(HALVES, "three"))
