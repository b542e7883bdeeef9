"""How tables of a protocol are read: the answers to what their files leave open."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from kselect_core.errors import InvalidParameterError, Question, UnknownNameError
from kselect_core.experiments.protocol.mistakes import found_in
from kselect_core.selection.config.config import SweepConfig

Answers = tuple[tuple[str, object], ...]
"""Options of ``load_dataset`` by name, in the order of their names."""

MOST_CHOICES = 5


def readings_of(table: Mapping[str, Any], datasets: Iterable[str]) -> dict[str, Answers]:
    """Answers of each ``[reading."NAME"]``, by the name of the data set."""
    names = tuple(datasets)
    for name in table:
        if name not in names:
            raise UnknownNameError("data set of the protocol ([reading])", name, names)
    return {name: _answers(name, answers) for name, answers in table.items()}


def head_of(dataset: str) -> str:
    """Head of the table of a protocol that says how a data set is read."""
    return f"[reading.{json.dumps(dataset, ensure_ascii=False)}]"


def lines_for(dataset: str, questions: Iterable[Question]) -> str:
    """Lines of a protocol that answer the questions about a data set; our guess comes first."""
    return "\n".join([head_of(dataset), *(_line(question) for question in questions)])


def in_words(answers: Answers) -> str:
    """Answers as people read them: ``missing = median, header = no``."""
    return ", ".join(f"{name} = {_plain(value)}" for name, value in answers)


def restored_answers(plain: Iterable[Iterable[Any]]) -> Answers:
    """Answers as they were before they were written as JSON, which knows no tuples."""
    return tuple((name, tuple(v) if isinstance(v, list) else v) for name, v in plain)


def _answers(dataset: str, answers: object) -> Answers:
    head = head_of(dataset)
    if not isinstance(answers, dict):
        raise InvalidParameterError("Protocol", head, "a table of options and values", answers)
    if "test" in answers:
        allowed = "left out: the splits of an experiment are drawn"
        raise InvalidParameterError("Protocol", f"{head}: test", allowed, answers["test"])
    with found_in(head):
        return SweepConfig(dataset="any", reading=tuple(answers.items())).reading


def _line(question: Question) -> str:
    choices = sorted(question.choices, key=lambda choice: choice != question.guess)
    first, *others = [_value(question.option, choice) for choice in choices] or ['"…"']
    shown = [f"or {other}" for other in others[:MOST_CHOICES]]
    shown += ["or …"] if len(others) > MOST_CHOICES else []
    comment = f"  # {' '.join(shown)}" if shown else ""
    return f"{question.option} = {first}{comment}"


def _value(option: str, choice: str) -> str:
    return choice if option == "skip" else json.dumps(choice, ensure_ascii=False)


def _plain(value: object) -> str:
    return " and ".join(map(str, value)) if isinstance(value, tuple) else str(value)
