"""Stretches of rows, and the tree in which what is summed over them is added."""

STRETCH = 2**17
"""Rows of a stretch: their sums begin at zero, and go into those of all rows as a whole."""


def stretches(n: int) -> range:
    """Numbers of the stretches of n rows."""
    return range(-(-n // STRETCH))


def rows_of(number: int, n: int) -> slice:
    """Rows of one stretch."""
    return slice(number * STRETCH, min((number + 1) * STRETCH, n))


def halves(run: range) -> tuple[range, range]:
    """Both halves of a run of stretches, whose sums are added last."""
    middle = (len(run) + 1) // 2
    return run[:middle], run[middle:]


def divided(run: range, depth: int) -> list[range]:
    """Runs at a depth of the tree of halves: at most 2ᵈᵉᵖᵗʰ, none empty."""
    if depth == 0 or len(run) <= 1:
        return [run]
    return [part for half in halves(run) for part in divided(half, depth - 1)]
