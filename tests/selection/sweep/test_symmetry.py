"""A kernel of a package that is symmetric on some points alone is seen on those of a sweep."""

import numpy as np
import pytest

from kselect_core.errors import InvalidParameterError
from kselect_core.estimators import KernelRidgeSearch
from kselect_core.kernels import GAUSSIAN, KERNELS
from kselect_core.kernels.own.symmetry import refuse_asymmetric
from kselect_core.selection import Candidates, SweepConfig, run_sweep
from tests.added import BENT, add, kernel
from tests.selection.examples import blobs, clouds, waves

WORDS = "crooked kernel of package kselect-bent 1.2: k(x, z) must be symmetric"


def crooked(points, *, gamma, out=None):  # noqa: ARG001 - it is not obliged to use it
    """Values that tell x from z where coordinates are negative."""
    D = ((points.x[:, None] - points.z) ** 2).sum(axis=-1)
    return np.exp(-gamma * D) + 0.1 * np.minimum(points.x, 0.0).sum(axis=1)[:, None]


CROOKED = kernel("crooked", crooked, base="points")


@pytest.fixture(autouse=True)
def added(monkeypatch):
    add(monkeypatch, CROOKED)


def swept(data, engine):
    families = (Candidates("crooked", (0.1, 1.0)), Candidates("gaussian", (2.0,)))
    criteria = ("loo",) if engine == "landmarks" else ("ckta", "loo")
    more = {"landmarks": 10} if engine == "landmarks" else {}
    about = {"dataset": data.name, "candidates": families, "lambdas": (0.1,), "repeats": 1}
    return run_sweep(SweepConfig(**about, criteria=criteria, engine=engine, **more), dataset=data)


@pytest.mark.parametrize("data", [blobs, clouds, waves])
@pytest.mark.parametrize("engine", ["dense", "tiled", "landmarks"])
def test_it_has_no_value_and_the_reason_names_its_package(data, engine):
    table = swept(data(), engine)
    mine = table[(table["kernel"] == "crooked") & (table["quantity"] != "auc")]
    assert mine["value"].isna().all()
    assert mine["reason"].str.startswith(WORDS).all()
    error = (table["kernel"] == "gaussian") & (table["quantity"] == "test_squared_error")
    assert np.isfinite(table.loc[error, "value"]).all()


def test_a_search_refuses_it():
    data = blobs()
    search = KernelRidgeSearch(KERNELS["crooked"], param_grid={"gamma": [0.1], "alpha": [0.1]})
    with pytest.raises(InvalidParameterError, match="of package kselect-bent"):
        search.fit(data.X, data.y)


def test_few_points_are_looked_at_and_kernels_of_packages_alone():
    K = np.eye(6)
    K[0, 3] = 0.5
    with pytest.raises(InvalidParameterError, match=r"up to 0\.5 of 1"):
        refuse_asymmetric(CROOKED, K, BENT)
    refuse_asymmetric(GAUSSIAN, K, None)
    K[0, 3], K[0, 4] = np.inf, 0.5  # what is infinite is named elsewhere
    refuse_asymmetric(CROOKED, K, BENT)
    refuse_asymmetric(CROOKED, K[1:, 1:], BENT)
