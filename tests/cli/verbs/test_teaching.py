"""``kselect lesson``: what is in it, what of it is not so, and the lesson on paper."""

import pytest

from kselect_core.lessons import lesson_names
from tests.lessons.conftest import LESSON


@pytest.fixture
def written(tmp_path):
    """Return a function that keeps the small lesson with a change in a file."""

    def write(old="", new=""):
        path = tmp_path / "small.md"
        path.write_text(LESSON.replace(old, new) if old else LESSON, encoding="utf-8")
        return path

    return write


def test_without_an_option_it_tells_the_steps(kselect, written):
    said = kselect("lesson", written()).stdout
    assert said == "A small lesson, 5 minutes\n1. Look\n2. Predict\n3. A text alone\n"
    name = next(iter(lesson_names()))
    assert "minutes\n1. " in kselect("lesson", name).stdout


def test_a_lesson_that_is_so_ends_well(kselect, kselect_json, written):
    assert kselect("lesson", written(), "--check").stdout == "2 claims of small.md hold.\n"
    found = kselect_json("lesson", written(), "--check")
    assert found["wrong"] == []
    assert found["steps"] == ["Look", "Predict", "A text alone"]


def test_the_lines_that_are_not_so_are_told_and_nothing_is_written(kselect, written, tmp_path):
    path = written("regret of LOO < 5 %", "regret of LOO > 99 %")
    place = tmp_path / "paper.html"
    line = 1 + path.read_text("utf-8").split("\n").index('  "regret of LOO > 99 %",')
    said = kselect("lesson", path, "--check", "--handout", place, status=1).stdout
    assert f"small.md, line {line}: regret of LOO > 99 %: " in said
    assert "Not so: 1 line of small.md." in said
    assert not place.exists()


def test_a_lesson_that_cannot_be_read_tells_its_line(kselect, written):
    said = kselect("lesson", written('"decision"', '"decison"'), "--check", status=1).stderr
    assert "small.md, line" in said
    assert "Did you mean" in said


def test_the_handout_is_written_once(kselect, written, tmp_path, monkeypatch):
    monkeypatch.setattr("kselect_core.lessons.handout.page.obstacle", lambda: "no browser")
    place = tmp_path / "paper.html"
    assert "The handout is in" in kselect("lesson", written(), "--handout", place).stdout
    assert "<h1>A small lesson</h1>" in place.read_text("utf-8")
    assert "exists already" in kselect("lesson", written(), "--handout", place, status=2).stderr
