"""How the choice of a sweep by landmarks moves with their number: computed, or offered."""

from functools import partial

from kselect_core import views
from kselect_core.selection.config.config import LANDMARKS
from kselect_core.selection.places.by_landmarks import choices_by_landmarks, path_seconds
from kselect_core.views.curves import along_landmarks
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import error_in_place
from kselect_ui.sweep import finished as sweeps, offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import View

KEY = "marks"
WORDS = "Choice against the number of landmarks"
ABOUT = (
    "If the choice of k-fold CV still changes from m/2 to all m landmarks, it depends on the "
    "landmarks and not only on the kernel: use more of them. The smaller sets are the first of "
    "the landmarks of the sweep."
)


def draw(sweep: Sweep, seen: View) -> None:
    """Draw the tick for a sweep by landmarks, and the path once it is set."""
    at = sweeps.place(sweep, seen.split)
    if at.dataset is None or at.engine != LANDMARKS:
        return
    whole = sweep.digest.partition(sweeps.LENS)[0]
    if not linked.tick(WORDS, key=KEY, help=ABOUT):
        return
    with error_in_place():
        path = offer.result(
            f"landmarks-{whole}-{seen.kernel}-{seen.split}",
            partial(
                choices_by_landmarks,
                at.config,
                at.known,
                kernel=seen.kernel,
                split=seen.split or 0,
            ),
            title=WORDS,
            button="Choose with fewer landmarks",
            seconds=lambda: path_seconds(at.config, at.known, kernel=seen.kernel),
        )
        if path is None:
            return
        along_landmarks(at, seen.kernel, ready=path)
        show(views.choices_along_landmarks, at, kernel=seen.kernel)
