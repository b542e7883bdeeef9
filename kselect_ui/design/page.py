"""The page about kernels that are designed: which of its views is shown."""

from collections.abc import Callable
from types import MappingProxyType

from kselect_ui.design import combined, iterated, relevance
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked

VIEW = "design"
WORDS = MappingProxyType(
    {
        "iterated": "Iterated kernel, few labels",
        "combination": "Combination of kernels",
        "features": "A width per feature",
    }
)
SHOWN: MappingProxyType[str, Callable[[Sweep], str]] = MappingProxyType(
    {"iterated": iterated.draw, "combination": combined.draw, "features": relevance.draw}
)


def show(sweep: Sweep) -> str:
    """Draw the switch between the views and the one that is chosen; returns its finding."""
    view = linked.switch("View", tuple(WORDS), key=VIEW, words=WORDS.__getitem__)
    return SHOWN[view](sweep)
