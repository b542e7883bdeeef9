"""A lesson as one HTML file to be printed: steps, questions, and solutions at the end."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import pandas as pd

from kselect_core.lessons.answers import FIGURES
from kselect_core.lessons.choice_rows import chosen_rows, formats
from kselect_core.lessons.facts import filled
from kselect_core.lessons.handout.asking import asked
from kselect_core.lessons.handout.markup import html_of
from kselect_core.lessons.handout.sheet import SHEET, SOLUTIONS
from kselect_core.lessons.lesson import Figure, Lesson, Step
from kselect_core.lessons.stage import Scene, Stage, stages_of
from kselect_core.lessons.tally import truth_of
from kselect_core.plotting.output.on_paper import HALF, WIDTH, printed
from kselect_core.plotting.output.page_report import escape
from kselect_core.plotting.output.pictures import obstacle
from kselect_core.views import Drawn
from kselect_core.words.escaped import markdown


class _Part(NamedTuple):
    """A step or a solution: HTML before its figures, the figures, HTML after them.

    Figures to be compared stand ``beside`` one another, without captions, which would tell.
    """

    head: str
    figures: list[Drawn]
    rest: str = ""
    beside: bool = False


def handout(
    lesson: Lesson,
    stages: Mapping[str, Stage] | None = None,
    *,
    still: bool | None = None,
    kept: Collection[int] = (),
) -> str:
    """Return a lesson as one HTML file that prints on A4 and asks for nothing.

    ``stages`` are the sweeps that have run, by their names; the others run now. Figures are images
    if ``still``, as they are where the extra "export" and a browser are there; else a script draws
    them. The solutions are folded, and printed on a page of their own if they are unfolded; those
    of steps that are ``kept`` back, by number from 1, are left out.

    Raises KselectError for a formula that cannot be set, LessonError for a fault in a sweep.
    """
    ready = stages_of(lesson, stages)
    steps, solutions = [], []
    for number, step in enumerate(lesson.steps, start=1):
        stage = ready[step.sweep] if step.sweep else None
        steps.append(_step(number, step, stage))
        if number not in kept and step.question is not None and stage is not None:
            solutions.append(_solution(number, Scene(step, stage)))
    still = not obstacle() if still is None else still
    bodies, script = _set([*steps, *solutions], still=still)
    answers = "\n".join(bodies[len(steps) :])
    return SHEET.format(
        title=escape(lesson.heading),
        minutes=lesson.minutes,
        needs=escape(lesson.needs),
        script=script,
        steps="\n".join(bodies[: len(steps)]),
        solutions=SOLUTIONS.format(solutions=answers) if answers else "",
    )


def _set(parts: Sequence[_Part], *, still: bool) -> tuple[list[str], str]:
    """Return parts as HTML, and the script that draws their figures; all are drawn together."""
    every = [(one, HALF if part.beside else WIDTH) for part in parts for one in part.figures]
    named = [(one.name, one.figure, width) for one, width in every]
    images, script = printed(named, still=still)
    left = iter(images)
    return [f"<section>{_whole(part, left)}</section>" for part in parts], script


def _whole(part: _Part, images: Iterator[str]) -> str:
    """Return a part with its figures, which are the next of the images."""
    blocks = []
    for k, one in enumerate(part.figures):
        letter = f"<b>{FIGURES[k]}</b>" if len(part.figures) > 1 else ""
        caption = "" if part.beside else f"<figcaption>{escape(one.caption)}</figcaption>"
        blocks.append(f"<figure>{letter}{next(images)}{caption}</figure>")
    figures = "".join(blocks)
    place = f'<div class="two">{figures}</div>' if part.beside else figures
    return f"{part.head}{place}{part.rest}"


def _step(number: int, step: Step, stage: Stage | None) -> _Part:
    title = f"<h2>{number}. {escape(step.title)}</h2>"
    if stage is None:
        return _Part(f"{title}{html_of(step.text)}", [])
    scene = Scene(step, stage, open=not step.hides)
    shown = [figure for figure in step.figures if not (figure.after and step.question)]
    rest = asked(scene, step.question) if step.question else _text(step.answer, scene)
    beside = len(shown) > 1 and step.question is not None and step.question.kind == "figure"
    return _Part(f"{title}{_text(step.text, scene)}", _drawn(scene, shown), rest, beside)


def _solution(number: int, scene: Scene) -> _Part:
    step, question = scene.step, scene.step.question
    assert question is not None, "a solution belongs to a question"  # noqa: S101
    right = (truth_of(scene, question) or "in your own words").removesuffix(".")
    head = f"<h3>{number}. {escape(step.title)}</h3><p><b>Answer:</b> {escape(right)}.</p>"
    after = [figure for figure in step.figures if figure.after]
    table = _table(chosen_rows(scene, pinned=False), scene)
    return _Part(f"{head}{_text(step.answer, scene)}", _drawn(scene, after), table)


def _drawn(scene: Scene, figures: Sequence[Figure]) -> list[Drawn]:
    pictures = []
    for figure in figures:
        view, at, options = scene.drawn(figure)
        picture = view(at, **options)
        pictures.append(replace(picture, caption=scene.caption(figure, picture.caption)))
    return pictures


def _text(text: str, scene: Scene) -> str:
    return html_of(filled(text, scene, markdown))


def _table(rows: pd.DataFrame, scene: Scene) -> str:
    if rows.empty:
        return ""
    forms = formats(scene.at.task)
    cells = [
        [
            escape(forms.get(name, "{}").format(value))
            for name, value in zip(map(str, rows), row, strict=True)
        ]
        for row in rows.itertuples(index=False, name=None)
    ]
    head = "".join(f'<th scope="col">{escape(str(name))}</th>' for name in rows)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in cells)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
