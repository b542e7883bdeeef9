"""Cost before the start: sane figures, refusals in words, memory that grows with the work."""

import re
from dataclasses import replace
from itertools import count

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.data import Dataset
from kselect_core.errors import KselectError, TooLargeError
from kselect_core.linalg.first_calls import MachineCode
from kselect_core.selection import Candidates, run_sweep, with_digest
from kselect_core.selection.sweep.estimate import (
    CUBE,
    MAKING,
    PILOT_PAIRS,
    SMALL_MACHINE,
    START,
    estimate,
    seconds_to_start,
)
from kselect_core.selection.sweep.extreme_kernels import skipped
from kselect_core.selection.sweep.memory import bytes_needed, memory_limit, refuse_too_large
from kselect_core.selection.sweep.tiles import cost as of_tiles
from tests.selection.examples import blobs, clouds, small, waves
from tests.tolerances import ROUNDOFF


def test_the_estimate_counts_items_seconds_and_bytes():
    config = small(repeats=7)
    found = estimate(config, blobs())
    assert found.items == 21
    assert START < found.seconds < 60
    assert found.bytes == bytes_needed(config, 28)
    assert found.refused == ""


def test_an_estimate_is_of_a_free_machine_and_says_how_busy_this_one_is(monkeypatch):
    home = "kselect_core.selection.sweep.estimate"
    monkeypatch.setattr(f"{home}.thread_time", count(step=1).__next__)
    monkeypatch.setattr(f"{home}.perf_counter", count(step=2).__next__)
    found = estimate(small(criteria=["kta"]), blobs(200))
    assert (found.seconds, found.busy) == (START + 6, 2.0)  # 2 s by the clock, 1 of computing
    monkeypatch.setattr(f"{home}.perf_counter", lambda: 0.0)
    assert estimate(small(criteria=["kta"]), blobs(200)).busy == 1.0
    monkeypatch.setattr(f"{home}.thread_time", count(step=0.5e-3).__next__)
    monkeypatch.setattr(f"{home}.perf_counter", count(step=2e-3).__next__)
    quick = estimate(small(criteria=["kta"]), blobs(200))
    assert quick.busy == pytest.approx(4.0)  # each kernel a moment too short to tell, but not all


@pytest.fixture
def clock(monkeypatch):
    """Make every pilot take 1 s for each of its kernels, however busy the machine is."""
    ticks = count()
    monkeypatch.setattr("kselect_core.selection.sweep.estimate.thread_time", lambda: next(ticks))


@pytest.mark.parametrize(
    ("criteria", "factor"),
    [(["kta"], 4.0), (["kta", "gcv"], 4 * (CUBE + 2800) / (CUBE + 1400))],
)
@pytest.mark.usefixtures("clock")
def test_the_time_of_the_pilot_grows_with_the_cost_of_the_criteria(criteria, factor):
    config = small(criteria=criteria)
    assert estimate(config, blobs(200)).seconds == START + 6
    small_one, large = (estimate(config, blobs(n)).seconds - START for n in (2000, 4000))
    assert_allclose(large / small_one, factor, rtol=0.03)  # the pilots differ by a few rows


class _Kept(dict):
    """Timings by their names, each made once; ``made`` counts them."""

    made = 0

    def __call__(self, name, timed):
        if name not in self:
            self[name] = timed()
            self.made += 1
        return self[name]

    def new(self, config, data):
        """How many timings the estimate of a sweep makes, with its seconds for one item."""
        before, found = self.made, estimate(config, data, keep=self)
        return self.made - before, (found.seconds - seconds_to_start(config)) / found.items


def test_who_keeps_timings_has_none_made_again_for_seed_splits_or_a_finer_grid():
    kept, data = _Kept(), blobs(300)
    config = small(candidates=Candidates("gaussian", (0.5, 2.0, 8.0), "2tau"), criteria=["kta"])
    made, each = kept.new(config, data)
    assert made == 3
    finer = Candidates("gaussian", (0.5, 0.52, 2.0, 2.2, 8.0, 9.0), "2tau")
    for changes in (
        {"seed": 17},
        {"repeats": 9},
        {"stratified": False},
        {"candidates": (finer,)},
        {"candidates": (Candidates("gaussian", (0.06, 0.25, 1.0), "gamma"),)},
        {"lambdas": (1.0, 10.0, 100.0)},
    ):
        assert kept.new(replace(config, **changes), data) == (0, each)
    assert kept.new(replace(config, test_share=0.5), data)[0] == 0


def test_timings_are_made_again_where_they_would_be_others():
    kept, data = _Kept(), blobs(300)
    config = small(candidates=Candidates("gaussian", (0.5, 2.0, 8.0), "2tau"), criteria=["kta"])
    kept.new(config, data)
    for changes in (
        {"preprocessing": "none"},
        {"learner": "lssvm"},
        {"criteria": ("kta", "gcv")},
        {"lambdas": (1e-3, 0.01)},
        {"candidates": ("laplacian", "linear")},
        {"candidates": (Candidates("gaussian", (50.0, 200.0, 800.0), "2tau"),)},
    ):
        assert kept.new(replace(config, **changes), data)[0] >= 2, changes
    assert kept.new(config, blobs(300, seed=1))[0] == 3
    assert kept.new(replace(config, seed=5), data)[0] == 0


def test_degrees_are_timed_one_by_one():
    kept, data = _Kept(), blobs(60)
    degrees = [Candidates("polynomial", values) for values in ((2, 3, 4), (3, 4, 5))]
    assert [kept.new(small(candidates=one, criteria=["kta"]), data)[0] for one in degrees] == [3, 1]


def test_machines_are_timed_for_the_number_of_costs_and_the_largest():
    kept, data = _Kept(), blobs(60)
    widths = Candidates("gaussian", (1.0, 20.0), "gamma")
    machines = small(candidates=widths, learner="svm", C=(1.0, 5.0), criteria=["svm_loo"])
    assert kept.new(machines, data)[0] == 2
    assert kept.new(replace(machines, C=(0.1, 5.1)), data)[0] == 0
    assert kept.new(replace(machines, C=(0.1, 500.0)), data)[0] == 2
    assert kept.new(replace(machines, C=(0.1, 1.0, 5.0)), data)[0] == 2


@pytest.mark.parametrize("engine", ["tiled", "landmarks"])
def test_without_the_matrix_only_seed_and_number_of_splits_change_no_timing(engine):
    kept, data = _Kept(), blobs(700)
    some = {"landmarks": 100} if engine == "landmarks" else {}
    config = small(engine=engine, criteria=["kfold"], **some)
    made, each = kept.new(config, data)
    assert made == 1
    assert kept.new(replace(config, seed=17, repeats=9), data) == (0, pytest.approx(each))
    assert kept.new(replace(config, test_share=0.5), data)[0] == 1
    assert kept.new(config, blobs(700, seed=1))[0] == 1


@pytest.mark.usefixtures("clock")
def test_declined_decompositions_cost_no_time(monkeypatch):
    monkeypatch.setattr("kselect_core.selection.sweep.estimate.EIGH_LIMIT", 1000)
    large = estimate(small(criteria=["kta", "gcv"]), blobs(2000)).seconds
    assert large == estimate(small(criteria=["kta"]), blobs(2000)).seconds


@pytest.mark.usefixtures("clock")
def test_more_workers_take_less_time_and_more_memory():
    one, two = (estimate(small(repeats=500), blobs(500), workers=workers) for workers in (1, 2))
    assert_allclose(two.seconds - START, (one.seconds - START) / 2, **ROUNDOFF)
    assert two.bytes == 2 * one.bytes


def test_the_estimate_says_why_a_sweep_cannot_run(monkeypatch):
    monkeypatch.setattr("kselect_core.selection.sweep.memory.memory_limit", lambda: 10_000)
    refused = estimate(small(), blobs()).refused
    with pytest.raises(TooLargeError) as caught:
        run_sweep(small(), dataset=blobs())
    assert refused == str(caught.value)
    assert "would need" in refused


def test_the_pilot_is_small_and_keeps_rare_classes(monkeypatch):
    used = []
    data = blobs(3000)
    rare = replace(data, y=np.where(np.arange(3000) < 3, 1.0, -1.0))
    monkeypatch.setattr(
        "kselect_core.selection.sweep.estimate.Bench",
        lambda setup: used.append(setup.dataset) or _Nothing(),
    )
    estimate(small(), rare)
    assert len(used[0].y) <= 460
    assert (used[0].y > 0).sum() == 3


def test_machines_are_timed_at_more_kernels_on_fewer_rows(monkeypatch):
    timed, used = [], []

    class Timed(_Nothing):
        def block(self, item):
            timed.append(item)

    monkeypatch.setattr(
        "kselect_core.selection.sweep.estimate.Bench",
        lambda setup: used.append(setup.dataset) or Timed(),
    )
    widths = Candidates("gaussian", tuple(range(1, 16)), "gamma")
    config = small(learner="svm", candidates=widths, C=(1.0,), criteria=["svm_loo"])
    estimate(config, blobs(3000))
    assert len(used[0].y) <= 250
    assert timed == [0, 1, 3, 5, 7, 9, 11, 13]


@pytest.mark.usefixtures("clock")
def test_the_time_of_machines_grows_faster_than_their_matrices():
    config = small(learner="svm", C=(1.0,), criteria=["svm_loo"])
    start = seconds_to_start(config)
    assert start > START == seconds_to_start(small())
    small_one, large = (estimate(config, blobs(n)).seconds - start for n in (2000, 4000))
    assert_allclose(large / small_one, 2**2.5, rtol=0.03)


@pytest.mark.usefixtures("clock")
def test_machines_of_few_points_take_hardly_longer_for_more():
    config = small(learner="svm", C=(1.0,), criteria=["svm_loo"])
    start = seconds_to_start(config)
    sizes = (500, 1000)
    few, many = (estimate(config, clouds(n, kinds=9)).seconds - start for n in sizes)
    each, other = (SMALL_MACHINE**2.5 + (2 / 9 * 0.7 * n) ** 2.5 for n in sizes)
    assert_allclose(many / few, other / each, rtol=0.03)
    assert many < 4 * few  # of two classes it is 5.7


def test_machine_code_that_no_folder_keeps_is_made_again_in_each_process(monkeypatch):
    machines, squares = small(learner="svm", C=(1.0,), criteria=["svm_loo"]), small()
    before = [seconds_to_start(config) for config in (machines, squares)]
    home = "kselect_core.selection.sweep.estimate.machine_code"
    monkeypatch.setattr(home, lambda: MachineCode("", made=False))
    assert [seconds_to_start(config) for config in (machines, squares)] == [
        before[0] + MAKING,
        before[1],
    ]


class _Nothing:
    def few(self, _):
        """Have one binary problem."""
        return 1.0

    def block(self, item):
        """Compute nothing."""


def test_of_many_classes_a_few_binary_problems_are_timed_for_all(monkeypatch):
    timed = []

    def block(bench, _):
        timed.append(bench.ready(0).pairs)

    monkeypatch.setattr("kselect_core.selection.sweep.estimate.Bench.block", block)
    monkeypatch.setattr(
        "kselect_core.selection.sweep.estimate.thread_time", count(step=0.5).__next__
    )
    config = small(criteria=["kta"])
    few, many = clouds(400, kinds=4), clouds(400, kinds=9)
    seconds = estimate(config, few).seconds - START
    assert {len(pairs) for pairs in timed} == {PILOT_PAIRS}  # all of them
    timed.clear()
    assert estimate(config, many).seconds - START == pytest.approx(seconds * 36 / PILOT_PAIRS)
    assert {pair for pairs in timed for pair in pairs} == {
        (0, 1), (0, 7), (1, 6), (2, 6), (3, 7), (5, 6)
    }  # fmt: skip


def test_rare_classes_are_estimated_for():
    y = np.where(np.arange(2000) < 2, 1.0, -1.0)
    data = replace(blobs(2000), y=y)
    assert estimate(small(criteria=["kta"]), data).seconds > 0


def test_regressions_and_one_class_against_the_rest_are_estimated():
    assert estimate(small(criteria=["loo"]), waves(600)).items == 6
    assert estimate(small(positive="red"), clouds()).items == 6
    single = small(candidates=Candidates("linear"), repeats=1)
    assert estimate(single, blobs()).items == 1


def test_an_estimate_of_the_wrong_data_is_refused():
    with pytest.raises(KselectError, match="not the one this sweep was made for"):
        estimate(with_digest(small(), blobs()), blobs(seed=1))


def test_an_estimate_is_not_bound_to_the_digest_of_the_sample():
    data = blobs(1000)
    assert estimate(with_digest(small(), data), data).items == 6


def test_memory_grows_with_points_workers_spectra_and_families():
    cheap, spectral = (
        small(criteria=["kta"], engine="dense"),
        small(criteria=["kta", "gcv"], engine="dense"),
    )
    both = small(candidates=("gaussian", "linear"), criteria=["kta"], engine="dense")
    sizes = [bytes_needed(cheap, n) for n in (10, 100, 1000, 4000, 10_000)]
    assert sizes == sorted(sizes)
    assert bytes_needed(cheap, 1000, workers=3) == 3 * bytes_needed(cheap, 1000)
    assert bytes_needed(spectral, 1000) > bytes_needed(cheap, 1000)
    assert bytes_needed(both, 1000) > bytes_needed(cheap, 1000)
    assert bytes_needed(spectral, 10_000) == bytes_needed(cheap, 10_000)  # skipped there
    assert bytes_needed(cheap, 1000) >= 3 * 8 * 1000**2


def test_four_thousand_points_fit_into_24_gigabytes():
    config = small(candidates=("gaussian", "polynomial", "linear", "laplacian"), criteria=["sps"])
    assert bytes_needed(config, 4000, workers=2) < 0.6 * 24 * 2**30


def test_the_limit_is_a_share_of_the_machine(monkeypatch):
    machine = type("Memory", (), {"total": 10 * 2**30})
    monkeypatch.setattr("psutil.virtual_memory", lambda: machine)
    assert memory_limit() == int(0.6 * 10 * 2**30)
    with pytest.raises(TooLargeError, match=r"the limit is 6\.0 GiB, 60% of this machine's memory"):
        refuse_too_large(small(criteria=["kta"], engine="dense"), 50_000)
    assert refuse_too_large(small(criteria=["kta"], engine="dense"), 1000) == bytes_needed(
        small(criteria=["kta"], engine="dense"), 1000
    )


def test_the_size_that_would_fit_fits(monkeypatch):
    monkeypatch.setattr("kselect_core.selection.sweep.memory.memory_limit", lambda: 2**30)
    dense = small(engine="dense")
    with pytest.raises(TooLargeError) as caught:
        refuse_too_large(dense, 40_000)
    fits = int(str(caught.value).split("About ")[1].split()[0])
    assert bytes_needed(dense, fits) <= 2**30 < bytes_needed(dense, int(fits * 1.1))


def test_where_the_matrix_has_no_room_the_engines_without_it_are_named(monkeypatch):
    monkeypatch.setattr("kselect_core.selection.sweep.memory.memory_limit", lambda: 2**30)
    with pytest.raises(TooLargeError) as caught:
        refuse_too_large(small(), 3920, workers=2)
    for engine in ("tiled", "landmarks"):
        said = re.search(rf"engine='{engine}' needs ([\d.]+) GiB", str(caught.value))
        needed = bytes_needed(small(engine=engine), 3920, workers=2)
        assert float(said[1]) == pytest.approx(needed / 2**30, abs=0.05)
    assert refuse_too_large(small(engine="tiled"), 3920, workers=2) <= 2**30
    machines = small(learner="svm", C=(1.0,), criteria=["svm_loo"])
    with pytest.raises(TooLargeError) as caught:
        refuse_too_large(machines, 9000, workers=2)
    assert "engine=" not in str(caught.value)


def test_data_sets_of_arrays_can_be_estimated():
    rng = np.random.default_rng(0)
    data = Dataset.from_arrays(rng.standard_normal((30, 2)), rng.choice([0, 1], 30))
    assert estimate(small(dataset="arrays", criteria=["kta"]), data).items == 6


@pytest.mark.usefixtures("clock")
def test_pools_of_iterated_kernels_cost_cubes_that_the_pilot_does_not_see():
    def seconds(n, **changes):
        family = Candidates("iterated", (1.0, 2.0, 3.0))
        return estimate(small(criteria=["kta"], candidates=(family,), **changes), blobs(n)).seconds

    plain = estimate(small(criteria=["kta"], engine="dense"), blobs(10_000)).seconds
    assert seconds(10_000) > plain
    more = (
        seconds(10_000) - estimate(small(criteria=["kta"], engine="dense"), blobs(10_000)).seconds
    )
    twice = (
        seconds(20_000) - estimate(small(criteria=["kta"], engine="dense"), blobs(20_000)).seconds
    )
    assert_allclose(twice / more, 8, rtol=0.01)


@pytest.mark.usefixtures("clock")
def test_a_large_test_share_makes_the_training_part_smaller_and_the_sweep_shorter():
    config = small(criteria=["kta", "gcv"], engine="dense")
    usual, few = (estimate(replace(config, test_share=t), blobs(20_000)) for t in (0.3, 0.95))
    assert (few.seconds - START) < (usual.seconds - START) / 20


@pytest.fixture
def steady(monkeypatch):
    """A machine without the matrix that is always as fast."""
    speed = of_tiles.Speed(2e-9, 6e-9, 1e-10, 5e-10)
    monkeypatch.setattr(of_tiles, "_speed", lambda *_: speed)


@pytest.mark.usefixtures("steady")
def test_without_the_matrix_time_grows_with_the_square_of_n():
    def seconds(n, **changes):
        return estimate(small(engine="tiled", **changes), blobs(n)).seconds - START

    one, four = (seconds(n, repeats=1) for n in (100_000, 400_000))
    assert 8 < four / one <= 16
    assert seconds(20_000, criteria=["gcv"]) > seconds(20_000, criteria=["remp"])
    assert seconds(20_000, criteria=["kfold"]) > seconds(20_000, criteria=["remp"])
    several = small(dataset="clouds", engine="tiled", criteria=["kta"])
    rest = replace(several, multiclass="one_vs_rest")
    assert estimate(rest, clouds(9000)).seconds > estimate(several, clouds(9000)).seconds


@pytest.mark.usefixtures("steady")
def test_without_the_matrix_a_few_fits_tell_which_kernels_are_easy():
    def seconds(*widths, lambdas=(1e-4, 1e-2), rows=20_000):
        grid = Candidates("gaussian", widths, "2tau")
        asked = small(engine="tiled", candidates=(grid,), criteria=["kfold"], lambdas=lambdas)
        return (estimate(asked, blobs(rows)).seconds - START) / len(widths)

    hard, easy, narrow = seconds(0.5), seconds(2.0**12), seconds(1e-4)
    assert easy < hard / 2
    assert narrow < hard / 2
    assert_allclose(seconds(1e-4, 0.5, 2.0**12), (hard + easy + narrow) / 3)
    assert seconds(0.5, lambdas=(1e-6, 1e-2)) > hard


def test_without_the_matrix_the_machine_is_timed():
    single, double, product, cube = of_tiles._speed(5, 12)  # noqa: SLF001 (the machine itself)
    assert min(single, double, product, cube) > 0
    asked = small(engine="tiled", candidates=(Candidates("iterated", (1.0,)),))
    assert estimate(asked, blobs(3000)).seconds - START < 10  # which it declines


def test_the_pilot_of_a_sweep_that_skips_criteria_skips_them(monkeypatch):
    used = []
    monkeypatch.setattr("kselect_core.selection.sweep.estimate.EIGH_LIMIT", 1000)
    monkeypatch.setattr(
        "kselect_core.selection.sweep.estimate.Bench",
        lambda setup: used.append(setup.config) or _Nothing(),
    )
    estimate(small(criteria=["kta", "gcv"]), blobs(2000))
    assert [choice.key for choice in used[0].criteria] == ["kta"]
    assert skipped(small(criteria=["kta", "gcv"]), 1400) == ()
    assert skipped(small(criteria=["kta", "gcv"], engine="dense"), 5001) == ("gcv",)
    assert skipped(small(criteria=["kta", "gcv", "loo"]), 5001) == ("loo",)
    assert skipped(small(learner="svm", C=(1.0,), criteria=["svm_loo"]), 9000) == ()
