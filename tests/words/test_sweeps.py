"""Sweeps are called by their data and by what differs among them."""

from dataclasses import replace

from kselect_core.selection import Candidates, SweepConfig
from kselect_core.selection.sweep.landmarks.rounds import Round
from kselect_core.words.labels import kernels_counted
from kselect_core.words.sweeps import kernels_text, names_of, round_text

MOONS = SweepConfig(
    dataset="two_moons",
    candidates=(Candidates("gaussian", (0.5, 2.0), "2tau"), Candidates("linear")),
    lambdas=(0.01, 0.1),
)


def named(*configs):
    return list(names_of({str(k): config for k, config in enumerate(configs)}).values())


def test_a_sweep_alone_is_called_by_its_data_and_its_grid():
    assert named(MOONS) == ["Two moons: Gaussian × 2, linear, 2 λ"]
    assert kernels_text(MOONS) == "Gaussian × 2, linear"


def test_sweeps_that_differ_by_their_seed_are_called_by_it():
    seeds = [replace(MOONS, seed=seed) for seed in range(6)]
    assert named(*seeds) == [f"Two moons: seed {seed}" for seed in range(6)]


def test_only_what_differs_on_the_same_data_is_said():
    other = replace(MOONS, dataset="wdbc", repeats=20)
    narrow = replace(MOONS, candidates=(Candidates("gaussian", (0.25, 2.0), "2tau"),), repeats=3)
    names = named(MOONS, narrow, other)
    assert names[0] == "Two moons: Gaussian × 2, linear, τ 2⁻¹ … 2¹, 5 splits"
    assert names[1] == "Two moons: Gaussian × 2, τ 2⁻² … 2¹, 3 splits"
    assert names[2] == "Breast cancer: Gaussian × 2, linear, 2 λ"


def test_engines_and_landmarks_tell_sweeps_apart():
    configs = {
        "by size": SweepConfig(dataset="moons"),
        "dense": SweepConfig(dataset="moons", engine="dense"),
        "tiled": SweepConfig(dataset="moons", engine="tiled"),
        "more": SweepConfig(dataset="moons", landmarks=2000),
    }
    names = names_of(configs)
    assert len(set(names.values())) == 4
    assert "engine tiled" in names["tiled"]
    assert "m = 2,000 if on landmarks" in names["more"]


def test_learner_and_ridge_tell_sweeps_apart():
    machine = SweepConfig(dataset="two_moons", learner="svm", C=(0.5, 50.0), criteria=("stab",))
    names = named(MOONS, machine)
    assert "ridge regression" in names[0]
    assert "2 λ from 0.01 to 0.1" in names[0]
    assert "SVM" in names[1]
    assert "2 C from 0.5 to 50" in names[1]


def test_a_round_says_how_many_rows_there_are():
    told = round_text(Round(rows=2000, most=4000, finished=1, kernels=5))
    assert told == "compared by 2,000 of up to 4,000 rows"


def test_given_matrices_are_counted_as_what_they_are():
    def of(*values):
        family = Candidates("precomputed", values)
        return SweepConfig(dataset="iris", candidates=family, preprocessing="none")

    assert kernels_text(of(1, 2, 3)) == kernels_counted(of(1, 2, 3)) == "3 Gram matrices"
    assert kernels_text(of(1)) == "1 Gram matrix"
    assert kernels_counted(SweepConfig(dataset="iris", candidates=("linear",))) == "1 kernel"
    two = names_of({"named": of(1, 2, 3), "valued": of(0.5, 2)})
    assert "3 Gram matrices" in two["named"]
    assert "1 … 3" not in two["named"]
    assert "t 0.5 … 2" in two["valued"]
    some = [replace(of(*ends), candidates=_named(ends)) for ends in ((1, 2), (2, 3))]
    some = names_of(dict(zip("ab", some, strict=True)))
    assert "Gram matrix walk … tree" in some["b"]


def _named(values):
    return Candidates("precomputed", values).named(("kmer", "walk", "tree"))
