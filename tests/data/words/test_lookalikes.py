"""Words that look alike have one key; what cannot be seen is no part of a label."""

import pytest

from kselect_core.data import TableOptions, read_table
from kselect_core.data.words.lookalikes import about_lookalikes, about_other_scripts, bare, key
from kselect_core.errors import QuestionError
from tests.bad import corpus

FAMILY = "\U0001f468\u200d\U0001f469"  # one picture of two persons


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("caf\u00e9", "CAFE\u0301"),
        ("p", "\u2060p\ufeff"),
        ("New York", " new\u00a0 york"),
        ("2", "²"),
    ],
)
def test_words_that_look_alike_have_one_key(one, other):
    assert key(one) == key(other)


def test_words_that_look_different_have_different_keys():
    assert len({key(word) for word in ("p", "q", "p q", "pq", "é", "e", "рот", "pot")}) == 8


def test_what_cannot_be_seen_goes_and_what_joins_letters_stays():
    assert bare("\ufeff p\u200b q\x07 ") == "p q"
    assert bare(FAMILY) == FAMILY


def test_notices_name_the_codes_and_are_silent_otherwise():
    (found,) = about_lookalikes(["a", "A", "b"], "column 'c'")
    assert str(found).endswith("are different words: 'A', 'a'. (column 'c')")
    assert about_lookalikes(["a", "b", "ä"], "") == []
    assert about_other_scripts(["рот", "дом"], "") == []


def test_a_label_of_nothing_visible_is_missing():
    text = corpus.with_cell("label", 3, "\u200b").encode()
    with pytest.raises(QuestionError) as caught:
        read_table(text)
    assert [question.option for question in caught.value.questions] == ["missing_labels"]
    data = read_table(text, TableOptions(missing_labels="drop_rows"))
    assert len(data.y) == len(corpus.A) - 1
