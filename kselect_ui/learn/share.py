"""What leaves a step of a lesson: link, figures, programs, numbers, a report."""

from collections.abc import Callable, Collection
from functools import partial

import streamlit as st

from kselect_core.lessons import Lesson, Scene
from kselect_core.lessons.handout.page import handout
from kselect_ui.sweep import export
from kselect_ui.sweep.export import Parcel
from kselect_ui.sweep.handed.program import command, preamble, script


def draw(of: Lesson, scene: Scene, *, told: bool, kept: Collection[int]) -> None:
    """Draw the way out of a step, without tables that answer its question unless it was ``told``.

    The lesson on paper has its solutions, but for those of the steps that are ``kept`` back.
    """
    export.offer(lambda: _parcel(of, scene, told=told, kept=kept))


def _parcel(of: Lesson, scene: Scene, *, told: bool, kept: Collection[int]) -> Parcel:
    config, stage = scene.stage.config, scene.stage
    name = f"kselect_{of.key}"
    shown = scene.open and told
    return Parcel(
        name=name,
        subject=of.heading,
        start=preamble(config, f"A figure of the lesson {of.title}, with its numbers."),
        program=script(config),
        tables=(("Choices", stage.choices), ("All numbers", stage.table)) if shown else (),
        shown=(("Choices", stage.choices),) if shown else (),
        configuration=config.to_toml(),
        command=command(config, f"{name}.toml"),
        facts=(("Sweep", config.digest()), ("Step", scene.step.title)),
        lesson=lambda _: _handout(
            f"{name}_handout.html",
            partial(handout, of, {scene.step.sweep: stage}, kept=kept),
            kept=kept,
        ),
    )


def _handout(name: str, made: Callable[[], str], *, kept: Collection[int]) -> None:
    """Draw the button of the lesson on paper; what has not run yet runs when it is pressed."""
    which = "the solutions that were revealed" if kept else "the solutions"
    st.caption(
        "The whole lesson as one file to be printed on A4: pictures, questions with room for the "
        f"answers, and {which}, folded, at the end."
    )
    st.download_button(
        "Handout (HTML, prints on A4)",
        made,
        name,
        "text/html",
        key="learn_handout",
        on_click="ignore",
        icon=":material/print:",
    )
