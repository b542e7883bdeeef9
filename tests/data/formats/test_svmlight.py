"""svmlight files: what every line means, and which lines are refused."""

import numpy as np
import pytest

from kselect_core.data import TableOptions, read_table
from kselect_core.data.formats import opening
from kselect_core.data.formats.svmlight import pairs_of, svmlight_grid
from kselect_core.errors import DataError, QuestionError

FILE = "+1 1:0.5 3:1\n-1 2:1.5 # a comment\n# another\n\n+1 3:-2e-1\n-1 1:.5 2:3.\n-1 1:7\n+1 2:8\n"


def grid(text, **options):
    return svmlight_grid(pairs_of(text), TableOptions(**options))


def test_what_is_left_out_is_zero():
    table = grid(FILE)
    X = np.column_stack(table.columns[:-1])
    assert X.tolist()[:4] == [[0.5, 0, 1], [0, 1.5, 0], [0, 0, -0.2], [0.5, 3, 0]]
    assert table.columns[-1][:4] == ("+1", "-1", "+1", "-1")
    assert table.lines[:4] == [1, 2, 5, 6]
    assert table.names == ("x1", "x2", "x3", "label")


def test_a_file_becomes_a_data_set_whatever_it_is_called():
    data = read_table(FILE.encode(), name="a1a")
    assert data.task == "binary"
    assert data.X.shape == (6, 3)
    assert "The features count from 1." in "\n".join(map(str, data.report))


def test_features_that_count_from_0_or_are_more_than_the_file_shows_are_read_as_told():
    zero = "1 0:1 2:3\n-1 1:1\n"
    assert len(grid(zero).columns) == 4
    assert len(grid(FILE, index_base=0).columns) == 5
    assert len(grid(FILE, n_features=5).columns) == 6


def test_where_counting_begins_is_asked_if_the_file_cannot_tell():
    with pytest.raises(QuestionError) as caught:
        grid("1 2:1\n-1 3:1\n")
    (question,) = caught.value.questions
    assert (question.option, question.guess) == ("index_base", "1")


def test_groups_are_ignored_aloud():
    assert "qid" in grid("1 qid:3 1:1\n-1 qid:3 1:2\n").findings[0].text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 3:1 2:1\n", "not in ascending order"),
        ("1 2:1 2:1\n", "repeated"),
        ("1 -1:1\n", "no number of a feature"),
        ("1 1_0:1\n", "no number of a feature"),
        ("1 1:1_0\n", "no finite number"),
        ("1 1:nan\n", "no finite number"),
        ("1 1:1e999\n", "no finite number"),
        ("1 1:\n", "no finite number"),
        ("1 2000000000:1\n-1 1:1\n", "the limits are"),
        ("1 99999999999999999999:1\n", "no number of a feature"),
        ("1 2 3\n", "not svmlight"),
        ("1,2 1:1\n", "several labels"),
        ("1:1 2:1\n", "not with a label"),
        ("1\n-1\n", "no features"),
        ("", "no features"),
    ],
)
def test_a_line_that_cannot_be_meant_is_refused_with_its_number(text, words):
    with pytest.raises(DataError, match=words):
        grid(text)


def test_contradictions_to_what_was_told_are_refused():
    with pytest.raises(DataError, match="cannot count from 1"):
        grid("1 0:1\n-1 1:1\n", index_base=1)
    with pytest.raises(DataError, match="more than n_features"):
        grid(FILE, n_features=2)


def test_no_file_is_read_twice_with_or_without_a_test_file(monkeypatch):
    seen = []

    def counting(text):
        seen.append(text)
        return pairs_of(text)

    monkeypatch.setattr(opening, "pairs_of", counting)
    read_table(FILE.encode(), name="t")
    assert seen == [FILE]
    other = FILE.replace("1:7", "1:9")
    data = read_table(FILE.encode(), name="t", test=other.encode())
    assert data.X.shape == (12, 3)
    assert seen == [FILE, FILE, other]
