"""What a class answered: how many gave each answer, as a figure; words as they are."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import pandas as pd

from kselect_core.lessons.answers import judged, written
from kselect_core.lessons.facts import nearest, width_of
from kselect_core.lessons.lesson import Question
from kselect_core.lessons.numbers import error_of, width_text
from kselect_core.lessons.stage import Scene
from kselect_core.plotting.data.class_answers import Bars, Pins, answer_bars, answer_pins
from kselect_core.words.labels import UNITS, readable

MOST = 12
"""Different numbers that have a bar of their own."""

OTHERS = "others"


class Tally(NamedTuple):
    """The answers of a class: their figure, and how many gave each; words have no figure."""

    figure: Any
    numbers: pd.DataFrame


def tally(scene: Scene, question: Question, answers: Sequence[str], *, shown: bool) -> Tally:
    """Return the answers to the question of a step; with the truth where that is ``shown``.

    Pins stand over the widths of the grid, and then over the curve of the test error as well.
    """
    if question.kind == "words":
        return Tally(None, pd.DataFrame({"answer": list(answers)}))
    if question.kind == "pin":
        return _pins(scene, question, answers, shown=shown)
    if question.kind == "number":
        names, counts = _numbers(answers)
        right = None
    else:
        names = list(question.choices)
        count = Counter(written(question, text) for text in answers)
        counts = [count[name] for name in names]
        right = question.right - 1 if shown and question.right else None
    figure = answer_bars(Bars(names, counts, right))
    return Tally(figure, pd.DataFrame({"answer": names, "learners": counts}))


def truth_of(scene: Scene, question: Question) -> str:
    """Return in words what is true; empty where nothing is judged."""
    if question.kind == "words" or not (question.truth or question.right):
        return ""
    return judged(scene, question, "1").truth


def _pins(scene: Scene, question: Question, answers: Sequence[str], *, shown: bool) -> Tally:
    widths = [float(width) for width in scene.widths]
    count = Counter(nearest(scene.widths, float(text)) for text in answers)
    names, counts = [width_text(scene, w) for w in widths], [count[w] for w in widths]
    texts, symbol = [name.partition(" = ")[2] for name in names], names[0].partition(" = ")[0]
    curve = [error_of(scene, width) for width in widths] if shown else []
    truth = widths.index(width_of(question.truth, scene)) if shown else None
    figure = answer_pins(Pins(texts, counts, symbol, truth, curve, UNITS[scene.at.task]))
    return Tally(figure, pd.DataFrame({"answer": names, "learners": counts}))


def _numbers(answers: Sequence[str]) -> tuple[list[str], list[int]]:
    """Return the most frequent numbers in ascending order, then how many gave others."""
    count = Counter(readable(float(text)) for text in answers)
    names = sorted(dict(count.most_common(MOST)), key=float)
    counts = [count[name] for name in names]
    rest = len(answers) - sum(counts)
    return ([*names, OTHERS], [*counts, rest]) if rest else (names, counts)
