"""What the browser gets of a film: small enough, every number where it belongs."""

from types import SimpleNamespace

import numpy as np
import pytest

from kselect_core import Candidates, CriterionChoice, SweepConfig, load_dataset, run_sweep
from kselect_core.plotting.curves.criterion_curves import criterion_lines
from kselect_core.plotting.curves.lambda_curves import lambda_lines
from kselect_core.plotting.curves.lines import View
from kselect_core.plotting.output.film_payload import (
    LARGEST,
    Titles,
    film_payload,
    lane,
    signed_codes,
)
from kselect_core.plotting.output.packed import unpacked
from kselect_core.plotting.points.matrix_picture import LEVELS, MISSING

TITLES = Titles("film", "kselect_film", "τ", ("τ = 1", "τ = 2"), ("no", "yes"))


def scene(count=12, seed=0):
    rng = np.random.default_rng(seed)
    x = np.linspace(-2.0, 2.0, 5)
    return SimpleNamespace(
        x=x,
        y=x,
        f=np.zeros((5, 5)),
        points=rng.uniform(-1.5, 1.5, (count, 2)),
        labels=np.where(np.arange(count) % 2, 1.0, -1.0),
        is_test=np.arange(count) % 3 == 0,
        plane="data",
        axes=("a <b>", "c"),
    )


def film(frames=2, side=5, cells=4, **changes):
    rng = np.random.default_rng(1)
    usual = {
        "scene": scene(),
        "f": rng.standard_normal((frames, side, side)),
        "gram": rng.uniform(0, 1, (frames, cells, cells)),
        "runs": ((-1.0, 3), (1.0, 5)),
        "sigma": np.sort(rng.uniform(0.1, 9.0, (frames, 6)))[:, ::-1],
        "mu": np.full(frames, 0.1),
        "effective_dimension": np.linspace(7.0, 1.0, frames),
        "n": 8,
    }
    return SimpleNamespace(**usual | changes)


def test_every_number_of_a_film_is_where_the_browser_looks_for_it():
    made = film()
    header, arrays = unpacked(film_payload(made, TITLES))
    assert header["frames"] == ["τ = 1", "τ = 2"]
    assert header["runs"] == [["no", 3], ["yes", 5]]
    assert (header["side"], header["cells"], header["eigenvalues"]) == (5, 4, 6)
    np.testing.assert_allclose(
        arrays["gram"].reshape(2, 4, 4) / LEVELS, made.gram, atol=0.5 / LEVELS + 1e-9
    )
    np.testing.assert_allclose(
        arrays["sigma"].reshape(2, 6), np.log10(made.sigma), rtol=1e-5, atol=1e-6
    )
    np.testing.assert_allclose(arrays["mu"], -1.0, rtol=1e-6)
    np.testing.assert_allclose(arrays["dimension"], [7.0, 1.0])
    share = (arrays["f"].reshape(2, 5, 5).astype(float) - LEVELS / 2) / (LEVELS / 2)
    shown = header["range"][1] * share * np.abs(share)
    inside = np.abs(made.f) < header["range"][1]
    upright = made.f[:, ::-1]
    np.testing.assert_allclose(
        shown[inside[:, ::-1]], upright[inside[:, ::-1]], atol=header["range"][1] / 100
    )


def test_points_lie_where_they_belong_and_test_points_are_open():
    made = film()
    header, arrays = unpacked(film_payload(made, TITLES))
    np.testing.assert_allclose(arrays["x"], (made.scene.points[:, 0] + 2) / 4, rtol=1e-5)
    np.testing.assert_allclose(arrays["y"], (2 - made.scene.points[:, 1]) / 4, rtol=1e-5)
    for k, test in enumerate(made.scene.is_test):
        group = header["groups"][arrays["group"][k]]
        assert group["solid"] != test
        name = "yes" if made.scene.labels[k] > 0 else "no"
        assert group["name"] == f"{name}, {'test' if test else 'training'}"


def test_the_first_picture_has_a_legend_of_its_classes():
    header, _ = unpacked(film_payload(film(), TITLES))
    solid = [group for group in header["groups"] if group["solid"]]
    named = [{**group, "name": group["name"].removesuffix(", training")} for group in solid]
    assert header["classes"] == named
    assert {look["name"] for look in header["classes"]} == {"no", "yes"}


def test_codes_about_zero_keep_the_sign_of_the_smallest_values():
    values = np.array([-1e-30, 0.0, 1e-30, 0.16, -1.0, 9.0, np.nan])
    middle = LEVELS // 2
    assert signed_codes(values, 1.0).tolist() == [
        middle - 1, middle, middle + 1, middle + 51, 0, LEVELS, MISSING,
    ]  # fmt: skip


@pytest.mark.parametrize(("frames", "side"), [(31, 50), (100, 50), (101, 300)])
def test_a_film_is_never_larger_than_two_megabytes(frames, side):
    rng = np.random.default_rng(2)
    made = film(
        frames=frames,
        cells=100,
        side=side,
        f=rng.standard_normal((frames, side, side)).astype(np.float32),
        sigma=np.sort(rng.uniform(0.1, 9.0, (frames, 60)))[:, ::-1],
        scene=scene(count=5000),
    )
    names = tuple(f"τ = 2⁻¹⁵ {k}" for k in range(frames))
    payload = film_payload(made, TITLES._replace(frames=names))
    assert len(payload) <= LARGEST
    header, arrays = unpacked(payload)
    assert len(arrays["f"]) == frames * header["side"] ** 2
    assert len(arrays["x"]) <= 2000


def test_eigenvalues_of_zero_lie_below_what_is_shown():
    sigma = np.array([[4.0, 1e-3, 0.0], [2.0, 0.0, 0.0]])
    header, arrays = unpacked(film_payload(film(sigma=sigma), TITLES))
    logs = arrays["sigma"].reshape(2, 3)
    assert header["span"] == pytest.approx([-3.0, np.log10(4.0)])
    assert (logs[sigma == 0] < header["span"][0]).all()


def test_a_regression_has_one_group_per_part_and_colours_of_magnitude():
    made = film(runs=())
    header, arrays = unpacked(film_payload(made, TITLES._replace(class_names=())))
    assert [group["name"] for group in header["groups"]] == ["training", "test"]
    assert not header["signed"]
    low, high = header["range"]
    expected = np.clip((made.scene.labels - low) / (high - low), 0, 1)
    np.testing.assert_allclose(arrays["value"] / LEVELS, expected, atol=0.5 / LEVELS + 1e-9)
    assert header["runs"] == header["classes"] == []


def test_a_gram_matrix_with_negative_entries_has_a_middle_at_zero():
    made = film(gram=np.stack([np.eye(4), -np.eye(4)]))
    header, arrays = unpacked(film_payload(made, TITLES))
    assert header["gramLow"] == -1
    assert set(arrays["gram"].tolist()) == {0, LEVELS // 2, LEVELS}


@pytest.fixture(scope="module")
def swept():
    config = SweepConfig(
        dataset="two_moons",
        candidates=(Candidates(values=(0.1, 1.0, 10.0)),),
        lambdas=(0.01, 0.1),
        criteria=(CriterionChoice("loo"), CriterionChoice("kta")),
        repeats=1,
    )
    return run_sweep(config, dataset=load_dataset("two_moons"))


def test_the_lane_shows_every_criterion_from_its_best_to_its_worst(swept):
    drawn = criterion_lines(swept, lam=0.1, view=View(split=0, band="none"))
    curves = lane(drawn, [0.1, 1.0, 10.0], errors=("test_error",))
    assert len(curves) == 3
    for line, curve in zip(drawn, curves, strict=True):
        assert curve["y"][curve["best"]] == pytest.approx(0.0, abs=1e-4)
        assert max(curve["y"]) == pytest.approx(1.0, abs=1e-4)
        assert curve["wide"] == (line.quantity == "test_error")


def test_the_lane_of_a_thinned_grid_has_only_its_frames(swept):
    drawn = criterion_lines(swept, lam=0.1, view=View(split=0, band="none"))
    whole, part = (lane(drawn, places) for places in ([0.1, 1.0, 10.0], [0.1, 10.0]))
    assert [curve["y"] for curve in part] == [curve["y"][::2] for curve in whole]


def test_the_lane_runs_over_lambda_as_well(swept):
    drawn = lambda_lines(swept, kernel="gaussian", parameter=1.0, view=View(split=0, band="none"))
    curves = lane(drawn, [0.01, 0.1], errors=("test_error",))
    assert all(len(curve["y"]) == 2 for curve in curves)


def test_a_place_without_a_value_is_a_gap_and_a_curve_of_gaps_is_left_out(swept):
    gap = swept.assign(
        value=swept["value"].where((swept["quantity"] != "loo") | (swept["parameter"] != 1.0))
    )
    drawn = criterion_lines(gap, lam=0.1, view=View(split=0, band="none"))
    assert lane(drawn, [0.1, 1.0, 10.0])[0]["y"][1] is None
    assert lane(drawn[:1], [1.0]) == []
