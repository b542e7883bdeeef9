"""The command line: ``kselect``, described in docs/command_line.md."""

import os
import signal
import sys

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # ships no types

from kselect_core.cli.program import program
from kselect_core.cli.speech import told_in_words
from kselect_core.cli.stopping import end_at_once
from kselect_core.selection.workers import ONE_THREAD

__all__ = ["main", "program"]


def main() -> None:
    """Run the command line of this process; ends it with status 0, 1, 2 or 130."""
    # One BLAS thread everywhere: more would only get in each other's way, and sums would round
    # otherwise. The variables are for the processes that are started from here; this one has
    # loaded NumPy with the package itself, so its pools are told directly.
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)
    threadpool_limits(1)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that cannot show every sign shows "?"
            stream.reconfigure(errors="replace")
    sys.excepthook = told_in_words
    signal.signal(signal.SIGTERM, end_at_once)
    program(prog_name="kselect")
