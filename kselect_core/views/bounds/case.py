"""Where small cases look: at nothing, all they need are plain values."""

from dataclasses import dataclass, field

from kselect_core.views.kept import Keeper, Known


@dataclass(frozen=True, eq=False)
class Cases:
    """Samples small enough to be worked out in full; options of a view say which."""

    keeper: Keeper = field(default_factory=Known, repr=False)
    identity = "small cases"

    def made(self) -> str:
        """Return the expression that makes it."""
        return "views.Cases()"
