"""Lessons: text files of steps, each with figures of a sweep and perhaps a question.

Here they are read, their numbers and claims computed, answers judged; nothing here knows a page.
"""

from kselect_core.lessons.catalogue import lesson_names as lesson_names, load_lesson as load_lesson
from kselect_core.lessons.lesson import (
    Figure as Figure,
    Lesson as Lesson,
    Question as Question,
    Step as Step,
)
from kselect_core.lessons.reading import read_lesson as read_lesson
from kselect_core.lessons.stage import Scene as Scene, Stage as Stage
