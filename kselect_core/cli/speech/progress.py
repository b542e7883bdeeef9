"""How far an experiment is: one line that is written over on a terminal, else now and then one."""

import math
import shutil
import sys
import time
from typing import TextIO

from kselect_core.cli.speech.text import WIDTH
from kselect_core.experiments.engines.execution import Progress
from kselect_core.words.amounts import duration

EVERY_ON_TERMINAL, EVERY = 0.1, 10.0
"""Seconds between two lines."""

SURE = 5.0
"""Seconds after which the time that is left can be told: processes have begun by then."""

BAR = 20
"""Columns of the bar."""


class Meter:
    """Listener of an experiment that writes to the standard error."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stderr
        self.terminal = self.stream.isatty()
        self._last, self._shown = -math.inf if self.terminal else time.monotonic(), 0

    def __call__(self, progress: Progress) -> None:
        """Show the progress if it is time to."""
        now = time.monotonic()
        every = EVERY_ON_TERMINAL if self.terminal else EVERY
        if now - self._last < every:
            return
        self._last = now
        text = line(progress)
        if self.terminal:
            text = text[: min(WIDTH, shutil.get_terminal_size().columns) - 1]
            self.stream.write("\r" + text + " " * (self._shown - len(text)))
            self._shown = len(text)
        else:
            self.stream.write(text + "\n")
        self.stream.flush()

    def end(self) -> None:
        """Clear the line."""
        if self._shown:
            self.stream.write("\r" + " " * self._shown + "\r")
            self.stream.flush()
            self._shown = 0


def line(progress: Progress) -> str:
    """Return the progress in one line."""
    share = progress.done / progress.total if progress.total else 1.0
    bar = "█" * int(BAR * share) + "░" * (BAR - int(BAR * share))
    known = progress.seconds > SURE and math.isfinite(progress.seconds_left)
    left = f"about {duration(progress.seconds_left)} left" if known else ""
    failed = f"{progress.failed} failed" if progress.failed else ""
    count = f"{bar} {share:4.0%}  {progress.done} of {progress.total}"
    return "  ".join(filter(None, (count, left, failed, progress.unit.title)))
