"""SciPy's ``minimize``, loaded when a search begins: with all that it brings it takes a while."""

from typing import Any


def minimize(*given: Any, **options: Any) -> Any:  # noqa: ANN401 (no variant of its types fits)
    """Return what ``scipy.optimize.minimize`` gives for the same arguments."""
    from scipy.optimize import minimize as search  # noqa: PLC0415 (loaded when a search begins)

    return search(*given, **options)
