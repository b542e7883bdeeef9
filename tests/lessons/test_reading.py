"""From a text to a lesson; every fault is told with its line."""

import pytest

from kselect_core.errors import KselectError, StorageError, UnknownNameError
from kselect_core.lessons import Figure, Question, lesson_names, load_lesson, read_lesson
from kselect_core.lessons.answers import is_answer
from kselect_core.lessons.text import LessonError
from tests.lessons.conftest import LESSON


def test_a_lesson_is_read(lesson):
    assert (lesson.title, lesson.minutes, lesson.needs) == ("A small lesson", 5, "Nothing.")
    assert lesson.sweeps["moons"].repeats == 3
    look, predict, alone = lesson.steps
    assert (look.title, look.sweep, look.parameter, look.lam) == ("Look", "moons", 1.0, 0.001)
    assert look.figures == (Figure("decision", (), after=False, line=22),)
    assert not look.hides
    assert predict.hides
    assert predict.quantities == ("loo", "fsm")
    assert predict.question == Question(
        "pin", "Where is the lowest test error?", truth="best width", within=1.0
    )
    assert predict.answer == "LOO chooses {choice of LOO}."
    assert predict.claims == (("choice of FSM = narrowest", 36), ("regret of LOO < 5 %", 37))
    assert (alone.sweep, alone.text) == ("", "No settings, no number.")


def test_what_a_lesson_teaches_may_be_said(lesson):
    assert lesson.teaches == ""
    said = LESSON.replace("minutes = 5", 'minutes = 5\nteaches = "All."', 1)
    assert read_lesson(said, name="small.md").teaches == "All."


def test_what_is_made_of_test_errors_comes_after_the_answer(lesson):
    assert [figure.after for figure in lesson.steps[1].figures] == [False, True]


def test_lines_may_end_as_on_windows_and_begin_with_a_mark():
    read = read_lesson("\ufeff" + LESSON.replace("\n", "\r\n"), name="small.md")
    assert read == read_lesson(LESSON, name="small.md")


FAULTS = [
    ("minutes = 5", "minutes = ", "minutes = ", "not TOML"),
    ("minutes = 5", "minutes = 0", "+++", "minutes must be a number from 1 to 240, got 0"),
    ('title = "A small lesson"', "", "+++", "needs a title"),
    ("needs =", "need =", "+++", "No entry of a lesson is called 'need'. Did you mean 'needs'"),
    ('"two_moons"', '"moons.csv"', "[sweeps.moons]", "No bundled data set"),
    ("lambdas = [0.001, 1.0]", "lambdas = [-1.0]", "[sweeps.moons]", "λ"),
    ("kernel = 1\n", "kernel = 0\n", "kernel = 0", "kernel must be greater than 0"),
    ("kernel = 1\n", "kernel = true\n", "kernel = true", "must be a number or a width by name"),
    ('"narrowest"\n', '"narow"\n', "narow", "No number of a sweep is called 'narow'"),
    ("0.001\nfigures", '"small"\nfigures', "lambda =", "lambda must be a number"),
    ("0.001\nfigures", "0\nfigures", "lambda =", "lambda must be greater than 0, got 0"),
    ("lambda = 0.001\nfigures", "C = 1\nfigures", "C = 1", "has lambda, and no C"),
    ("kernel = 1\n", "kernel = 1\nsplit = 1.5\n", "split =", "split must be a whole number"),
    ("kernel = 1\n", "kernel = 1\nsplit = 4\n", "split =", "split must be a number from 0 to 3"),
    ("kernel = 1\n", "kernel = 1\njoint = 1\n", "joint =", "joint must be true or false"),
    ("{choice of LOO}", "{test error at 2^9999}", "{test error at", "names no number"),
    ("{choice of LOO}", "{test error at 0^-1}", "{test error at", "names no number"),
    ("{choice of LOO}", "{test error at -1^0.5}", "{test error at", "names no number"),
    ("{choice of LOO}", "{test error at 0}", "{test error at", "a width is a number above 0"),
    ("{choice of LOO}", "{test error with lambda inf}", "{test error with", "above 0, got inf"),
    ('["decision"]', '["decison"]', "decison", "Did you mean 'decision'"),
    ('["decision"]', '[{view = "decision", at = 1}]', "decision", "called 'at'"),
    ('["decision"]', '["moving_pictures"]', "moving", "takes too long to compute"),
    ('"regrets"]', '"regrets", "regrets"]', "regrets", "at most 2 figures"),
    ('figures = ["decision"]', "figures = 1", "figures = 1", "figures must be a list"),
    ('["test error"]', '["labels"]', "labels", "No thing to hide is called 'labels'"),
    ('["LOO", "FSM"]', '["LOO", "KTA"]', "KTA", "called 'KTA'"),
    ('"choice of FSM = narrowest"', '"choice of KTA = narrowest"', "KTA", "called 'kta'"),
    ('"choice of FSM = narrowest"', '"choice of FSM"', '"choice of FSM"', "is not a comparison"),
    ('pin = "best width"', 'pin = "regret of LOO"', "[question]", "No width is called 'regret'"),
    ("within = 1", "words = true", "[question]", "one of pin, choices"),
    ('pin = "best width"', "choices = [1, 2]\nright = 3", "[question]", "from 0 to 2"),
    (
        'pin = "best width"',
        "choices = [1, 2]\nright = 1.5",
        "[question]",
        "a whole number, got 1.5",
    ),
    ('pin = "best width"', 'choices = ["LOO"]', "[question]", "among 2 to 6 choices, got 1"),
    (
        'pin = "best width"',
        "figure = 1",
        "[question]",
        "figures that are seen before the answer, got 1",
    ),
    ('pin = "best width"', 'number = ""', "[question]", "number"),
    ("Where is the lowest test error?", "", "[question]", "a question has what it asks"),
    ("within = 1", 'within = "near"', "[question]", "within must be a number"),
    ("{choice of LOO}", "{choise of LOO}", "choise", "Did you mean 'choice'"),
    ("{choice of LOO}", "{regret of LOO at 1}", "regret of LOO at", "the criterion's own"),
    ("No settings, no number.", "No settings: {test error}.", "# A text alone", "needs a sweep"),
    ("No settings, no number.", "![a](https://example.org/a.png)", "![a]", "has views as figures"),
    ("Think first.", "![a](https://example.org/a.png)", "![a]", "has views as figures"),
    ("# Look", "Words.\n\n# Look", "Words.", "there is text before the first step"),
    ("kernel = 1\n", "colour = 1\n", "+++\ncolour", "No entry of a step is called 'colour'"),
    ("Think first.", "x" * 5000, "xxx", "at most 4000 characters"),
]


@pytest.mark.parametrize(("words", "instead", "place", "told"), FAULTS)
def test_a_fault_is_told_with_its_line(words, instead, place, told):
    assert words in LESSON
    text = LESSON.replace(words, instead, 1)
    line = text[: text.index(place)].count("\n") + 1
    with pytest.raises(LessonError) as caught:
        read_lesson(text, name="small.md")
    assert str(caught.value).startswith(f"small.md, line {line}: ")
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "begins with its settings"),
        ("# Step", "begins with its settings"),
        ('+++\ntitle = "t"\n', r"have no second \+\+\+"),
        ('+++\ntitle = "t"\n+++\n', "there is no step"),
        ('+++\ntitle = "t"\n+++\n' + "# S\n" * 41, "at most 40 steps"),
        ("\n" * 4000, "at most 3000 lines"),
        ('+++\ntitle = "t"\nsweeps = 1\n+++\n# S\n', "sweeps are tables"),
        ('+++\ntitle = "t"\n+++\n# S\n+++\nkernel = 1\n+++\n', "No sweep of this lesson"),
    ],
)
def test_what_is_no_lesson_is_refused(text, told):
    with pytest.raises(LessonError, match=told):
        read_lesson(text, name="other.md")


def test_a_comment_in_settings_or_code_is_no_title():
    code = "```python\n# not a step\nx = 1\n```\n\nThink first."
    text = LESSON.replace("kernel = 1\n", "# the narrow one\nkernel = 1\n", 1)
    commented = read_lesson(text.replace("Think first.", code, 1), name="small.md")
    plain = read_lesson(LESSON, name="small.md")
    assert [step.title for step in commented.steps] == [step.title for step in plain.steps]
    assert commented.steps[0].parameter == plain.steps[0].parameter


def test_what_is_hidden_must_come_back():
    without = LESSON[: LESSON.index("[question]")] + LESSON[LESSON.index("+++\n\nThink") :]
    with pytest.raises(LessonError, match="shown again by a question"):
        read_lesson(without, name="small.md")


def test_which_figure_is_asked_of_those_that_are_seen():
    two = LESSON.replace('"criterion_rows", "regrets"', '"criterion_rows", "decision"')
    asked = (
        read_lesson(two.replace('pin = "best width"', "figure = 2"), name="a.md").steps[1].question
    )
    assert (asked.choices, asked.right) == (("figure A", "figure B"), 2)
    assert [is_answer(text, asked) for text in "123"] == [True, True, False]
    with pytest.raises(LessonError, match="figure must be a number from 0 to 2, got 3"):
        read_lesson(two.replace('pin = "best width"', "figure = 3"), name="small.md")


def test_a_lesson_of_the_folder_never_hides_behind_a_shipped_one(tmp_path):
    (tmp_path / "1_width.md").write_text(LESSON, encoding="utf-8")
    mine = load_lesson("my_1_width", tmp_path)
    assert (mine.heading, mine.key, mine.number) == ("A small lesson", "my_1_width", 0)
    assert load_lesson("1_width", tmp_path).heading == "Lesson 1: What a width does"


def test_lessons_are_found_by_name_and_in_a_folder(tmp_path):
    (tmp_path / "mine.md").write_text(LESSON, encoding="utf-8")
    assert "1_width" in lesson_names()
    assert "mine" in lesson_names(tmp_path)
    assert load_lesson("mine", tmp_path).title == "A small lesson"
    assert load_lesson(str(tmp_path / "mine.md")).name == "mine.md"
    with pytest.raises(UnknownNameError, match="No lesson is called"):
        load_lesson("theirs", tmp_path)
    (tmp_path / "bits.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StorageError, match=r"bits\.md cannot be read"):
        load_lesson("bits", tmp_path)
    (tmp_path / "large.md").write_text("x" * 300_000, encoding="utf-8")
    with pytest.raises(KselectError, match="at most 256 kB"):
        load_lesson("large", tmp_path)
