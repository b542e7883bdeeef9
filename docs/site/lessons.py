"""Page of the lessons that come with kselect, from their own files."""

from collections.abc import Iterator

import names

from kselect_core.lessons import Lesson, lesson_names, load_lesson
from kselect_core.words.escaped import markdown

HEAD = ("lesson", "minutes", "what it teaches", "what to know before")


def pages() -> Iterator[tuple[str, str]]:
    """Give the path of the page and its text."""
    every = [load_lesson(name) for name in lesson_names()]
    parts = [
        "# Lessons",
        "They are on the page *Learn* of the app, with figures, and questions that are answered "
        "before the result is seen. `kselect lesson 1_width --handout width.html` writes one of "
        "them for paper. How to [teach with them](../docs/how_to/teach.md), how to "
        "[write one](../docs/how_to/write_lesson.md).",
        names.table(HEAD, map(row, every)),
        f"Together they take {sum(one.minutes for one in every)} minutes.",
    ]
    yield "lessons.md", "\n\n".join(parts)


def row(one: Lesson) -> tuple[str, ...]:
    """Return what the table says of a lesson."""
    return markdown(one.heading), str(one.minutes), markdown(one.teaches), markdown(one.needs)
