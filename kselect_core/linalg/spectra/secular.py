"""Spectra of a matrix with one row and column set to zero, for every row, from one decomposition.

With K = Q diag(σ) Qᵀ the eigenvalues of Kⁱ (row and column i set to zero) are a 0 and the roots of
Σⱼ q_ij²/(σⱼ − t), one in every gap between neighbouring eigenvalues of K.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from threading import Event
from typing import Any

import numpy as np

from kselect_core.errors import StoppedError
from kselect_core.types import Array, Float, Int

STEP = 4e7
"""Terms of the equation (rows · n²) between two looks at ``cancel``: about 0.1 s."""


def removed_spectra(
    sigma: Float[Array, " n"],
    Q: Float[Array, "n n"],
    *,
    rows: Sequence[int] | Int[Array, " r"] | None = None,
    on_progress: Callable[[int, int], object] | None = None,
    cancel: Event | None = None,
) -> Float[Array, "r n"]:
    """Eigenvalues of Kⁱ, descending, one row per i (all, or the ``rows`` asked for, from 0).

    K = Q diag(σ) Qᵀ with σ descending. Errors are below n ε max|σ|, as those of σ are. Raises
    StoppedError when ``cancel`` is set; ``on_progress`` gets the rows done and their number.

    Source: Golub (1973), Some modified matrix eigenvalue problems.
    Cost: about 5 n² divisions per row.
    """
    n = len(sigma)
    wanted = np.arange(n) if rows is None else np.asarray(rows, dtype=np.intp)
    removed = np.zeros((len(wanted), n))
    size = _size(sigma)
    s, step = sigma / size, max(1, int(STEP / n**2)) if n else 1
    for start in range(0, len(wanted), step):
        if cancel is not None and cancel.is_set():
            raise StoppedError(f"Stopped after {start} of {len(wanted)} points.")
        part = slice(start, start + step)
        _loops().roots(s, np.ascontiguousarray(Q[wanted[part]]), removed[part])
        if on_progress is not None:
            on_progress(min(start + step, len(wanted)), len(wanted))
    removed *= size
    if n and sigma[-1] < 0:  # the zero belongs somewhere in the middle
        removed = -np.sort(-removed, axis=1)
    return removed


def largest_shift(sigma: Float[Array, " n"], Q: Float[Array, "n n"]) -> float:
    """Largest |σⱼ(K) − σⱼ(Kⁱ)| over i and j, in units of K, by branch and bound over the gaps.

    Cost: in general a small part of the decomposition's; indefinite matrices need all spectra.
    """
    n = len(sigma)
    if n and sigma[-1] < 0:
        return float(np.abs(sigma - removed_spectra(sigma, Q)).max())
    size = _size(sigma)
    s = sigma / size
    order = np.argsort(np.diff(s), kind="stable")  # the largest gap first
    least = float(s[-1]) if n else 0.0  # the smallest eigenvalue gives way to the 0
    return float(_loops().largest(s, np.ascontiguousarray(Q), order, least)) * size


def _size(sigma: Float[Array, " n"]) -> float:
    return float(np.abs(sigma).max(initial=0.0)) or 1.0


def _loops() -> Any:  # noqa: ANN401 (numba ships no types)
    """Compiled loops; importing numba takes half a second, so only those who need it pay."""
    return import_module("kselect_core.linalg.spectra.secular_loops")
