"""The document for teachers: every number of a solution is computed, the minutes add up."""

import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from kselect_core.data.made.recipe import PREFIX, Recipe, recipe_of
from kselect_core.data.made.sample import fresh
from kselect_core.lessons import Scene, Stage, load_lesson
from kselect_core.lessons.facts import value_of
from kselect_core.lessons.lesson import Step
from kselect_core.selection import SweepConfig
from kselect_core.selection.places.truth import FRESH, true_errors
from kselect_core.words.labels import error_text

PAGE = (Path(__file__).parents[2] / "docs" / "how_to" / "teach.md").read_text(encoding="utf-8")
EXERCISES = re.split(
    r"^### ", PAGE.split("## Exercises")[1].split("## Homework")[0], flags=re.MULTILINE
)[1:]
TOLD = re.compile(r"<!-- (?:(made:[^ ]+): )?([a-zA-Z][^:]*?) -->")
NUMBER = re.compile(r"\d ?%|2[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|\d\.\d")
LAMBDA = 0.01
each = pytest.mark.parametrize("text", EXERCISES, ids=[text.splitlines()[0] for text in EXERCISES])


@lru_cache
def scene_of(data):
    """Return the sweep that the page Play makes of data, as a step of a lesson sees it."""
    config = SweepConfig(dataset=data, repeats=1, lambdas=(LAMBDA,))
    return Scene(Step("", "", 1, sweep="play", split=1), Stage.of(config))


def computed(data, fact):
    """Return the text of a fact; a true error is that of a criterion's choice."""
    scene = scene_of(data)
    if not fact.startswith("true error of "):
        return value_of(fact, scene).text
    width = value_of(fact.replace("true error", "choice"), scene).number
    point = scene.cursor._replace(parameter=width)
    (truth,) = true_errors(scene.stage.bench(0), [point], fresh(recipe_of(data), FRESH))
    return error_text(truth.error, "binary")


def data_of(text):
    (data,) = re.findall(r"<!-- data: (made:\S+) -->", text)
    return data


@each
def test_every_number_of_a_solution_is_computed(text):
    data, solution = data_of(text), " ".join(text.split("**Solution.**")[1].split())
    found = list(TOLD.finditer(solution))
    assert len(found) >= 4
    for told in found:
        expected = computed(told[1] or data, told[2]).replace("\u00a0", " ")
        assert solution[: told.start()].endswith(f" {expected}"), told[0]
    bare = re.sub(r"(?:τ = )?\S+(?: %)?<!-- [^>]* -->", "", solution)
    assert NUMBER.findall(bare) == []


@each
def test_the_link_of_an_exercise_opens_its_data(text):
    (link,) = re.findall(r"Link: `(/play[^`]*)`", text)
    query = dict(parse_qsl(urlsplit(link).query))
    query.pop("play_fit", None)
    numbers = {name.removeprefix("play_"): float(value) for name, value in query.items()}
    assert Recipe(**numbers).name == recipe_of(data_of(text)).name


def test_the_minutes_follow_each_other_and_are_45():
    spans = [(int(a), int(b)) for a, b in re.findall(r"^\| (\d+)–(\d+) \|", PAGE, re.MULTILINE)]
    assert [a for a, _ in spans] == [0, *(b for _, b in spans[:-1])]
    assert spans[-1][1] == 45
    (minutes, name) = re.search(r"(\d+) minutes by itself<!-- lesson: (\w+) -->", PAGE).groups()
    lesson = load_lesson(name)
    assert lesson.minutes == int(minutes)
    assert f"*{lesson.title}*" in PAGE
    assert max(b - a for a, b in spans) >= lesson.minutes


def test_the_lessons_that_are_named_are_there():
    assert load_lesson("2_ridge").title.startswith("What λ does")
    assert load_lesson("6_criteria_that_fail").title in PAGE.replace("\n", " ")


def test_play_begins_with_the_data_of_the_first_exercises():
    assert Recipe().name == f"{PREFIX}moons" == data_of(EXERCISES[0])
