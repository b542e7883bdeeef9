"""What a learner answered, and whether that is so."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from kselect_core.lessons.facts import nearest, value_of, width_of
from kselect_core.lessons.lesson import Lesson, Question
from kselect_core.lessons.numbers import width_text
from kselect_core.lessons.stage import Scene
from kselect_core.words.labels import readable

LONGEST = 300
"""Characters of an answer."""

SKIPPED = "-"
"""In the place of an answer: the learner wants to see it."""

FIGURES = "ABCD"
CLOSE = 1e-9
"""Numbers within this relative distance are the same."""


class Judged(NamedTuple):
    """An answer in words, the truth in words, and whether they agree; None: not judged."""

    right: bool | None
    given: str
    truth: str


def answers_of(texts: Iterable[str], lesson: Lesson) -> dict[int, str]:
    """Return answers by the number of their step, from 1; what is no answer is left out."""
    answers = {}
    for text in texts:
        number, _, answer = text.partition(":")
        step = int(number) if number.isdecimal() and len(number) < 4 else 0  # noqa: PLR2004 (digits)
        asks = 0 < step <= len(lesson.steps) and lesson.steps[step - 1].question
        if asks and is_answer(answer, asks):
            answers[step] = answer[:LONGEST]
    return answers


def texts_of(answers: Mapping[int, str]) -> list[str]:
    """Return answers as texts of a link, ``2:16``."""
    return [f"{step}:{answers[step]}" for step in sorted(answers)]


def is_answer(text: str, question: Question) -> bool:
    """Whether a text answers a question of its kind."""
    if question.kind == "words" or text == SKIPPED:
        return bool(text.strip())
    number = _number(text)
    if number is None or len(text) > LONGEST:  # a part of it would be another number
        return False
    if question.kind in ("choose", "figure"):
        return number in range(1, len(question.choices) + 1)
    return number > 0 if question.kind == "pin" else True


def written(question: Question, given: str) -> str:
    """Return an answer by the name of what was chosen; a number or words as they are."""
    if question.kind in ("choose", "figure"):
        return question.choices[int(float(given)) - 1]
    return given


def judged(scene: Scene, question: Question, given: str) -> Judged:
    """Judge an answer: a width (pin), a number, the number of a choice or of a figure, or words.

    A number is answered in the unit in which texts have it: shares in per cent, C as C.
    """
    if question.kind == "words":
        return Judged(None, given, "")
    number = _number(given) or 0.0
    if question.kind == "pin":
        return _pin(scene, question, number)
    if question.kind == "number":
        value = value_of(question.truth, scene)
        right = value.apart(number) <= question.within * (1 + CLOSE) + CLOSE * abs(number)
        return Judged(right, f"{readable(number)}{value.unit}", value.text)
    if not question.right:
        return Judged(None, written(question, given), "")
    truth = question.choices[question.right - 1]
    return Judged(int(number) == question.right, written(question, given), truth)


def unit_of(question: Question, scene: Scene) -> str:
    """Return the unit in which a number is asked for: `` %``, `` points``, or nothing."""
    return value_of(question.truth, scene).unit


def _pin(scene: Scene, question: Question, number: float) -> Judged:
    grid = scene.widths
    mine, truth = nearest(grid, number), width_of(question.truth, scene)
    apart = abs(int(np.searchsorted(grid, mine)) - int(np.searchsorted(grid, truth)))
    return Judged(apart <= question.within, width_text(scene, mine), width_text(scene, truth))


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if np.isfinite(number) else None


def take_home(
    lesson: Lesson, scenes: Mapping[int, Scene], answers: Mapping[int, str]
) -> tuple[str, int, int]:
    """Return the answers as a text, how many are right, and how many were judged.

    ``scenes`` are the steps that ask, by number from 1; ``answers`` those given.
    """
    lines, right, count = [f"# {lesson.heading}", ""], 0, 0
    for number, scene in scenes.items():
        question, answer = scene.step.question, answers.get(number, "")
        if question is None or not answer:
            continue
        lines += [f"## {number}. {scene.step.title}", "", question.asks, ""]
        if answer == SKIPPED:
            lines += ["No answer.", ""]
            continue
        verdict = judged(scene, question, answer)
        truth = verdict.truth.removesuffix(".")
        words = {True: "Right.", False: f"Not right. Right answer: {truth}.", None: "Not judged."}
        lines += [f"Answer: {verdict.given}", words[verdict.right], ""]
        right, count = right + (verdict.right is True), count + (verdict.right is not None)
    return "\n".join(lines), right, count
