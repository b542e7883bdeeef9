"""A small lesson and its stage."""

import pytest

from kselect_core.lessons import Scene, Stage, read_lesson

LESSON = """+++
title = "A small lesson"
minutes = 5
needs = "Nothing."

[sweeps.moons]
dataset = "two_moons"
repeats = 3
lambdas = [0.001, 1.0]
criteria = ["loo", "kfold", "fsm"]
[[sweeps.moons.candidates]]
kernel = "gaussian"
convention = "2tau"
values = [0.0001, 0.1, 1.0, 10.0, 100.0]
+++

# Look

+++
kernel = 1
lambda = 0.001
figures = ["decision"]
+++

At {width} the test error is {test error}; $f_{i}$ and `{code}` are not touched.

# Predict

+++
kernel = "narrowest"
lambda = 0.001
hide = ["test error"]
criteria = ["LOO", "FSM"]
figures = ["criterion_rows", "regrets"]
claims = [
  "choice of FSM = narrowest",
  "regret of LOO < 5 %",
]

[question]
asks = "Where is the lowest test error?"
pin = "best width"
within = 1
+++

Think first.

## Answer

LOO chooses {choice of LOO}.

# A text alone

No settings, no number.
"""


@pytest.fixture(scope="session")
def lesson():
    return read_lesson(LESSON, name="small.md")


@pytest.fixture(scope="session")
def stage(lesson):
    return Stage.of(lesson.sweeps["moons"])


@pytest.fixture
def scene(lesson, stage):
    """The second step, with nothing hidden."""
    return Scene(lesson.steps[1], stage)
