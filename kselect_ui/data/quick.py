"""The step after the data: one button that runs a first sweep of them and shows it growing."""

from dataclasses import replace

import streamlit as st

from kselect_core.criteria import CRITERIA
from kselect_core.data.catalogue.cards import title_of
from kselect_core.kernels import GAUSSIAN, PRECOMPUTED
from kselect_core.selection import Candidates, CriterionChoice, SweepConfig
from kselect_core.selection.config.config import LANDMARKS
from kselect_core.selection.config.grids import PRESETS, powers, reaching
from kselect_core.selection.places.overview import Overview
from kselect_core.selection.sweep.engines import TILED_TO, engine_for
from kselect_core.selection.sweep.setup import Setup
from kselect_core.words.amounts import about_text, counted
from kselect_core.words.labels import strength
from kselect_ui.data import views
from kselect_ui.grid import builder, criteria_picker
from kselect_ui.server.messages import plain
from kselect_ui.sweep import datasets, launch
from kselect_ui.sweep.datasets import Chosen, Splitting
from kselect_ui.sweep.launch import Plan

KEY = "next"  # its row stays in sight, like the bar of other pages
ROWS = 1000  # to train on, where all rows take longer than people wait
SOON = 60.0  # seconds of a sweep of all rows, from which on one of so many is offered beside it


def draw(chosen: Chosen, split: Splitting, seen: Overview | None) -> None:
    """Draw what is in use, the button that sweeps it, and the way to a grid of one's own."""
    if notice := st.session_state.pop(launch.NOTICE, ""):
        st.warning(plain(notice, limit=400))
    plan, few = _plans(chosen, split, seen)
    config = plan.every.config
    about = f"**{plain(title_of(config.dataset), limit=40)}** :gray[· {_grid(config, chosen)}]"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(about, width="content")
        _button(plan, chosen)
        if few is not None and few.seconds:
            _few_rows(few, chosen)
        views.own_grid(seen)
    if plan.complete or plan.refused:
        return
    left_out = launch.left_out_text(config, Setup(config, chosen.stored).trained)
    for words in filter(None, (plan.words, left_out)):
        st.caption(words)


def config_of(chosen: Chosen, split: Splitting, seen: Overview | None) -> SweepConfig:
    """Return a sweep of the widths that the data suggest, with few λ.

    Points that are known by their Gram matrices, of which nothing is seen, have these as kernels.
    Of a table so large that landmarks compute its sweeps by the criteria that need one pass.
    """
    trained = split.trained(chosen.stored)
    criteria = criteria_picker.ticked(chosen.dataset.task, "krr")
    if trained > TILED_TO:
        criteria = [name for name in criteria if not CRITERIA[name].by_row]
    return replace(
        builder.on_data(chosen, split),
        candidates=(_kernels(chosen, seen),),
        lambdas=reaching(PRESETS["quick"].lambdas, trained),
        criteria=tuple(CriterionChoice(name) for name in criteria),
    )


def _kernels(chosen: Chosen, seen: Overview | None) -> Candidates:
    if seen is None:
        return Candidates(PRECOMPUTED.name, chosen.stored.grid)
    span = views.suggested(seen)
    widths = powers(span.base, int(span.low), int(span.high))
    return Candidates(GAUSSIAN.name, widths, views.convention())


def _plans(chosen: Chosen, split: Splitting, seen: Overview | None) -> tuple[Plan, Plan | None]:
    """Return the first sweep, and where it takes its time one of few rows to train on.

    All rows are used where one split of them takes no longer than people wait, and where landmarks
    compute: to test a model of few rows on all others takes longer there, and says less.
    """
    whole = launch.plan(config_of(chosen, split, seen), chosen.stored)
    trained = split.trained(chosen.stored)
    own_test = split.split == datasets.GIVEN
    if own_test or not ROWS < trained <= TILED_TO or 0 < whole.seconds <= SOON:
        return whole, None
    share = datasets.share_for(ROWS, len(chosen.dataset.y))
    few = config_of(chosen, replace(split, test_share=share), seen)
    part = launch.plan(few, chosen.stored)
    return (whole, part) if 0 < whole.seconds <= launch.COMFORTABLE else (part, None)


def _grid(config: SweepConfig, chosen: Chosen) -> str:
    kinds = ("matrix", "matrices") if chosen.stored.matrices else ("width",)
    grid = f"{counted(len(config.kernels), *kinds)} × {len(config.lambdas)} {strength(config)}"
    n, train = len(chosen.dataset.y), Setup(config, chosen.stored).trained
    words = f"{grid} × {counted(config.repeats, 'split')}, {train:,} of {n:,} rows to train on"
    landmarks = engine_for(config, train) == LANDMARKS
    return f"{words}, by {config.landmarks:,} landmarks" if landmarks else words


def _button(plan: Plan, chosen: Chosen) -> None:
    if plan.finished:
        st.button(
            "Open its first sweep in Explore",
            key="quick_open",
            type="primary",
            on_click=launch.open_run,
            args=(plan.finished,),
        )
        return
    if not 0 < plan.seconds <= launch.HOUR:
        long = "A first sweep of these data would take hours: choose a grid and fewer rows."
        st.caption(plain(plan.refused or long, limit=400))
        return
    st.button(
        f"Run a first sweep ({about_text(plan.seconds)})",
        key="quick_run",
        type="primary",
        on_click=launch.run_and_watch,
        args=(plan.first.config, chosen.stored),
        help="Its curves grow on Explore. When it ends, every page can show it.",
    )


def _few_rows(plan: Plan, chosen: Chosen) -> None:
    if plan.finished:
        st.button(
            f"Open the sweep of {ROWS:,} rows",
            key="quick_few_open",
            on_click=launch.open_run,
            args=(plan.finished,),
        )
        return
    st.button(
        f"Train on {ROWS:,} rows ({about_text(plan.seconds)})",
        key="quick_few",
        on_click=launch.run_and_watch,
        args=(plan.first.config, chosen.stored),
        help="Fewer rows often choose another kernel than all rows do.",
    )
