"""One BLAS thread: the same bits whatever the machine's settings, and no fight between pools."""

from contextlib import AbstractContextManager
from functools import cache
from threading import Lock
from typing import Any

import scipy.linalg  # noqa: F401 (its BLAS must be there to be found)
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]  # ships no types


class _Limit(AbstractContextManager[None]):
    """One limit for all blocks that want it: the last one to end gives back what the first found.

    Each with its own, a block that ends takes the limit from one that still runs in another
    thread, and the last one to end leaves it behind for good.
    """

    def __init__(self) -> None:
        self._lock, self._inside = Lock(), 0
        self._limited: Any = None  # threadpoolctl ships no types

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._limited = _libraries().limit(limits=1, user_api="blas")
            self._inside += 1

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._limited.restore_original_limits()


_LIMIT = _Limit()


def one_blas_thread() -> AbstractContextManager[None]:
    """Limit every BLAS pool of this process to one thread for the time of the block.

    The limit is process-wide, so this is for scripts and notebooks; the app and the worker
    processes are started with the limit in their environment. Any thread may enter it.
    """
    return _LIMIT


@cache
def _libraries() -> ThreadpoolController:
    """Find the BLAS of numpy and that of scipy, once.

    It reads through all libraries of the process, which takes 3 ms.
    """
    return ThreadpoolController()
