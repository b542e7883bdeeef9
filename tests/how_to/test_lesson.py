"""The lesson of the how-to page is read, its claims hold, and its names are those that exist."""

import re
from pathlib import Path

from kselect_core.lessons import Scene, Stage, load_lesson, read_lesson
from kselect_core.lessons.facts import (
    OF_CRITERIA,
    OF_CURVES,
    OF_GRID,
    OF_SWEEP,
    OF_WIDTHS,
    filled,
    holds,
)
from kselect_core.lessons.reading import KINDS, SETTINGS

PAGE = (Path(__file__).parents[2] / "docs/how_to/write_lesson.md").read_text(encoding="utf-8")


def lesson_text():
    return re.search(r"<!-- lesson: three steps -->\n````markdown\n(.*?)````", PAGE, re.DOTALL)[1]


def test_the_lesson_of_the_page_says_what_is_so():
    lesson = read_lesson(lesson_text(), name="page.md")
    stages = {name: Stage.of(config) for name, config in lesson.sweeps.items()}
    assert len(lesson.steps) == 3
    claims = 0
    for step in lesson.steps:
        scene = Scene(step, stages[step.sweep])
        for text in (step.text, step.answer):
            assert "{" not in filled(text, scene, str)
        for claim, line in step.claims:
            assert holds(claim, scene)[0], f"line {line}: {claim}"
            claims += 1
        for figure in step.figures:
            view, at, options = scene.drawn(figure)
            assert view(at, **options).figure.data
    assert claims == 3


def test_the_page_names_all_there_is():
    table = PAGE.split("<!-- lesson: names -->")[1].split("## Faults")[0]
    named = set(re.findall(r"`([a-z ]+)`", table))
    assert named == {*OF_CRITERIA, *OF_CURVES, *OF_GRID, *OF_SWEEP, *OF_WIDTHS}
    for setting in {*SETTINGS} - {"question"}:
        assert f"`{setting}`" in PAGE
    assert "`[question]`" in PAGE
    for kind in KINDS:
        assert f"`{kind} = " in PAGE


def test_the_program_of_the_page_checks_a_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("my_lesson.md").write_text(lesson_text(), encoding="utf-8")
    assert load_lesson("my_lesson.md").minutes == 5
    program = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
    exec(program, {})  # noqa: S102 (the page's own)
    assert capsys.readouterr().out.count("(True, ") == 3
