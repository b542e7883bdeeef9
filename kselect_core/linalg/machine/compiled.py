"""Loops that NumPy cannot write: compiled at the first call, kept on disk for the next start."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from logging import getLogger
from pickle import UnpicklingError
from typing import Any, TypeVar, cast

from numba import njit
from numba.core.caching import FunctionCache, NullCache

F = TypeVar("F", bound=Callable[..., object])

ONCE = "once on this computer; kselect doctor --compile does it in advance"
NOWHERE = "in each process, because no cache folder is writable: set NUMBA_CACHE_DIR"

UNREADABLE = (
    *(EOFError, UnpicklingError, OSError),
    *(AttributeError, ImportError, LookupError, RuntimeError, TypeError, ValueError),
)
"""What a truncated or damaged file of machine code raises, depending on where it breaks off."""


def compiled(function: F, *, any_order: bool = False) -> F:
    """Function compiled to machine code; other threads run while it does.

    Write ``@no_type_check`` above it: what is compiled has no use for checks at run time. Where no
    folder can be written the machine code is not kept, and each process compiles again.
    ``any_order`` lets it add up several terms at once: in another order, but always the same.
    """
    freedom = {"reassoc", "contract"} if any_order else set[str]()
    dispatcher = njit(nogil=True, error_model="numpy", fastmath=freedom)(function)
    if dispatcher is not function:  # numba is switched on
        vars(dispatcher)["_cache"] = _place(function)  # as numba does for cache=True
    return cast("F", dispatcher)


@cache
def tell(how_often: str) -> None:
    """Say, once in a process, that machine code is made: a line of the log, usually on stderr."""
    line = "kselect compiles its loops (up to a minute), %s."
    getLogger("kselect").warning(line, how_often)


def _place(function: Callable[..., object]) -> Any:  # noqa: ANN401 (numba is only half typed)
    keep: Any = KeptCode
    try:
        return keep(function)
    except RuntimeError:  # numba finds no place for the file
        return LostCode()


class KeptCode(FunctionCache):
    """Machine code on disk; what cannot be read is made again, what cannot be written is not kept.

    numba itself fails on files that an interrupted or full disk has left half written.
    """

    def load_overload(self, sig: object, target_context: object) -> Any:  # noqa: ANN401 (numba's)
        """Machine code for a signature; None if there is none, or none that can be read."""
        overload = None
        try:
            overload = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except UNREADABLE:
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]  # saving would read the damaged index
        if overload is None:
            tell(ONCE)
        return overload

    def is_there(self) -> bool:
        """Whether machine code of this source, by this numba, is on disk."""
        with suppress(*UNREADABLE):
            file: Any = self._cache_file
            return bool(file._load_index())  # noqa: SLF001 (numba's)
        return False

    def save_overload(self, sig: object, data: object) -> None:
        """Keep machine code, if the disk takes it."""
        with suppress(*UNREADABLE):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


class LostCode(NullCache):
    """Machine code that no folder keeps."""

    def load_overload(self, sig: object, target_context: object) -> None:
        """None: there is none."""
        del sig, target_context
        tell(NOWHERE)
