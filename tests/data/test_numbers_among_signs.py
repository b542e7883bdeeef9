"""Columns whose cells hold numbers among other signs are asked about and read as told."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.data import TableOptions, read_table
from kselect_core.errors import DataError, QuestionError
from tests.bad.files.number import LABELS, NUMBERS, ROWS, each, files, table

FILES = files()
VALUES = [float(x) for x in NUMBERS]


def read(content, *, test=None, **options):
    content = content if isinstance(content, bytes) else content.encode()
    test = test.encode() if isinstance(test, str) else test
    return read_table(content, TableOptions(**options), test=test)


def asked(content, **options):
    """Return the options of the questions about a file."""
    with pytest.raises(QuestionError) as caught:
        read(content, **options)
    return [question.option for question in caught.value.questions]


def notices(data):
    return " ".join(str(finding) for finding in data.report if finding.kind == "notice")


STRIPPED = [
    "{} km/h", "US$ {}", "{} ug/dL", "EUR {}", "{}*", "~{}", "{} ± 3", "{}[1]", "<{}", "{}+",
    "approx. {}", "{} (p)", "{} a.u.",
]  # fmt: skip


@pytest.mark.parametrize("pattern", STRIPPED)
def test_the_number_alone_is_what_a_plain_table_holds(pattern):
    data = read(each(pattern), units="strip", flagged="strip")
    assert_array_equal(data.X[:, 0], VALUES)
    assert "were left out of 40 cells" in str(data.report) or "40 cells with marks" in str(
        data.report
    )


@pytest.mark.parametrize("pattern", STRIPPED)
def test_a_column_that_stays_words_is_a_notice_with_some_of_its_cells(pattern):
    data = read(each(pattern, [str(i % 9) for i in range(ROWS)]), units="words", flagged="words")
    assert "It looks numeric but is not used as a number: 40 of 40 cells" in notices(data)
    assert repr(pattern.format(1)) in notices(data)
    assert "v" not in data.feature_names


def test_marked_cells_can_be_missing():
    cells = ["<0.5" if i % 4 == 0 else x for i, x in enumerate(NUMBERS)]
    data = read(table(cells), flagged="missing", missing="median")
    assert np.isnan(data.X[::4, 0]).all()
    assert_array_equal(data.X[1::4, 0], VALUES[1::4])
    assert "('<0.5' 10 ×)" in str(data.report)


def test_a_mark_and_a_unit_are_two_questions():
    assert asked(FILES["mark_and_unit.csv"]) == ["units", "flagged"]
    assert asked(FILES["mark_and_unit.csv"], units="strip") == ["flagged"]
    data = read(FILES["mark_and_unit.csv"], units="strip", flagged="strip")
    assert_array_equal(data.X[:, 0], VALUES)


def test_signs_of_bookkeepers_make_numbers_negative():
    for name in ("money_debts.csv", "mark_minus_behind.csv"):
        x = read(FILES[name], units="strip").X[:, 0]
        signs = np.where(np.arange(ROWS) % 4, 1, -1)
        assert_array_equal(x, signs * np.array(VALUES))


@pytest.mark.parametrize("name", ["money_rupees.csv", "group_indian.csv"])
def test_indian_groups_are_read_with_and_without_a_currency(name):
    data = read(FILES[name], thousands=",", units="strip")
    assert data.X[0, 0] == 1010100


def test_decimal_commas_are_seen_inside_the_cells():
    cells = [x.replace(".", ",") for x in NUMBERS]
    assert_array_equal(read(each("{} km/h", cells), units="strip").X[:, 0], VALUES)


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        (["12 km/h", "7 mph", "3 knots/s"], "differs"),
        (["1kg", "2g", "3mg"], "differs"),
        (["3 km/h", "4 km/h", "5 km/h", "red"], "hold none ('red')"),
        (["12 km/h", "7 km/h", "5 km/h", "8"], "differs"),
    ],
)
def test_what_cannot_be_compared_is_offered_as_words_only(cells, why):
    content = table([cells[i % len(cells)] for i in range(ROWS)])
    with pytest.raises(QuestionError) as caught:
        read(content, units="strip", flagged="strip")
    (question,) = caught.value.questions
    assert (question.option, question.choices) == ("as_text", ("v",))
    assert why in question.text
    assert "It looks numeric but is not used" in notices(read(content, as_text="v"))


def test_a_ten_with_a_note_is_no_power():
    cells = [f"{10 + i % 4}²" for i in range(ROWS)]
    with pytest.raises(QuestionError, match=r"hold none \('10²'\)"):
        read(table(cells))


def test_singular_and_plural_are_one_unit_and_ordinals_are_words():
    data = read(table(["1 hr" if i % 3 else f"{i} hrs" for i in range(ROWS)]), units="strip")
    assert data.X[:4, 0].tolist() == [0, 1, 1, 3]
    assert "v=1st" in read(FILES["ordinals.csv"]).feature_names


@pytest.mark.parametrize("word", ["..", ":", "unknown", "Unknown", "n.d.", "–", "verweigert"])
def test_a_word_for_what_is_missing_hides_no_numbers(word):
    content = table([x if i % 3 == 0 else word for i, x in enumerate(NUMBERS)])
    assert asked(content) == ["markers"]
    data = read(content, markers="missing", missing="median")
    assert np.isnan(data.X[1::3, 0]).all()
    assert_array_equal(data.X[::3, 0], VALUES[::3])
    words = read(content, markers="values")
    assert "is not used as a number: 14 of 40 cells hold one" in notices(words)


def test_an_infinite_value_is_no_word_for_a_missing_one():
    content = table(["inf" if i % 4 == 0 else x for i, x in enumerate(NUMBERS)])
    with pytest.raises(DataError, match="'inf' is an infinite value"):
        read(content)


def test_few_words_beside_few_numbers_are_levels():
    data = read(table([["no", "few", "many", "1", "2"][i % 5] for i in range(ROWS)]))
    assert "v=few" in data.feature_names


def test_only_what_is_wrong_is_called_wrong():
    cells = ["<0.5", "red", *NUMBERS[2:]]
    with pytest.raises(DataError) as caught:
        read(table(cells))
    assert "line 3: 'red' is not a number" in str(caught.value)
    assert "<0.5" not in str(caught.value)


@pytest.mark.parametrize("name", [n for n in FILES if n.startswith("code_")])
def test_parts_of_names_are_never_numbers_and_never_asked_about(name):
    data = read(FILES[name])
    assert data.X.shape == (ROWS, 8)
    assert "looks numeric" not in str(data.report)


def test_a_target_with_a_currency_is_a_number_when_told():
    data = read(FILES["target_money.csv"], units="strip", task="regression")
    assert_array_equal(data.y, np.arange(ROWS) + 0.25)
    assert "without what stands around them ('US$ 0.25' = 0.25" in str(data.report)


def test_a_target_beyond_a_limit_is_left_out_when_told():
    options = {"flagged": "missing", "missing_labels": "drop_rows", "task": "regression"}
    data = read(FILES["target_limits.csv"], **options)
    assert len(data.y) == 35
    assert 0.5 not in data.y
    told = read(FILES["target_limits.csv"], flagged="strip", task="regression")
    assert np.count_nonzero(told.y == 0.5) == 5


def test_a_few_classes_with_numbers_in_them_are_classes():
    labels = [["<18", "18", ">18"][i % 3] for i in range(ROWS)]
    assert read(table(NUMBERS, labels)).class_names == ("18", "<18", ">18")


def test_a_test_file_is_read_as_its_training_file():
    train, options = FILES["unit_per_hour.csv"], {"units": "strip"}
    data = read(train, test=each("{} km/h", ["5"] * ROWS), **options)
    assert (data.X[ROWS:, 0] == 5).all()
    with pytest.raises(DataError, match="'mph' here and 'km/h' in the training file"):
        read(train, test=each("{} mph"), **options)
    with pytest.raises(DataError, match="no unit here and 'km/h'"):
        read(train, test=each("{}"), **options)


def test_marks_of_the_test_file_alone_are_asked_about():
    with pytest.raises(QuestionError, match=r"Test file: Column 'v': 40 of 40 cells"):
        read(each("{}"), test=each("~{}"))
    data = read(each("{}"), test=each("~{}", NUMBERS[::-1]), flagged="strip")
    assert_array_equal(data.X[ROWS:, 0], VALUES[::-1])


def test_plain_numbers_are_not_looked_at_twice(monkeypatch):
    def never(*_):
        raise AssertionError

    monkeypatch.setattr("kselect_core.data.columns.column.surroundings", never)
    rows = "\n".join(f"{x},{i % 7},{i % 2}" for i, x in enumerate(NUMBERS))
    assert len(read(f"v,w,y\n{rows}\n").y) == len(LABELS)


def test_few_words_decide_that_many_words_hold_no_number(monkeypatch):
    seen = []

    def nothing(cells):
        seen.extend(found := dict.fromkeys(cells))
        return found

    monkeypatch.setattr("kselect_core.data.numbers.surroundings.inner_numbers", nothing)
    cells = "\n".join(f"word {chr(97 + i % 26)}{i:x},{i % 7},{i % 2}" for i in range(5_000))
    read(f"v,w,y\n{cells}\n", identifiers="keep")
    assert len(seen) <= 1_000


def letters(i):
    return f"word {chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}"


@pytest.mark.parametrize("begin", [True, False])
def test_a_column_that_becomes_another_later_is_asked_about(begin):
    words, numbers = [letters(i) for i in range(1_500)], [f"{i} km/h" for i in range(4_000)]
    cells = words + numbers if begin else numbers + words
    labels = ["pn"[i % 3 == 0] for i in range(len(cells))]
    assert "as_text" in asked(table(cells, labels))


def test_few_cells_of_many_rows_decide_more_than_many_cells_of_few():
    cells = [f"{i % 9} km/h" for i in range(6_000)] + [letters(i) for i in range(5_000)]
    labels = ["pn"[i % 3 == 0] for i in range(len(cells))]
    assert "as_text" in asked(table(cells[::-1], labels))
