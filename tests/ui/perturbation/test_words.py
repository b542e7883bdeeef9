"""The words about moved choices and about fragility."""

import pandas as pd
import pytest

from kselect_ui.perturbation.fragility_views import sentence
from kselect_ui.perturbation.words import chosen_text, moved_text

HERE = {"kernel": "gaussian", "parameter": 0.5, "convention": "2tau", "lambda": 0.1}
ROW = HERE | {f"{name}_after": value for name, value in HERE.items()}
GONE = {"kernel": "", "parameter": float("nan"), "convention": "", "lambda": float("nan")}


def row(before=None, after=None):
    return ROW | (before or {}) | {f"{name}_after": value for name, value in (after or {}).items()}


@pytest.mark.parametrize(
    ("moved", "joint", "words"),
    [
        (row(after={"parameter": 0.25}), False, "τ = 2⁻² instead of τ = 2⁻¹"),
        (
            row(after={"lambda": 0.01}),
            True,
            "τ = 2⁻¹, λ = 0.01 instead of τ = 2⁻¹, λ = 0.1",
        ),
        (
            row(after={"kernel": "linear", "parameter": float("nan"), "convention": ""}),
            False,
            "linear instead of Gaussian τ = 2⁻¹",
        ),
        (
            row({"C": 5.0}, {"lambda": 0.01, "C": 50.0}),
            True,
            "τ = 2⁻¹, C = 50 instead of τ = 2⁻¹, C = 5",
        ),
        (  # C of a machine whose ridge is n·λ depends on the sample: the sweep is one over λ
            row({"C": 0.03}, {"lambda": 0.01, "C": 0.3}),
            True,
            "τ = 2⁻¹, λ = 0.01 instead of τ = 2⁻¹, λ = 0.1",
        ),
        (row(after=GONE), False, "nothing any more"),
        (row(before=GONE), False, "Gaussian τ = 2⁻¹, where there was no choice"),
    ],
)
def test_a_moved_choice_in_words(moved, joint, words):
    assert moved_text(moved, joint=joint) == words


def test_no_choice_is_a_dash():
    assert chosen_text(row(before=GONE), "", joint=True) == "–"


def ranked(**loo):
    usual = {"quantity": "loo", "points": 40, "moved": 0.1, "farthest": 2.0}
    other = {"quantity": "mmd", "points": 40, "moved": 0.5, "farthest": 1.0}
    return pd.DataFrame([other, usual | loo])


def test_fragility_in_words():
    words = sentence(ranked(), "loo")
    assert words.startswith("**4 of 40 points** (10.0 %) move the choice of **LOO** when left out")
    assert "by up to 2 steps. The most fragile is MMD² (50.0 %)." in words
    assert "along the width" not in sentence(ranked(farthest=0.0), "loo")
    assert sentence(ranked(moved=0.0), "loo").startswith(
        "**No single point moves the choice of LOO"
    )
    assert "most fragile" not in sentence(ranked(), "mmd")
