"""What a check of a lesson finds: claims that do not hold, numbers and formulas that are none."""

import pytest

from kselect_core.lessons import Stage, read_lesson
from kselect_core.lessons.checking import faults
from tests.lessons.conftest import LESSON

OF_MACHINES = """+++
title = "Machines"
minutes = 5
[sweeps.xor]
dataset = "xor"
learner = "svm"
C = [1, 10]
repeats = 1
test_share = 0.8
criteria = ["svm_loo"]
+++

# Ask

+++
C = 1
[question]
asks = "By how much?"
number = "change"
+++

Words.
"""


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


@pytest.mark.parametrize(
    ("figure", "told"),
    [
        ('{view = "grid_map", quantity = "zz"}', "No number of this sweep is called 'zz'"),
        ('{view = "criterion_curves", quantities = ["loo", "kt"]}', "is called 'kt'"),
        ('{view = "eigenvector", number = 9999}', "a whole number from 1 to 12, got 9999"),
        ('{view = "eigenvector", number = "first"}', "str"),
        ('{view = "fits_side_by_side"}', "points"),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_told_with_its_line(stage, figure, told):
    wrong, text = found(stage, ('["decision"]', f"[\n  {figure},\n]"))
    ((line, says, words),) = wrong
    assert (line, says) == (line_of(text, figure), f"the figure {figure.split(chr(34))[1]}")
    assert told in words


def test_a_question_whose_truth_does_not_exist_is_told():
    read = read_lesson(OF_MACHINES, name="machines.md")
    stages = {name: Stage.of(config) for name, config in read.sweeps.items()}
    (fault,) = faults(read, stages)
    assert fault.says == "the question of “Ask”"
    assert fault.found == "No bound of this learner is about the change."
