"""The finder: a search for data on which criteria disagree, or one chooses badly, with Stop."""

import threading
import time
from functools import partial
from typing import cast

import streamlit as st

from kselect_core.data.made.recipe import Recipe
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.made.counterexample import TRIES, Aim, Found, Search, counterexample
from kselect_core.words.amounts import counted
from kselect_core.words.labels import parameter_text, quantity_text, readable
from kselect_ui import canvas
from kselect_ui.play import make, truth
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import shelf
from kselect_ui.server.tasks import Told, tasks
from kselect_ui.server.visitors import by_itself, visitor
from kselect_ui.sweep import cursor
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked

AIM, FIRST, SECOND, DRAWS = "play_aim", "play_one", "play_other", "play_draws"
AIMS = {"disagree": "two criteria disagree most", "worst": "one criterion chooses worst"}
KEY, ROUND = "play_search", "play_round"  # the search that was begun, and how many there were
AWAY = 30.0  # seconds after which a search ends at which nobody looks


class Looked:
    """When somebody last looked at a search."""

    def __init__(self) -> None:
        self.at = time.monotonic()


def draw(sweep: Sweep, recipe: Recipe | None, lam: float) -> None:
    """Draw the search around a sample; nothing where points are drawn by hand."""
    if recipe is None:
        return
    place = st.expander(
        "Find data on which criteria go wrong", key="play_finder", on_change="rerun"
    )
    if not place.open:
        return
    with place:
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            aim = _aim(sweep, lam)
            _begin_button(recipe, aim)
        st.caption(
            f"{TRIES} samples of {plain(recipe.kind.title)} with n = {recipe.n} are tried, other "
            "draws and, unless only these are searched, other noise, shares and useless features."
        )
        _search(sweep)


def _aim(sweep: Sweep, lam: float) -> Aim:
    """Draw what is looked for; returns it."""
    choices = {choice.quantity: choice for choice in sweep.config.criteria}
    names = tuple(choices)
    pick = partial(linked.one, words=quantity_text)
    with st.container(width=260):
        way = linked.one(
            "Data on which", tuple(AIMS), key=AIM, default="disagree", words=AIMS.__getitem__
        )
    with st.container(width=150):
        first = pick("Criterion", names, key=FIRST, default=names[0])
    picked: tuple[CriterionChoice, ...] = (choices[first],)
    if way == "disagree":
        others = tuple(name for name in names if name != first)
        with st.container(width=150):
            picked += (choices[pick("and", others, key=SECOND, default=others[-1])],)
    return Aim(picked, lam, linked.toggle("Draws alone", key=DRAWS))


def _begin_button(recipe: Recipe, aim: Aim) -> None:
    status = tasks().status(st.session_state.get(KEY, ""))
    st.button(
        "Search",
        key="play_search_begin",
        type="primary",
        on_click=_begin,
        args=(recipe, aim),
        disabled=status is not None and status.active,
    )


def _begin(recipe: Recipe, aim: Aim) -> None:
    number = st.session_state[ROUND] = st.session_state.get(ROUND, -1) + 1
    key = st.session_state[KEY] = f"search {recipe.name} {aim} {number} {visitor()}"
    work = partial(searched, recipe, aim, number, _looked(key))
    tasks().start(key, "Search for data", work, visitor())


def searched(
    recipe: Recipe,
    aim: Aim,
    number: int,
    looked: Looked,
    *,
    on_progress: Told,
    cancel: threading.Event,
) -> tuple[Aim, Search]:
    """Search as long as somebody looks; what was found until then counts."""

    def told(done: int, total: int) -> None:
        on_progress(done, total)
        if time.monotonic() - looked.at > AWAY:
            cancel.set()

    return aim, counterexample(recipe, aim, seed=number, on_progress=told, cancel=cancel)


def _search(sweep: Sweep) -> None:
    """Draw how the search stands, or what it found."""
    key = st.session_state.get(KEY, "")
    status = tasks().status(key)
    if status is None:
        return
    if status.active:
        by_itself(_progress, every=0.5)(key)
        canvas.stop("play_stop", key, partial(_stop, key))
    elif status.phase == "finished":
        _result(sweep, *cast("tuple[Aim, Search]", tasks().result(key)))
    elif status.phase == "failed":
        st.warning(plain(status.reason, limit=600))


def _stop(key: str) -> None:
    tasks().stop(key)


def _progress(key: str) -> None:
    status = tasks().status(key)
    if status is None or not status.active:
        st.rerun()
    _looked(key).at = time.monotonic()
    words = f"{status.done} of {status.total or TRIES}"
    if status.phase == "queued":
        words = f"waiting, number {status.position} in the queue"
    st.progress(status.done / max(status.total, 1), words)


def _looked(key: str) -> Looked:
    return shelf().get(f"looked {key}", Looked)


def _result(sweep: Sweep, aim: Aim, search: Search) -> None:
    best = search.best
    if best is None:
        st.info("On none of these samples do all these criteria choose a kernel.")
        return
    st.markdown(_sentence(sweep, aim, best, search.tried))
    quantity = aim.criteria[0].quantity
    st.button(
        "Show these data",
        key="play_show",
        on_click=_show,
        args=(best.recipe, quantity),
        type="primary",
    )
    link = make.texts(best.recipe) | {truth.FIT: quantity, cursor.PARAMETER: ""}
    st.code(linked.address(**link), language=None, wrap_lines=True)


def _show(recipe: Recipe, quantity: str) -> None:
    """Put the sample into the sliders, and the fit where the criterion chooses on it."""
    make.use(recipe)
    linked.put(truth.FIT, quantity)


def _sentence(sweep: Sweep, aim: Aim, best: Found, tried: int) -> str:
    (family,) = sweep.config.candidates
    parts = [
        f"{plain(quantity_text(choice.quantity))} chooses "
        f"{parameter_text(width, family.convention, family.values)} "
        f"(true error about {_error(sweep, error)})"
        for choice, width, error in zip(aim.criteria, best.chosen, best.errors, strict=True)
    ]
    end = f", where about {_error(sweep, best.lowest)} is possible."
    if len(parts) > 1:
        end = f": {counted(round(best.value), 'octave')} apart."
    title = plain(best.recipe.title)
    return f"The best of {tried} samples: on **{title}** {' and '.join(parts)}{end}"


def _error(sweep: Sweep, value: float) -> str:
    return readable(value, 2) if sweep.task == "regression" else f"{100 * value:.0f} %"
