"""What a lesson is: steps with a text, a place in a sweep, figures, and perhaps a question."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kselect_core.selection.config.config import SweepConfig

Kind = Literal["pin", "choose", "number", "figure", "words"]


@dataclass(frozen=True)
class Figure:
    """A view by its name, with options beyond those that the step gives.

    ``after``: it is drawn only when the question is answered. ``line`` is that of the file.
    """

    view: str
    options: tuple[tuple[str, object], ...] = ()
    after: bool = False
    line: int = 0


@dataclass(frozen=True)
class Question:
    """What a learner is asked.

    A "pin" is put on the axis of the kernel parameter, and is right within ``within`` points of the
    grid of the fact ``truth``. Of "choose" the ``right`` one of the ``choices`` counts, from 1; of
    "figure" as well, whose choices are the names of the figures that are seen before the answer.
    A "number" is right within ``within`` of the fact ``truth``, in its own unit. "words" are not
    judged, and a choice with ``right`` = 0 neither.
    """

    kind: Kind
    asks: str
    truth: str = ""
    within: float = 0.0
    choices: tuple[str, ...] = ()
    right: int = 0


@dataclass(frozen=True)
class Step:
    """One step of a lesson.

    ``sweep`` names a sweep of the lesson; without one, a step has a text alone. ``parameter`` and
    ``lam`` are the place of the cursor, in the way in which the sweep writes them. ``split`` counts
    from 1; 0 is the mean over all. With ``joint`` criteria choose kernel and λ together. ``hides``
    says that the test error is hidden until the question is answered. ``answer`` is the text that
    follows then. ``claims`` are checked comparisons of facts: what the text says must be so.
    """

    title: str
    text: str
    line: int
    sweep: str = ""
    parameter: float | str = "best width"
    lam: float | None = None
    split: int = 0
    joint: bool = False
    quantities: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    hides: bool = False
    question: Question | None = None
    answer: str = ""
    claims: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson with its sweeps by name; ``minutes`` it takes, ``needs``: what one should know.

    ``teaches`` says what somebody knows afterwards. ``number`` is its place among those that come
    with kselect; 0 for any other.
    """

    name: str
    title: str
    minutes: int
    needs: str
    sweeps: Mapping[str, SweepConfig]
    steps: tuple[Step, ...]
    number: int = 0
    teaches: str = ""

    @property
    def heading(self) -> str:
        """Title with the number, by which lessons name each other."""
        return f"Lesson {self.number}: {self.title}" if self.number else self.title

    @property
    def key(self) -> str:
        """Name of the file without its ending, as links and files that leave the page have it."""
        return self.name.rpartition(".")[0] or self.name
