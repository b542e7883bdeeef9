"""A finished sweep that is looked at: what it has found is not computed again."""

import time

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.data import load_dataset
from kselect_core.results import runs
from kselect_core.selection import Candidates, SweepConfig, run_sweep
from kselect_core.selection.places.cursor import Cursor
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import finished

CONFIG = SweepConfig(
    dataset="two_moons",
    candidates=Candidates(values=(0.1, 1.0)),
    lambdas=(0.1,),
    criteria=("loo",),
    repeats=2,
)


@pytest.mark.parametrize("split", [0, 1])
def test_the_eigenvalues_of_a_finished_sweep_are_those_it_has_found(split, monkeypatch):
    told, digest, count = [], CONFIG.digest(), len(CONFIG.items)
    table = run_sweep(CONFIG, dataset=load_dataset("two_moons"), on_eigenvalues=told.append)
    facts = {"done": count, "total": count, "saved": time.time()}
    run = runs.Run(digest, "finished", CONFIG.to_toml(), **facts)
    runs.save(run, table, eigenvalues=told)
    shelf().clear()
    monkeypatch.setattr(np.linalg, "eigvalsh", None)
    for measure in ("", "@balanced"):  # the same sweep, judged by another error
        shown = finished.spectrum(f"{digest}{measure}", Cursor(split, "gaussian", 1.0, 0.1))
        (expected,) = [one for one in told if one[:3] == (split, "gaussian", 1.0)]
        assert_array_equal(shown.eigenvalues, expected.eigenvalues)
