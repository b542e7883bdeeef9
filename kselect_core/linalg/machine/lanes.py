"""Reductions that compiled loops take several numbers at a time for.

A largest number that is kept by comparison is a chain of branches to the compiler, since a NaN
would end it; these say that there is none.
"""

from typing import Any

from numba import types
from numba.extending import intrinsic, overload

NO_NAN = ("nnan", "nsz")


def larger(a: float, b: float) -> float:
    """Larger of two numbers, neither of them NaN."""
    return max(a, b)


@intrinsic
def _selected(_: Any, a: Any, b: Any) -> Any:  # noqa: ANN401 (numba's)
    def written(_context: Any, builder: Any, _signature: Any, both: Any) -> Any:  # noqa: ANN401
        first = builder.fcmp_ordered(">", *both, flags=NO_NAN)
        return builder.select(first, *both, flags=NO_NAN)

    return types.float64(a, b), written


overload(larger, strict=False)(
    lambda _a, _b: lambda a, b: _selected(a, b)  # type: ignore[call-arg]  # noqa: PLW0108 (numba's)
)
