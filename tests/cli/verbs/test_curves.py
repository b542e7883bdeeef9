"""``kselect learning-curve``: choices from fewer training points on the command line."""

from dataclasses import replace

import pandas as pd
import pytest

from kselect import SweepConfig, curve_means, learning_curve, load_dataset
from kselect_core.cli.verbs import curves
from kselect_core.errors import StoppedError

CONFIG = """
dataset = "two_moons"
repeats = 2
lambdas = [0.001, 0.1]
criteria = ["loo", "ckta"]
candidates = [{ kernel = "gaussian", convention = "2tau", values = [0.1, 1, 10] }]
"""


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "sweep.toml"
    path.write_text(CONFIG, "utf-8")
    return path


def test_it_prints_the_learning_curve_of_python(kselect_json, config, tmp_path):
    kept = tmp_path / "choices.csv"
    words = ("--sizes", "210,20", "--strength", "0.001", "--measured-by", "auc", "--out", kept)
    found = kselect_json("learning-curve", config, *words)
    data = load_dataset("two_moons")
    given = {"lam": 0.001, "measure": "auc"}
    table = learning_curve(SweepConfig.from_toml(CONFIG), data, (20, 210), **given)
    pd.testing.assert_frame_equal(pd.DataFrame(found["curve"]), curve_means(table))
    assert (found["dataset"], found["measured_by"]) == ("two_moons", "auc")
    assert len(found["choices"]) == len(pd.read_csv(kept)) == 2 * 2 * 2


def test_weights_of_the_classes_are_typed(kselect_json, config):
    words = ("--sizes", "210", "--class-weights", "1,5", "--measured-by", "weighted")
    found = kselect_json("learning-curve", config, *words)
    data, asked = load_dataset("two_moons"), SweepConfig.from_toml(CONFIG)
    asked = replace(asked, class_weights=(1.0, 5.0))
    table = learning_curve(asked, data, (210,), lam=0.1, measure="weighted")
    pd.testing.assert_frame_equal(pd.DataFrame(found["curve"]), curve_means(table))
    assert found["digest"] == asked.digest()


def test_it_says_what_is_measured_in_words(kselect, config):
    found = kselect("learning-curve", config, "--sizes", "20, 210", "--measured-by", "balanced")
    assert "2 sweeps, about" in found.stderr
    heads = found.stdout.splitlines()[0]
    assert heads.split("  ")[0] == "test balanced error"
    assert heads.endswith("n = 210")
    assert "smallest on the grid" in found.stdout
    assert "test error" not in found.stdout
    assert "has the smallest mean regret" in found.stdout


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--sizes", "many"), 2, "whole numbers, such as 20,50,100"),
        (("--sizes", "30,900"), 1, "at most 210, the training points"),
        (("--strength", "3"), 1, "must be one of the grid: 0.001, 0.1, got 3.0"),
        (("--measured-by", "weighted"), 1, "needs a weight for each class"),
        (("--class-weights", "1;5"), 2, "must be numbers with commas between them, such as 1,5"),
        (("--class-weights", "1,5,2"), 1, "2 numbers, for the classes"),
        (("--out", "choices.txt"), 2, "--out must end in .csv or .parquet"),
    ],
)
def test_what_cannot_be_is_said(kselect, config, words, status, said):
    found = kselect("learning-curve", config, *words, status=status)
    assert said in " ".join(found.stderr.replace("│", " ").split())


def test_it_can_be_stopped(kselect, config, monkeypatch):
    def stopped(*_, cancel, **__):
        assert not cancel.is_set()
        raise StoppedError

    monkeypatch.setattr(curves, "choices_by_size", stopped)
    assert "Stopped." in kselect("learning-curve", config, status=130).stderr
