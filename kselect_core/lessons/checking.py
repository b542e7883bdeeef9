"""What of a lesson is not so: its claims, numbers and figures, computed."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kselect_core.errors import KselectError
from kselect_core.lessons.facts import filled, holds
from kselect_core.lessons.handout.markup import html_of
from kselect_core.lessons.lesson import Lesson, Step
from kselect_core.lessons.stage import Scene, Stage
from kselect_core.lessons.tally import truth_of
from kselect_core.words.escaped import markdown

UNFIT = (ArithmeticError, LookupError, TypeError, ValueError)
"""What a view may raise with an option that it cannot have."""


class Fault(NamedTuple):
    """A line of a lesson that is not so, what it says, and what is the case."""

    line: int
    says: str
    found: str


def faults(lesson: Lesson, stages: Mapping[str, Stage]) -> list[Fault]:
    """Return the claims that do not hold, and texts, questions and figures that cannot be made.

    ``stages`` are the sweeps of the lesson by name.
    """
    every: list[Fault] = []
    for step in lesson.steps:
        scene = Scene(step, stages[step.sweep]) if step.sweep else None
        if scene is not None:
            every += _claims(step, scene)
            every += _question(step, scene)
            every += _figures(step, scene)
        every += _texts(step, scene)
    return sorted(every)


def _claims(step: Step, scene: Scene) -> Iterator[Fault]:
    for claim, line in step.claims:
        try:
            right, numbers = holds(claim, scene)
        except KselectError as error:
            right, numbers = False, str(error)
        if not right:
            yield Fault(line, claim, numbers)


def _question(step: Step, scene: Scene) -> Iterator[Fault]:
    if step.question is None:
        return
    try:
        truth_of(scene, step.question)
    except KselectError as error:
        yield Fault(step.line, f"the question of “{step.title}”", str(error))


def _figures(step: Step, scene: Scene) -> Iterator[Fault]:
    for figure in step.figures:
        try:
            view, at, options = scene.drawn(figure)
            assert view(at, **options).figure is not None  # noqa: S101 (it is drawn)
        except (KselectError, *UNFIT) as error:
            yield Fault(figure.line, f"the figure {figure.view}", str(error))


def _texts(step: Step, scene: Scene | None) -> Iterator[Fault]:
    for name, text in (("text", step.text), ("answer", step.answer)):
        try:
            html_of(text if scene is None else filled(text, scene, markdown))
        except KselectError as error:
            yield Fault(step.line, f"the {name} of “{step.title}”", str(error))
