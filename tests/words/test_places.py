"""How captions call Gram matrices."""

import numpy as np
import pytest

from kselect_core import Dataset
from kselect_core.words.places import matrices_text

LABELS = np.array([1.0, -1.0, 1.0, -1.0])


def grams(*names, **options):
    return Dataset.from_gram(dict.fromkeys(names, np.eye(4)), LABELS, **options)


@pytest.mark.parametrize("written", [("0.5", "2"), ("0.50", "2.0"), ("5e-1", "2.")])
def test_a_name_that_is_the_number_itself_is_not_said_twice(written):
    data = grams(*written, parameter="rate")
    assert data.grid == (0.5, 2.0)
    assert matrices_text(data) == ""


def test_other_names_are_said_with_their_numbers():
    data = grams("kmer", "2")
    assert matrices_text(data) == "Gram matrices: 1 kmer, 2 2"
