"""Large tables of text are read in batches as small ones are: the same numbers and remarks."""

import numpy as np
import pandas as pd
import pytest

from kselect_core.data.formats import opening
from kselect_core.data.table.preview import preview
from kselect_core.data.table.reading import read_table
from kselect_core.data.text import batches
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError
from tests.bad.parts import parts

FILES = {name: content for part in parts() for name, content in part.items()}
SAME = (
    "table.txt", "semicolon.csv", "tab.tsv", "bom_utf8.csv", "crlf.csv", "quoted_everything.csv",
    "no_header.csv", "decimal_comma.csv", "thousand_dots_beside_whole.csv", "leading_zeros.csv",
    "constant_column.csv", "duplicate_rows.csv", "patient_id.csv", "marker_minus_999.csv",
    "empty_cells.csv", "trailing_empty_rows.csv", "empty_row_inside.csv", "break_in_text.csv",
    "days_as_numbers.csv", "beyond_2_53.csv", "comments_above.csv", "excel_sep.csv",
    "last_row_sum.csv", "streets.csv",
)  # fmt: skip
ROWS = 3000


@pytest.fixture
def large(monkeypatch):
    """Every table is large, its first rows are few and a batch holds some of the others."""
    monkeypatch.setattr(opening, "is_large", lambda _: True)
    monkeypatch.setattr(batches, "HEAD", 2**13)
    monkeypatch.setattr(batches, "BATCH", 2**12)


def table():
    rng = np.random.default_rng(0)
    label = np.sort(rng.integers(2, size=ROWS))
    return pd.DataFrame(
        {
            "a": rng.normal(size=ROWS) + label,
            "b": rng.integers(500, size=ROWS),
            "word": rng.choice(["red", "green", "blue"], size=ROWS),
            "always": 3.0,
            "id": np.arange(ROWS),
            "label": np.where(label, "yes", "no"),
        }
    )


def written(frame, *, change=None):
    lines = frame.to_csv(index=False).splitlines()
    if change is not None:
        change(lines)
    return "\n".join(lines).encode() + b"\n"


def answered(content):
    """Preview with each question answered as it is guessed."""
    answers = {}
    for _ in range(6):
        seen = preview(content, **answers)
        for question in seen.questions:
            guess = question.guess or question.choices[0]
            many = question.option in ("drop", "as_text")
            answers[question.option] = (*answers.get(question.option, ()), guess) if many else guess
        if not seen.questions:
            break
    return seen


def read(content, **answers):
    return read_table(content, TableOptions.from_keywords(**answers))


@pytest.mark.parametrize("name", SAME)
def test_a_table_is_read_as_a_small_one(name, request):
    content = FILES[name] if isinstance(FILES[name], bytes) else FILES[name].encode()
    small = answered(content)
    request.getfixturevalue("large")
    found = answered(content)
    assert small.dataset is not None
    assert found.dataset.digest == small.dataset.digest
    assert sorted(map(str, found.report)) == sorted(map(str, small.report))


def test_a_table_of_many_batches_says_what_a_small_one_says(request):
    content = written(table())
    small = read(content)
    request.getfixturevalue("large")
    found = read(content)
    assert found.digest == small.digest
    assert list(map(str, found.report)) == list(map(str, small.report))


LATE = {
    "a hole": (1500, "1.5,,red,3.0,1499,no", {"missing": "median"}, "Column 'b': .*line 1501"),
    "a word": (1500, "1.5,NA,red,3.0,1499,no", {"missing": "median"}, ""),
    "a word that is none": (1500, "1.5,much,red,3.0,1499,no", {}, "line 1501: 'much'"),
    "a number beyond": (1500, "1e300,1,red,3.0,1499,no", {}, "(?i)line 1501, column 'a'"),
    "an empty line": (1500, "", {}, ""),
    "a line of blanks": (1500, "   ", {}, ""),
    "a number of a code": (1500, "1.5,007,red,3.0,1499,no", {}, ""),
}


@pytest.mark.parametrize("name", LATE)
def test_what_comes_late_is_told_with_its_line(name, request):
    at, line, answers, word = LATE[name]
    content = written(table(), change=lambda lines: lines.__setitem__(at, line))
    small = outcome(content, answers)
    request.getfixturevalue("large")
    assert outcome(content, answers) == small
    if word:
        with pytest.raises(DataError, match=word):
            read(content)


def outcome(content, answers):
    """What is read, or why it is not."""
    try:
        found = read(content, **answers)
    except DataError as error:
        return str(error)
    return found.digest, list(map(str, found.report))


@pytest.mark.usefixtures("large")
def test_a_row_of_other_cells_is_refused_with_its_line():
    content = written(table(), change=lambda lines: lines.__setitem__(2000, "1,2,red"))
    with pytest.raises(DataError, match="6 cells, but line 2001 has 3"):
        read(content)


@pytest.mark.usefixtures("large")
def test_what_is_not_plain_is_refused_in_words(monkeypatch):
    with pytest.raises(DataError, match="plainest form only"):
        read(written(table()).replace(b",", b" "))
    with pytest.raises(DataError, match="first line has more than"):
        read(b"a," * 2**13)
    monkeypatch.setattr(batches, "MOST_CELLS", 6 * ROWS - 1)
    with pytest.raises(DataError, match="About 3,001 rows and 6 columns"):
        read(written(table()))


def test_tables_are_large_by_their_rows_or_bytes(monkeypatch):
    monkeypatch.setattr(batches, "MOST_ROWS", 3)
    monkeypatch.setattr(batches, "MOST_BYTES", 20)
    assert not batches.is_large("a,b\n1,2\n3,4\n5,6\n")
    assert batches.is_large("a\n1\n2\n3\n4\n")
    assert batches.is_large("a,b\n" + "1" * 20)
