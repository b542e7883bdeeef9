"""The finding about a spectrum in words."""

import pytest

from kselect_core.selection.spectrum_facts import SpectrumFacts
from kselect_ui import spectrum_words

USUAL = SpectrumFacts(
    n=20,
    effective_dimension=5.0,
    holders=4,
    energy=0.9,
    below=12,
    vanishing=0,
    equal=1,
    first=0.4,
    largest=8.0,
    smallest=0.1,
)


def told(duplicates=0, **changes):
    return spectrum_words.oddities(USUAL._replace(**changes), duplicates)


def test_an_ordinary_spectrum_has_no_oddity():
    assert told() == ""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"equal": 20}, "All 20 eigenvalues are equal"),
        ({"largest": 1.02, "smallest": 0.99}, "nearly a multiple of the identity"),
        ({"vanishing": 19, "largest": 20.0}, "One eigenvalue, 20, holds all of trace K"),
        ({"first": 0.995}, "One eigenvalue holds 99.5 % of trace K"),
        ({"first": 0.999999}, "One eigenvalue holds more than 99.9 % of trace K"),
        ({"vanishing": 7}, "7 eigenvalues are 0 up to rounding."),
        ({"duplicates": 1}, "1 training point repeats another"),
        ({"vanishing": 7, "duplicates": 3}, "rounding; 3 training points repeat others"),
        ({"largest": 0.0, "smallest": 0.0}, "this kernel sees nothing"),
    ],
)
def test_what_is_degenerate_is_said(changes, words):
    assert words in told(**changes)
