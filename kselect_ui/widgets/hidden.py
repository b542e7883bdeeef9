"""What is told of the test part, decided once for every page: nothing where the bar hides it.

Figures, tables and files pass through here on their way out: what is new on a page is hidden
without a word of its own.
"""

import re
from collections.abc import Callable
from contextvars import ContextVar
from inspect import signature
from typing import Any

import pandas as pd

from kselect_ui.widgets import linked

SWITCH = "te"
TELLS = re.compile(r"(^|[ _])(test|regret|true error)($|[ _])")
"""Names of columns and quantities that tell a test error, or what it could be counted from."""
_SWITCHED: ContextVar[bool] = ContextVar("switched", default=True)


def begin(*, switched: bool) -> None:
    """Say whether the page has the switch: a page without one hides nothing."""
    _SWITCHED.set(switched)


def test_error() -> bool:
    """Return whether the test error is shown."""
    return not _SWITCHED.get() or switched_on()


def switched_on() -> bool:
    """Return whether the switch is on, also where it stands on another page."""
    return linked.is_on(SWITCH, default=True)


def table(numbers: pd.DataFrame) -> pd.DataFrame:
    """Return a table as it may be shown: without columns and rows that tell of the test part."""
    if test_error():
        return numbers
    return without(numbers)


def made(numbers: Callable[[], pd.DataFrame]) -> Callable[[], pd.DataFrame]:
    """Return what makes a table as it may be shown now, also when it is asked for later."""
    return numbers if test_error() else lambda: without(numbers())


def options(view: Callable[..., Any], given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a view as it may be shown: without test part, if it can be without."""
    if test_error() or "test" not in signature(view).parameters:
        return given
    return given | {"test": False}


def without(numbers: pd.DataFrame) -> pd.DataFrame:
    """Return a table without columns and rows that tell of the test part."""
    rest = numbers.loc[:, [not TELLS.search(str(name).lower()) for name in numbers.columns]]
    for name in ("quantity", "part"):
        if name in rest:
            telling = rest[name].astype(str).str.contains(TELLS.pattern.replace("(", "(?:"))
            rest = rest[~telling].reset_index(drop=True)
    return rest
