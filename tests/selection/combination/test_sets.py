"""Sets of kernels: what they contain, and that their matrices are those of the kernels."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import Candidates, Dataset, SweepConfig
from kselect_core.errors import KselectError, TooLargeError, UnknownNameError
from kselect_core.kernels import KERNELS
from kselect_core.selection.combination import sets
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.tolerances import EXACT, ROUNDOFF

FAMILIES = (
    Candidates("gaussian", tuple(2.0**e for e in range(-15, 16)), "2tau"),
    Candidates("polynomial", (1.0, 2.0), "degree"),
    Candidates("linear"),
)


@pytest.fixture(scope="module")
def ready():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    data = Dataset.from_arrays(X, np.where(X[:, 0] > 0, 1.0, -1.0), name="mine")
    config = SweepConfig(dataset="mine", candidates=FAMILIES, repeats=1)
    return config, data, prepared_split(Setup(config, data), 0)


def members(ready, kernels, at=FAMILIES[0]):
    return sets.members(*ready, kernels=kernels, at=at)


def test_a_long_grid_is_thinned_evenly_with_both_ends(ready):
    found = members(ready, "widths")
    assert len(found) == sets.MOST
    assert [found[0].value, found[-1].value] == [2.0**-15, 2.0**15]
    steps = np.diff(np.log2([member.value for member in found]))
    assert set(np.round(steps, 9)) == {1.0, 2.0}


def test_a_short_grid_is_taken_whole(ready):
    found = members(ready, "widths", FAMILIES[1])
    assert [(m.kernel, m.value, m.convention) for m in found] == [
        ("polynomial", 1.0, "degree"),
        ("polynomial", 2.0, "degree"),
    ]


def test_the_set_of_families_has_every_family_once_and_widths_about_the_median(ready):
    found = members(ready, "families")
    D = ready[2].shared("gaussian", test=False)
    middle = np.median(D[np.triu_indices(len(D), 1)])
    widths = [m.value for m in found if m.kernel == "gaussian"]
    assert_allclose(widths, middle * np.array([0.25, 1.0, 4.0]), rtol=0.01)
    assert {m.kernel for m in found} == {"gaussian", "laplacian", "polynomial", "linear"}


@pytest.mark.parametrize("kernels", sets.SETS)
def test_the_size_of_a_set_is_known_without_making_it(ready, kernels):
    config, data, _ = ready
    assert sets.size_of(config, data, kernels, "gaussian") == len(members(ready, kernels))


def test_matrices_are_those_of_the_kernels_on_both_parts(ready):
    split = ready[2]
    for kernels in sets.SETS:
        found = (
            members(ready, kernels, Candidates("gaussian", (2.0,), "2tau"))
            if (kernels == "features")
            else members(ready, kernels)
        )
        stack = sets.stacked(found, split)
        for member, K in zip(found, stack, strict=True):
            columns = list(member.columns) or slice(None)
            parts = split.X_train[:, columns], split.X_test[:, columns]
            family, parameters = KERNELS[member.kernel], dict(member.parameters)
            assert_allclose(K, family(parts[0], **parameters), **ROUNDOFF)
            wanted = family(parts[1], parts[0], **parameters)
            assert_allclose(sets.across(member, split), wanted, **ROUNDOFF)


def test_a_kernel_of_one_feature_is_as_smooth_as_one_of_all(ready):
    at = Candidates("gaussian", (6.0,), "2tau")
    found = members(ready, "features", at)
    assert [m.name for m in found] == list(ready[1].feature_names)
    assert [m.columns for m in found] == [(0,), (1,), (2,)]
    X = np.repeat(np.random.default_rng(1).normal(size=(5, 1)), 3, axis=1)  # three equal features
    alone = KERNELS["gaussian"](X[:, :1], **dict(found[0].parameters))
    assert_allclose(alone, KERNELS["gaussian"](X, **at.parameters(6.0)), **ROUNDOFF)


def test_groups_of_features_scale_the_rate_of_a_laplacian():
    at = Candidates("laplacian", (0.5,), "c")
    found = sets.grouped([("first", (0, 1)), ("last", (2, 3))], at, 4)
    X = np.repeat(np.random.default_rng(1).normal(size=(5, 2)), 2, axis=1)[:, [0, 2, 1, 3]]
    alone = KERNELS["laplacian"](X[:, :2], **dict(found[0].parameters))
    assert_allclose(alone, KERNELS["laplacian"](X, c=0.5), **ROUNDOFF)
    assert found[1].columns == (2, 3)


def test_a_group_of_polynomials_keeps_its_degree():
    (found,) = sets.grouped([("all", (0, 1))], Candidates("polynomial", (3.0,), "degree"), 4)
    assert dict(found.parameters)["degree"] == 3.0


def test_a_kernel_that_averages_over_a_pool_is_not_put_on_features():
    at = Candidates("iterated", (1.0, 2.0), "steps", base=("laplacian", "c", 0.1))
    with pytest.raises(KselectError, match="needs no pool"):
        sets.grouped([("a", (0,)), ("b", (1,))], at, 2)


def test_less_than_two_kernels_unknown_sets_and_too_many_points_are_refused(ready, monkeypatch):
    with pytest.raises(KselectError, match="two kernels"):
        members(ready, "widths", FAMILIES[2])
    with pytest.raises(UnknownNameError):
        members(ready, "everything")
    monkeypatch.setattr(sets, "LARGEST", 1000)
    with pytest.raises(TooLargeError, match="use fewer kernels"):
        sets.stacked(members(ready, "widths"), ready[2])


def test_the_same_split_gives_the_same_set(ready):
    one, two = members(ready, "families"), members(ready, "families")
    assert repr(one) == repr(two)
    assert_allclose(sets.stacked(one, ready[2]), sets.stacked(two, ready[2]), **EXACT)
