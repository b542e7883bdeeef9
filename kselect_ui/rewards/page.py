"""The page about what criteria reward: which of its views is shown, and what all look at."""

from collections.abc import Callable
from types import MappingProxyType

from kselect_ui.figures import measured
from kselect_ui.rewards import approximation, options, sensitivity, shuffled_labels, width
from kselect_ui.rewards.look import note_of_machines
from kselect_ui.server.messages import error_in_place
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import View

VIEW = "reward"
WORDS = MappingProxyType(
    {
        "width": "Along the width",
        "labels": "Shuffled labels",
        "sensitivity": "Sensitivity",
        "options": "Effect of options",
        "approximation": "Approximate CV",
    }
)
SHOWN: MappingProxyType[str, Callable[[Sweep, View], str]] = MappingProxyType(
    {
        "width": width.show,
        "labels": shuffled_labels.show,
        "sensitivity": sensitivity.show,
        "options": options.show,
    }
)


def show(sweep: Sweep) -> str:
    """Draw the switch between the views and the one that is chosen; returns its finding."""
    finding, view = "", linked.switch("View", tuple(WORDS), key=VIEW, words=WORDS.__getitem__)
    with error_in_place():
        if view == "approximation":
            finding = approximation.show(sweep)
        else:
            seen = measured.view(sweep)
            note_of_machines(sweep, seen)
            finding = SHOWN[view](sweep, seen)
    return finding
