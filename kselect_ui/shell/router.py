"""The script Streamlit runs: navigation, heading and bar of every page, then the page."""

from contextlib import suppress

import streamlit as st

from kselect_core import __version__
from kselect_ui import PAGES
from kselect_ui.server.messages import PageEndsError
from kselect_ui.server.turns import turn
from kselect_ui.shell import behind
from kselect_ui.shell.loading import load
from kselect_ui.sweep import bar, hand, launch, switches
from kselect_ui.widgets import charts, heading, later, linked, theme

st.set_page_config(
    page_title="kselect",
    page_icon=theme.ICON,
    layout="wide",
    initial_sidebar_state="collapsed",  # on a phone it has the navigation
    menu_items={"About": f"**kselect {__version__}**: the workbench for choosing a kernel."},
)
st.logo(theme.WORDMARK, size="large")
theme.apply(large=charts.large())
page = st.navigation(
    {
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
    },
    position="top",
)
with turn(page.url_path):
    load(PAGES / f"{page.url_path or 'explore'}.py")
    linked.begin(page.url_path)
    charts.begin(page.title)
    unseen = behind.begin()
    beside = heading.begin()
    growing = launch.arrive(page.url_path)
    about_a_sweep = page.url_path not in ("play", "learn", "data", "sweep", "experiments")
    if not about_a_sweep:
        with beside:
            bar.keep(sliders=page.url_path == "play")
    elif not growing:
        bar.draw()
    follows = about_a_sweep and not growing
    later.begin(page.title, unseen, hand.follow if follows else None)
    notices = st.container()  # what the link asked for in vain is known when the widgets are drawn
    if page.url_path != "sweep":  # that page shows more of them itself
        with notices:
            switches.running(but=growing)
    whole = False
    try:
        with suppress(PageEndsError):
            page.run()
            whole = True
        later.figures()
    finally:
        heading.end()
        if sentences := linked.end(page.url_path, whole=whole):
            notices.warning("  \n".join(sentences))
        bar.share()
        with unseen:
            if follows:
                hand.follow_all() if later.paused() else hand.follow()
            last = later.end()
    last()
