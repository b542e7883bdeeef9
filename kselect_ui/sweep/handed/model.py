"""The kernel and λ of the cursor as a scikit-learn model: its lines and its file."""

import streamlit as st

from kselect_core.estimators.taken import obstacle, take_along
from kselect_core.selection.places.cursor import Cursor
from kselect_core.words.places import point_text, split_text
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import cursor, finished
from kselect_ui.sweep.finished import Sweep

KIND = "application/zip"  # what a skops file is


def draw(sweep: Sweep, name: str) -> None:
    """Draw the program of the model under the cursor, and the button of its file."""
    with error_in_place():
        kernel, parameter, lam = cursor.position(sweep)
        at = Cursor(cursor.split_shown() or 0, kernel, parameter, lam)
        taken = take_along(sweep.lens, finished.data(sweep.digest), at)
        here = f"{point_text(sweep.config, at)}, {split_text(sweep.config, at.split)}"
        st.caption(
            f"The model under the cursor ({plain(here)}) in scikit-learn, with alpha, C and gamma "
            "as scikit-learn counts them. Fitted on the training part of the split it predicts "
            "what this page shows."
        )
        st.code(taken.program, language="python", wrap_lines=True)
        if missing := obstacle():
            st.caption(plain(missing))
            return
        st.download_button(
            "Fitted model (skops)",
            taken.dumped,
            f"{name}_model.skops",
            KIND,
            key="take_model",
            on_click="ignore",
        )
        st.caption(
            f"{plain(taken.meaning, limit=400)} The file scales as the sweep did, holds no "
            "program, and is read by skops.io.load."
        )
