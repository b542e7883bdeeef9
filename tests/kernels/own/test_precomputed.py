"""Oracle: sweeps of given matrices are those of the kernel that made them."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core import Candidates, Dataset, SweepConfig, choices, run_sweep, views
from kselect_core.errors import InvalidParameterError, KselectError
from kselect_core.kernels import KERNELS
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.tolerances import EXACT, ROUNDOFF

rng = np.random.default_rng(0)
X = rng.standard_normal((60, 2))
Y = np.where(X[:, 0] + 0.5 * rng.standard_normal(60) > 0, "a", "b")
WIDTHS = (0.1, 1.0, 10.0)
GAUSSIAN = KERNELS["gaussian"]
FAMILY = {gamma: GAUSSIAN(X, gamma=gamma) for gamma in WIDTHS}
PLAIN = {"preprocessing": "none", "lambdas": (0.01, 0.1), "criteria": ("loo", "ckta", "kfold")}


def given(data, **changes):
    family = Candidates("precomputed", data.grid)
    return SweepConfig(dataset=data.name, candidates=family, **{**PLAIN, "repeats": 2, **changes})


def test_a_sweep_has_the_numbers_of_the_kernel_that_made_the_matrices():
    data = Dataset.from_gram(FAMILY, Y, parameter="γ")
    config = given(data)
    points = Dataset.from_arrays(X, Y)
    family = Candidates("gaussian", WIDTHS, "gamma")
    other = SweepConfig(dataset="arrays", candidates=family, repeats=2, **PLAIN)
    table, expected = run_sweep(config, dataset=data), run_sweep(other, dataset=points)
    assert_allclose(table["value"], expected["value"], **ROUNDOFF)
    assert table["parameter"].equals(expected["parameter"])
    pd.testing.assert_frame_equal(table, run_sweep(config, dataset=data, workers=1))
    assert (choices(table, config)["regret"] >= 0).all()
    assert SweepConfig.from_toml(config.to_toml()) == config

    cursor = views.Cursor(0, "precomputed", 1.0, 0.1)
    at = views.SpectrumAt(config, data, cursor)
    assert_allclose(at.spectrum.sigma[0], _largest(other, points), **ROUNDOFF)
    assert views.kernel_matrix(at).numbers() is not None
    assert len(views.norms_of_points(views.PointsAt(config, data, cursor)).numbers()) == 42
    ready = prepared_split(Setup.of(config, data), 0)
    for name in ("Gaussian", "linear", "iterated"):
        with pytest.raises(KselectError, match=f"{name}.* made from features, and these points"):
            ready.shared(name.lower(), test=False)
    with pytest.raises(KselectError, match="no plane to draw their fit in"):
        _ = views.decision(views.CursorAt(config, data, cursor)).figure


def _largest(config, data):
    return views.SpectrumAt(config, data, views.Cursor(0, "gaussian", 1.0, 0.1)).spectrum.sigma[0]


def test_test_points_of_their_own_are_a_given_split():
    train, test = slice(0, 40), slice(40, 60)
    inside = {w: K[train, train] for w, K in FAMILY.items()}
    across = {w: K[test, train] for w, K in FAMILY.items()}
    data = Dataset.from_gram(inside, Y[train], test=across, y_test=Y[test], parameter="γ")
    table = run_sweep(given(data, split="given", repeats=1), dataset=data)
    tests = table.loc[table["quantity"] == "test_error", "value"].to_numpy()
    assert np.isfinite(tests).all()
    with pytest.raises(InvalidParameterError, match="with test points must be 'given': kernel"):
        run_sweep(given(data, repeats=1), dataset=data)
    K, lam = FAMILY[0.1][train, train], 0.01
    y = np.where(Y == "b", 1.0, -1.0)
    f = FAMILY[0.1][test, train] @ np.linalg.solve(K + 40 * lam * np.eye(40), y[train])
    assert_allclose(tests[0], np.mean(np.sign(f) != y[test]), **EXACT)


def test_it_is_found_by_name_and_offered_to_nobody():
    assert "precomputed" in KERNELS
    assert "precomputed" not in list(KERNELS)


@pytest.mark.parametrize(
    ("config", "data", "words"),
    [
        ({"preprocessing": "standardise"}, FAMILY, "preprocessing of Gram matrices must be 'none'"),
        ({"candidates": "gaussian"}, FAMILY, r"must be Candidates\('precomputed', \(0\.1, 1\.0"),
        ({}, None, "data of the precomputed kernel must be made by Dataset.from_gram"),
    ],
)
def test_matrices_and_features_are_not_mixed(config, data, words):
    gram = Dataset.from_gram(FAMILY, Y, parameter="γ")
    changed = {name: [value] if name == "candidates" else value for name, value in config.items()}
    with pytest.raises(KselectError, match=words):
        run_sweep(
            SweepConfig(
                **{
                    "dataset": "x",
                    "candidates": Candidates("precomputed", gram.grid),
                    **PLAIN,
                    **changed,
                }
            ),
            dataset=gram if data else Dataset.from_arrays(X, Y),
        )


def test_a_matrix_that_is_not_there_is_named():
    data = Dataset.from_gram(FAMILY, Y, parameter="γ")
    with pytest.raises(KselectError, match=r"no Gram matrix for t = 7; there are 0\.1, 1, 10"):
        KERNELS["precomputed"](data.X, t=7.0)
    with pytest.raises(KselectError, match="knows only the points of its Gram matrices"):
        KERNELS["precomputed"](X, t=1.0)
