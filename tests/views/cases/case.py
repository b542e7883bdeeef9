"""One run of one view: its place is made when the test needs it, once for all that share it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kselect_core import views


@dataclass(frozen=True)
class Case:
    """A view, what makes the place it looks at, the name of that place, and its options."""

    view: views.View
    place: Callable[[str], Any]
    name: str
    options: dict[str, object] = field(default_factory=dict)

    def __str__(self):
        return ", ".join([self.view.name, self.name, *map(str, self.options.values())])
