"""Start worker processes that can be killed: all at once, however much data they are sent.

A new process reads its data only when Python runs in it and has imported much. A pipe holds 64 KiB:
to send more, the parent would have to wait for each process in turn, and could not stop meanwhile.
"""

import mmap
import os
import pickle
import tempfile
import weakref
from collections.abc import Callable
from multiprocessing.context import get_spawning_popen
from pathlib import Path

from loky import ProcessPoolExecutor

from kselect_core.linalg.machine.memory import untold
from kselect_core.selection.sweep.launching import Workplace, trackers_run

ONE_THREAD = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"
)
"""Environment of a worker, set before it imports NumPy."""

FAULTS = "PYTHONFAULTHANDLER"
"""Loky has workers print where they were when a signal ended them, unless this is set, also to "".

That nobody can use who ended them; the program says in a sentence what has become of the work."""


def worker_pool(workers: int, act: Callable[[], None]) -> ProcessPoolExecutor:
    """Return a pool of so many processes; ``act`` is what each does first, sent with its data.

    The context is passed because joblib replaces loky's by its own, with which a new process
    imports joblib and NumPy before it reads anything.
    """
    trackers_run()
    return ProcessPoolExecutor(
        max_workers=workers,
        initializer=FirstAct(act),
        env={**ONE_THREAD, **untold(), FAULTS: os.environ.get(FAULTS, "")},
        context=Workplace(),
    )


class FirstAct:
    """A first act with its data, which a new process finds in an open file without a name.

    Where there is none (on Windows, on a full disk) they are sent as bytes, so that the process
    reads it all before it imports anything for it.
    """

    def __init__(self, act: Callable[[], None]) -> None:
        self._act, self._bytes = act, pickle.dumps(act)
        self._file = _nameless(self._bytes)
        if self._file is not None:
            weakref.finalize(self, os.close, self._file)

    def __call__(self) -> None:
        """Do it."""
        self._act()

    def __reduce__(self) -> tuple[object, tuple[object]]:
        process = get_spawning_popen()
        if process is None or self._file is None:
            return pickle.loads, (self._bytes,)
        return _found, (process.duplicate_for_child(self._file),)


def _nameless(content: bytes) -> int | None:
    """Return an open file with this content that nothing is left of when all have closed it."""
    if os.name == "nt":
        return None
    try:
        file, name = tempfile.mkstemp(prefix="kselect-")
    except OSError:
        return None
    try:
        Path(name).unlink()
        with open(file, "wb", closefd=False) as opened:
            opened.write(content)
    except OSError:
        os.close(file)
        return None
    return file


def _found(file: int) -> Callable[[], None]:
    """First act of this process, from the open file that it was given."""
    with mmap.mmap(file, 0, access=mmap.ACCESS_READ) as content:
        act: Callable[[], None] = pickle.loads(content)  # noqa: S301 (the parent's own)
    os.close(file)
    return act
