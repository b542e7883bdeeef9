"""How captions call Gram matrices."""

import numpy as np
import pytest

from kselect_core import Dataset
from kselect_core.words.places import by_name, matrices_text, matrix_at

LABELS = np.array([1.0, -1.0, 1.0, -1.0])


def grams(*names, **options):
    return Dataset.from_gram(dict.fromkeys(names, np.eye(4)), LABELS, **options)


@pytest.mark.parametrize("written", [("0.5", "2"), ("0.50", "2.0"), ("5e-1", "2.")])
def test_a_name_that_is_the_number_itself_is_not_said_twice(written):
    data = grams(*written, parameter="rate")
    assert data.grid == (0.5, 2.0)
    assert matrices_text(data) == matrix_at(data, 2.0) == ""


def test_other_names_are_said_with_their_numbers():
    data = grams("kmer", "2")
    assert matrices_text(data) == "Gram matrices: 1 kmer, 2 2"
    assert matrix_at(data, 1.0) == "t = 1 is kmer"


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("at t = 2, λ = 0.1", "at W*, λ = 0.1"),
        ("precomputed kernel, t = 1", "Gram matrix K*"),
        ("precomputed t = 1 or 2.", "K* or W*."),
        ("ER (t = 2) takes t = 1", "ER (t = 2) takes K*"),
        ("At the cursor (t = 2, C = 1)", "At the cursor (W*, C = 1)"),
        ("λ at = 1, t = 3 and t = 1.5", "λ at = 1, t = 3 and t = 1.5"),  # no such matrices
    ],
)
def test_a_text_calls_them_by_name(text, called):
    names = {1.0: "k", 2.0: "w"}
    assert by_name(text, names, lambda name: f"{name.upper()}*") == called
    assert by_name(text, {}) == text


def test_names_that_look_like_numbers_of_others_are_given_once():
    names = {1.0: "heat t = 2", 2.0: "heat t = 1"}
    once = by_name("at t = 1, λ = 0.1", names)
    assert once.replace("\u2060", "") == "at heat t = 2, λ = 0.1"
    assert by_name(once, names) == once
