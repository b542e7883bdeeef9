"""The command line: ``kselect``, described in docs/command_line.md.

Verbs ask and print; nothing of what they print is computed here.
"""

import atexit
import gc
import os
import signal
import sys

__all__ = ["main"]

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
STOPPED = 130


def main() -> None:
    """Run the command line of this process; ends it with status 0, 1, 2 or 130."""
    # One BLAS thread here and in every process that is started: more would only get in each
    # other's way, and sums would round otherwise. BLAS looks at these variables when NumPy is
    # loaded, so everything else is imported afterwards.
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    # Python ends sooner where it does not look through all objects of all libraries once more.
    atexit.register(gc.freeze)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that cannot show every sign shows "?"
            stream.reconfigure(errors="replace")
    try:
        from kselect_core.cli.common.stopping import end_at_once, signals  # noqa: PLC0415
        from kselect_core.cli.program import program  # noqa: PLC0415 (see above)
        from kselect_core.cli.speech.text import told_in_words  # noqa: PLC0415

        sys.excepthook = told_in_words
        for number in signals():
            if number != signal.SIGINT:  # Python handles it so
                signal.signal(number, end_at_once)
        program(prog_name="kselect")
    except KeyboardInterrupt:
        sys.exit(STOPPED)
