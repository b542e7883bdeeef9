"""The number that a text shows is right where it is asked for: per cent, points, C."""

import re
from collections.abc import Iterator

import pytest

from kselect_core.errors import KselectError
from kselect_core.lessons import Question, Scene, Stage, Step, read_lesson
from kselect_core.lessons.answers import judged, unit_of
from kselect_core.lessons.facts import (
    OF_CRITERIA,
    OF_CURVES,
    OF_GRID,
    OF_SWEEP,
    OF_WIDTHS,
    value_of,
)
from kselect_core.lessons.handout.asking import asked
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import Candidates
from kselect_core.words.labels import quantity_text
from tests.lessons.conftest import LESSON

SWEEPS = {
    "least squares": {
        "dataset": "xor",
        "lambdas": (1e-4, 0.01),
        "criteria": ("loo", ("kfold", {"loss": "error"}), "ks"),
    },
    "machines": {
        "dataset": "xor",
        "learner": "svm",
        "C": (0.1, 10.0),
        "criteria": ("svm_loo", "xi_alpha"),
    },
    "regression": {"dataset": "additive", "lambdas": (1e-4, 0.01), "criteria": ("loo",)},
}
POWER = re.compile(r"([0-9.−]+·)?(\d+)([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")


@pytest.fixture(scope="module", params=SWEEPS)
def scene(request: pytest.FixtureRequest) -> Scene:
    """A kernel of a small sweep."""
    config = SweepConfig(
        candidates=(Candidates("gaussian", (2.0**-4, 0.3, 4.0), "2tau"),),
        test_share=0.8,
        repeats=3,
        **SWEEPS[request.param],
    )
    step = Step("", "", 1, sweep="xor", parameter=0.3, lam=10.0 if config.C else 0.01)
    return Scene(step, Stage.of(config))


def facts(scene: Scene) -> Iterator[str]:
    """Return every fact of a scene, at the cursor."""
    yield from (*OF_GRID, *OF_SWEEP, *OF_WIDTHS)
    for choice in scene.at.config.criteria:
        for name in (*OF_CRITERIA, *OF_CURVES):
            if name != "verdict":
                yield f"{name} of {quantity_text(choice.quantity)}"


def shown(text: str) -> float:
    """Return the first number of a text: ``C = 2·10⁻³``, ``65.6 %``, ``3 of 10``."""
    first = text.partition("= ")[2] or text
    power = POWER.fullmatch(first.split(" ")[0])
    if power is None:
        return float(first.split(" ")[0].translate(DIGITS))
    factor = float((power[1] or "1·")[:-1].translate(DIGITS))
    return factor * float(power[2]) ** int(power[3].translate(DIGITS))


def test_the_number_that_a_text_shows_is_right(scene: Scene) -> None:
    for fact in facts(scene):
        try:
            text = value_of(fact, scene).text
        except KselectError:
            continue  # another learner's
        if "…" in text or text == "–":
            continue
        question = Question("number", "How much?", truth=fact)
        verdict = judged(scene, question, f"{shown(text):.12g}")
        assert verdict.right, (fact, text, value_of(fact, scene))
        assert judged(scene, question, f"{1.01 * shown(text) + 0.11:.12g}").right is False, fact
        assert verdict.given.endswith(unit_of(question, scene))
        assert verdict.given.endswith("%") is text.endswith("%")


def test_the_unit_is_asked_for_on_paper(scene: Scene) -> None:
    question = Question("number", "How much?", truth="first vector share")
    assert "</span> %</p>" in asked(scene, question)


def test_a_verdict_is_no_number() -> None:
    old = 'pin = "best width"\nwithin = 1'
    with pytest.raises(KselectError, match="a verdict is a word"):
        read_lesson(LESSON.replace(old, 'number = "verdict of LOO"'), name="small.md")
