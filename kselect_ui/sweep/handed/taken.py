"""A kernel and a λ of a sweep as a scikit-learn model, and what is said of it."""

from typing import TYPE_CHECKING, NamedTuple

from kselect_core.selection.places.cursor import Cursor
from kselect_ui.server.shelf import kept
from kselect_ui.sweep import finished
from kselect_ui.sweep.finished import Sweep

if TYPE_CHECKING:
    from kselect_core.estimators.taken import Taken


class Description(NamedTuple):
    """What a page says of a model: least that makes it, its program, what it predicts.

    ``remark`` is the part of ``meaning`` that tells where it decides otherwise than the sweep.
    """

    shown: str
    program: str
    meaning: str
    remark: str


def model(sweep: Sweep, at: Cursor) -> "Taken":
    """Return the model itself."""
    from kselect_core.estimators.taken import take_along  # noqa: PLC0415 (a second of imports)

    return take_along(sweep.lens, finished.data(sweep.digest), at)


@kept
def description(digest: str, at: Cursor) -> Description:
    """Return what is said of the model, which is fitted for it, once per digest and place."""
    one = model(finished.load(digest), at)
    return Description(one.shown, one.program, one.meaning, one.remark)
