"""A film is what the cursor shows at each of its points, in one order and on one grid."""

import threading

import numpy as np
import pandas as pd
import pytest

from kselect_core.errors import InvalidParameterError, StoppedError
from kselect_core.linalg.matrices.blocks import block_means
from kselect_core.selection import Candidates, run_sweep
from kselect_core.selection.places import cursor
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.film import (
    FIRST,
    LARGEST_GRAM,
    MOST_FRAMES,
    film_numbers,
    film_of,
    line_through,
    seconds_of_film,
)
from tests.selection.examples import blobs, small, waves
from tests.tolerances import EXACT, ROUNDOFF

HERE = Cursor(1, "gaussian", 2.0, 0.1)


def film(config, data, along="parameter", **options):
    return film_of(config, data, line_through(config, HERE, along=along), **options)


@pytest.mark.parametrize("along", ["parameter", "lambda"])
def test_every_frame_is_what_the_cursor_shows_there(along):
    config, data = small(), blobs()
    made = film(config, data, along, resolution=9)
    assert len(made.frames) == 3
    assert (made.frames[0].lam != made.frames[1].lam) == (along == "lambda")
    for k, frame in enumerate(made.frames):
        bench = Workbench(config, data, 1)
        decision, spectrum = bench.decision(frame, resolution=9), bench.spectrum(frame)
        np.testing.assert_allclose(made.f[k], decision.f.astype(np.float32), **EXACT)
        np.testing.assert_allclose(made.sigma[k], spectrum.eigenvalues[:FIRST], **EXACT)
        assert made.mu[k] == spectrum.mu
        assert made.effective_dimension[k] == spectrum.effective_dimension
        K = bench.problem(frame).K[np.ix_(made.order, made.order)]
        np.testing.assert_allclose(made.gram[k], block_means(K, largest=LARGEST_GRAM), rtol=1e-6)
    assert made.unit == "diagonal"


def test_a_split_that_is_ready_knows_the_eigenvalues_of_kernels_seen_there(monkeypatch):
    config, data = small(), blobs()
    bench = Workbench(config, data, 1)
    first = film(config, data, ready=bench, resolution=5)
    monkeypatch.delattr(cursor, "eigenvalues_alone")  # nobody asks for it again
    again = film(config, data, ready=bench, resolution=5)
    np.testing.assert_array_equal(again.sigma, first.sigma)
    np.testing.assert_array_equal(again.f, first.f)


def test_points_stand_by_class_then_by_the_first_eigenvector_of_the_middle_frame():
    config, data = small(), blobs()
    made = film(config, data)
    problem = Workbench(config, data, 1).problem(HERE)
    y = problem.y[made.order]
    assert (np.diff(y) >= 0).all()
    assert made.runs == ((-1.0, int((y < 0).sum())), (1.0, int((y > 0).sum())))
    first = np.abs(np.linalg.eigh(problem.K)[1][:, -1])[made.order]
    for label in (-1.0, 1.0):
        assert (np.diff(first[y == label]) >= -1e-12).all()


def test_a_regression_stands_by_its_target_and_has_no_classes():
    config = small(dataset="waves", criteria=("loo",))
    made = film(config, waves())
    assert made.runs == ()
    assert (np.diff(Workbench(config, waves(), 1).problem(HERE).y[made.order]) >= 0).all()


def test_a_large_gram_matrix_is_block_means():
    config = small(test_share=0.1)
    made = film(config, blobs(n=240), resolution=5)
    assert made.n > 2 * LARGEST_GRAM
    assert made.gram.shape == (3, 72, 72)


def test_a_matrix_without_a_constant_diagonal_is_in_units_of_what_most_entries_stay_below():
    config = small(candidates=(Candidates("polynomial", (1.0, 2.0, 5.0)),))
    made = film_of(
        config,
        blobs(),
        line_through(config, Cursor(0, "polynomial", 2.0, 0.1), along="parameter"),
        resolution=5,
    )
    assert made.unit == "quantile"
    inside = (np.abs(made.gram) <= 1).mean(axis=(1, 2))
    np.testing.assert_allclose(inside, 0.98, atol=0.01)


def test_a_kernel_without_a_parameter_has_one_point_but_runs_over_lambda():
    config = small(candidates=(Candidates("linear"),))
    cursor = Cursor(0, "linear", float("nan"), 0.1)
    assert line_through(config, cursor, along="parameter") == (cursor,)
    frames = line_through(config, cursor, along="lambda")
    assert [frame.lam for frame in frames] == [0.01, 0.1, 1.0]
    assert film_of(config, blobs(), frames, resolution=5).f.shape == (3, 5, 5)


def test_a_long_grid_is_thinned_alike_wherever_the_cursor_stands():
    values = tuple(float(v) for v in np.geomspace(1e-3, 1e3, 250))
    config = small(candidates=(Candidates(values=values),))
    lines = [
        line_through(config, HERE._replace(parameter=values[k]), along="parameter") for k in (0, 77)
    ]
    assert lines[0] == lines[1]
    shown = [frame.parameter for frame in lines[0]]
    assert len(shown) == MOST_FRAMES
    assert {values[0], values[-1]} <= set(shown) <= set(values)
    assert shown == sorted(set(shown))


def test_it_reports_every_frame_and_stops_between_two():
    config, cancel, seen = small(), threading.Event(), []

    def told(done, total):
        seen.append((done, total))
        cancel.set()

    with pytest.raises(StoppedError):
        film(config, blobs(), on_progress=told, cancel=cancel)
    assert seen == [(1, 3)]


@pytest.mark.parametrize(
    "frames",
    [(), (HERE, HERE._replace(split=0)), (HERE, HERE._replace(kernel="linear"))],
)
def test_frames_belong_to_one_split_and_kernel(frames):
    with pytest.raises(InvalidParameterError, match="frames"):
        film_of(small(), blobs(), frames)


def test_an_unknown_line_is_refused():
    with pytest.raises(InvalidParameterError, match="along"):
        line_through(small(), HERE, along="width")


def test_the_numbers_are_those_of_the_frames_and_of_the_table():
    config, data = small(), blobs()
    made, table = film(config, data, resolution=5), run_sweep(config, dataset=data)
    numbers = film_numbers(made, table, ("loo", "test_error", "unknown"))
    assert list(numbers["parameter"]) == [0.5, 2.0, 8.0]
    np.testing.assert_allclose(numbers["sigma_1"], made.sigma[:, 0], **EXACT)
    for row in numbers.to_dict("records"):
        known = table[
            (table["split"] == 1)
            & (table["quantity"] == "loo")
            & (table["parameter"] == row["parameter"])
            & (table["lambda"] == 0.1)
        ]
        np.testing.assert_allclose(row["loo"], known["value"].item(), **ROUNDOFF)
    pd.testing.assert_frame_equal(film_numbers(made), numbers.drop(columns=["loo", "test_error"]))


def test_the_numbers_of_a_kernel_without_a_parameter_find_their_rows():
    config = small(candidates=(Candidates("linear"),))
    frames = line_through(config, Cursor(0, "linear", float("nan"), 0.1), along="lambda")
    table = run_sweep(config, dataset=blobs())
    numbers = film_numbers(film_of(config, blobs(), frames, resolution=5), table, ("loo",))
    assert numbers["loo"].notna().all()


def test_the_estimate_grows_with_points_and_frames():
    assert seconds_of_film(1000, 31) > 5 * seconds_of_film(300, 31) > 5 * seconds_of_film(300, 3)
