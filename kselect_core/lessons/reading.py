"""From the file of a lesson to the lesson; every fault is named with its line."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import tomli_w

from kselect_core.data import CATALOGUE
from kselect_core.errors import KselectError, UnknownNameError, shortened
from kselect_core.lessons.answers import FIGURES
from kselect_core.lessons.facts import check_claim, fact_of, facts_in, names_of
from kselect_core.lessons.lesson import Figure, Kind, Lesson, Question, Step
from kselect_core.lessons.stage import BEST, SHOWS_TEST, known_to_all, options_of, refuse_view
from kselect_core.lessons.text import LessonError, Part, Written, parts_of
from kselect_core.selection.config.config import SweepConfig
from kselect_core.views import EVERY

HEAD = ("title", "minutes", "teaches", "needs", "sweeps")
SETTINGS = (
    "sweep", "kernel", "lambda", "C", "split", "joint", "criteria", "figures", "hide", "question",
    "claims",
)  # fmt: skip
QUESTION = ("asks", "pin", "within", "choices", "right", "number", "figure", "words")
KINDS: Mapping[str, Kind] = {
    "pin": "pin", "choices": "choose", "number": "number", "figure": "figure", "words": "words",
}  # fmt: skip
CHOSEN: Mapping[str, str] = {"choose": "right", "figure": "figure"}
"""Entry with the number of what is right, for questions that are answered by one of several."""

TEST_ERROR = "test error"
MOST_FIGURES, MOST_STEPS, FEWEST_CHOICES, MOST_CHOICES = 2, 40, 2, 6
LONGEST = 240
"""Characters of a title, of a question and of a choice."""


def read_lesson(text: str, *, name: str) -> Lesson:
    """Return the lesson that a text holds; ``name`` is that of its file.

    Raises LessonError, whose message begins with the file and the line, for the first fault.
    """
    written = parts_of(text, name)
    for number, line in enumerate(written.lines, start=1):
        if "![" in line:
            words = "a lesson works without network: it has views as figures, and no pictures."
            raise LessonError(name, number, words)
    with _fault(written, 1):
        _known("entry of a lesson", written.head, HEAD)
        title = _text(written.head, "title", "")
        if not title:
            raise KselectError('the lesson needs a title, as in title = "What a width does".')
        minutes = int(_number(written.head, "minutes", 10, 1, 240))
        teaches, needs = (_text(written.head, entry, "") for entry in ("teaches", "needs"))
    sweeps = _sweeps(written)
    if len(written.parts) > MOST_STEPS:
        raise LessonError(name, written.parts[MOST_STEPS].line, f"at most {MOST_STEPS} steps.")
    steps = tuple(_step(part, written, sweeps) for part in written.parts)
    return Lesson(name, title, minutes, needs, sweeps, steps, teaches=teaches)


def _sweeps(written: Written) -> dict[str, SweepConfig]:
    tables = written.head.get("sweeps", {})
    sweeps = {}
    for name, plain in tables.items() if isinstance(tables, dict) else [("", tables)]:
        with _fault(written, written.line_of(f"[sweeps.{name}")):
            if not isinstance(plain, dict):
                raise KselectError("sweeps are tables, as in [sweeps.moons].")
            config = SweepConfig.from_toml(tomli_w.dumps(plain))
            if not known_to_all(config.dataset):
                raise UnknownNameError("bundled data set", config.dataset, CATALOGUE)
            sweeps[name] = config
    return sweeps


def _step(part: Part, written: Written, sweeps: Mapping[str, SweepConfig]) -> Step:
    settings, start = part.settings, part.settings_line
    with _fault(written, start):
        _known("entry of a step", settings, SETTINGS)
        sweep = _text(settings, "sweep", next(iter(sweeps), ""))
        if settings and sweep not in sweeps:
            raise UnknownNameError("sweep of this lesson", sweep, sweeps)
    config = sweeps.get(sweep) if settings else None
    if config is None:
        with _fault(written, part.line):
            _refuse_facts(part)
        return Step(part.title, part.text, part.line, answer=part.answer)
    names = names_of(config)
    hides = _hides(settings, written, start)
    with _fault(written, written.line_of("kernel", start)):
        parameter = _parameter(settings.get("kernel", BEST), names)
    with _fault(written, written.line_of("criteria", start)):
        quantities = tuple(_named(one, names) for one in _list(settings, "criteria"))
    figures = _figures(settings, written, start, hides=hides)
    claims = tuple(_claims(settings, written, start, names))
    question = _question(settings, written, start, names, figures)
    if hides and question is None:
        raise LessonError(written.name, start, "what is hidden is shown again by a question.")
    for text in (part.text, part.answer):
        for fact in facts_in(text):
            with _fault(written, written.line_of("{" + fact, part.line)):
                fact_of(fact, names)
    lam = _strength(settings, written, start, config)
    with _fault(written, written.setting("split", start)):
        split = _whole(settings, "split", 0, config.repeats)
    with _fault(written, written.setting("joint", start)):
        joint = _flag(settings, "joint")
    return Step(
        part.title,
        part.text,
        part.line,
        sweep=sweep,
        parameter=parameter,
        lam=lam,
        split=split,
        joint=joint,
        quantities=quantities,
        figures=figures,
        hides=hides,
        question=question,
        answer=part.answer,
        claims=claims,
    )


def _strength(
    settings: Mapping[str, Any], written: Written, start: int, config: SweepConfig
) -> float | None:
    """Return λ, or C where the sweep has these; None where the step does not say it."""
    own, other = ("C", "lambda") if config.C else ("lambda", "C")
    with _fault(written, written.setting(other, start)):
        if other in settings:
            raise KselectError(f"the sweep of this step has {own}, and no {other}.")
    with _fault(written, written.setting(own, start)):
        value = _number(settings, own, 1.0, 0.0, 1e12)
        if not value:
            raise KselectError(f"{own} must be greater than 0, got 0.")
    return value if own in settings else None


def _refuse_facts(part: Part) -> None:
    facts = facts_in(part.text) + facts_in(part.answer)
    if facts:
        raise KselectError(f"“{{{facts[0]}}}” needs a sweep: name one in the settings of the step.")


def _hides(settings: Mapping[str, Any], written: Written, start: int) -> bool:
    with _fault(written, written.line_of("hide", start)):
        hidden = _list(settings, "hide")
        for one in hidden:
            if one != TEST_ERROR:
                raise UnknownNameError("thing to hide", one, (TEST_ERROR,))
        return bool(hidden)


def _parameter(value: object, names: Mapping[str, str]) -> float | str:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise KselectError(f"kernel must be a number or a width by name, got {shortened(value)}.")
    if not isinstance(value, str):
        if not value > 0:
            raise KselectError(f"kernel must be greater than 0, got {value}.")
        return float(value)
    fact_of(f"test error at {value}", names)
    return value


def _figures(
    settings: Mapping[str, Any], written: Written, start: int, *, hides: bool
) -> tuple[Figure, ...]:
    figures = []
    with _fault(written, written.line_of("figures", start)):
        entries = _list(settings, "figures")
    for one in entries:
        plain = {"view": one} if isinstance(one, str) else one
        name = str(plain.get("view", "")) if isinstance(plain, dict) else ""
        line = written.line_of(name, written.line_of("figures", start))
        with _fault(written, line):
            if not isinstance(plain, dict):
                raise KselectError(f'a figure is a view, as in {{view = "decision"}}, got {one!r}.')
            refuse_view(name)
            options = {k: _frozen(v) for k, v in plain.items() if k not in ("view", "after")}
            _known(f"option of the view {name}", options, options_of(EVERY[name]))
            after = bool(plain.get("after", hides and _shows_test(name, options)))
            figures.append(Figure(name, tuple(options.items()), after, line))
    if len(figures) > MOST_FIGURES:
        raise LessonError(
            written.name, figures[-1].line, f"a step has at most {MOST_FIGURES} figures."
        )
    return tuple(figures)


def _shows_test(name: str, options: Mapping[str, object]) -> bool:
    """Whether a figure is made of test errors alone."""
    takes = "quantity" in options_of(EVERY[name])
    return name in SHOWS_TEST or (takes and str(options.get("quantity", "test")).startswith("test"))


def _claims(
    settings: Mapping[str, Any], written: Written, start: int, names: Mapping[str, str]
) -> Iterator[tuple[str, int]]:
    with _fault(written, written.line_of("claims", start)):
        claims = _list(settings, "claims")
    for claim in claims:
        line = written.line_of(str(claim), start)
        with _fault(written, line):
            check_claim(str(claim), names)
        yield str(claim), line


def _question(
    settings: Mapping[str, Any],
    written: Written,
    start: int,
    names: Mapping[str, str],
    figures: tuple[Figure, ...],
) -> Question | None:
    table = settings.get("question")
    if table is None:
        return None
    line = written.line_of("question", start)
    with _fault(written, line):
        _known("entry of a question", table, QUESTION)
        asks = _text(table, "asks", "")
        kinds = [name for name in KINDS if name in table]
        if not asks or len(kinds) != 1:
            raise KselectError(
                f"a question has what it asks and one of {', '.join(KINDS)}, got {list(table)}."
            )
        kind = KINDS[kinds[0]]
        truth = _text(table, kinds[0], "") if kind in ("pin", "number") else ""
        if kind == "pin":
            fact_of(f"test error at {truth}", names)
        if kind == "number" and fact_of(truth, names).name == "verdict":
            raise KselectError(f"“{truth}” is no number to be asked for: a verdict is a word.")
        choices, right = _choices(kind, table, figures) if kind in CHOSEN else ((), 0)
        within = _number(table, "within", 1.0 if kind == "pin" else 0.0, 0.0, 1e12)
        return Question(kind, asks, truth, within, choices, right)


def _choices(
    kind: Kind, given: Mapping[str, Any], figures: tuple[Figure, ...]
) -> tuple[tuple[str, ...], int]:
    """Return what can be chosen, and the number of what is right: 0 where nothing is judged."""
    names = [
        f"figure {letter}" for letter, one in zip(FIGURES, figures, strict=False) if not one.after
    ]
    choices = names if kind == "figure" else [str(one)[:LONGEST] for one in _list(given, "choices")]
    if not FEWEST_CHOICES <= len(choices) <= MOST_CHOICES:
        which = "figures that are seen before the answer" if kind == "figure" else "choices"
        raise KselectError(
            f"one chooses among {FEWEST_CHOICES} to {MOST_CHOICES} {which}, got {len(choices)}."
        )
    return tuple(choices), _whole(given, CHOSEN[kind], 0, len(choices))


def _named(value: object, names: Mapping[str, str]) -> str:
    if str(value).lower() not in names:
        raise UnknownNameError("criterion of this sweep", value, names)
    return names[str(value).lower()]


def _frozen(value: object) -> object:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _known(kind: str, given: object, names: tuple[str, ...]) -> None:
    if not isinstance(given, Mapping):
        raise KselectError(f"this must be a table of names and values, got {shortened(given)}.")
    for name in given:
        if name not in names:
            raise UnknownNameError(kind, name, names)


def _text(given: Mapping[str, Any], name: str, usual: str) -> str:
    value = given.get(name, usual)
    if not isinstance(value, str) or len(value) > LONGEST:
        raise KselectError(f"{name} must be a text of at most {LONGEST} characters.")
    return value


def _number(given: Mapping[str, Any], name: str, usual: float, low: float, high: float) -> float:
    value = given.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        allowed = f"a number from {low:g} to {high:g}"
        raise KselectError(f"{name} must be {allowed}, got {shortened(value)}.")
    return float(value)


def _whole(given: Mapping[str, Any], name: str, low: int, high: int) -> int:
    number = _number(given, name, low, low, high)
    if number != int(number):
        raise KselectError(f"{name} must be a whole number, got {number:g}.")
    return int(number)


def _flag(given: Mapping[str, Any], name: str) -> bool:
    value = given.get(name, False)
    if not isinstance(value, bool):
        raise KselectError(f"{name} must be true or false, got {shortened(value)}.")
    return value


def _list(given: Mapping[str, Any], name: str) -> list[Any]:
    value = given.get(name, [])
    if not isinstance(value, list):
        raise KselectError(f'{name} must be a list, as in ["…", "…"], got {shortened(value)}.')
    return value


@contextmanager
def _fault(written: Written, line: int) -> Iterator[None]:
    """Name the file and the line in the error of what stands there."""
    try:
        yield
    except LessonError:
        raise
    except KselectError as error:
        raise LessonError(written.name, line, str(error)) from error
