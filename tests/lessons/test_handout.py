"""A lesson on paper: what is hidden stays for the solutions, everything is in the file."""

import re

import pytest

from kselect_core.lessons import read_lesson
from kselect_core.lessons.handout.asking import LABELS, LINES, asked
from kselect_core.lessons.handout.markup import html_of
from kselect_core.lessons.handout.page import handout
from kselect_core.lessons.lesson import Question
from kselect_core.lessons.tally import truth_of
from tests.lessons.conftest import LESSON

EVIL = "<img src=x onerror=y>"
FETCHES = re.compile(r"""<(?:script|img|link|iframe)[^>]*\b(?:src|href)=["'](?!data:)""")


def own(text):
    """What the handout adds to plotly.js."""
    return re.sub(r"<script>.{1000000,}?</script>\n</head>", "</head>", text, flags=re.DOTALL)


@pytest.fixture(scope="module")
def paper(lesson, stage):
    """The small lesson on paper, its figures drawn by a script."""
    return own(handout(lesson, {"moons": stage}, still=False))


def test_every_step_is_there_with_its_numbers_and_formulas(paper, lesson):
    for number, step in enumerate(lesson.steps, start=1):
        assert f"<h2>{number}. {step.title}</h2>" in paper
    assert "<p>At τ = 1 the test error is" in paper
    assert "<math><mrow><msub>" in paper
    assert "<code>{code}</code>" in paper


def test_a_dashed_line_is_told_below_its_figure(paper):
    assert "seed 0. Dashed line: τ = 0.0001." in paper


def test_the_answer_and_what_was_hidden_come_with_the_solutions(paper, scene):
    sheet, solutions = paper.split("<details>")
    assert "<p>LOO chooses" not in sheet
    assert "<p>LOO chooses" in solutions
    assert f"<b>Answer:</b> {truth_of(scene, scene.step.question)}." in solutions
    assert "Grey: test error" not in sheet  # the curve of the test error
    assert "Choices for λ" not in sheet  # the caption of the regrets
    assert "Choices for λ" in solutions
    assert '<th scope="col">regret (points)</th>' in solutions


def test_nothing_is_asked_of_a_network(paper):
    assert "default-src 'none'" in paper
    assert not FETCHES.search(paper)
    assert len(paper) < 1_000_000


def test_no_text_is_taken_for_mark_up(stage):
    text = LESSON.replace("A small lesson", EVIL).replace("# Look", f"# {EVIL}")
    text = text.replace("Think first.", EVIL).replace("Where is the lowest test error?", EVIL)
    found = own(handout(read_lesson(text, name="evil.md"), {"moons": stage}, still=False))
    assert "<img" not in found
    assert found.count("&lt;img src=x onerror=y&gt;") >= 5


def test_images_carry_their_names(lesson, stage, monkeypatch):
    drawn = []

    def several(figures, kind, **_):
        drawn.extend([kind] * len(figures))
        return [b"<svg/>"] * len(figures)

    monkeypatch.setattr("kselect_core.plotting.output.on_paper.several", several)
    found = handout(lesson, {"moons": stage}, still=True)
    assert len(found) < 30_000
    assert drawn == ["svg"] * found.count('src="data:image/svg+xml;base64,PHN2Zy8+"')
    assert '<img alt="Decision picture"' in found


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (Question("pin", "Where?", truth="best width"), ("<b>Where?</b>", 'aria-label="Axis')),
        (Question("choose", "What?", choices=("this", "<b>"), right=1), ("<li>this<", "&lt;b&gt;")),
        (Question("number", "How many?", truth="regret of LOO"), ("Your number", "</span> points")),
        (Question("words", "Why?"), ('<p class="line"></p>' * LINES,)),
    ],
)
def test_every_kind_of_question_leaves_room(scene, question, parts):
    room = asked(scene, question)
    assert [part for part in parts if part not in room] == []


def test_the_axis_of_a_pin_has_a_tick_for_every_kernel(scene):
    axis = asked(scene, Question("pin", "Where?", truth="best width"))
    assert axis.count("<path") == 1 + len(scene.widths)
    assert 2 < axis.count("<text") <= LABELS


def test_figures_to_be_compared_stand_beside_each_other_and_tell_nothing(stage):
    figures = 'figures = ["decision"]'
    pair = figures.replace('"]', '", {view = "criterion_rows"}]')
    asks = '[question]\nasks = "Which?"\nfigure = 1\n+++\n\nAt {width}'
    text = LESSON.replace(figures, pair).replace("+++\n\nAt {width}", asks)
    found = own(handout(read_lesson(text, name="two.md"), {"moons": stage}, still=False))
    compared = found.split("<h2>2.")[0].split('<div class="two">')[1]
    assert re.findall("<figure><b>([AB])</b>", compared) == ["A", "B"]
    assert "<figcaption>" not in compared
    assert compared.count('"width":325') == 2


def test_a_lesson_without_a_question_has_no_solution(stage):
    cut = LESSON[LESSON.index("# Predict") :]
    text = LESSON.replace(cut, "")
    found = own(handout(read_lesson(text, name="a.md"), {"moons": stage}, still=False))
    assert "<details>" not in found


def test_solutions_that_are_kept_back_are_not_in_the_file(lesson, stage):
    found = own(handout(lesson, {"moons": stage}, still=False, kept={2}))
    assert "<details>" not in found
    assert "<p>LOO chooses" not in found
    assert "Answer:" not in found


def test_markdown_fetches_no_picture_and_runs_nothing():
    found = html_of("![a](http://a.b/c.png) <script>x</script> **b** $x$ `$y$` costs \\$5 or $6")
    assert "<img" not in found
    assert "<script" not in found
    assert "<strong>b</strong>" in found
    assert found.count("<math") == 1
    assert "<code>$y$</code> costs $5 or $6" in found
