"""A record: what one task of an experiment gave, as named rows of numbers; its bytes, its digest.

What was computed and what was measured with a clock are kept apart: lines of kind ``seconds`` and
the time of the task are stored, but no digest and no checksum of results knows them.
"""

import json
import re
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from kselect_core.errors import InvalidParameterError

KINDS: Final = ("criterion", "test", "info", "choice", "seconds")
MEASURED: Final = "seconds"
_UNIT = re.compile(r"[0-9a-f]{64}")
_LARGEST_TASK = 2**63 - 1


Mark = tuple[str, int, str]


class Line(NamedTuple):
    """One named row of numbers of a record."""

    name: str  # quantity, method or criterion
    kind: str  # one of KINDS
    numbers: tuple[float, ...]
    reason: str = ""  # why numbers are NaN


class Record(NamedTuple):
    """What a task gave."""

    unit: str  # 64 hexadecimal digits
    task: int
    lines: tuple[Line, ...]
    seconds: float  # how long the task took


def digest(records: Iterable[Record]) -> str:
    """SHA-256 of what was computed, in the order of (unit, task) however the records come.

    Each record enters as canonical text with hexadecimal numbers, its lines sorted; records that
    are equal count once.
    """
    return digest_of(map(mark, records))


def digest_of(marks: Iterable[Mark]) -> str:
    """Return the same from the marks of the records."""
    whole = sha256()
    for unit, task, content in sorted(set(marks)):
        whole.update(f"{unit} {task} {content}\n".encode("ascii"))
    return whole.hexdigest()


def mark(record: Record) -> Mark:
    """Unit and task of a record, and the SHA-256 of what was computed."""
    return record.unit, record.task, sha256(_text(record).encode("ascii")).hexdigest()


def checked(record: Record) -> Record:
    """Return the record if its unit, task and kinds are ones that can be kept."""
    unit_key(record.unit)
    if not 0 <= record.task <= _LARGEST_TASK:
        raise InvalidParameterError("Record", "task", "a number from 0", record.task)
    for line in record.lines:
        if line.kind not in KINDS:
            raise InvalidParameterError("Record", "kind", f"one of {', '.join(KINDS)}", line.kind)
    return record._replace(task=int(record.task))


def unit_key(unit: str) -> bytes:
    """The 32 bytes that 64 hexadecimal digits stand for."""
    if not _UNIT.fullmatch(unit):
        raise InvalidParameterError("Record", "unit", "64 hexadecimal digits", unit)
    return bytes.fromhex(unit)


def results_bytes(record: Record) -> bytes:
    """Bytes of the lines that were computed, every number exactly as it is."""
    return _packed([line for line in record.lines if line.kind != MEASURED])


def measured_bytes(record: Record) -> bytes:
    """Bytes of the time the task took and of the lines that were measured, with their places."""
    places = [place for place, line in enumerate(record.lines) if line.kind == MEASURED]
    where = Line("places", "info", tuple(map(float, places)))
    lines = [record.lines[place] for place in places]
    return struct.pack("<d", record.seconds) + _packed([where, *lines])


def from_bytes(unit: str, task: int, results: bytes, measured: bytes) -> Record:
    """Record that was taken apart by `results_bytes` and `measured_bytes`."""
    lines = _unpacked(results)
    (seconds,) = struct.unpack_from("<d", measured)
    where, *timed = _unpacked(measured[struct.calcsize("<d") :])
    for place, line in zip(where.numbers, timed, strict=True):
        lines.insert(int(place), line)
    return Record(unit, task, tuple(lines), seconds)


def _text(record: Record) -> str:
    lines = sorted(
        _named(line.name, line.kind, line.reason)
        + " "
        + " ".join(map(float.hex, map(float, line.numbers)))
        for line in record.lines
        if line.kind != MEASURED
    )
    return f"{record.unit} {record.task}\n" + "\n".join(lines)


@lru_cache(maxsize=1024)
def _named(name: str, kind: str, reason: str) -> str:
    return json.dumps([name, kind, reason])


def _packed(lines: Sequence[Line]) -> bytes:
    header = _header(tuple((x.name, x.kind, x.reason, len(x.numbers)) for x in lines))
    numbers = [x for line in lines for x in line.numbers]
    return struct.pack(f"<I{len(header)}s{len(numbers)}d", len(header), header, *numbers)


@lru_cache(maxsize=256)  # the tasks of a unit have the same one
def _header(facts: tuple[tuple[str, str, str, int], ...]) -> bytes:
    return json.dumps(facts, separators=(",", ":")).encode("ascii")


@lru_cache(maxsize=256)
def _facts(header: bytes) -> tuple[tuple[str, str, str, int], ...]:
    return tuple((name, kind, reason, count) for name, kind, reason, count in json.loads(header))


def _unpacked(packed: bytes) -> list[Line]:
    (length,) = struct.unpack_from("<I", packed)
    start = struct.calcsize("<I")
    facts = _facts(packed[start : start + length])
    rest = packed[start + length :]
    numbers = struct.unpack(f"<{len(rest) // 8}d", rest)
    lines, done = list[Line](), 0
    for name, kind, reason, count in facts:
        lines.append(Line(name, kind, numbers[done : done + count], reason))
        done += count
    return lines
