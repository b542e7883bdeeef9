"""The pages of the app, as its menu lists them."""

from copy import copy
from functools import cache

import streamlit as st
from streamlit.navigation.page import Page

from kselect_ui import PAGES


def pages() -> dict[str, list[Page]]:
    """Return the pages by section, for one run: it marks which of them may run."""
    return {section: [copy(page) for page in listed] for section, listed in _made().items()}


@cache
def _made() -> dict[str, list[Page]]:
    """Make the pages once: to look for their files took half a millisecond of every run."""
    return {
        "Look": [
            st.Page(PAGES / "explore.py", title="Explore", default=True, url_path="start"),
            # the start page has no address of its own; this one can be linked to
            st.Page(PAGES / "explore.py", title="Explore", url_path="explore", visibility="hidden"),
            *(
                st.Page(PAGES / f"{name}.py", title=name.title(), url_path=name)
                for name in ("play", "spectrum", "perturbation", "errors", "film")
            ),
            st.Page(PAGES / "svm.py", title="SVM", url_path="svm"),
        ],
        "Understand": [
            st.Page(PAGES / "learn.py", title="Learn", url_path="learn"),
            st.Page(PAGES / "rewards.py", title="Rewards", url_path="rewards"),
            st.Page(PAGES / "bounds.py", title="Bounds", url_path="bounds"),
            st.Page(PAGES / "design.py", title="Kernel design", url_path="design"),
        ],
        "Make": [
            st.Page(PAGES / f"{name}.py", title=name.title(), url_path=name)
            for name in ("data", "sweep", "experiments")
        ],
    }
