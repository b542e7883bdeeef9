"""A lifeline to another process: the system ends that one when this one is gone, however it ended.

It is a pipe that nobody writes to; only this process has its writing end, which the system closes
with it. On Linux that sends the other one a signal which it need not be awake for: a process that
still begins, computes in C or waits for its turn on a busy machine ends all the same.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

if sys.platform != "win32":
    import fcntl

POSSIBLE: Final = sys.platform != "win32"
"""Whether there are lifelines: Windows hands no pipe to a process that is started like this."""

_FIRST: Final = str(Path(__file__).with_name("alive.py"))


class Lifeline:
    """Block in which one process is started with ``theirs``; it lives until ``close``, at most."""

    def __init__(self) -> None:
        self.theirs, self._ours = os.pipe()

    def __enter__(self) -> "Lifeline":
        """Return itself."""
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        """Close what the other process has by now; all of it if none was started."""
        os.close(self.theirs)
        if kind is not None:
            self.close()

    def command(self, module: str, arguments: Sequence[str]) -> list[str]:
        """Return what runs a module, like ``python -m``, at the end of this line."""
        return [sys.executable, "-P", _FIRST, str(self.theirs), module, *arguments]

    def tie(self, process: int) -> None:
        """Tie a process that was started just now, before Python runs in it."""
        if sys.platform == "linux":
            fcntl.fcntl(self.theirs, fcntl.F_SETOWN, process)
            flags = fcntl.fcntl(self.theirs, fcntl.F_GETFL)
            fcntl.fcntl(self.theirs, fcntl.F_SETFL, flags | os.O_ASYNC)

    def close(self) -> None:
        """Let the other process end, if it is still there."""
        if self._ours >= 0:
            os.close(self._ours)
            self._ours = -1
