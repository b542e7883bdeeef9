"""Loops that NumPy cannot write: compiled at the first call, kept on disk for the next start."""

from collections.abc import Callable
from typing import TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F, *, any_order: bool = False) -> F:
    """Function compiled to machine code; other threads run while it does.

    Write ``@no_type_check`` above it: what is compiled has no use for checks at run time. Where no
    folder can be written the machine code is not kept, and each process compiles again.
    ``any_order`` lets it add up several terms at once: in another order, but always the same.
    """
    freedom = {"reassoc", "contract"} if any_order else set[str]()
    try:
        made = njit(nogil=True, cache=True, error_model="numpy", fastmath=freedom)(function)
    except RuntimeError:  # numba finds no place for its cache
        made = njit(nogil=True, error_model="numpy", fastmath=freedom)(function)
    return cast("F", made)
