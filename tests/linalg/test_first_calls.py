"""After the first calls nothing is compiled any more."""

from inspect import getmembers
from pathlib import Path

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

from kselect_core.criteria import SvmProblem
from kselect_core.linalg import first_calls as module
from kselect_core.linalg.fits import smo
from kselect_core.linalg.machine.compiled import LostCode
from kselect_core.linalg.spectra import secular_loops
from kselect_core.linalg.spectra.spectrum import spectrum
from kselect_core.linalg.tiled import loops as tile_loops


def signatures():
    """Kinds of arguments that every loop is compiled for."""
    return {
        name: len(loop.signatures)
        for loops in (smo, secular_loops, tile_loops)
        for name, loop in getmembers(loops)
        if isinstance(loop, Dispatcher)
    }


@pytest.fixture(scope="module")
def called():
    for call in module.first_calls():
        call()


@pytest.mark.usefixtures("called")
def test_every_loop_that_is_called_from_outside_is_ready():
    ready = {name for name, count in signatures().items() if count}
    assert ready >= {"_path", "_fold_paths", "_leave_one_out", "_block_changes", "_smo"}
    assert ready >= {"roots", "largest"}
    assert "products" in ready


@pytest.mark.usefixtures("called")
def test_what_criteria_and_views_call_is_compiled():
    before = signatures()
    rng = np.random.default_rng(0)
    X = rng.standard_normal((30, 2))
    K = np.exp(-np.square(X[:, None] - X).sum(axis=-1))
    problem = SvmProblem(K, np.where(X[:, 0] > 0, 1.0, -1.0), [1.0, 10.0])
    _ = problem.machines, problem.exact_machines, problem.left_out, problem.changes
    problem.held_out(5)
    problem.squared_slacks(1.0)
    sigma, Q, _ = spectrum(problem.K)
    module.removed_spectra(sigma, Q, rows=[3, 1])
    module.largest_shift(sigma, Q)
    classes = (X[:, 0] > 0).astype(np.int64)
    module.gaussian_sums(X, classes, [0.5, 1.0])
    module.products_of_parts(X, classes, [np.arange(30)], [X.T.copy()], [0.5, 1.0])
    assert signatures() == before


@pytest.mark.usefixtures("called")
def test_afterwards_the_machine_code_of_every_loop_is_kept():
    code = module.machine_code()
    assert code.made
    assert list(Path(code.folder).rglob("smo.*.nbi"))


def test_one_loop_that_is_not_kept_is_enough(monkeypatch):
    monkeypatch.setitem(vars(secular_loops.roots), "_cache", LostCode())
    assert module.machine_code() == ("", False)
