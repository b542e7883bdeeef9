"""Lessons as they are written: a step made of what somebody looks at, and steps put in order."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any, NamedTuple

import tomli_w

from kselect_core.data import CATALOGUE
from kselect_core.errors import KselectError
from kselect_core.lessons.stage import PLACES, known_to_all, options_of
from kselect_core.lessons.text import FENCE, parts_of
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Cursor
from kselect_core.views import EVERY

TITLE = "My lesson"
WORDS = "What does this step show? Write a number by its name: `{test error}` is {test error} here."
MOST = 2
"""Figures of a step."""
LIST = re.compile(r"(?<== )\[\n((?:    [^\[\]{}\n]+,\n)+)\]")
"""A list without other lists or tables in it, as it is written over several lines."""

GIVEN = frozenset(
    {"kernel", "parameter", "lam", "fixed", "quantities", "choices", "joint", "test", "tested"}
    | {"overlays"}
)
"""Options of views that a step gives."""


class Seen(NamedTuple):
    """What somebody looks at: sweep, place of the cursor, criteria, figures with their options."""

    config: SweepConfig
    cursor: Cursor
    quantities: tuple[str, ...]
    figures: tuple[tuple[str, Mapping[str, object]], ...]


def new_lesson() -> str:
    """Return the text of a lesson without a step."""
    head = {"title": TITLE, "minutes": 10, "needs": ""}
    return f"{FENCE}\n{_toml(head)}{FENCE}\n"


def with_step(text: str, seen: Seen, *, title: str) -> str:
    """Return the text of a lesson with what is seen as its last step.

    Raises KselectError where the data of the sweep neither come with kselect nor are made,
    LessonError where the text is no lesson.
    """
    if not known_to_all(seen.config.dataset):
        raise KselectError(
            f"A lesson can be opened by others, and {seen.config.dataset} is not among the data "
            f"that come with kselect: {', '.join(CATALOGUE)}."
        )
    written = parts_of(text, TITLE, steps=False)
    sweeps = dict(written.head.get("sweeps", {}))
    plain = plain_of(seen.config)
    name = next((key for key, sweep in sweeps.items() if sweep == plain), "")
    if not name:
        name = _free(_short(seen.config.dataset), sweeps)
        sweeps[name] = plain
    head = _toml(written.head | {"sweeps": sweeps})
    steps = "\n".join(written.lines[written.parts[0].line - 1 :]) if written.parts else ""
    heading, settings = " ".join(title.split()) or "A step", _toml(_settings(seen, name))
    step = f"# {heading}\n\n{FENCE}\n{settings}{FENCE}\n\n{WORDS}"
    parts = (f"{FENCE}\n{head}{FENCE}", steps.strip(), step)
    return "\n\n".join(part for part in parts if part) + "\n"


def _toml(settings: Mapping[str, Any]) -> str:
    """Return settings as TOML, lists of numbers and words on one line: the text is for people."""
    return LIST.sub(
        lambda found: f"[{', '.join(one.strip().rstrip(',') for one in found[1].splitlines())}]",
        tomli_w.dumps(settings),
    )


def moved(text: str, number: int, by: int) -> str:
    """Return the text of a lesson with a step, counted from 1, further back (−1) or on (+1)."""
    steps = _steps(text)
    other = min(max(number + by, 1), len(steps))
    steps.insert(other - 1, steps.pop(number - 1))
    return _joined(text, steps)


def without(text: str, number: int) -> str:
    """Return the text of a lesson without one of its steps."""
    steps = _steps(text)
    del steps[number - 1]
    return _joined(text, steps)


def plain_of(config: SweepConfig) -> dict[str, Any]:
    """Return what is not usual about a configuration, as a table of TOML."""
    learner = {"learner": config.learner}
    usual = tomllib.loads(SweepConfig(dataset=config.dataset, **learner).to_toml())  # type: ignore[arg-type]  # its name
    own = tomllib.loads(config.to_toml())
    left_out = ("schema", "dataset_digest")
    differs = {key: value for key, value in own.items() if usual.get(key) != value}
    plain = {"dataset": config.dataset, **learner, **differs}
    return {key: value for key, value in plain.items() if key not in left_out}


def _settings(seen: Seen, name: str) -> dict[str, Any]:
    config, cursor = seen.config, seen.cursor
    strength = {"C": 0.5 / cursor.lam} if config.C else {"lambda": cursor.lam}
    movable = [(view, options) for view, options in seen.figures if EVERY[view].place in PLACES]
    figures = [_figure(view, options) for view, options in movable[:MOST]]
    return {
        "sweep": name,
        **({} if isnan(cursor.parameter) else {"kernel": cursor.parameter}),
        **strength,
        "criteria": list(seen.quantities),
        "figures": figures,
    }


def _figure(view: str, given: Mapping[str, object]) -> object:
    names = set(options_of(EVERY[view])) - GIVEN
    plain = str | int | float | bool
    own = {key: value for key, value in given.items() if key in names and isinstance(value, plain)}
    return {"view": view, **own} if own else view


def _short(dataset: str) -> str:
    """Return a name for a sweep: that of its data, the shape of made ones, ``drawn``."""
    shape = re.fullmatch(r"(?:made:)?(\w+)(?:[,:].*)?", dataset)
    return shape[1] if shape else dataset


def _free(name: str, taken: Mapping[str, object]) -> str:
    numbered = (name, *(f"{name}_{k}" for k in range(2, len(taken) + 3)))
    return next(one for one in numbered if one not in taken)


def _steps(text: str) -> list[str]:
    written = parts_of(text, TITLE)
    starts = [part.line - 1 for part in written.parts]
    ends = [*starts[1:], len(written.lines)]
    return ["\n".join(written.lines[a:b]).strip() for a, b in zip(starts, ends, strict=True)]


def _joined(text: str, steps: Sequence[str]) -> str:
    written = parts_of(text, TITLE)
    head = "\n".join(written.lines[: written.parts[0].line - 1]).strip()
    return "\n\n".join((head, *steps)) + "\n"
