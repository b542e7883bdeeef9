"""What of a lesson is not so: its claims and the numbers of its texts, computed."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kselect_core.errors import KselectError
from kselect_core.lessons.facts import filled, holds
from kselect_core.lessons.handout.markup import html_of
from kselect_core.lessons.lesson import Lesson, Step
from kselect_core.lessons.stage import Scene, Stage
from kselect_core.words.escaped import markdown


class Fault(NamedTuple):
    """A line of a lesson that is not so, what it says, and what is the case."""

    line: int
    says: str
    found: str


def faults(lesson: Lesson, stages: Mapping[str, Stage]) -> list[Fault]:
    """Return the claims that do not hold, and the texts whose numbers or formulas do not exist.

    ``stages`` are the sweeps of the lesson by name.
    """
    found: list[Fault] = []
    for step in lesson.steps:
        scene = Scene(step, stages[step.sweep]) if step.sweep else None
        if scene is not None:
            found += _claims(step, scene)
        found += _texts(step, scene)
    return sorted(found)


def _claims(step: Step, scene: Scene) -> Iterator[Fault]:
    for claim, line in step.claims:
        try:
            right, numbers = holds(claim, scene)
        except KselectError as error:
            right, numbers = False, str(error)
        if not right:
            yield Fault(line, claim, numbers)


def _texts(step: Step, scene: Scene | None) -> Iterator[Fault]:
    for name, text in (("text", step.text), ("answer", step.answer)):
        try:
            html_of(text if scene is None else filled(text, scene, markdown))
        except KselectError as error:
            yield Fault(step.line, f"the {name} of “{step.title}”", str(error))
