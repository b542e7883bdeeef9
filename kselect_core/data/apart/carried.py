"""Previews as JSON and plain numbers, so that a process that is not trusted can send one.

    8 bytes   length of the JSON
    JSON      everything but the numbers; "sizes" says how many bytes follow, block by block
    blocks    float64 numbers, or the bytes of a file

Nothing is pickled in either direction, and whoever reads says how much at most.
"""

import json
import struct
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import IO, Any, Final, TypeVar

import numpy as np

from kselect_core.data.set.dataset import Dataset
from kselect_core.data.table.preview import Preview
from kselect_core.data.words.findings import Finding
from kselect_core.errors import DataError, Question

LONGEST_JSON: Final = 128 * 2**20
_LENGTH: Final = struct.Struct(">Q")
_NUMBERS: Final = np.dtype("<f8")
_SIDES: Final = 2  # of a table: rows and columns

Plain = dict[str, Any]  # Any: JSON values
T = TypeVar("T")


def send(stream: IO[bytes], plain: Plain, blocks: Sequence[bytes | memoryview] = ()) -> None:
    """Write a message."""
    text = json.dumps({**plain, "sizes": [len(block) for block in blocks]}).encode()
    stream.write(_LENGTH.pack(len(text)) + text)
    stream.writelines(blocks)
    stream.flush()


def receive(stream: IO[bytes], most: int) -> tuple[Plain, list[bytes]]:
    """Return a message whose blocks have at most so many bytes together.

    Raises ``EOFError`` where the sender has ended, ``DataError`` where it sends something else.
    """
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size))
    if length > LONGEST_JSON:
        raise DataError("The reader sent a message that is too long.")
    try:
        plain = json.loads(_exactly(stream, length))
        sizes = [int(size) for size in plain.pop("sizes")]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DataError("The reader sent something that is not a message.") from error
    if any(size < 0 for size in sizes) or sum(sizes) > most:
        raise DataError(f"The reader sent more than {most / 2**20:.0f} MB.")
    return plain, [_exactly(stream, size) for size in sizes]


def _exactly(stream: IO[bytes], size: int) -> bytes:
    content = stream.read(size)
    if len(content) < size:
        raise EOFError
    return content


def packed(seen: Preview) -> tuple[Plain, list[memoryview]]:
    """Return a preview as JSON values and the numbers of its data set."""
    plain = _fields_of(seen, but=("report", "questions", "dataset"))
    plain["report"] = _records(seen.report)
    plain["questions"] = _records(seen.questions)
    data = seen.dataset
    if data is None:
        return plain, []
    settings = _fields_of(data, but=("X", "y", "report"))
    plain["dataset"] = {**settings, "shape": data.X.shape, "report": _records(data.report)}
    return plain, [_block(data.X), _block(data.y)]


def unpacked(plain: Plain, blocks: Sequence[bytes]) -> Preview:
    """Return the preview in a message; refused if its parts do not fit together."""
    try:
        return _preview(dict(plain), blocks)
    except (TypeError, ValueError, KeyError, OverflowError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError("The reader sent something that is not a table.") from error


def _preview(plain: Plain, blocks: Sequence[bytes]) -> Preview:
    data = plain.pop("dataset", None)
    report, questions = plain.pop("report"), plain.pop("questions")
    return Preview(
        **{name: _tuples(value) for name, value in plain.items()},
        report=_of_records(Finding, report),
        questions=_of_records(Question, questions),
        dataset=None if data is None else _dataset(data, blocks),
    )


def _dataset(plain: Plain, blocks: Sequence[bytes]) -> Dataset:
    shape = tuple(plain.pop("shape"))
    if len(shape) != _SIDES or len(blocks) != len(("X", "y")):
        raise ValueError
    X, y = (np.frombuffer(block, dtype=_NUMBERS) for block in blocks)
    report = _of_records(Finding, plain.pop("report"))
    rest = {name: _tuples(value) for name, value in plain.items()}
    return Dataset(X.reshape(shape), y, report=report, **rest)


def _fields_of(record: Preview | Dataset, *, but: tuple[str, ...]) -> Plain:
    return {f.name: getattr(record, f.name) for f in fields(record) if f.name not in but}


def _records(found: Sequence[Finding] | Sequence[Question]) -> list[list[object]]:
    return [[getattr(entry, f.name) for f in fields(entry)] for entry in found]


def _of_records(kind: Callable[..., T], plain: Sequence[Sequence[object]]) -> tuple[T, ...]:
    return tuple(kind(*(_tuples(value) for value in entry)) for entry in plain)


def _tuples(value: Any) -> Any:  # noqa: ANN401 - JSON values, checked by the records they fill
    """Return a JSON value with tuples in place of lists."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _block(numbers: np.ndarray) -> memoryview:
    return np.ascontiguousarray(numbers, dtype=_NUMBERS).data.cast("B")
