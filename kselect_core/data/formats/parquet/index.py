"""What pandas notes in a Parquet file about the index of the table it came from."""

import json
from typing import Any, Final, NamedTuple

from kselect_core.data.words.column_names import visible
from kselect_core.data.words.findings import Finding
from kselect_core.errors import shortened

_SHOWN: Final = 5


class Index(NamedTuple):
    """The columns of a file that were an index, and what is said of it."""

    columns: tuple[str, ...]
    findings: tuple[Finding, ...]


def index_of(notes: Any, names: tuple[str, ...]) -> Index:  # noqa: ANN401 - no types
    """Return the index that pandas noted; notes that are none of pandas' are passed over."""
    entries = _entries(notes)
    shown = [visible(entry.strip()) for entry in entries if isinstance(entry, str)]
    stored = tuple(name for name in dict.fromkeys(shown) if name in names)
    findings = [_about_range(entry) for entry in entries if _is_told(entry)]
    return Index(stored, tuple(findings[:_SHOWN]))


def about_stored(name: str) -> Finding:
    """Return what is said of an index that stands in a column of the file."""
    text = "It was the index of the table in pandas; it is read as a column like any other."
    return Finding("found", text, f"column {shortened(name)}")


def _entries(notes: Any) -> list[Any]:  # noqa: ANN401
    try:
        note = json.loads((notes or {}).get(b"pandas", b"{}"))
    except (ValueError, RecursionError):
        return []
    entries = note.get("index_columns") if isinstance(note, dict) else None
    return entries if isinstance(entries, list) else []


def _is_told(entry: Any) -> bool:  # noqa: ANN401
    """Return whether an index is a range that says more than the numbers of the rows from 0."""
    if not isinstance(entry, dict) or entry.get("kind") != "range":
        return False
    return entry.get("name") is not None or (entry.get("start"), entry.get("step")) != (0, 1)


def _about_range(entry: dict[str, Any]) -> Finding:
    name = "" if entry.get("name") is None else f" {shortened(visible(str(entry['name'])))}"
    start, step = (shortened(entry.get(key), 20) for key in ("start", "step"))
    text = (
        f"The index{name} of the table in pandas ({start}, in steps of {step}) is not a "
        "column of the file and was left out; reset_index() before saving makes it a column."
    )
    return Finding("notice", text)
