"""A lesson as one HTML file to be printed: steps, questions, and solutions at the end."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from kselect_core.lessons.answers import FIGURES
from kselect_core.lessons.facts import filled
from kselect_core.lessons.handout.asking import asked, truth
from kselect_core.lessons.handout.markup import html_of
from kselect_core.lessons.handout.sheet import SHEET
from kselect_core.lessons.lesson import Figure, Lesson, Step
from kselect_core.lessons.rows import chosen_rows
from kselect_core.lessons.stage import Scene, Stage, stages_of
from kselect_core.plotting.output.page_report import escape
from kselect_core.plotting.output.pictures import obstacle
from kselect_core.plotting.output.printed import printed
from kselect_core.views import Drawn
from kselect_core.words.escaped import markdown


class _Part(NamedTuple):
    """A step or a solution: HTML before its figures, the figures, HTML after them."""

    head: str
    figures: list[Drawn]
    rest: str = ""


def handout(
    lesson: Lesson, stages: Mapping[str, Stage] | None = None, *, still: bool | None = None
) -> str:
    """Return a lesson as one HTML file that prints on A4 and asks for nothing.

    ``stages`` are the sweeps that have run, by their names; the others run now. Figures are images
    if ``still``, as they are where the extra "export" and a browser are there; else a script draws
    them. The solutions are folded, and printed on a page of their own if they are unfolded.

    Raises KselectError for a formula that cannot be set, LessonError for a fault in a sweep.
    """
    ready = stages_of(lesson, stages)
    steps, solutions = [], []
    for number, step in enumerate(lesson.steps, start=1):
        stage = ready[step.sweep] if step.sweep else None
        steps.append(_step(number, step, stage))
        if step.question is not None and stage is not None:
            solutions.append(_solution(number, Scene(step, stage)))
    still = not obstacle() if still is None else still
    bodies, script = _set([*steps, *solutions], still=still)
    return SHEET.format(
        title=escape(lesson.title),
        minutes=lesson.minutes,
        needs=escape(lesson.needs),
        script=script,
        steps="\n".join(bodies[: len(steps)]),
        solutions="\n".join(bodies[len(steps) :]) or "<p>There is no question.</p>",
    )


def _set(parts: Sequence[_Part], *, still: bool) -> tuple[list[str], str]:
    """Return parts as HTML, and the script that draws their figures; all are drawn together."""
    every = [one for part in parts for one in part.figures]
    images, script = printed([(one.name, one.figure) for one in every], still=still)
    figures = iter(
        f"<figure>{image}<figcaption>{escape(one.caption)}</figcaption></figure>"
        for one, image in zip(every, images, strict=True)
    )
    bodies = []
    for part in parts:
        mine = _side_by_side([next(figures) for _ in part.figures])
        bodies.append(f"<section>{part.head}{mine}{part.rest}</section>")
    return bodies, script


def _step(number: int, step: Step, stage: Stage | None) -> _Part:
    title = f"<h2>{number}. {escape(step.title)}</h2>"
    if stage is None:
        return _Part(f"{title}{html_of(step.text)}", [])
    scene = Scene(step, stage, open=not step.hides)
    shown = [figure for figure in step.figures if not (figure.after and step.question)]
    rest = asked(scene, step.question) if step.question else _text(step.answer, scene)
    return _Part(f"{title}{_text(step.text, scene)}", _drawn(scene, shown), rest)


def _solution(number: int, scene: Scene) -> _Part:
    step, question = scene.step, scene.step.question
    assert question is not None, "a solution belongs to a question"  # noqa: S101
    right = (truth(scene, question) or "in your own words").removesuffix(".")
    head = f"<h3>{number}. {escape(step.title)}</h3><p><b>Answer:</b> {escape(right)}.</p>"
    after = [figure for figure in step.figures if figure.after]
    table = _table(chosen_rows(scene, pinned=False), scene)
    return _Part(f"{head}{_text(step.answer, scene)}", _drawn(scene, after), table)


def _drawn(scene: Scene, figures: Sequence[Figure]) -> list[Drawn]:
    found = []
    for figure in figures:
        view, at, options = scene.drawn(figure)
        found.append(view(at, **options))
    return found


def _text(text: str, scene: Scene) -> str:
    return html_of(filled(text, scene, markdown))


def _side_by_side(figures: list[str]) -> str:
    if len(figures) < 2:  # noqa: PLR2004 (one is as wide as the page)
        return "".join(figures)
    named = [f"<div><b>{FIGURES[k]}</b>{one}</div>" for k, one in enumerate(figures)]
    return f'<div class="two">{"".join(named)}</div>'


def _table(rows: pd.DataFrame, scene: Scene) -> str:
    if rows.empty:
        return ""
    form = "{:.4g}" if scene.at.task == "regression" else "{:.1f} %"
    cells = [
        [form.format(value) if isinstance(value, float) else escape(str(value)) for value in row]
        for row in rows.itertuples(index=False, name=None)
    ]
    head = "".join(f'<th scope="col">{escape(str(name))}</th>' for name in rows)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in cells)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
