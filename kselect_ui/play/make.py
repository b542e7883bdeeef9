"""Sliders that say what a sample is made of; all of it stands in the link."""

from collections.abc import Sequence
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.data.made.recipe import RANGES, Recipe, nearest
from kselect_core.data.made.shapes import SHAPES
from kselect_ui.widgets import linked

SHAPE, DRAW = "play_shape", "play_draw"
KEYS = {name: f"play_{name}" for name in RANGES}
STEPS: dict[str, Sequence[float]] = {
    "n": (20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400),
    "noise": tuple(k / 20 for k in range(21)),
    "minority": tuple(k / 20 for k in range(2, 11)),
    "flipped": tuple(k / 50 for k in range(16)),
    "useless": (0, 1, 2, 3, 4, 5, 7, 10, 15, 20),
}
LABELS = {
    "n": "Points n",
    "noise": "Noise σ",
    "minority": "Smaller class",
    "flipped": "Flipped labels",
    "useless": "Useless features",
}
OF_CLASSES = ("minority", "flipped")


def controls(switch: DeltaGenerator) -> None:
    """Draw the controls of a sample, which show what is ``kept``.

    What a link says outside of the range becomes the nearest value. The
    shape stands beside the ``switch`` between the ways to data.
    """
    usual = Recipe()
    with switch:
        with st.container(width=180):
            shape = linked.one(
                "Shape",
                tuple(SHAPES),
                key=SHAPE,
                default=usual.shape,
                words=lambda name: SHAPES[name].title,
                label_visibility="collapsed",
            )
        st.button("Another draw", key="play_again", on_click=_again)
    names = [name for name in STEPS if SHAPES[shape].classes or name not in OF_CLASSES]
    places = [place for _ in range(2) for place in st.columns(3, gap="medium")]
    for place, name in zip(places, names, strict=False):
        with place:
            linked.slide(
                LABELS[name],
                STEPS[name],
                key=KEYS[name],
                default=getattr(usual, name),
                nearest=partial(nearest, name),
            )
    with places[len(names)]:
        linked.whole("Draw", key=DRAW, default=usual.draw, nearest=partial(nearest, "draw"))


def kept() -> Recipe:
    """Return the sample that the sliders say, or the link, also before they are drawn."""
    usual = Recipe()
    shape = linked.chosen(tuple(SHAPES), key=SHAPE, default=usual.shape)
    numbers = {name: linked.stored(KEYS[name], getattr(usual, name)) for name in STEPS}
    numbers["draw"] = linked.stored_whole(DRAW, usual.draw)
    return Recipe(shape, **{name: nearest(name, value) for name, value in numbers.items()})  # type: ignore[arg-type]  # whole numbers are made whole there


def steps(recipe: Recipe) -> dict[str, list[float]]:
    """Return the values along each slider that is drawn, by its key."""
    names = [name for name in STEPS if recipe.kind.classes or name not in OF_CLASSES]
    return {KEYS[name]: sorted({*STEPS[name], getattr(recipe, name)}) for name in names}


def values(recipe: Recipe) -> dict[str, float]:
    """Return the number of every slider by its key."""
    return {KEYS[name]: getattr(recipe, name) for name in STEPS}


def texts(recipe: Recipe) -> dict[str, str]:
    """Return what stands in a link that makes a recipe, by its names."""
    numbers = {key: f"{getattr(recipe, name):g}" for name, key in KEYS.items()}
    return numbers | {SHAPE: recipe.shape, DRAW: str(recipe.draw)}


def use(recipe: Recipe) -> None:
    """Put a recipe into the sliders; for callbacks."""
    linked.put(SHAPE, recipe.shape)
    for name, key in KEYS.items():
        linked.put(key, getattr(recipe, name))


def _again() -> None:
    linked.put(DRAW, linked.read(DRAW, Recipe().draw) + 1)
