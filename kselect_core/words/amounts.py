"""How many there are of something, and how long it takes; nothing here loads NumPy."""

import math

TEN, TWO_MINUTES = 10, 120  # seconds, below which tenths and no minutes are said
BUSY = 1.5  # times slower by the clock, from which on a computer is called busy


def counted(number: int, word: str, plural: str = "") -> str:
    """Return how many there are of something: ``1 kernel``, ``7 kernels``, ``2 criteria``."""
    return f"{number} {word if number == 1 else plural or word + 's'}"


def matrices_counted(number: int) -> str:
    """Return how many Gram matrices there are: ``1 Gram matrix``, ``5 Gram matrices``."""
    return counted(number, "Gram matrix", "Gram matrices")


def duration(seconds: float) -> str:
    """Return a duration as people say it: ``0.4 s``, ``12 s``, ``3 min 5 s``, ``2 h 10 min``."""
    if not math.isfinite(seconds):
        return "an unknown time"
    if seconds < TEN:
        return f"{seconds:.1f} s"
    if seconds < TWO_MINUTES:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def about_text(seconds: float) -> str:
    """Return an estimate as a button says it: ``about 12 s``, or ``less than a second``."""
    return "less than a second" if seconds < 1 else f"about {duration(seconds)}"


def pace_text(seconds: float, busy: float) -> str:
    """Return how long work takes where others work as well; empty where hardly anybody does."""
    if busy < BUSY:
        return ""
    return (
        "that is on an idle computer; other programs are running on this one, so it may take "
        f"about {duration(seconds * busy)}"
    )
