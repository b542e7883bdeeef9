"""One BLAS thread: the same bits whatever the machine's settings, and no fight between pools."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import scipy.linalg  # noqa: F401 (its BLAS must be there to be found)
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]  # ships no types


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Limit every BLAS pool of this process to one thread for the time of the block.

    The limit is process-wide, so this is for scripts and notebooks; the app and the worker
    processes are started with the limit in their environment.
    """
    with _libraries().limit(limits=1, user_api="blas"):
        yield


@cache
def _libraries() -> ThreadpoolController:
    """Find the BLAS of numpy and that of scipy, once.

    It reads through all libraries of the process, which takes 3 ms.
    """
    return ThreadpoolController()
