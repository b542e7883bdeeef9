"""How far work is: one line that is written over on a terminal, else now and then one."""

import math
import shutil
import sys
import time
from typing import TextIO

from kselect_core.cli.speech.text import WIDTH
from kselect_core.experiments.engines.execution import Progress
from kselect_core.selection.sweep.landmarks.rounds import Round
from kselect_core.words.amounts import duration
from kselect_core.words.sweeps import round_text

EVERY_ON_TERMINAL, EVERY = 0.1, 10.0
"""Seconds between two lines."""

SURE = 5.0
"""Seconds after which the time that is left can be told: processes have begun by then."""

BAR = 20
"""Columns of the bar."""


class Meter:
    """Listener of an experiment or a sweep that writes to the standard error."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stderr
        self.terminal = self.stream.isatty()
        self._last, self._shown = -math.inf if self.terminal else time.monotonic(), 0

    def __call__(self, progress: Progress) -> None:
        """Show the progress of an experiment if it is time to."""
        self.show(line(progress))

    def kernels(self, done: int, total: int) -> None:
        """Show how many kernels of a sweep are finished if it is time to."""
        self.show(f"{share(done, total)} kernels")

    def round(self, at: Round) -> None:
        """Show how far the comparison of kernels by more rows is if it is time to."""
        self.show(f"{share(at.finished, at.kernels)} {round_text(at)}")

    def show(self, text: str) -> None:
        """Show a line if it is time to."""
        now = time.monotonic()
        every = EVERY_ON_TERMINAL if self.terminal else EVERY
        if now - self._last < every:
            return
        self._last = now
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


def share(done: int, total: int) -> str:
    """Return how much is done as a bar, a percentage and two numbers."""
    part = done / total if total else 1.0
    bar = "█" * int(BAR * part) + "░" * (BAR - int(BAR * part))
    return f"{bar} {part:4.0%}  {done} of {total}"


def line(progress: Progress) -> str:
    """Return the progress of an experiment in one line."""
    sure = progress.seconds > SURE and math.isfinite(progress.seconds_left)
    left = f"about {duration(progress.seconds_left)} left" if sure else ""
    failed = f"{progress.failed} failed" if progress.failed else ""
    count = share(progress.done, progress.total)
    return "  ".join(filter(None, (count, left, failed, progress.unit.title)))
