"""Changed samples: what is drawn, what must not move, and how moves are counted."""

from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core import run_sweep
from kselect_core.errors import StoppedError
from kselect_core.selection import Candidates, choices
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms.family_choices import unit_of
from kselect_core.selection.terms.sensitivity import (
    sensitivity,
    sensitivity_seconds,
    sensitivity_summary,
    variants_of,
)
from kselect_core.selection.terms.variants import changed_matrix, changes, drawn
from tests.selection.examples import blobs, small, waves
from tests.tolerances import EXACT, ROUNDOFF

WIDTHS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
CRITERIA = ("kta", "ckta", "fsm", "sm", "loo", "br")
BY_KEY = {change.key: change for change in (*changes(classes=True), *changes(classes=False))}
FEW = {"kernel": "gaussian", "lam": 0.1, "draws": 2}


def config(**changes_):
    entries = {"candidates": (Candidates(values=WIDTHS),), "criteria": CRITERIA}
    return small(**entries | changes_)


def part(data=None, key="noise", draw=0):
    ready = prepared_split(Setup(config(), data or blobs(n=60)), 0)
    change = next(c for c in changes(classes=data is None) if c.key == key)
    return ready, drawn(ready, change, seed=3, split=0, draw=draw)


def test_labels_are_flipped_in_the_share_that_is_said():
    ready, noisy = part(key="noise")
    assert (noisy.problem.y != ready.problem.y).sum() == round(0.1 * ready.n)
    assert_array_equal(noisy.X_train, ready.X_train)
    for before, after in zip(ready.problem.folds(5), noisy.problem.folds(5), strict=True):
        assert_array_equal(before, after)  # every point keeps its fold


def test_targets_get_noise_of_the_size_that_is_said():
    ready, noisy = part(waves(n=300), key="more_noise")
    sd = (noisy.problem.y - ready.problem.y).std()
    assert 0.8 < sd / ready.problem.y.std() < 1.2


def test_a_quarter_comes_twice():
    ready, doubled = part(key="duplicates")
    assert doubled.n == ready.n + round(ready.n / 4)
    assert len(np.unique(doubled.X_train, axis=0)) == ready.n
    twice = [np.flatnonzero(doubled.train == row) for row in doubled.train]
    assert max(map(len, twice)) == 2
    assert all(len(set(doubled.problem.y[rows])) == 1 for rows in twice)


@pytest.mark.parametrize(("key", "share"), [("half", 0.5), ("quarter", 0.25)])
def test_fewer_points_keep_the_classes_in_proportion(key, share):
    ready, fewer = part(key=key)
    for sign in (-1, 1):
        expected = round(share * (ready.problem.y == sign).sum())
        assert (fewer.problem.y == sign).sum() == expected


def test_only_the_positive_class_is_thinned():
    ready, thinned = part(key="balance")
    assert (thinned.problem.y < 0).sum() == (ready.problem.y < 0).sum()
    assert (thinned.problem.y > 0).sum() == round((ready.problem.y > 0).sum() / 4)


def test_a_draw_depends_on_its_number_and_its_change_alone():
    _, first = part(key="half", draw=0)
    _, again = part(key="half", draw=0)
    _, other = part(key="half", draw=1)
    assert_array_equal(first.train, again.train)
    assert list(first.train) != list(other.train)


def test_the_matrix_is_scaled_and_shifted():
    ready = prepared_split(Setup(config(), blobs()), 0)
    problem = ready.training_kernel("gaussian", {"gamma": 0.5}, np.empty((ready.n, ready.n)))
    scaled = changed_matrix(problem, BY_KEY["scale_up"])
    shifted = changed_matrix(problem, BY_KEY["shift"])
    assert_allclose(scaled.K, 16 * problem.K, **EXACT)
    assert_allclose(shifted.K, problem.K + 1, **ROUNDOFF)
    assert_array_equal(scaled.mu, problem.mu)


def test_what_is_invariant_does_not_move():
    table = sensitivity(config(learner="lssvm"), blobs(), **FEW)
    moved = sensitivity_summary(table).set_index(["quantity", "change"])
    for quantity in ("kta", "ckta", "fsm", "sm"):
        for change in ("scale_up", "scale_down"):
            assert moved.loc[(quantity, change), "moved"] == 0, quantity
    for quantity in ("ckta", "fsm", "loo"):
        assert moved.loc[(quantity, "shift"), "moved"] == 0, quantity
    assert "not known which kernel" in moved.loc[("br", "shift"), "reason"]
    assert moved.loc[("loo", "half"), "draws"] == 2


def test_moves_start_from_the_choice_of_the_sweep_and_count_octaves_to_wider_kernels():
    table = sensitivity(config(), blobs(), **FEW)
    swept = choices(run_sweep(config(), dataset=blobs()), config())
    here = swept[
        (swept["split"] == 0) & (swept["lambda"] == 0.1) & (swept["scope"] == "per_lambda")
    ]
    before = table.drop_duplicates("quantity").set_index("quantity")["before"]
    assert_array_equal(before, here.set_index("quantity")["parameter"].loc[before.index])
    known = table.dropna(subset=["moved"])
    assert_allclose(known["moved"], np.log2(known["after"] / known["before"]), **ROUNDOFF)
    assert (known["moved"] != 0).any()


def test_a_width_written_the_other_way_moves_the_same_way():
    taus = sensitivity(config(criteria=("loo",)), blobs(), **FEW)
    gammas = (Candidates("gaussian", tuple(1 / (2 * tau) for tau in WIDTHS), "gamma"),)
    other = sensitivity(config(criteria=("loo",), candidates=gammas), blobs(), **FEW)
    assert_allclose(taus["moved"], other["moved"], rtol=0, atol=1e-9)


def test_degrees_count_one_by_one_towards_lower_ones():
    degrees = (Candidates("polynomial", (1.0, 2.0, 3.0), "degree"),)
    table = sensitivity(
        config(candidates=degrees, criteria=("loo",)), blobs(), **FEW | {"kernel": "polynomial"}
    )
    assert_allclose(table["moved"], table["before"] - table["after"], **EXACT)


def test_steps_of_an_iterated_kernel_count_one_by_one():
    steps = (Candidates("iterated", (1.0, 2.0, 3.0)),)
    table = sensitivity(
        config(candidates=steps, criteria=("loo",)), blobs(), **FEW | {"kernel": "iterated"}
    )
    assert_allclose(table["moved"], table["after"] - table["before"], **EXACT)
    grids = {"iterated": (1,), "polynomial": (1, 2), "gaussian": (1.0, 2.0)}
    units = [unit_of(Candidates(kernel, grid)) for kernel, grid in grids.items()]
    assert units == ["steps", "degrees", "octaves"]
    named, swept = (Candidates("precomputed", grid) for grid in ((1.0, 2.0, 3.0), (0.5, 1.0)))
    assert [unit_of(named), unit_of(swept)] == ["places", "octaves"]


def test_regressions_have_other_changes():
    table = sensitivity(config(dataset="waves", criteria=("loo",)), waves(), **FEW)
    assert set(table["change"]) == {c.key for c in changes(classes=False)}
    assert len(variants_of("regression", 3)) == 1 + 5 * 3 + 3
    assert len(variants_of("binary", 3)) == 1 + 6 * 3 + 3


def test_kernels_that_cannot_be_made_take_no_part():
    degrees = (Candidates("polynomial", (1.0, 2.0, 50.0), "degree"),)
    steep = config(candidates=degrees, criteria=("kta",), preprocessing="none")
    data = replace(blobs(), X=blobs().X * 1e6)
    table = sensitivity(steep, data, **FEW | {"kernel": "polynomial"})
    assert set(table["after"]) <= {1.0, 2.0}


def test_stop_stops_and_the_estimate_grows_with_the_draws():
    stop = Event()
    with pytest.raises(StoppedError, match="Stopped: 2 of"):
        sensitivity(
            config(), blobs(), **FEW, cancel=stop,
            on_progress=lambda done, _: stop.set() if done == 2 else None,
        )  # fmt: skip
    seconds = [
        sensitivity_seconds(config(), blobs(), kernel="gaussian", lam=0.1, draws=draws)
        for draws in (1, 200)
    ]
    assert 0 < seconds[0] < seconds[1]
