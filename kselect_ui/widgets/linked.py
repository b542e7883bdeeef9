"""Widgets whose values live in the link as keys and numbers, the same on every page.

Streamlit's own binding writes the words of a list into the link, and gives each page a value of
its own. Here the value is kept beside the widget: a change is copied out of the widget at once,
and every page that draws the widget starts from what is kept. What nobody knows is dropped.

A page whose widgets are not drawn leaves its values in the link all the same: they are carried from
page to page, so that a reload loses none of them.
"""

from collections.abc import Callable, Collection, Sequence
from math import isfinite
from typing import TypeVar

import streamlit as st

from kselect_ui.widgets.state import NOTHING, publish

KEPT = "kept_"
CARRIED, DRAWN = "carried", "drawn"
SETTINGS = ("ds", "classes", "pos", "prep", "share", "reps", "seed", "fam", "learner", "ridge")
GROUPS = ("g_", "l_", "p_", "i_", "r_", "c_", "use_", "o_")  # grids, criteria and their options
LARGEST = 2.0**53 - 1  # that a browser holds exactly
T = TypeVar("T", int, float)


def begin() -> None:
    """Start a run of a page: remember, once, what the link brought for other pages."""
    if CARRIED not in st.session_state:
        st.session_state[CARRIED] = {
            key: st.query_params.get_all(key)
            for key in st.query_params
            if key in SETTINGS or key.startswith(GROUPS)
        }
    st.session_state[DRAWN] = set()


def carry() -> None:
    """End a run of a page: keep in the link what other pages have set."""
    for key, texts in st.session_state[CARRIED].items():
        if key not in st.session_state[DRAWN] and st.query_params.get_all(key) != texts:
            st.query_params[key] = texts


def put(key: str, value: object) -> None:
    """Set a value; call it from a callback, before the widget is drawn."""
    st.session_state[KEPT + key] = value


def kept(key: str, default: object = None) -> object:
    """Return a value, also on pages that do not draw its widget."""
    return st.session_state.get(KEPT + key, default)


def forget(key: str) -> None:
    """Let the widget start from its default again."""
    st.session_state.pop(KEPT + key, None)
    st.session_state.get(CARRIED, {}).pop(key, None)


def brought(key: str) -> list[str]:
    """What the link says, or said when another page was on the screen."""
    carried: dict[str, list[str]] = st.session_state.get(CARRIED, {})
    return st.query_params.get_all(key) or carried.get(key, [])


def one(
    label: str,
    options: Sequence[str],
    *,
    key: str,
    default: str,
    words: Callable[[str], str] = str,
    help: str | None = None,  # noqa: A002 - Streamlit's word
) -> str:
    """Draw a list to choose one entry from; returns its key."""
    asked = _asked(key, options)
    value = kept(key, asked[-1] if asked else default)
    _prepare(key, value if value in options else default)
    chosen = st.selectbox(
        label, options, format_func=words, key=key, help=help, on_change=_keep, args=(key,)
    )
    _publish(key, chosen, default=default)
    return chosen


def several(
    label: str,
    options: Sequence[str],
    *,
    key: str,
    default: Sequence[str],
    words: Callable[[str], str] = str,
) -> list[str]:
    """Draw pills to choose any number of entries from; returns their keys, in the list's order."""
    nothing = brought(key) == [NOTHING]
    value = kept(key, _asked(key, options) or ([] if nothing else list(default)))
    known = [option for option in value if option in options] if isinstance(value, list) else []
    _prepare(key, known)
    chosen = st.pills(
        label,
        options,
        selection_mode="multi",
        wrap=True,
        format_func=words,
        key=key,
        on_change=_keep,
        args=(key,),
    )
    ordered = [option for option in options if option in chosen]
    _publish(key, ordered, default=list(default))
    return ordered


def switch(
    label: str, options: Sequence[str], *, key: str, words: Callable[[str], str] = str
) -> str:
    """Draw a switch between a few ways, the first one usual; returns the way."""
    asked = _asked(key, options)
    value = kept(key, asked[-1] if asked else options[0])
    _prepare(key, value if value in options else options[0])
    way = st.segmented_control(
        label,
        options,
        required=True,
        format_func=words,
        key=key,
        on_change=_keep,
        args=(key,),
    )
    _publish(key, str(way), default=options[0])
    return str(way)


def text(label: str, *, key: str, placeholder: str, longest: int = 20_000) -> str:
    """Draw a line of text; returns it."""
    _prepare(key, kept(key, _last(key)[:longest]))
    typed = st.text_input(
        label,
        key=key,
        placeholder=placeholder,
        max_chars=longest,
        on_change=_keep,
        args=(key,),
    )
    _publish(key, typed, default="")
    return typed


def tick(label: str, *, key: str) -> bool:
    """Draw a box to tick; returns whether it is ticked."""
    _prepare(key, kept(key, _last(key) == "true") is True)
    ticked = st.checkbox(label, key=key, on_change=_keep, args=(key,))
    _publish(key, "true" if ticked else "", default="")
    return ticked


def whole(label: str, *, key: str, default: int, help: str | None = None) -> int:  # noqa: A002
    """Draw a whole number; returns what is typed, whatever it is."""
    _prepare(key, kept(key, _number(key, int, default)))
    typed = int(st.number_input(label, step=1, key=key, help=help, on_change=_keep, args=(key,)))
    _publish(key, str(typed), default=str(default))
    return typed


def number(
    label: str,
    *,
    key: str,
    default: float,
    step: float = 1.0,
    help: str | None = None,  # noqa: A002 - Streamlit's word
) -> float:
    """Draw a number; returns what is typed, whatever it is."""
    _prepare(key, kept(key, _number(key, float, default)))
    typed = float(
        st.number_input(
            label, step=step, format="%g", key=key, help=help, on_change=_keep, args=(key,)
        )
    )
    _publish(key, f"{typed:g}", default=f"{default:g}")
    return typed


def slide(
    label: str,
    steps: Sequence[float],
    *,
    key: str,
    default: float,
    help: str | None = None,  # noqa: A002 - Streamlit's word
) -> float:
    """Draw a slider along given numbers; returns the number. One from elsewhere is put among them.

    The link holds any number; one that is not allowed is told by whoever takes it.
    """
    value = float(kept(key, _number(key, float, default)))  # type: ignore[arg-type]  # a number
    options = sorted({float(step) for step in steps} | {value})
    _prepare(key, value)
    chosen = float(
        st.select_slider(
            label,
            options,
            format_func=lambda number: f"{number:g}",
            key=key,
            help=help,
            on_change=_keep,
            args=(key,),
        )
    )
    _publish(key, f"{chosen:g}", default=f"{default:g}")
    return chosen


def _asked(key: str, known: Collection[str]) -> list[str]:
    """Values of the link that are known, each once."""
    return list(dict.fromkeys(v for v in brought(key) if v in known))


def _last(key: str) -> str:
    return (brought(key) or [""])[-1]


def _publish(key: str, value: str | Sequence[str], *, default: str | Sequence[str]) -> None:
    """Write a value into the link, and let other pages carry it."""
    publish(key, value, default=default)
    st.session_state.setdefault(DRAWN, set()).add(key)
    carried = st.session_state.setdefault(CARRIED, {})
    carried.pop(key, None)
    if key in st.query_params:
        carried[key] = st.query_params.get_all(key)


def _number(key: str, kind: Callable[[str], T], default: T) -> T:
    try:
        value = kind(_last(key))
    except (ValueError, OverflowError):
        return default
    return value if isfinite(value) and abs(value) <= LARGEST else default


def _prepare(key: str, value: object) -> None:
    st.session_state[KEPT + key] = value
    st.session_state[key] = value


def _keep(key: str) -> None:
    st.session_state[KEPT + key] = st.session_state[key]
