"""Choice of the criteria, grouped by what they cost, with their options."""

from collections.abc import Sequence

import streamlit as st

from kselect_core.criteria import COSTS, CRITERIA, EVIDENCE
from kselect_core.criteria.base import Cost
from kselect_core.errors import KselectError
from kselect_core.parameters import Parameter, Value
from kselect_core.selection import CriterionChoice
from kselect_core.words.labels import spelled_out
from kselect_ui.server.messages import plain
from kselect_ui.widgets import linked

USE = "use_"


def draw(task: str, learner: str) -> tuple[tuple[CriterionChoice, ...], list[str]]:
    """Draw the groups and the options; returns the choices and what is wrong with them."""
    chosen = [name for cost in COSTS for name in _group(cost, task, learner)]
    for name in chosen:
        if _origin(name):
            st.caption(f"{plain(spelled_out(name))}{_origin(name)}")
    if not chosen:
        return (), ["Choose at least one criterion."]
    choices, problems = [], []
    with st.expander("Options of the chosen criteria"):
        for name in chosen:
            try:
                choices.append(CriterionChoice(name, _options(name)))
            except KselectError as error:
                problems.append(str(error))
                st.error(plain(error, limit=400))
    for problem in problems:
        st.error(plain(problem, limit=400))
    return tuple(choices), problems


def fill(choices: Sequence[CriterionChoice]) -> None:
    """Put criteria with all their options into the widgets; call it from a callback."""
    keys = {choice.key for choice in choices}
    for cost in COSTS:
        linked.put(USE + cost, [name for name in _names(cost) if name in keys])
    for choice in choices:
        values = dict(choice.options)
        for option in choice.criterion.options:
            value = values.get(option.name, option.default)
            words = isinstance(value, str | bool)
            linked.put(_key(choice.key, option.name), str(value) if words else value)


def usable(name: str, task: str, learner: str) -> bool:
    """Whether a criterion exists for a task (some need two classes) and judges a learner."""
    criterion = CRITERIA[name]
    has_classes = task != "regression" or "classes" not in criterion.needs
    return has_classes and criterion.applies_to(learner)


def at_first() -> list[str]:
    """Return the criteria that are ticked until somebody chooses, whatever the data."""
    return [name for name, criterion in CRITERIA.items() if criterion.at_first]


def ticked(task: str, learner: str) -> list[str]:
    """Return the criteria of a sweep for which nobody chose any, in the order of the groups."""
    names = [name for cost in COSTS for name in _names(cost)]
    return [name for name in names if CRITERIA[name].at_first and usable(name, task, learner)]


def _names(cost: Cost) -> list[str]:
    return [name for name, criterion in CRITERIA.items() if criterion.cost == cost]


def _group(cost: Cost, task: str, learner: str) -> list[str]:
    names = [name for name in _names(cost) if usable(name, task, learner)]
    if not names:
        return []
    word, work = COSTS[cost]
    return linked.several(
        f"**{word.capitalize()}** – {work}",
        names,
        key=USE + cost,
        default=[name for name in names if CRITERIA[name].at_first],
        words=lambda name: CRITERIA[name].label,
        help="  \n".join(plain(spelled_out(name)) + _origin(name) for name in names),
    )


def _origin(name: str) -> str:
    """Return which package adds a criterion, if one does."""
    package = CRITERIA.origins.get(name)
    return f" (from package {plain(package.words)})" if package else ""


def _options(name: str) -> tuple[tuple[str, Value], ...]:
    """Draw the options of one criterion; returns those that differ from their defaults."""
    criterion = CRITERIA[name]
    if not criterion.options:
        return ()
    read = "" if criterion.evidence != "reconstructed" else f" · *{EVIDENCE['reconstructed']}*"
    st.markdown(f"**{plain(spelled_out(name))}**{read}")
    columns = st.columns(max(3, len(criterion.options)))
    typed: dict[str, Value] = {}
    for column, option in zip(columns, criterion.options, strict=False):
        with column:
            typed[option.name] = _widget(name, option)
    criterion.checked(typed)
    defaults = {option.name: option.default for option in criterion.options}
    return tuple((key, value) for key, value in typed.items() if value != defaults[key])


def _widget(criterion: str, option: Parameter) -> Value:
    key = _key(criterion, option.name)
    about = option.help or None
    if option.choices:
        words = {str(choice): choice for choice in option.choices}
        default = str(option.default)
        return words[linked.one(option.symbol, tuple(words), key=key, default=default, help=about)]
    if option.slider:
        usual, steps = float(option.default), option.slider
        chosen = linked.slide(option.symbol, steps, key=key, default=usual, help=about)
        return int(chosen) if option.whole and chosen.is_integer() else chosen
    if option.whole:
        return linked.whole(option.symbol, key=key, default=int(option.default), help=about)
    return linked.number(option.symbol, key=key, default=float(option.default), help=about)


def _key(criterion: str, option: str) -> str:
    return f"o_{criterion}_{option}"
