"""Five things to try, at the foot of the first screen."""

from functools import partial

import streamlit as st

from kselect_core.criteria import CRITERIA
from kselect_core.kernels import PRECOMPUTED
from kselect_core.selection.config.config import SweepConfig
from kselect_core.words.labels import quantity_key, quantity_text, worded
from kselect_ui import PAGES, canvas
from kselect_ui.sweep import cursor, places, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import View

NARROW = (
    "The narrowest kernel and the smallest λ: the training error falls, the test error does not."
)
STOP = "Only the criteria are shown now. Choose a kernel with the slider, then show the test error."
WHY = "Its formula, with the numbers at the cursor and the reason."
RIDGE = "Watch the fit as λ grows: at first it passes near every point, in the end it is flat."
DATA = "Bring a table of your own, or take one of those that are here."

_CSS = """<style>
.st-key-tries { row-gap: 0.5rem; padding-block: 0.3rem 0.5rem; }
.st-key-tries [data-testid="stMarkdownContainer"] { margin: 0; }
.st-key-tries :is(button, [data-testid="stPageLink-NavLink"]) {
  height: 1.75rem; min-height: 0; margin: 0; padding: 0 0.6rem; box-sizing: border-box;
  align-items: center; line-height: 1.25;
  border: 1px solid light-dark(#c8c8c8, #4a4a4a); border-radius: 1rem;
}
.st-key-tries > [data-testid="stElementContainer"] { margin: 0; }  /* a link's would go upwards */
.st-key-tries p { font-size: 0.875rem; margin: 0; }
</style>"""


def draw(sweep: Sweep, seen: View) -> None:
    """Draw the five, with a sentence under those that changed this page.

    What the buttons do stands there after a press, and before it as a plain hint on hover: a panel
    would lie over the verdicts. Of Gram matrices nobody knows which is narrow: what needs one is
    left out.
    """
    config, widths = sweep.config, seen.kernel != PRECOMPUTED.name
    rough = roughest(config, seen.kernel)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="tries"):
        st.html(_CSS)
        st.markdown("**Try**", width="content")
        if widths:
            st.button(
                "make it memorise",
                key="try_memorise",
                on_click=cursor.move,
                args=(config, rough),
            )
        st.button(
            "where would you stop?",
            key="try_stop",
            on_click=linked.put,
            args=(switches.TEST_ERROR, False),
        )
        ends = [q for q in seen.shown if widths and CRITERIA[quantity_key(q)].always]
        for quantity in ends[:1]:
            places.why(quantity, f"why does {quantity_text(quantity)} fail?", WHY)
        link = partial(st.page_link, width="content")
        link(
            PAGES / "film.py",
            label="what does the ridge do?",
            help=worded(config, RIDGE),
            query_params={"reel": "λ"},
        )
        link(PAGES / "data.py", label="your data", help=DATA)
    canvas.hint("tried", {"try_memorise": worded(config, NARROW), "try_stop": STOP})
    if not seen.test_error:
        st.caption(STOP)
    elif widths and (seen.parameter, seen.lam) == (rough["parameter"], rough["lambda"]):
        st.caption(worded(config, NARROW))


def roughest(config: SweepConfig, kernel: str) -> dict[str, object]:
    """Return the point of the grid that fits the training part most closely."""
    family = next(family for family in config.candidates if family.kernel == kernel)
    first = family.smoothness().index(0)
    return {"kernel": kernel, "parameter": family.points[first], "lambda": min(config.lambdas)}
