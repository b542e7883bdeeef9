"""One figure of reliability: what was promised, what was measured, whether it holds."""

from typing import NamedTuple


class Figure(NamedTuple):
    """A row of docs/reliability.md."""

    what: str  # what was done, in words: "random kills of the leader"
    target: str  # what should come out: "0 finished results lost"
    got: str  # what came out, with its unit
    holds: bool


def at_most(what: str, value: float, limit: float, unit: str) -> Figure:
    """Return a figure that holds if a value is not above its limit."""
    return Figure(
        what, f"≤ {limit:g} {unit}".strip(), f"{value:.3g} {unit}".strip(), value <= limit
    )


def none_of(what: str, found: int, of: int, noun: str) -> Figure:
    """Return a figure that holds if nothing was found in so many trials."""
    return Figure(what, f"0 {noun}", f"{found} in {of:,}", found == 0 < of)
