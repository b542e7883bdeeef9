"""Reading a table in a process apart, which can be killed: whatever a file does, this one goes on.

A few readers stay warm, so that a good file takes no longer than here. One that takes too long or
too much memory is ended, and a new one is started at once. What comes back is JSON and numbers
(see ``carried``). The deadline holds on every system, the bound of memory on Linux.
"""

import logging
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

from kselect_core.data.apart.carried import Plain, receive, send, unpacked
from kselect_core.data.apart.child import NO_MEMORY
from kselect_core.data.apart.lifeline import POSSIBLE, Lifeline
from kselect_core.data.formats.packing import refuse_too_many_bytes
from kselect_core.data.table.preview import Preview
from kselect_core.data.words.limits import MOST_BYTES, MOST_CELLS
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import BusyError, DataError

LOG = logging.getLogger("kselect")
SECONDS: Final = 10.0
MEMORY: Final = 2**30  # bytes of address space, all in all; a warm reader has 0.3 GiB
LARGER: Final = 4  # times as much of both for a file that only Parquet and text may be
MOST: Final = 2  # at the same time
PATIENCE: Final = 30.0  # seconds to wait for one of them
WARM_WITHIN: Final = 60.0  # seconds to start on a busy machine
BUSIEST: Final = 3.0  # times as long, at most, where other work wants the processors too
TIME_IS_UP: Final = getattr(signal, "SIGXCPU", 0) or 10_000
_ROOT: Final = Path(__file__).parents[3]
_ALONE: Final = {  # one thread, no memory set aside
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "PYTHONUNBUFFERED": "",
}


class Reader:
    """Reads tables in other processes, at most ``most`` at the same time.

    ``seconds`` is the deadline of one file (as processor time always, as time on the clock unless
    the machine is busy), ``memory`` the bytes of address space of a process, ``module`` what it
    runs. Safe to use from several threads.
    """

    def __init__(
        self,
        seconds: float = SECONDS,
        memory: int = MEMORY,
        *,
        most: int = MOST,
        patience: float = PATIENCE,
        module: str = "kselect_core.data.apart.child",
    ) -> None:
        self._bounds = (seconds, memory)
        self._most, self._patience = most, patience
        self._module = module
        self._places = threading.BoundedSemaphore(most)
        self._warm: list[_Child] = []
        self._lock = threading.Lock()
        self._closed = False

    def preview(
        self, content: bytes, *, name: str = "table", test: bytes | None = None, **options: object
    ) -> Preview:
        """Return what ``preview`` returns, computed in another process.

        A file that takes too long or too much memory, or ends its reader, is a ``DataError``.
        """
        TableOptions.from_keywords(**options)  # wrong options are refused as they are there
        blocks = [content] if test is None else [content, test]
        for block in blocks:
            refuse_too_many_bytes(len(block))
        if not self._places.acquire(timeout=self._patience):
            raise BusyError(
                "Other files are being read just now and take their time. Try again in a minute."
            )
        try:
            return self._read({"name": name, "options": options}, blocks)
        finally:
            self._places.release()

    def warm(self) -> None:
        """Have one process more than are at work, so that the next file need not wait for it."""
        with self._lock:
            self._bury()
            if not self._warm and not self._closed:
                self._warm.append(_Child(self._module, *self._bounds))

    def close(self) -> None:
        """End all processes that wait for a file; others end with their answer."""
        with self._lock:
            self._closed = True
            waiting, self._warm = self._warm, []
        for child in waiting:
            child.kill()

    def processes(self) -> list[int]:
        """Return the numbers of the processes that wait for a file."""
        with self._lock:
            return [child.number for child in self._warm if child.alive()]

    def _read(self, request: Plain, blocks: list[bytes]) -> Preview:
        large = sum(map(len, blocks)) > MOST_BYTES
        child = self._for_large() if large else self._taken()
        try:
            return child.answer(request, blocks)
        finally:
            with self._lock:
                keep = (
                    not large and child.again and len(self._warm) < self._most and not self._closed
                )
                if keep:
                    self._warm.append(child)
            if not keep:
                child.kill()
            self.warm()

    def _taken(self) -> "_Child":
        """Return a warm process; another one begins to warm up in its place."""
        with self._lock:
            self._bury()
            child = self._warm.pop() if self._warm else _Child(self._module, *self._bounds)
        self.warm()
        return child

    def _for_large(self) -> "_Child":
        """Return a process of its own for a large file, with more time and memory."""
        seconds, memory = self._bounds
        return _Child(self._module, LARGER * seconds, LARGER * memory)

    def _bury(self) -> None:
        """Forget processes that have ended while they waited."""
        for child in self._warm:
            if not child.alive():
                child.kill()
        self._warm = [child for child in self._warm if child.alive()]


class _Child:
    """One process that reads, and the way to it."""

    def __init__(self, module: str, seconds: float, memory: int) -> None:
        self._seconds, self._memory = seconds, memory
        self.again = False
        self._ready = False
        bounds = (str(seconds), str(memory))
        self._life: Lifeline | None = None
        if POSSIBLE:
            with Lifeline() as self._life:
                command = self._life.command(module, bounds)
                self._process = _begun(command, self._life.theirs)
                self._life.tie(self._process.pid)
        else:
            self._process = _begun([sys.executable, "-m", module, *bounds])

    @property
    def number(self) -> int:
        """Number of the process."""
        return self._process.pid

    def alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End the process and wait until it is gone."""
        self._process.kill()
        self._process.wait()
        if self._life is not None:
            self._life.close()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                with suppress(OSError):  # what could not be sent any more
                    stream.close()

    def answer(self, request: Plain, blocks: list[bytes]) -> Preview:
        """Return what the process answers; it can be asked again if ``again`` is true."""
        self.again = False
        if not self._ready and self._asked(None, [], WARM_WITHIN)[0].get("ready") is not True:
            raise DataError("The program that reads files does not start. Try again.")
        self._ready = True
        answer, numbers = self._asked(request, blocks, self._seconds * busy())
        if "preview" in answer:
            preview = unpacked(answer["preview"], numbers)
            self.again = answer.get("again") is True
            return preview
        if "memory" in answer:
            raise DataError(self._too_much())
        if "broken" in answer:
            LOG.error("A reader of files failed:\n%s", str(answer["broken"]))
            raise DataError(_failed("failed"))
        self.again = answer.get("again") is True
        raise DataError(
            str(answer.get("error", "The reader sent something that is not an answer."))
        )

    def _asked(
        self, request: Plain | None, blocks: list[bytes], seconds: float
    ) -> tuple[Plain, list[bytes]]:
        """Return the next message; the process is killed when the time is over."""
        late = threading.Event()
        timer = threading.Timer(seconds, self._end, args=(late,))
        timer.daemon = True
        timer.start()
        try:
            return self._exchanged(request, blocks)
        except (EOFError, OSError) as error:
            self._process.kill()
            raise DataError(self._why(self._process.wait(), late)) from error
        finally:
            timer.cancel()

    def _exchanged(self, request: Plain | None, blocks: list[bytes]) -> tuple[Plain, list[bytes]]:
        there, back = self._process.stdin, self._process.stdout
        if there is None or back is None:
            raise EOFError
        if request is not None:
            send(there, request, blocks)
        return receive(back, min(self._memory, 8 * 2 * MOST_CELLS))

    def _end(self, late: threading.Event) -> None:
        late.set()
        self._process.kill()

    def _why(self, status: int, late: threading.Event) -> str:
        """Return in words why the process has ended."""
        if late.is_set() or status == -TIME_IS_UP:
            return (
                f"Reading the file took longer than {self._seconds:g} seconds and was stopped. "
                "Leave out rows or columns, or save it as plain CSV."
            )
        if status == NO_MEMORY:
            return self._too_much()
        return _failed(f"ended (status {status})")

    def _too_much(self) -> str:
        return (
            f"Reading the file takes more than {self._memory / 2**30:.2g} GB of memory and was "
            "stopped. Leave out rows or columns."
        )


def _begun(command: list[str], *given: int) -> subprocess.Popen[bytes]:
    """Return a process that reads what it is asked and answers, with these open files."""
    return subprocess.Popen(  # noqa: S603 - our own module
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=_ROOT,
        env=os.environ | _ALONE,
        pass_fds=given,
    )


def busy() -> float:
    """Return by which factor everything is slower now: processes that want each processor."""
    if sys.platform == "win32":  # which tells no such number
        return 1.0
    return min(BUSIEST, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


def _failed(how: str) -> str:
    return (
        f"The program that reads files {how} on this one, so it was not read. Try again; if it "
        "happens again, save the table as plain CSV."
    )
