"""Every file of the corpus is refused, asked about or fixed aloud, never taken in silence."""

import time

import numpy as np
import pytest

from kselect_core.data import load_dataset
from kselect_core.errors import DataError, QuestionError, UnknownNameError
from tests.bad.parts import everything, expected, parts

EXPECTED = expected()
OUTCOMES = {"refuse", "ask", "fix", "fine"}
SECONDS = 2.0  # of the processor for an answer, bombs included
ROUNDS = 6  # questions one after the other


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("bad")
    for name, content in everything().items():
        (path / name).write_bytes(content)
    return path


def named(outcome):
    return [name for name, wanted in EXPECTED.items() if wanted["outcome"] == outcome]


def loaded(folder, name, **answers):
    """Return the data set in a file, or in the training file whose test file it is, or refuse it.

    Either comes soon.
    """
    wanted = EXPECTED[name]
    options = wanted.get("options", {}) | answers
    start = time.process_time()
    try:
        if "train" in wanted:
            return load_dataset(folder / wanted["train"], test=folder / name, **options)
        return load_dataset(folder / name, **options)
    finally:
        assert time.process_time() - start < SECONDS


def report_of(data):
    return "\n".join(map(str, data.report))


def test_every_file_has_an_expected_outcome():
    assert set(EXPECTED) == set(everything())
    assert len(everything()) == sum(map(len, parts())) >= 300
    assert {wanted["outcome"] for wanted in EXPECTED.values()} == OUTCOMES
    assert all("word" in e for e in EXPECTED.values() if e["outcome"] != "fine")


@pytest.mark.parametrize("name", named("refuse"))
def test_the_file_is_refused_with_the_reason(folder, name):
    with pytest.raises((DataError, UnknownNameError)) as caught:
        loaded(folder, name)
    assert not isinstance(caught.value, QuestionError)
    assert EXPECTED[name]["word"] in str(caught.value)


@pytest.mark.parametrize("name", named("ask"))
def test_the_file_raises_a_question_with_a_guess_among_its_choices(folder, name):
    with pytest.raises(QuestionError) as caught:
        loaded(folder, name)
    asked = {question.option: question for question in caught.value.questions}
    question = asked[EXPECTED[name]["option"]]
    assert question.guess in question.choices
    assert EXPECTED[name]["word"] in question.text


def answered(folder, name):
    """Return the data set after every question was answered with its guess, and the answers."""
    answers = {}
    for _ in range(ROUNDS):
        try:
            return loaded(folder, name, **answers), answers
        except QuestionError as error:
            new = {question.option: question.guess for question in error.questions}
            if set(new) & set(answers):
                break
            answers |= new
    pytest.fail(f"the same question twice: {answers}")


@pytest.mark.parametrize("name", [n for n in named("ask") if "then" in EXPECTED[n]])
def test_no_answer_can_repair_the_file(folder, name):
    with pytest.raises(DataError) as caught:
        answered(folder, name)
    assert not isinstance(caught.value, QuestionError)


@pytest.mark.parametrize("name", [n for n in named("ask") if "then" not in EXPECTED[n]])
def test_answering_every_question_with_the_guess_loads_the_file(folder, name):
    data, answers = answered(folder, name)
    between_tested = data.matrices and data.test_rows  # nothing is known between two of them
    assert np.isfinite(data.X).all() or between_tested or answers["missing"] == "median"
    assert len(data.y) >= 9
    assert any(finding.kind in ("asked", "found", "fixed") for finding in data.report)


@pytest.mark.parametrize("name", named("fix"))
def test_the_file_loads_and_the_report_says_what_was_done(folder, name):
    data = loaded(folder, name)
    assert EXPECTED[name]["word"] in report_of(data)
    assert np.isfinite(data.X).all()


@pytest.mark.parametrize("name", named("fine"))
def test_the_file_loads_without_remark(folder, name):
    data = loaded(folder, name)
    assert data.X.shape == (12, 2)
    assert {finding.kind for finding in data.report} <= {"found"}


SAME_TABLE = [
    "semicolon.csv", "tab.csv", "space.csv", "spaces_aligned.csv", "space_at_ends.csv", "pipe.csv",
    "excel_sep.csv", "decimal_comma.csv", "decimal_comma_quoted.csv", "crlf.csv", "cr_only.csv",
    "mixed_line_ends.csv", "trailing_comma.csv", "trailing_comma_rows_only.csv",
    "trailing_empty_rows.csv", "empty_row_inside.csv", "unnamed_index.csv", "pandas_index.csv",
    "blanks_after_commas.csv", "quoted_everything.csv", "quotes_after_blanks.csv", "bom_utf8.csv",
    "utf16_bom.csv", "utf32.csv", "gzip.csv.gz", "header_emoji.csv", "row_numbers.csv",
    "words_unique.csv", "constant_words.csv", "empty_column.csv", "label_blank_everywhere.csv",
]  # fmt: skip


@pytest.mark.parametrize("name", SAME_TABLE)
def test_a_repaired_file_holds_the_numbers_of_the_plain_one(folder, name):
    plain, repaired = load_dataset(folder / "table.txt"), load_dataset(folder / name)
    np.testing.assert_array_equal(repaired.X, plain.X)
    np.testing.assert_array_equal(repaired.y, plain.y)
