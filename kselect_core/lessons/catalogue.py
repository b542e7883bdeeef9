"""Lessons that come with kselect, and those of the user's folder, by name."""

from dataclasses import replace
from pathlib import Path

from kselect_core.errors import StorageError, UnknownNameError
from kselect_core.lessons.lesson import Lesson
from kselect_core.lessons.reading import read_lesson

SHIPPED = Path(__file__).parent / "shipped"
ENDING = ".md"
MOST_BYTES = 2**18


def lesson_names(folder: Path | None = None) -> dict[str, Path]:
    """Return the files of lessons by name: the shipped ones, then those of a folder.

    One of the folder that is named like a shipped one has ``my_`` before its name.
    """
    paths = {path.stem: path for path in sorted(SHIPPED.glob(f"*{ENDING}"))}
    for path in sorted(folder.glob(f"*{ENDING}")) if folder is not None else ():
        name = path.stem
        while name in paths:
            name = f"my_{name}"
        paths[name] = path
    return paths


def load_lesson(name: str, folder: Path | None = None) -> Lesson:
    """Return a lesson by its name, or read the file of a path.

    Raises UnknownNameError, LessonError for a fault in its file, or StorageError.
    """
    names = lesson_names(folder)
    path = Path(name) if name.endswith(ENDING) else names.get(name)
    if path is None:
        raise UnknownNameError("lesson", name, names)
    own = name in names
    lesson = read_lesson(text_of(path), name=f"{name}{ENDING}" if own else path.name)
    shipped = own and path.parent == SHIPPED
    return replace(lesson, number=int(name.partition("_")[0])) if shipped else lesson


def text_of(path: Path) -> str:
    """Return what stands in the file of a lesson."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise StorageError(f"{path.name}: a lesson has at most {MOST_BYTES // 1024} kB.")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise StorageError(f"The lesson {path.name} cannot be read: {error}.") from error
