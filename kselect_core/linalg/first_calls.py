"""The compiled loops: where their machine code is, and calls that load it or make it."""

from collections.abc import Callable, Iterator
from os.path import commonpath
from typing import Any, NamedTuple

import numpy as np

from kselect_core.linalg.spectra.secular import largest_shift, removed_spectra
from kselect_core.linalg.spectra.spectrum import spectrum
from kselect_core.linalg.tiled.chains import gaussian_sums, products_of_parts

POINTS = 16
"""Fewest for which every loop runs."""


def first_calls() -> Iterator[Callable[[], object]]:
    """Calls to make one after the other; the first one imports numba.

    Together they take about a second where the machine code is on disk, and half a minute where it
    must be made.
    """
    from kselect_core.linalg.fits import smo  # noqa: PLC0415 (imports numba)

    x = np.linspace(-1.0, 1.0, POINTS)
    K = np.exp(-np.square(x[:, None] - x))
    y, C = np.where(np.arange(POINTS) % 2, 1.0, -1.0), np.array([1.0])
    folds = [np.arange(POINTS)[q::2] for q in range(2)]
    sigma, Q, _ = spectrum(K)
    yield lambda: smo.machines(K, y, C)
    yield lambda: smo.held_out_decisions(K, y, C, folds)
    pair = smo.PairOfClasses(np.arange(POINTS), smo.fixed(y))
    yield lambda: list(smo.held_out_of_pairs(K, C, [pair], [POINTS // 2] * 2))
    yield lambda: smo.leave_one_out_decisions(K, y, C)
    yield lambda: smo.prediction_changes(K, y, C)
    yield lambda: smo.enclosing_ball(K)
    yield lambda: removed_spectra(sigma, Q)
    yield lambda: largest_shift(sigma, Q)
    classes = (y > 0).astype(np.int64)
    yield lambda: gaussian_sums(x[:, None], classes, [1.0])
    yield lambda: products_of_parts(x[:, None], classes, [np.arange(POINTS)], [y[None]], [1.0])


class MachineCode(NamedTuple):
    """Folder that keeps the machine code of all loops, empty if none does; whether it is there."""

    folder: str
    made: bool


def machine_code() -> MachineCode:
    """Where the machine code of the loops is kept; imports numba."""
    caches = [vars(loop)["_cache"] for loop in _loops()]
    folders = {one.cache_path for one in caches}
    if not folders or None in folders:
        return MachineCode("", made=False)
    return MachineCode(commonpath(folders), made=all(one.is_there() for one in caches))


def _loops() -> list[Any]:
    """Every compiled loop, as numba has it."""
    from kselect_core.linalg.fits import smo  # noqa: PLC0415 (imports numba)
    from kselect_core.linalg.spectra import secular_loops  # noqa: PLC0415
    from kselect_core.linalg.tiled import loops as tile_loops  # noqa: PLC0415

    every = [value for home in (smo, secular_loops, tile_loops) for value in vars(home).values()]
    return [value for value in every if "_cache" in getattr(value, "__dict__", ())]
