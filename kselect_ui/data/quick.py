"""The step after the data: one button that runs a first sweep of them and shows it growing."""

from dataclasses import replace

import streamlit as st

from kselect_core.criteria import CRITERIA
from kselect_core.data.catalogue.cards import title_of
from kselect_core.kernels import GAUSSIAN
from kselect_core.selection import Candidates, CriterionChoice, SweepConfig
from kselect_core.selection.config.config import LANDMARKS
from kselect_core.selection.config.grids import PRESETS, powers, reaching
from kselect_core.selection.places.overview import Overview
from kselect_core.selection.sweep.engines import TILED_TO, engine_for
from kselect_core.selection.sweep.setup import Setup
from kselect_core.words.amounts import counted, duration
from kselect_core.words.labels import strength
from kselect_ui.data import views
from kselect_ui.grid import builder, criteria_picker
from kselect_ui.server import runs
from kselect_ui.server.messages import plain
from kselect_ui.sweep import datasets, launch
from kselect_ui.sweep.datasets import Chosen, Splitting

KEY = "next"  # its row stays in sight, like the bar of other pages
ROWS = 1000  # to train on: a first sweep of more takes a stratified part of them


def draw(chosen: Chosen, split: Splitting, seen: Overview) -> None:
    """Draw what is in use, the button that sweeps it, and the way to a grid of one's own."""
    if notice := st.session_state.pop(launch.NOTICE, ""):
        st.warning(plain(notice, limit=400))
    config = config_of(chosen, split, seen)
    about = f"**{plain(title_of(config.dataset), limit=40)}** :gray[· {_grid(config, chosen)}]"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(about, width="content")
        _button(config, chosen)
        views.own_grid(seen)


def config_of(chosen: Chosen, split: Splitting, seen: Overview) -> SweepConfig:
    """Return a sweep of the widths that the data suggest, with few λ and on few rows.

    Of a table so large that landmarks compute its sweeps all rows are used, in one split, by the
    criteria that need one pass: that is quicker than to test a model of few rows on all others, and
    says more.
    """
    n, task = len(chosen.dataset.y), chosen.dataset.task
    trained = split.trained(chosen.stored)
    criteria = criteria_picker.ticked(task, "krr")
    if trained > TILED_TO:
        split = replace(split, repeats=1)
        criteria = [name for name in criteria if not CRITERIA[name].by_row]
    elif split.split != datasets.GIVEN and trained > ROWS:
        split = replace(split, test_share=datasets.share_for(ROWS, n))
    span = views.suggested(seen)
    widths = powers(span.base, int(span.low), int(span.high))
    return replace(
        builder.on_data(chosen, split),
        candidates=(Candidates(GAUSSIAN.name, widths, views.convention()),),
        lambdas=reaching(PRESETS["quick"].lambdas, split.trained(chosen.stored)),
        criteria=tuple(CriterionChoice(name) for name in criteria),
    )


def _grid(config: SweepConfig, chosen: Chosen) -> str:
    grid = f"{counted(len(config.kernels), 'width')} × {len(config.lambdas)} {strength(config)}"
    n, train = len(chosen.dataset.y), Setup(config, chosen.stored).trained
    words = f"{grid} × {counted(config.repeats, 'split')}, {train:,} of {n:,} rows to train on"
    landmarks = engine_for(config, train) == LANDMARKS
    return f"{words}, by {config.landmarks:,} landmarks" if landmarks else words


def _button(config: SweepConfig, chosen: Chosen) -> None:
    digest = config.digest()
    if runs.is_finished(digest):
        st.button(
            "Open its first sweep in Explore",
            key="quick_open",
            type="primary",
            on_click=launch.open_run,
            args=(digest,),
        )
        return
    cost, refused = launch.refusal(config, chosen.stored)
    if cost is None or refused or cost.seconds > launch.HOUR:
        long = "A first sweep of these data would take hours: choose a grid and fewer rows."
        st.caption(plain(refused or long, limit=400))
        return
    st.button(
        f"Run a first sweep (about {duration(cost.seconds)})",
        key="quick_run",
        type="primary",
        on_click=launch.run_and_watch,
        args=(config, chosen.stored),
        help="Its curves grow on Explore. When it ends, every page can show it.",
    )
