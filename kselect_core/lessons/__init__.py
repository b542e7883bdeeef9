"""Lessons: text files of steps, each with figures of a sweep and perhaps a question.

Here they are read, their numbers and claims computed, answers judged; nothing here knows a page.
"""

from kselect_core.lessons.catalogue import lesson_names, load_lesson
from kselect_core.lessons.lesson import Figure, Lesson, Question, Step
from kselect_core.lessons.reading import read_lesson
from kselect_core.lessons.stage import Scene, Stage

__all__ = [
    "Figure",
    "Lesson",
    "Question",
    "Scene",
    "Stage",
    "Step",
    "lesson_names",
    "load_lesson",
    "read_lesson",
]
