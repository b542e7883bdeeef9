"""Widgets whose values stand in the link, the same on every page.

Where a text on the screen is its text in the link, Streamlit binds the two: its binding goes back
with the browser's button. It would write the words of a list into the link and not its keys, so
every other value is kept beside its widget: a change is copied out of the widget at once, and every
page that draws the widget starts from what is kept. What nobody knows is dropped.
"""

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, TypedDict, TypeVar, Unpack

import streamlit as st

from kselect_ui.server.visitors import repeats
from kselect_ui.widgets.linked.notices import SWITCH, answered, put_nearest
from kselect_ui.widgets.linked.values import (
    KEPT,
    NOTHING,
    asked,
    bring,
    brought,
    draws,
    now,
    put,
    read,
    restore,
    stands,
    take_along,
    write,
)

LARGEST = 2.0**53 - 1  # that a browser holds exactly
N = TypeVar("N", int, float)
S = TypeVar("S", bound=str)
T = TypeVar("T")
Words = Callable[[str], str]


class Form(TypedDict, total=False):
    """What every widget may have, in Streamlit's words."""

    help: str | None
    label_visibility: str
    on_change: Callable[[], None]
    width: int


def one(
    label: str,
    options: Sequence[S],
    *,
    key: str,
    default: S,
    words: Words = str,
    text: Callable[[S], str] = str,
    **form: Unpack[Form],
) -> S:
    """Draw a list to choose one entry from; returns its key. ``text``: how the link calls it."""
    value = chosen(options, key=key, default=default, text=text)
    entry: S = _kept(st.selectbox, label, options, key=key, value=value, format_func=words, **form)
    _write(key, text(entry), default=text(default))
    return entry


def several(
    label: str,
    options: Sequence[str],
    *,
    key: str,
    default: Sequence[str],
    words: Words = str,
    **form: Unpack[Form],
) -> list[str]:
    """Draw pills to choose any number of entries from; returns their keys, in the list's order."""
    value = picked(options, key=key, default=default)
    looks: dict[str, Any] = {"selection_mode": "multi", "wrap": True, "format_func": words, **form}
    pills = _kept(st.pills, label, options, key=key, value=value, **looks)
    ordered = [option for option in options if option in pills]
    _write(key, ordered, default=list(default))
    return ordered


def switch(
    label: str,
    options: Sequence[S],
    *,
    key: str,
    words: Words = str,
    written: bool = True,
    **form: Unpack[Form],
) -> S:
    """Draw a switch between a few ways, the first one usual; returns the way.

    What is no part of a view is not ``written`` into the link: it is kept for the visit.
    """
    looks: dict[str, Any] = {"required": True, "format_func": words, **form}
    value = chosen(options, key=key, default=options[0])
    place = (st.segmented_control, label, options)
    way: S = _kept(*place, key=key, value=value, heard=_switched_by_hand, **looks)
    if written:
        _write(key, way, default=options[0])
    return way


def text(
    label: str, *, key: str, placeholder: str, default: str = "", longest: int = 20_000
) -> str:
    """Draw a line of text; returns it."""
    value = read(key, (asked(key) or default)[:longest])
    looks: dict[str, Any] = {"placeholder": placeholder, "max_chars": longest}
    typed = str(_kept(st.text_input, label, key=key, value=value, **looks))
    _write(key, typed, default=default)
    return typed


def held(key: str) -> str:
    """Return a text that no widget of Streamlit shows; whoever shows it sets it with ``put``."""
    answered(key)
    value = read(key, asked(key))
    _write(key, value)
    return value


def tick(label: str, *, key: str, **form: Unpack[Form]) -> bool:
    """Draw a box to tick; returns whether it is ticked."""
    value = read(key, asked(key) == "true")
    ticked = bool(_kept(st.checkbox, label, key=key, value=value, **form))
    _write(key, "true" if ticked else "")
    return ticked


def whole(
    label: str,
    *,
    key: str,
    default: int,
    nearest: Callable[[float], float] = float,
    **form: Unpack[Form],
) -> int:
    """Draw a whole number; returns what is typed, or what is ``nearest`` to it."""
    value = int(nearest(stored_whole(key, default)))
    typed = int(_kept(st.number_input, label, key=key, value=value, step=1, **form))
    _write(key, str(typed), default=str(default))
    return typed


def number(
    label: str, *, key: str, default: float, step: float = 1.0, **form: Unpack[Form]
) -> float:
    """Draw a number; returns what is typed, whatever it is."""
    looks: dict[str, Any] = {"step": step, "format": "%g", **form}
    value = read(key, _number(key, float, default))
    typed = float(_kept(st.number_input, label, key=key, value=value, **looks))
    _write(key, _digits(typed), default=_digits(default))
    return typed


def slide(
    label: str,
    steps: Sequence[float],
    *,
    key: str,
    default: float,
    nearest: Callable[[float], float] = float,
    **form: Unpack[Form],
) -> float:
    """Draw a slider along given numbers; returns the number. One from elsewhere is put among them.

    The link holds any number. ``nearest`` makes an allowed one of it; without it one that is not
    allowed is told by whoever takes it.
    """
    value = float(nearest(stored(key, default)))
    options = sorted({float(step) for step in steps} | {value})
    looks: dict[str, Any] = {"format_func": "{:g}".format, **form}
    slid = float(_kept(st.select_slider, label, options, key=key, value=value, **looks))
    _write(key, _digits(slid), default=_digits(default))
    return slid


def chosen(options: Sequence[S], *, key: str, default: S, text: Callable[[S], str] = str) -> S:
    """Return the entry of a list or a switch that may not be drawn yet; else what the link says."""
    names = {text(option): option for option in options}
    linked = [names[name] for name in brought(key) if name in names]
    value = read(key, linked[-1] if linked else default)
    return value if value in options else default


def picked(options: Sequence[str], *, key: str, default: Sequence[str]) -> list[str]:
    """Return the entries of pills that may not be drawn yet, in the order of the options."""
    texts = brought(key)
    usual = [] if texts == [NOTHING] else list(default)
    value = read(key, [text for text in texts if text in options] or usual)
    return [option for option in options if option in value]


def stored(key: str, default: float) -> float:
    """Return the number of a widget, also where it is not drawn; else what the link says."""
    return float(read(key, _number(key, float, default)))


def stored_whole(key: str, default: int) -> int:
    """Return the whole number of a widget, also where it is not drawn; else what the link says."""
    return int(read(key, _number(key, int, default)))


def entry(
    label: str, options: Sequence[str], *, key: str, default: str, **form: Unpack[Form]
) -> str:
    """Draw a list of words that the link has as they are; returns the chosen one."""
    _settle(key, options)
    current = read(key, default)
    if current != default:
        restore(key, current)
    index = options.index(default)
    return str(_bound(st.selectbox, label, options, key=key, index=index, **form))


def way(label: str, options: Sequence[S], *, key: str, words: Words, **form: Unpack[Form]) -> S:
    """Draw a switch whose words stand in the link, the first one usual; returns the way."""
    looks: dict[str, Any] = {"required": True, "format_func": words, **form}
    way: S = _bound(st.segmented_control, label, options, key=key, default=options[0], **looks)
    return way


def is_on(key: str, *, default: bool) -> bool:
    """Return whether a switch is on, also before it is drawn: its link says it then."""
    return bool(read(key, SWITCH.get(asked(key).lower(), default)))


def toggle(label: str, *, key: str, default: bool = False, **form: Unpack[Form]) -> bool:
    """Draw something to switch on or off; returns whether it is on.

    It may stand in another place on another page, where Streamlit's own binding gets lost.
    """
    value = is_on(key, default=default)
    on = bool(_kept(st.toggle, label, key=key, value=value, **form))
    _write(key, _switched(on=on), default=_switched(on=default))
    return on


def span(label: str, low: int, high: int, *, key: str, default: int, step: int = 1) -> int:
    """Draw a slider along whole numbers; returns the number."""
    return int(_bound(st.slider, label, low, high, default, step, key=key))


def along(
    label: str,
    options: Sequence[T],
    *,
    key: str,
    default: T,
    words: Callable[[T], str] = str,
    **form: Unpack[Form],
) -> T:
    """Draw a slider along values, whose words stand in the link; returns the value."""
    _settle(key, options)
    looks: dict[str, Any] = {"format_func": words, **form}
    current = read(key, default)
    if current != default:
        restore(key, words(current))
    value: T = _bound(st.select_slider, label, options, key=key, value=default, **looks)
    stands(key, "" if value == default else words(value))
    return value


def grid(
    label: Callable[[N], str],
    texts: Mapping[N, str],
    *,
    key: str,
    default: N,
    **form: Unpack[Form],
) -> N:
    """Draw a slider along numbers by their texts; one that they have not is the nearest.

    ``label`` is told the value before the slider is drawn.
    """
    value = settled(key, texts, default=default)
    words = texts.__getitem__
    return along(label(value), tuple(texts), key=key, default=default, words=words, **form)


def on_grid(key: str, texts: Mapping[T, str], *, default: T) -> T:
    """Return the value of a slider that may not be drawn yet: in a first run the link has it."""
    numbers = {text: number for number, text in texts.items()}
    return read(key, numbers.get(asked(key), default))


def settled(key: str, texts: Mapping[N, str], *, default: N) -> N:
    """Return the value that a slider along numbers will have, before it is drawn.

    One that they have not becomes the nearest, which starts the run again if it is of the link.
    """
    put_nearest(key, texts)
    value = on_grid(key, texts, default=default)
    if value not in texts:  # of another grid
        value = min(texts, key=lambda option: abs(option - value))
        put(key, value)
    elif value != read(key, default) and not now(key):  # the link had it on another page
        put(key, value)
        bring(key, texts[value])
    return value


def _number(key: str, kind: Callable[[str], N], default: N) -> N:
    try:
        value = kind(asked(key))
    except (ValueError, OverflowError):
        return default
    return value if isfinite(value) and abs(value) <= LARGEST else default


def _switched(*, on: bool) -> str:
    return "true" if on else "false"


def _digits(number: float) -> str:
    """Return a number in so few digits that it comes back from them."""
    short = f"{number:g}"
    return short if float(short) == number else repr(number)


def _write(key: str, value: str | Sequence[str], *, default: str | Sequence[str] = "") -> None:
    write(key, value, default=default)
    take_along(key)


def _settle(key: str, options: Sequence[object]) -> None:
    """Forget a value that is not among the options any more.

    Where one that is waits for the widget, what the widget had stays until then: the link has the
    new one only if there was an old one.
    """
    for name in (KEPT + key, key):
        if name in st.session_state:
            if st.session_state[name] in options:
                return
            del st.session_state[name]


def _kept(widget: Callable[..., Any], *place: object, key: str, value: object, **looks: Any) -> Any:  # noqa: ANN401 (of the kind of the widget)
    """Draw a widget whose value is kept beside it; returns the value."""
    put(key, value)
    st.session_state[key] = value
    then, heard = looks.pop("on_change", None), looks.pop("heard", _changed)
    return widget(*place, key=key, on_change=heard, args=(key, then), **looks)


def _bound(widget: Callable[..., Any], *place: object, key: str, **looks: Any) -> Any:  # noqa: ANN401 (of the kind of the widget)
    """Draw a widget whose value Streamlit binds to the link; returns the value."""
    if KEPT + key in st.session_state:  # it was set and waits for the widget
        st.session_state[key] = st.session_state.pop(KEPT + key)
    draws(key, bound=True)
    then = looks.pop("on_change", None)
    form = {"bind": "query-params", "on_change": _moved, "args": (key, then), **looks}
    return widget(*place, key=key, **form)


def _changed(key: str, then: Callable[[], None] | None) -> None:
    put(key, st.session_state[key])
    if then is not None:
        then()


def _switched_by_hand(key: str, then: Callable[[], None] | None) -> None:
    """Keep where a switch was put, unless a part of the page repeats where it was before."""
    if not repeats():
        _changed(key, then)


def _moved(key: str, then: Callable[[], None] | None) -> None:
    st.session_state.pop(KEPT + key, None)  # set in a run that was broken off: this is newer
    if then is not None:
        then()
