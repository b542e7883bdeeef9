"""Choices before and after: places on the list of kernels, marks, words."""

import numpy as np
import pandas as pd

from kselect_core.plotting.points.what_if import lanes, what_if_choices

GAUSSIAN = [("gaussian", 2.0**e, "2tau") for e in range(-3, 4)]
KERNELS = [*GAUSSIAN, ("polynomial", 2.0, "degree"), ("linear", float("nan"), "")]


def moves():
    rows = [
        ("loo", "gaussian", 0.25, 0.1, "gaussian", 0.5, 0.1, True),
        ("kta", "gaussian", 1.0, 1.0, "gaussian", 1.0, 1.0, False),
        ("sps", "linear", np.nan, 0.1, "polynomial", 2.0, 0.01, True),
        ("gcv", "gaussian", 1.0, 0.1, "gaussian", 1.0, 0.01, True),
        ("ks", "", np.nan, np.nan, "gaussian", 1.0, 0.1, True),
        ("sm", "gaussian", 1.0, 0.1, "", np.nan, np.nan, True),
    ]
    names = ["quantity", "kernel", "parameter", "lambda"]
    names += [f"{name}_after" for name in names[1:]]
    return pd.DataFrame(rows, columns=[*names, "moved"])


def test_choices_stand_at_their_kernel():
    found = lanes(moves(), KERNELS)
    assert found.before[:4].tolist() == [1, 3, 8, 3]
    assert found.after[:4].tolist() == [2, 3, 7, 3]
    assert np.isnan(found.before[4])
    assert np.isnan(found.after[5])
    assert found.kernels[0] == "Gaussian τ = 2⁻³"
    assert found.kernels[-1] == "linear"


def test_a_lane_says_where_the_choice_goes():
    words = lanes(moves(), KERNELS).words
    assert words[0] == "Gaussian τ = 2⁻², λ = 0.1 → Gaussian τ = 2⁻¹, λ = 0.1"
    assert words[1] == "Gaussian τ = 2⁰: stays"
    assert words[3] == "Gaussian τ = 2⁰, λ = 0.1 → Gaussian τ = 2⁰, λ = 0.01"
    assert words[4:] == ("no choice before", "no choice after")


def test_machines_go_to_another_cost():
    table = moves().iloc[[0, 3]]
    words = lanes(table.assign(C=0.5 / table["lambda"]), KERNELS).words
    assert words[0] == "Gaussian τ = 2⁻², C = 5 → Gaussian τ = 2⁻¹, C = 5"
    assert words[1] == "Gaussian τ = 2⁰, C = 5 → Gaussian τ = 2⁰, C = 50"


def test_open_marks_are_before_full_ones_after_and_a_line_joins_what_moved():
    figure = what_if_choices(moves(), KERNELS)
    kinds = [trace.mode for trace in figure.data]
    assert kinds == ["lines", "lines", "markers", "markers"]
    before, after = figure.data[2:]
    assert (before.name, after.name) == ("before", "after")
    assert all(symbol.endswith("-open") for symbol in before.marker.symbol)
    assert not any(symbol.endswith("-open") for symbol in after.marker.symbol)
    assert before.marker.color == after.marker.color


def test_families_are_named_where_there_are_several_and_never_at_every_tick():
    alone = what_if_choices(moves().iloc[:2], GAUSSIAN)
    assert "2⁻³" in alone.layout.xaxis.ticktext
    assert alone.layout.annotations == ()
    several = what_if_choices(moves(), KERNELS)
    assert several.layout.xaxis.ticktext[-1] == "linear"
    assert [note.text for note in several.layout.annotations] == [
        "Gaussian",
        "polynomial",
        "linear",
    ]
    assert [line.x0 for line in several.layout.shapes] == [6.5, 7.5]
