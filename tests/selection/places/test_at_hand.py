"""What needs a whole kernel matrix, of a sweep that never holds one: a sample that says so."""

from dataclasses import replace

import numpy as np
import pytest

from kselect_core import views
from kselect_core.data import Dataset
from kselect_core.errors import TooLargeError
from kselect_core.selection.combination.refine import refine
from kselect_core.selection.places.cursor import Cursor, Workbench, reference_values
from kselect_core.selection.places.pair_values import pair_values
from kselect_core.selection.sweep import engines, setup as setups
from kselect_core.selection.sweep.setup import Setup
from tests.selection.examples import blobs, clouds, small

POINT = Cursor(0, "gaussian", 2.0, 0.1)


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """Let twenty points be as many as can be looked at."""
    monkeypatch.setattr(setups, "AT_HAND", 20)


def test_a_sweep_that_holds_its_matrices_is_looked_at_as_a_whole():
    whole = Setup.at_hand(small(), blobs(80))
    assert (whole.points, whole.tests, whole.sampled_from) == (0, 0, 0)
    assert Setup.at_hand(small(engine="tiled"), blobs(24)).points == 0


def test_the_sample_lies_within_both_parts_and_keeps_the_shares_of_the_classes():
    y = np.where(np.arange(200) % 4, 1.0, -1.0)
    data = Dataset.from_arrays(blobs(200).X, y, name="blobs")
    config = small(engine="tiled")
    sample, whole = Setup.at_hand(config, data), Setup.of(config, data)
    assert sample.sampled_from == len(whole.first.train) == 140
    for number in range(config.repeats):
        part, every = sample.rows(number), whole.rows(number)
        assert (len(part.train), len(part.test)) == (20, 20)
        assert set(part.train) <= set(every.train)
        assert set(part.test) <= set(every.test)
        assert (y[part.train] < 0).sum() == 5
    again = Setup.at_hand(config, data)
    np.testing.assert_array_equal(again.first.train, sample.first.train)


def test_pictures_at_the_cursor_say_that_they_are_of_a_sample():
    config = small(engine="tiled")
    at = views.CursorAt(config, blobs(80), POINT)
    assert (at.bench.split.n, at.bench.sampled_from) == (20, 56)
    caption = views.decision(at).caption
    assert "n = 20 training points of 56, a sample" in caption
    assert len(at.spectrum.eigenvalues) == 20
    whole = views.CursorAt(replace(config, engine="dense"), blobs(80), POINT)
    assert "n = 56 training points, split" in views.decision(whole).caption


def test_pictures_of_a_sweep_on_landmarks_say_that_they_are_of_the_full_kernel(monkeypatch):
    on_some = replace(small(engine="landmarks", landmarks=10), criteria=("kfold",))
    words = "n = 20 training points of 56, a sample, the full kernel without landmarks, split"
    assert words in views.decision(views.CursorAt(on_some, blobs(80), POINT)).caption
    assert words in views.SpectrumAt(on_some, blobs(80), POINT).where
    monkeypatch.setattr(engines, "TILED_FROM", 10)
    monkeypatch.setattr(engines, "TILED_TO", 50)
    by_size = replace(on_some, engine="auto", landmarks=1000)
    assert words in views.decision(views.CursorAt(by_size, blobs(80), POINT)).caption


def test_a_pair_is_of_the_sweep_of_all_classes_whatever_its_own_size_would_take(monkeypatch):
    monkeypatch.setattr(engines, "TILED_FROM", 40)
    monkeypatch.setattr(engines, "TILED_TO", 50)  # of 63 points; a pair has 42
    config = replace(small(dataset="clouds", engine="auto"), criteria=("kfold",))
    data = clouds(90)
    assert Setup.of(config, data).engine == "landmarks"
    pair = replace(config, pair=Setup.of(config, data).pair_names[0])
    assert Setup.of(pair, data).engine == "tiled"
    words = "the full kernel without landmarks, split"
    assert words in views.CursorAt(pair, data, POINT).where
    assert words in views.SpectrumAt(pair, data, POINT).where
    assert words in views.ApproximationAt(pair, data, lam=POINT.lam, kernel=POINT.kernel,
                                          parameter=POINT.parameter).where  # fmt: skip


def test_spectra_and_single_points_are_those_of_the_sample():
    at = views.SpectrumAt(small(engine="tiled"), blobs(80), POINT)
    assert (at.n, "of 56, a sample" in at.where) == (20, True)
    assert len(views.PointsAt(small(engine="tiled"), blobs(80), POINT).norms) == 20


def test_what_would_be_another_number_of_a_sample_is_declined_in_a_sentence():
    config = small(engine="tiled")
    with pytest.raises(TooLargeError, match="engine 'tiled' never holds"):
        reference_values(config, blobs(80))
    with pytest.raises(TooLargeError, match="engine 'tiled' never holds"):
        refine(config, blobs(80), POINT, "loo")
    with pytest.raises(TooLargeError, match="engine 'tiled' never holds"):
        pair_values(small(dataset="clouds", engine="tiled"), clouds(90), POINT)


def test_a_split_that_is_looked_at_is_the_sample_of_its_setup():
    bench = Workbench(small(engine="tiled"), blobs(80), 1)
    np.testing.assert_array_equal(
        bench.split.train, Setup.at_hand(small(engine="tiled"), blobs(80)).rows(1).train
    )
