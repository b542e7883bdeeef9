"""Every error kselect raises on purpose.

::

    KselectError
    ├── InvalidParameterError (ValueError)   a value outside its allowed range
    ├── UnknownNameError (KeyError)          no such kernel, criterion, data set, …
    ├── DataError (ValueError)               a table or array that cannot be used
    │   └── QuestionError                    it can be read in several ways: answer, try again
    ├── UndefinedScoreError (ArithmeticError) a criterion has no value on this problem
    ├── TooLargeError (MemoryError)          refused before any memory was taken
    ├── StorageError (OSError)               a file or folder that cannot be read or written
    │   └── BusyError                        somebody else is at work there; the message says who
    ├── StoppedError                         the caller asked to stop
    │   └── SweepCancelledError              … a sweep; the finished rows are kept
    ├── ClusterError                         a Dask scheduler or its workers: gone, or others
    └── SweepFailedError                     a worker process died; the finished rows are kept

Examples
--------
>>> from kselect import errors, load_dataset
>>> try:
...     load_dataset("moon")
... except errors.KselectError as error:
...     print(str(error).partition("?")[0])
No data set is called 'moon'. Did you mean 'moons'
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import ClassVar, Final, Self, cast

LONGEST_MESSAGE: Final = 1_000
"""Characters of a message, whatever the file or the caller wrote."""
SKIP_WORDS: Final = "(skip=…)"
"""How a message names that option of `load_dataset`; pages and commands say theirs in its place."""

_LONGEST_PIECE: Final = 240  # characters without a blank, as of a path
_KEPT: Final = (150, 60)  # of a longer piece: at its start and its end
_LONGEST_LIST: Final = 600
_LONGEST_NAME: Final = 40
_PIECE: Final = re.compile(rf"\S{{{_LONGEST_PIECE + 1},}}")


class KselectError(Exception):
    """Base of all deliberate errors; its text is meant for the user, and bounded."""

    longest: ClassVar[int] = LONGEST_MESSAGE

    def __str__(self) -> str:
        return bounded(self.args[0], self.longest) if self.args else ""


class InvalidParameterError(KselectError, ValueError):
    """A parameter lies outside its allowed range."""

    def __init__(self, where: str, parameter: str, allowed: str, got: object) -> None:
        super().__init__(f"{where}: {parameter} must be {allowed}, got {shortened(got)}.")
        self.parameter = parameter

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuilt, (type(self), self.args[0], {"parameter": self.parameter}))


class UnknownNameError(KselectError, KeyError):
    """A name that no table knows; suggests what is ``meant`` or nearest, and lists what exists."""

    def __init__(
        self,
        kind: str,
        name: object,
        known: Iterable[str],
        *,
        more: Iterable[str] = (),
        meant: str = "",
    ) -> None:
        names = sorted(set(known))
        shown = sorted({one[:_LONGEST_NAME] for one in names})
        near = get_close_matches(str(name)[:_LONGEST_NAME], shown, n=1)
        whole = meant or next((one for one in names if near and one.startswith(near[0])), "")
        hint = f" Did you mean {shortened(whole)}?" if whole else ""
        all_of_them = listed(names) or "none"
        text = f"No {kind} is called {shortened(name)}.{hint} Known: {all_of_them}."
        super().__init__(" ".join((text, *more)))

    def with_more(self, more: str) -> Self:
        """Return the same error with a sentence more."""
        return cast("Self", _rebuilt(type(self), f"{self.args[0]} {more}", {}))

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuilt, (type(self), self.args[0], {}))


class DataError(KselectError, ValueError):
    """A table or an array that cannot be used as it is."""


@dataclass(frozen=True)
class Question:
    """One thing about a file that only its owner can decide.

    ``option`` is the keyword of ``load_dataset`` that answers it, ``choices`` the allowed
    answers (empty: free text), ``guess`` the answer we would give. The text is bounded; choices
    are answers and stand as they are.
    """

    option: str
    text: str
    choices: tuple[str, ...] = ()
    guess: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", bounded(self.text))


class QuestionError(DataError):
    """The data can be read in more than one way; ``questions`` says which."""

    longest = 5 * LONGEST_MESSAGE

    def __init__(self, questions: Iterable[Question]) -> None:
        self.questions = tuple(questions)
        super().__init__(" ".join(_as_sentence(question) for question in self.questions))

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.questions,))


class UndefinedScoreError(KselectError, ArithmeticError):
    """A criterion has no value here; the message is the reason.

    ``values`` holds, where only some ridges are affected, the vector of values with NaN at
    the undefined ones.
    """

    def __init__(self, reason: str, values: object = None) -> None:
        super().__init__(reason)
        self.reason = bounded(reason)
        self.values = values

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.reason, self.values))


class TooLargeError(KselectError, MemoryError):
    """The work would not fit; refused before any memory was taken."""

    def __new__(cls, *arguments: object) -> Self:
        """Return an instance made as any exception is; MemoryError's way is for itself alone.

        Libraries that send exceptions between processes ask the class for a new instance.
        """
        return Exception.__new__(cls, *arguments)


class StorageError(KselectError, OSError):
    """A file or folder of ours that cannot be read or written."""


class BusyError(StorageError):
    """Somebody else is at work there; the message says who and since when."""


class StoppedError(KselectError):
    """The caller asked to stop before the work was done."""


class SweepCancelledError(StoppedError):
    """The caller asked to stop; ``table`` holds the rows that were finished."""

    def __init__(self, message: str, table: object = None) -> None:
        super().__init__(message)
        self.table = table


class ClusterError(KselectError):
    """A Dask scheduler or its workers are not there, or cannot compute what this process would."""


class SweepFailedError(KselectError):
    """A worker process died; ``table`` holds the rows that were finished."""

    def __init__(self, message: str, table: object = None) -> None:
        super().__init__(message)
        self.table = table


def shortened(value: object, limit: int = 80) -> str:
    """``repr`` of a value, cut to a length that fits a message."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def bounded(text: object, limit: int = LONGEST_MESSAGE) -> str:
    """Return a text that fits a message: without the middle of long pieces, and of the whole.

    Cells, names, paths and arguments are written by strangers and may be of any length; what a
    message says at its end, what to do, is kept.
    """
    whole = str(text)
    if len(whole) <= _LONGEST_PIECE:
        return whole
    if len(whole) > 2 * _LONGEST_PIECE * limit:
        whole = f"{whole[: _LONGEST_PIECE * limit]}…{whole[-_LONGEST_PIECE * limit :]}"
    begin, end = _KEPT
    whole = _PIECE.sub(lambda piece: f"{piece[0][:begin]}…{piece[0][-end:]}", whole)
    if len(whole) <= limit:
        return whole
    return f"{whole[: 2 * limit // 3].rstrip()} … {whole[len(whole) - limit // 3 + 3 :].lstrip()}"


def listed(names: Iterable[str], most: int = _LONGEST_LIST) -> str:
    """Return names for a sentence, each and all of them cut to a length that fits a message."""
    every = list(names)
    shown: list[str] = []
    for name in every:
        short = name if len(name) <= 2 * _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
        short = repr(short) if "," in short and short[0] not in "'\"" else short
        if shown and sum(map(len, shown)) + 2 * len(shown) + len(short) > most:
            return f"{', '.join(shown)} and {len(every) - len(shown):,} more"
        shown.append(short)
    return ", ".join(shown)


def _as_sentence(question: Question) -> str:
    shown = listed(map(repr, question.choices)).replace(", ", " | ")
    return f"{question.text} Answer with {question.option}=…{f' ({shown})' if shown else ''}."


def _rebuilt(kind: type[KselectError], message: str, state: dict[str, object]) -> KselectError:
    """Rebuild an error in another process without running its constructor."""
    error = kind.__new__(kind)
    error.args = (message,)
    error.__dict__.update(state)
    return error
