"""What is said about single points, and what the page asks of them beside the figures."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from kselect_core import Candidates, SweepConfig, views
from kselect_core.selection.points.alter import Alteration
from kselect_core.selection.points.shifts import norms, shifts
from kselect_core.views.points.changed_words import (
    chosen_text,
    compared,
    moved_text,
    of_choices,
    of_kernel,
)
from kselect_core.views.points.fragility import finding
from kselect_core.views.points.influence import COLUMNS, each_removed, listed
from tests.views.cases.points import changed_at, place, points_at

HERE = {"kernel": "gaussian", "parameter": 0.5, "convention": "2tau", "lambda": 0.1}
ROW = HERE | {f"{name}_after": value for name, value in HERE.items()}
GONE = {"kernel": "", "parameter": float("nan"), "convention": "", "lambda": float("nan")}


CONFIG = SweepConfig(
    dataset="two_moons",
    candidates=(
        Candidates("gaussian", (0.25, 0.5), "2tau"),
        Candidates("linear"),
    ),
)


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
    assert moved_text(CONFIG, moved, joint=joint) == words


def test_a_width_is_written_as_those_of_its_grid():
    decades = replace(CONFIG, candidates=(Candidates("gaussian", (0.1, 1.0, 10.0), "2tau"),))
    moved = row({"parameter": 1.0}, {"parameter": 10.0})
    assert moved_text(decades, moved, joint=False) == "τ = 10 instead of τ = 1"


def test_no_choice_has_no_words():
    assert chosen_text(CONFIG, row(before=GONE), "", joint=True) == ""


def ranked(**loo):
    usual = {"quantity": "loo", "points": 40, "moved": 0.1, "farthest": 2.0}
    other = {"quantity": "mmd", "points": 40, "moved": 0.5, "farthest": 1.0}
    return pd.DataFrame([other, usual | loo])


def test_fragility_in_words():
    words = finding(ranked(), "loo", str)
    assert words.startswith("**4 of 40 points** (10.0 %) move the choice of **LOO** when left out")
    assert "by up to 2 steps. The most fragile is MMD² (50.0 %)." in words
    assert "along the width" not in finding(ranked(farthest=0.0), "loo", str)
    assert finding(ranked(moved=0.0), "loo", str).startswith(
        "**No single point moves the choice of LOO"
    )
    assert "most fragile" not in finding(ranked(), "mmd", str)


def test_the_norms_name_the_strongest_point():
    at = points_at("two classes")
    sizes = norms(at.problem)
    assert at.strongest == sizes.argmax()
    numbers = views.norms_of_points(at).numbers()
    np.testing.assert_array_equal(numbers["norm"], np.sort(sizes)[::-1])
    label = at.class_names[int(at.problem.y[0] > 0)]
    assert at.name_of(0) == f"point 1 (class {label})"
    assert points_at("a regression").name_of(0) == "point 1"


def test_the_spectrum_without_a_point_is_the_same_from_all_shifts_and_from_its_own():
    at = points_at("two classes")
    every = replace(at, computed=each_removed(at.problem))
    own, of_all = (views.spectrum_without_point(one, row=5).numbers() for one in (at, every))
    pd.testing.assert_frame_equal(own, of_all)
    np.testing.assert_array_equal(own["exact"], shifts(at.problem, rows=[5]).exact[0])


def test_a_short_list_has_largest_shifts_once_they_are_computed():
    at = points_at("two classes")
    assert "largest_shift" not in listed(at, 3)
    table = listed(replace(at, computed=each_removed(at.problem)), 3)
    assert list(table) == [name for name in COLUMNS if name != "target"]
    assert table["largest_shift"].str.fullmatch(r"[\d.e-]+ \(σ \d+\)").all()


def test_a_removed_point_is_placed_among_the_others():
    at = changed_at("a pair")
    place_of = int((at.norms > at.norms[2]).sum()) + 1
    words = of_kernel(at, str)
    assert words.startswith(f"**Removing {at.name_of(2)}** changes K by **{at.norm:.3g}** in norm")
    assert words.endswith(f"times the median. It ranks {place_of} of {at.n}.")
    assert "leaves K as it is" in of_kernel(changed_at("with a bias"), str)
    assert "; removing it, by " in of_kernel(changed_at("two classes"), str)


@pytest.mark.parametrize("joint", [False, True])
def test_every_criterion_is_compared_before_and_after(joint):
    at = changed_at("two classes")
    table = compared(at, quantities=("sps",), joint=joint)
    assert table["criterion"].tolist() == ["SPS"]
    values = at.at_cursor.set_index("quantity").loc["sps"]
    assert table["after"].tolist() == [values["after"]]
    moved = at.moves(("sps",), joint=joint)["moved"].tolist()
    assert (table["steps"] != "0").tolist() == moved
    words = of_choices(at, str, quantities=("sps",), joint=joint)
    assert ("SPS would choose" in words) == moved[0]
    assert ("over the whole grid" in words) == joint


def test_noise_without_a_size_changes_nothing():
    at = place(views.ChangedAt, "two classes", change=Alteration(0, "jitter", 0.0))
    assert at.norm == 0
    words = of_choices(at, str, quantities=("loo", "sps"), joint=True)
    assert words.startswith("**No choice would move**: each of the 2 criteria")


def test_steps_of_a_kernel_leave_the_axis_of_the_norms_unless_its_diagonal_is_its_own():
    at = points_at("two classes")
    axes = [
        views.norms_of_points(
            replace(at, cursor=at.cursor._replace(kernel=kernel, parameter=t))
        ).figure.layout.yaxis
        for kernel, t in (("gaussian", 2.0), ("gaussian", 8.0), ("linear", float("nan")))
    ]
    assert axes[0].range == axes[1].range is not None
    assert axes[2].range is None
