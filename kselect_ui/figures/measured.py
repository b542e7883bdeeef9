"""What the page of errors looks at, and what its captions have in common."""

from dataclasses import replace

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.plotting.maps.values import Lowest, lowest
from kselect_core.selection.terms.comparison import resampling_ratio
from kselect_core.words.labels import kernel_name, parameter_text, strength_text
from kselect_ui.sweep import captions, cursor, sidebar
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View

HIDDEN = (
    "The test error is hidden, and with it everything made of it. Switch it on in the side bar: "
    "Show test error."
)


def view(sweep: Sweep) -> View:
    """Return what is looked at: the cursor, with the criteria and the test error if shown."""
    return replace(
        cursor.at_cursor(sweep),
        shown=sidebar.shown(sweep),
        test_error=bool(st.session_state.get(sidebar.TEST_ERROR, True)),
    )


def measured(sweep: Sweep) -> str:
    """Return the quantity that counts on a test part."""
    return "test_error" if sweep.task == "binary" else "test_squared_error"


def splits_text(sweep: Sweep, seen: View) -> str:
    """Return which splits a picture of the table shows."""
    count = len(sweep.splits)
    if seen.split is not None:
        return f"split {seen.split + 1} of {count}"
    return f"mean of {count} splits" if count > 1 else "one split"


def common(sweep: Sweep, seen: View) -> str:
    """Return what every picture of the whole grid is made of."""
    text = f"{splits_text(sweep, seen)} · {captions.grid(sweep)}"
    return text[0].upper() + text[1:]


@st.cache_resource(max_entries=32, show_spinner=False)
def best(digest: str, split: int | None) -> Lowest | None:
    """Return where the test error is lowest on the grid, once per digest and split."""
    sweep = sweeps.load(digest)
    return lowest(sweep.table, measured(sweep), split)


@st.cache_resource(max_entries=8, show_spinner=False)
def ratio(digest: str) -> float:
    """Return n_test/n_train of a sweep; by its test share where the data are not here."""
    config = sweeps.load(digest).config
    try:
        data = sweeps.data(digest)
    except KselectError:
        return resampling_ratio(config)
    return resampling_ratio(config, data)


def place(sweep: Sweep, kernel: str, parameter: float, lam: float) -> str:
    """Return a point of the grid in a few words; the family is named where there are several."""
    family = next(f for f in sweep.config.candidates if f.kernel == kernel)
    value = parameter_text(parameter, family.convention)
    named = len(sweep.config.candidates) > 1 or not value
    parts = [f"{kernel_name(kernel)} kernel"] if named else []
    parts += [value] if value else []
    return ", ".join([*parts, strength_text(sweep.config, lam)])
