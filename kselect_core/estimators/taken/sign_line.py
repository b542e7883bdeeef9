"""Labels of two classes as −1 and +1, in a line of Python that takes them as they are in a file."""

from math import isfinite


def are_numbers(names: tuple[str, ...]) -> bool:
    """Whether the names of classes are different numbers, or the two truth values."""
    return set(names) == {"False", "True"} or _as_numbers(names)


def signs_written(positive: str, names: tuple[str, ...]) -> str:
    """Line that makes ``y`` of labels, +1 for the positive one of these names.

    Numbers are compared as numbers: one table has 1, the next 1.0, a third "1".
    """
    kind, value = (
        ("float", f"{float(positive)!r}") if _as_numbers(names) else ("str", f"{positive!r}")
    )
    return f"y = np.where(np.asarray(y, dtype={kind}) == {value}, 1.0, -1.0)"


def _as_numbers(names: tuple[str, ...]) -> bool:
    try:
        values = {float(name) for name in names}
    except ValueError:
        return False
    return len(values) == len(names) and all(map(isfinite, values))
