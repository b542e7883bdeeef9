"""Answers about a table are called by what they mean; names in the file stay as they are."""

import pytest

from kselect_core.data.words.answers import LONGEST_CHOICE, agreed, word


@pytest.mark.parametrize(
    ("option", "choice", "text"),
    [
        ("decimal", ",", "comma (1,5)"),
        ("thousands", ",", "comma (1,234)"),
        ("task", "binary", "two classes"),
        ("label", "keep", "keep"),  # a column of that name
        ("label", "drop", "drop"),
        ("other", "unknown", "unknown"),
    ],
)
def test_an_answer_is_called_by_what_it_means(option, choice, text):
    assert word(option, choice) == text


def test_a_name_of_the_file_has_a_bound():
    assert len(word("label", "x" * 1000)) <= LONGEST_CHOICE


def test_a_single_answer_is_a_sentence_to_be_agreed_to():
    assert agreed("drop", "age") == "leave out age"
    assert agreed("as_text", "age") == "read age as words"
    assert agreed("decimal", ".") == "point (1.5)"
