"""Pictures drawn in the browser: scripts without a build step, registered as components.

A component gets its picture as bytes, which the browser keeps as long as they do not change. What
does change with every step (a marked row, the frame under the cursor) is said by a second
component of no size.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer


def script(*names: str) -> str:
    """Return scripts or styles of this folder, joined into one."""
    folder = files("kselect_ui.canvas")
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


@cache
def matrix() -> ComponentRenderer:
    """Return the component that draws a matrix."""
    return st.components.v2.component(
        "kselect_matrix",
        html='<figure><canvas tabindex="0" role="application"></canvas><div class="foot">'
        '<output aria-live="polite"></output><button type="button">PNG</button></div></figure>',
        css=script("shared.css"),
        js=script("shared.js", "matrix.js"),
    )


@cache
def film() -> ComponentRenderer:
    """Return the component that plays a film."""
    pictures = "".join(
        f'<div><p class="head">{name}</p><canvas role="img"></canvas></div>'
        for name in ("Decision picture", "Gram matrix", "Spectrum")
    )
    return st.components.v2.component(
        "kselect_film",
        html=f'<figure role="group" aria-label="Film"><div class="three">{pictures}</div>'
        '<canvas class="lane" role="img"></canvas>'
        '<input type="range" min="0" max="1" step="any">'
        '<div class="foot"><button type="button" class="play">Play</button><output></output>'
        '<ul class="legend"></ul><button type="button" class="png">PNG</button></div></figure>',
        css=script("shared.css", "legend.css", "film.css"),
        js=script("shared.js", "film_pictures.js", "film.js"),
    )


@cache
def _said() -> ComponentRenderer:
    return st.components.v2.component("kselect_said", js=script("said.js"))


@cache
def _keys() -> ComponentRenderer:
    return st.components.v2.component("kselect_keys", js=script("keys.js"))


@cache
def steps() -> ComponentRenderer:
    """Return the component that shows a picture at the step under the hand."""
    return st.components.v2.component(
        "kselect_steps",
        html='<figure role="group"><div class="frame"><div class="up"></div>'
        '<canvas role="img"></canvas><div class="across"></div></div><div class="foot">'
        '<ul class="legend"></ul><output></output><button type="button">PNG</button></div>'
        "</figure>",
        css=script("shared.css", "legend.css", "steps.css"),
        js=script("shared.js", "film_pictures.js", "steps.js"),
    )


@cache
def _stop() -> ComponentRenderer:
    return st.components.v2.component(
        "kselect_stop",
        html='<button type="button"></button>',
        css=script("shared.css"),
        js=script("stop.js"),
    )


def stop(key: str, of: str, on_press: Callable[[], None]) -> None:
    """Draw a button that stops what ``of`` names, heard also while the page is drawn anew."""
    words = ["Stop", "Stopping…"]
    _stop()(key=key, data={"of": of, "words": words}, on_pressed_change=on_press)


@cache
def _more() -> ComponentRenderer:
    return st.components.v2.component("kselect_more", js=script("shared.js", "more.js"))


def bring(key: str, payload: bytes) -> None:
    """Hand a component more steps, besides those it is shown with."""
    _more()(key=key, data=payload, height=1)


@cache
def _hand() -> ComponentRenderer:
    return st.components.v2.component(
        "kselect_hand",
        html="<span></span>",
        css=script("hand.css"),
        js=script("hand.js"),
        isolate_styles=False,
    )


def follow(**words: object) -> None:
    """Have the browser follow the cursor's sliders while they move, in what it can know."""
    _hand()(key="hand", data=words, height=1)


def listen(*, clicker: bool) -> None:
    """Have arrow keys move the cursor's sliders; with ``clicker`` the keys of a presenter too."""
    _keys()(key="keys", data={"clicker": clicker}, height=1)


def say(to: str, **words: object) -> None:
    """Tell the component of that key something without sending its picture again."""
    _said()(key=f"{to}_said", data={"to": to, **words}, height=1)
