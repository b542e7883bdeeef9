"""Place of views for a finished search, whose texts call the error what it is."""

import re
from dataclasses import dataclass

import pandas as pd

from kselect_core.selection import SweepConfig, choices
from kselect_core.views.sweep import SweepAt, Swept

_PART = re.compile(r"\b([Tt]est|[Tt]raining|expected) (?:squared )?errors?(?: rates?)?\b")
_ALONE = re.compile(r"\b(?:squared errors?|error rates?)\b")


def renamed(text: str, label: str) -> str:
    """Text about test errors that calls them by a label; without one the text itself.

    Examples
    --------
    >>> renamed("Map of the test squared error", "1 − R²")
    'Map of the test 1 − R²'
    """
    return _ALONE.sub(label, _PART.sub(rf"\1 {label}", text)) if label else text


@dataclass(frozen=True, eq=False, repr=False)
class OpenedAt(SweepAt):
    """Place of an opened search; ``label`` names an error that is not that of a sweep."""

    label: str = ""

    @classmethod
    def of_search(cls, table: pd.DataFrame, config: SweepConfig, label: str) -> "OpenedAt":
        """Place of its table."""
        return cls(config, None, None, Swept(table, choices(table, config)), label=label)

    def said(self, text: str) -> str:
        """Return a text about test errors that calls them what is measured."""
        return renamed(text, self.label)

    @property
    def _ending(self) -> tuple[str, ...]:
        return (*super()._ending, f"measured by {self.label}" if self.label else "")
