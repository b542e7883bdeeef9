"""Figures of Gram matrices call them by their names."""

import numpy as np
import pytest

from kselect_core import Candidates, Dataset, SweepConfig, views


def places(names):
    points = np.random.default_rng(0).standard_normal((40, 3))
    apart = ((points[:, None] - points) ** 2).sum(axis=2)
    family = {name: np.exp(-apart / (k + 1)) for k, name in enumerate(names)}
    parameter = "rate" if names[0][0].isdigit() else ""
    data = Dataset.from_gram(family, np.where(points[:, 0] > 0, "yes", "no"), parameter=parameter)
    config = SweepConfig(
        dataset=data.name,
        candidates=Candidates("precomputed", data.grid),
        preprocessing="none",
        criteria=("loo", "ckta"),
        lambdas=(0.01, 0.1),
        repeats=2,
    )
    plan = views.Plan(kernels="widths", kernel="precomputed")
    return views.SweepAt(config, data), views.CombinedAt(config, data, plan)


@pytest.mark.parametrize(
    ("names", "caption", "bars"),
    [
        (("kmer", "walk"), "Gram matrices: 1 kmer, 2 walk", {"kmer", "walk"}),
        (("0.5", "2"), "", {"Precomputed t = 0.5", "Precomputed t = 2"}),
    ],
)
def test_they_have_their_names(names, caption, bars):
    at, combined = places(names)
    drawn = views.criterion_rows(
        at, kernel="precomputed", parameter=at.config.candidates[0].points[0], lam=0.1,
        quantities=("loo",),
    )  # fmt: skip
    assert (caption or "seed 0") in drawn.caption
    assert ("Gram" in drawn.caption) == bool(caption)
    assert set(views.kernel_weights(combined).numbers()["kernel"]) == bars
