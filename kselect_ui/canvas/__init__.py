"""Pictures drawn in the browser: scripts without a build step, registered as components.

A component gets its picture as bytes, which the browser keeps as long as they do not change. What
does change with every step (a marked row, the frame under the cursor) is said by a second
component of no size. No page is known here.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from kselect_core.plotting.output.canvas import FILM, FILM_SCRIPTS, FILM_STYLES, script as shared

script = partial(shared, home=__name__)
"""Scripts or styles of this folder, joined into one."""


@cache
def matrix() -> ComponentRenderer:
    """Return the component that draws a matrix."""
    return _picture(
        "matrix",
        html='<figure><canvas tabindex="0" role="application" aria-label="Not drawn yet"></canvas>'
        '<div class="foot">'
        '<output aria-live="polite"></output><button type="button">PNG</button></div></figure>',
        css=shared("shared.css"),
        js=shared("shared.js") + script("matrix.js"),
    )


def _picture(name: str, html: str, css: str, js: str) -> ComponentRenderer:
    """Return a component whose styles hold in it alone.

    It has no shadow tree: Streamlit makes one by a second drawing of the page, for which a picture
    would wait until Plotly's figures beside it are drawn.
    """
    return st.components.v2.component(
        f"kselect_{name}",
        html=f'<div class="kselect-{name}">{html}</div>',
        css=f".kselect-{name} {{\n{css}\n}}",
        js=js,
        isolate_styles=False,
    )


@cache
def film() -> ComponentRenderer:
    """Return the component that plays a film."""
    return st.components.v2.component(
        "kselect_film", html=FILM, css=shared(*FILM_STYLES), js=shared(*FILM_SCRIPTS)
    )


@cache
def _script(name: str, *needed: str, last: str = "") -> ComponentRenderer:
    """Return the component that is a script of that name and draws nothing."""
    return st.components.v2.component(
        f"kselect_{name}", js=script(*needed, f"{name}.js") + last, isolate_styles=False
    )


@cache
def steps() -> ComponentRenderer:
    """Return the component that shows a picture at the step under the hand."""
    return _picture(
        "steps",
        html='<figure role="group"><div class="frame"><div class="up"></div>'
        '<canvas role="img" aria-label="Not drawn yet"></canvas><div class="across"></div></div>'
        '<div class="foot">'
        '<ul class="legend"></ul><output></output><button type="button">PNG</button></div>'
        "</figure>",
        css=shared("shared.css", "legend.css") + script("steps.css"),
        js=shared("shared.js", "film_pictures.js") + script("steps.js"),
    )


@cache
def _stop() -> ComponentRenderer:
    return st.components.v2.component(
        "kselect_stop",
        html='<button type="button"></button>',
        css=shared("shared.css"),
        js=script("stop.js"),
    )


def stop(key: str, of: str, on_press: Callable[[], None]) -> None:
    """Draw a button that stops what ``of`` names, heard also while the page is drawn anew."""
    words = ["Stop", "Stopping…"]
    _stop()(key=key, data={"of": of, "words": words}, on_pressed_change=on_press)


def at_leisure(name: str, *, key: str) -> None:
    """Have the browser say a name once it has drawn what it has and is at leisure."""
    _script("later")(key=key, data=name, height=1)


@cache
def _more() -> ComponentRenderer:
    return st.components.v2.component(
        "kselect_more", js=shared("shared.js") + script("more.js"), isolate_styles=False
    )


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
    _script("keys", "hints.js")(key="keys", data={"clicker": clicker}, height=1)


def hint(key: str, words: Mapping[str, str]) -> None:
    """Have buttons say on hover what they do, each by the key of its own."""
    component = _script("hints", last="export default ({ data }) => hinted(data);")
    component(key=key, data=dict(words), height=1)


def say(to: str, **words: object) -> None:
    """Tell the component of that key something without sending its picture again."""
    _script("said")(key=f"{to}_said", data={"to": to, **words}, height=1)
