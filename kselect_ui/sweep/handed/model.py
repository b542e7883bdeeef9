"""The kernel and λ of the cursor as a scikit-learn model: its lines and its file."""

import streamlit as st

from kselect_core.estimators.taken import obstacle
from kselect_core.selection.places.cursor import Cursor
from kselect_core.words.places import point_text, split_text
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import cursor
from kselect_ui.sweep.finished import Sweep
from kselect_ui.sweep.handed import taken

KIND = "application/zip"  # what a skops file is
AS_HERE = " Fitted on the training part of the split it predicts what this page shows."


def draw(sweep: Sweep, name: str) -> None:
    """Draw the program of the model under the cursor, and the button of its file."""
    with error_in_place():
        kernel, parameter, lam = cursor.position(sweep)
        at = Cursor(cursor.split_shown() or 0, kernel, parameter, lam)
        text = taken.description(sweep.digest, at)
        here = f"{point_text(sweep.config, at)}, {split_text(sweep.config, at.split)}"
        st.caption(
            f"The model under the cursor ({plain(here)}) in scikit-learn, with alpha, C and gamma "
            "as scikit-learn counts them. X and y are the training part of the split."
        )
        st.code(text.program, language="python", wrap_lines=True)
        st.caption(f"{plain(text.meaning, limit=700)}{'' if text.remark else AS_HERE}")
        if missing := obstacle():
            st.caption(plain(missing))
            return
        st.download_button(
            "Fitted model (skops)",
            lambda: taken.model(sweep, at).dumped(),
            f"{name}_model.skops",
            KIND,
            key="take_model",
            on_click="ignore",
        )
        st.caption(
            "The file scales as the sweep did, holds no program, and is read by skops.io.load."
        )
