"""What a check of a lesson finds: claims that do not hold, numbers and formulas that are none."""

from kselect_core.lessons import Stage, read_lesson
from kselect_core.lessons.checking import faults
from tests.lessons.conftest import LESSON


def line_of(text, part):
    return next(k for k, line in enumerate(text.splitlines(), start=1) if part in line)


def found(stage: Stage, *changes):
    """Return the faults of the small lesson with changes, and its text."""
    text = LESSON
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return faults(read_lesson(text, name="small.md"), {"moons": stage}), text


def test_a_lesson_that_is_so_has_no_fault(stage):
    assert found(stage)[0] == []


def test_a_claim_that_does_not_hold_is_told_with_its_line_and_its_numbers(stage):
    wrong, text = found(stage, ("regret of LOO < 5 %", "regret of LOO > 99 %"))
    (fault,) = wrong
    assert fault.line == line_of(text, "regret of LOO > 99 %")
    assert fault.says == "regret of LOO > 99 %"
    assert fault.found.endswith("> 0.99")


def test_a_formula_that_cannot_be_set_is_told_with_its_step(stage):
    change = ("LOO chooses {choice of LOO}.", r"It is $\begin{a}$.")
    ((line, says, words),), text = found(stage, change)
    assert line == line_of(text, "# Predict")
    assert says == "the answer of “Predict”"
    assert r"\begin" in words


def test_a_step_without_a_sweep_is_read_too(stage):
    (fault,), _ = found(stage, ("No settings, no number.", "A formula $x^$ alone."))
    assert fault.says == "the text of “A text alone”"
