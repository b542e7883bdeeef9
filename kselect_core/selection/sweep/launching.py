"""Worker processes of loky that end with this one and leave it to say what has happened.

A worker hangs on a lifeline from its first moment, and stops on no signal of a terminal: whoever
started it hears Ctrl-C and ends it. Processes that clear up after workers outlive this one by a
moment, without a word.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from multiprocessing import resource_tracker
from multiprocessing.context import set_spawning_popen
from multiprocessing.util import Finalize

from loky.backend import reduction, resource_tracker as loky_tracker, spawn
from loky.backend.context import LokyContext
from loky.backend.process import LokyProcess

from kselect_core.data.apart.lifeline import Lifeline

SILENT = "ignore:resource_tracker"
"""What is left of a killed process is cleared up, not told: whoever killed it knows."""


def trackers_run() -> None:
    """Start the two processes that clear up, deaf to the end of a terminal and silent."""
    sys.warnoptions.append(SILENT)  # handed on to what is started
    try:
        with _held_back(("SIGHUP",)):
            for tracker in (resource_tracker, loky_tracker):
                tracker.ensure_running()
    finally:
        sys.warnoptions.remove(SILENT)


if sys.platform != "win32":
    from loky.backend.fork_exec import fork_exec
    from loky.backend.popen_loky_posix import Popen

    class Launched(Popen):  # type: ignore[misc]  # loky ships no types
        """A worker as loky starts it, at the end of a lifeline."""

        def _launch(self, process: LokyProcess) -> None:
            """Start Python, tie it, then send it what it is to do."""
            trackers_run()
            content = self._content(process)
            self.sentinel, theirs = os.pipe()
            Finalize(self, os.close, (self.sentinel,))
            received, sent = os.pipe()
            with os.fdopen(sent, "wb") as pipe:
                try:
                    self.pid = self._started(process, received, theirs)
                finally:
                    os.close(received)
                    os.close(theirs)
                with suppress(BrokenPipeError):  # it was killed; the sentinel tells that
                    pipe.write(content)
                    pipe.flush()

        def _started(self, process: LokyProcess, received: int, theirs: int) -> int:
            """Return the number of a new process that waits to be told more."""
            trackers = [loky_tracker.getfd(), resource_tracker.getfd()]
            arguments = ["--process-name", str(process.name), "--pipe", str(received)]
            with Lifeline() as line, _held_back(("SIGINT", "SIGTERM", "SIGHUP")):
                self._fds += [received, theirs, line.theirs, *trackers]
                command = line.command(Popen.__module__, arguments)
                pid: int = fork_exec(command, self._fds, env=process.env)
                line.tie(pid)
            Finalize(self, line.close)
            return pid

        def _content(self, process: LokyProcess) -> memoryview:
            """Return what the process reads first: how this one is set up, then itself."""
            content = BytesIO()
            set_spawning_popen(self)
            try:
                preparation = spawn.get_preparation_data(process.name, init_main_module=False)
                reduction.dump(preparation, content)
                reduction.dump(process, content)
            finally:
                set_spawning_popen(None)
            return content.getbuffer()


class Worker(LokyProcess):  # type: ignore[misc]  # loky ships no types
    """A process to come; over there it is one of loky's, so that nothing of ours is imported."""

    if sys.platform != "win32":
        _Popen = staticmethod(Launched)

    def __reduce__(self) -> tuple[object, ...]:
        return object.__new__, (LokyProcess,), self.__dict__


class Workplace(LokyContext):  # type: ignore[misc]  # loky ships no types
    """Context of loky whose processes are such workers."""

    Process = Worker


@contextmanager
def _held_back(names: tuple[str, ...]) -> Iterator[None]:
    """Hold signals back from what is started inside the block."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {getattr(signal, name) for name in names})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
