"""Every shipped lesson: what its text claims is so, its figures draw, its answers are judged."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from kselect_core.lessons import Lesson, Question, Scene, Stage, lesson_names, load_lesson
from kselect_core.lessons.answers import judged
from kselect_core.lessons.facts import facts_in, filled, holds, value_of, width_of
from kselect_core.views import sweep as places
from kselect_core.views.programs import picture, preamble
from tests.collection import mostly_at_night
from tests.pages.redrawn import run, same, traces

OF_ONE_SAMPLE = ("decision", "decision_of_machine", "stability_parts")
"""Views of a machine that one sample made."""

ALLOWED = {"10", "95 %"}
"""Numbers that a text may have besides digits: ten-fold names, and the share that facts count."""

REDRAWN = ("1_width", "2_ridge", "6_criteria_that_fail")
"""Lessons whose figures are drawn again by day, where tests/views does it with every view."""

WRITTEN = re.compile(r"\d+(?:\.\d+)?(?: ?%)?")
COMPUTED = re.compile(r"\$\$.*?\$\$|\$[^$\n]+\$|`[^`\n]*`|\{[^{}]*\}", re.DOTALL)


class Played(NamedTuple):
    """A lesson with its sweeps."""

    lesson: Lesson
    stages: dict[str, Stage]

    def scenes(self, *, open_: bool = True) -> Iterator[Scene]:
        """Return the steps that have a sweep, with nothing hidden or before the answer."""
        for step in self.lesson.steps:
            if step.sweep:
                shown = open_ or not step.hides
                yield Scene(step, self.stages[step.sweep], open=shown)


@pytest.fixture(scope="module", params=sorted(lesson_names()))
def played(request: pytest.FixtureRequest) -> Played:
    lesson = load_lesson(request.param)
    return Played(lesson, {name: Stage.of(config) for name, config in lesson.sweeps.items()})


def test_a_lesson_has_six_to_ten_steps_and_three_predictions(played: Played) -> None:
    steps = played.lesson.steps
    asked = [step.question for step in steps if step.question and step.question.kind != "words"]
    assert 6 <= len(steps) <= 10
    assert len(asked) >= 3
    assert all(question.right or question.truth for question in asked), "each has a right answer"


def test_the_lesson_about_fsm_ends_with_its_failure_in_the_learners_words() -> None:
    step = load_lesson("6_criteria_that_fail").steps[-1]
    question = step.question
    assert question
    assert r"\text{FSM}=(s_1+s_2)/d" in step.text  # it is to be said to somebody who knows it
    assert question.kind == "words"
    assert question.asks.startswith("Why does FSM choose")


def test_a_lesson_says_in_a_sentence_what_it_teaches_and_needs(played: Played) -> None:
    for said in (played.lesson.teaches, played.lesson.needs):
        assert said.endswith(".")
        assert 40 < len(said) < 200


def test_every_claim_holds(played: Played) -> None:
    for scene in played.scenes():
        for claim, line in scene.step.claims:
            true, numbers = holds(claim, scene)
            assert true, f"{played.lesson.name}, line {line}: {claim}: {numbers}"


def test_a_step_that_tells_what_is_true_claims_it(played: Played) -> None:
    for step in played.lesson.steps:
        if step.question is not None and step.question.kind == "choose":
            assert step.claims, step.title


def test_every_number_of_a_text_is_there(played: Played) -> None:
    for scene in played.scenes():
        for text in (scene.step.text, scene.step.answer):
            for fact in facts_in(text):
                value = value_of(fact, scene).text
                assert value not in ("", "–", "nan", "nothing", "no choice"), f"{fact}: {value!r}"
            assert "{" not in COMPUTED.sub("", filled(text, scene, str))


def test_a_text_beside_the_machine_of_one_sample_speaks_of_that_sample(played: Played) -> None:
    for step in played.lesson.steps:
        if any(figure.view in OF_ONE_SAMPLE for figure in step.figures):
            assert step.split or "average" in step.text + step.answer, step.title


def test_a_text_says_that_a_figure_will_follow_the_pin(played: Played) -> None:
    for step in played.lesson.steps:
        pinned = step.question is not None and step.question.kind == "pin"
        if pinned and any(figure.view in OF_ONE_SAMPLE for figure in step.figures):
            assert "When you have answered, it shows yours." in " ".join(step.text.split())


def test_no_number_is_typed(played: Played) -> None:
    for step in played.lesson.steps:
        for text in (step.text, step.answer, *(step.question.choices if step.question else ())):
            numbers = WRITTEN.findall(COMPUTED.sub("", text))
            typed = [one for one in numbers if len(one) > 1 and one not in ALLOWED]
            assert not typed, f"{step.title}: {typed}"


def test_every_figure_draws_and_hides_the_test_error(played: Played) -> None:
    for scene in played.scenes(open_=False):
        for figure in scene.step.figures:
            if figure.after:
                continue
            view, at, options = scene.drawn(figure)
            drawn = view(at, **options).figure
            if scene.step.hides and not view.drawn_by_browser:
                names = [str(trace.name) for trace in drawn.data]
                assert not [name for name in names if "test" in name], figure.view


def test_every_figure_draws_after_the_answer(played: Played) -> None:
    for scene in played.scenes():
        for figure in scene.step.figures:
            view, at, options = scene.drawn(figure)
            if figure.after or (scene.step.hides and "test" in options):
                assert view(at, **options).figure is not None


@pytest.mark.parametrize(
    "played",
    mostly_at_night(sorted(lesson_names()), lambda name: name in REDRAWN),
    indirect=True,
    scope="module",
)
def test_every_figure_is_drawn_again_by_its_program(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {stage.config.digest(): stage.table for stage in played.stages.values()}
    monkeypatch.setattr(places, "run_sweep", lambda config, **_: known[config.digest()].copy())
    again = set()
    for scene in played.scenes():
        for figure in scene.step.figures:
            view, at, options = scene.drawn(figure)
            if view.drawn_by_browser or (view.name, scene.step.sweep) in again:
                continue  # the same program with other numbers
            again.add((view.name, scene.step.sweep))
            program = picture(preamble(scene.stage.config, "A."), view.program(at, **options))
            drawn = view(at, **options).figure
            same(traces(run(program).to_json()), traces(drawn.to_json()), figure.view)


def test_right_answers_are_right_and_others_are_not(played: Played) -> None:
    for scene in played.scenes():
        question = scene.step.question
        if question is not None and question.kind != "words":
            right, wrong = answers(scene, question)
            for given in right:
                assert judged(scene, question, given).right is True, (question.asks, given)
            for given in wrong:
                assert judged(scene, question, given).right is False, (question.asks, given)


def answers(scene: Scene, question: Question) -> tuple[list[str], list[str]]:
    """Return answers that are right, and some that are wrong."""
    if question.kind == "pin":
        truth = width_of(question.truth, scene)
        far = scene.widths[0] if truth > scene.widths[len(scene.widths) // 2] else scene.widths[-1]
        return [repr(truth)], [repr(float(far))]
    if question.kind == "number":
        value = value_of(question.truth, scene)
        truth = 100 * value.number if value.text.endswith("%") else value.number
        far = max(2 * question.within, 1.0)
        return [f"{truth:.12g}"], [f"{truth + far:.12g}", f"{truth - far:.12g}"]
    count = len(question.choices) or len(scene.step.figures)
    numbers = [str(k) for k in range(1, count + 1)]
    return [str(question.right)], [k for k in numbers if k != str(question.right)]
