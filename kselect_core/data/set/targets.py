"""From a vector of targets to the coding that the learners use."""

from math import isnan
from typing import Literal

import numpy as np

from kselect_core.data.words.findings import Finding
from kselect_core.errors import DataError
from kselect_core.types import Array

Task = Literal["binary", "multiclass", "regression"]
TASKS: tuple[Task, ...] = ("binary", "multiclass", "regression")
TWO = 2
MOST_CLASSES = 20  # more distinct whole numbers than this are read as a quantity


def encoded(y: Array, task: Task | None) -> tuple[Array, Task, tuple[str, ...], Finding]:
    """Return coded targets, the task, the class names and a sentence on what was decided."""
    if y.ndim != 1:
        raise DataError(f"The targets must be a vector, got an array of shape {y.shape}.")
    if task is not None and task not in TASKS:
        raise DataError(f"The task must be one of {', '.join(TASKS)}, got {task!r}.")
    values, codes = np.unique(_comparable(y), return_inverse=True)
    chosen = task or _likely_task(values, len(y))
    if chosen == "regression":
        numbers = _numbers(y)
        return numbers, chosen, (), Finding("found", "The target is a number: regression.")
    names = tuple(_class_name(value) for value in values)
    if chosen == "binary":
        return _signs(codes, names), chosen, names, _binary_finding(names)
    return codes, chosen, names, Finding("found", f"{len(names)} classes: {', '.join(names)}.")


def _comparable(y: Array) -> Array:
    if y.dtype == object:
        if any(value is None or (isinstance(value, float) and isnan(value)) for value in y):
            raise DataError("Some targets are missing.")
        y = np.array([str(value) for value in y])
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        raise DataError("Some targets are missing or infinite.")
    return y


def _likely_task(values: Array, n: int) -> Task:
    if len(values) <= TWO:
        return "binary"
    if values.dtype.kind in "biufc":
        whole = bool((values == np.round(values)).all())
        return "multiclass" if whole and len(values) <= min(MOST_CLASSES, n // 2) else "regression"
    return "multiclass"


def _numbers(y: Array) -> Array:
    try:
        return y.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(f"A regression target must be a number: {error}.") from error


def _class_name(value: object) -> str:
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    return str(value)


def _signs(codes: Array, names: tuple[str, ...]) -> Array:
    if len(names) == 1:
        raise DataError(f"The target has only one class: {names[0]!r}.")
    if len(names) != TWO:
        raise DataError(
            f"A binary problem needs two classes, got {len(names)}: {', '.join(names[:10])}. "
            "Keep the classes (task='multiclass') and choose one against the rest."
        )
    return np.where(codes == 1, 1.0, -1.0)


def _binary_finding(names: tuple[str, ...]) -> Finding:
    return Finding("found", f"Two classes: {names[1]!r} is positive (+1), {names[0]!r} negative.")
