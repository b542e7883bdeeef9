"""The finding about a spectrum in words."""

import pytest

from kselect_core.selection.places.spectrum_facts import SpectrumFacts
from kselect_core.views import spectrum_words

USUAL = SpectrumFacts(
    n=20,
    effective_dimension=5.0,
    holders=4,
    energy=0.9,
    below=12,
    kept=0.97,
    vanishing=0,
    reach=1.0,
    equal=1,
    first=0.4,
    constant=0.9,
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
        ({"first": 0.995, "constant": 0.999}, "99.5 % of trace K**: the kernel is close to 11ᵀ"),
        ({"first": 0.995}, "99.5 % of trace K**: a few points with large values"),
        ({"first": 0.999999}, "One eigenvalue holds more than 99.9 % of trace K"),
        ({"vanishing": 7}, "7 eigenvalues are 0 up to rounding: K has rank 13 of 20."),
        ({"vanishing": 1}, "1 eigenvalue is 0 up to rounding: K has rank 19"),
        ({"duplicates": 1}, "1 training point repeats another"),
        ({"vanishing": 7, "duplicates": 3}, "rank 13 of 20; 3 training points repeat others"),
        ({"largest": 0.0, "smallest": 0.0}, "this kernel sees nothing"),
    ],
)
def test_what_is_degenerate_is_said(changes, words):
    assert words in told(**changes)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "**4 eigenvectors hold 95 % of the labels**; they carry 90 % of trace K. The 8 above"),
        ({}, "The 8 above μ, which the fit keeps, hold **97 %**."),
        ({"holders": 1}, "**1 eigenvector holds 95 % of the labels**; it carries"),
        ({"below": 19}, "The one above μ, which the fit keeps, holds **97 %**."),
        ({"below": 19, "kept": 1e-14}, "keeps, holds **less than 0.1 %**."),
        ({"kept": 0.0}, "keeps, hold **0 %**."),
        ({"energy": 1 - 1e-9}, "they carry more than 99.9 % of trace K"),
        ({"below": 20}, "None of them lies above μ: **the ridge damps every direction by more"),
        ({"below": 0}, "All lie above μ: **the ridge damps no direction"),
        (
            {"vanishing": 17, "reach": 0.8, "holders": 20},
            "**The 3 directions that the kernel sees hold only 80 % of the labels**",
        ),
        (
            {"vanishing": 19, "reach": 0.1, "holders": 20},
            "**The one direction that the kernel sees holds only 10 % of the labels**",
        ),
    ],
)
def test_what_holds_the_labels_is_said(changes, words):
    assert words in spectrum_words.labels(USUAL._replace(**changes), "labels")
