"""A protocol in words: data sets and where they are, the grid, what its source leaves open."""

from collections.abc import Iterator, Mapping
from typing import Any

from kselect_core.cli.speech.text import table, wrapped
from kselect_core.data.catalogue.paper_sets import paper_set, place
from kselect_core.errors import DataError, UnknownNameError
from kselect_core.experiments.protocol.protocol import Protocol
from kselect_core.experiments.protocol.table_answers import in_words
from kselect_core.experiments.ways.simulated import SIMULATED
from kselect_core.words.amounts import counted

FEW = 6
"""Numbers of a list that are written out."""

HEADS = ("data set", "here called", "size", "where")
ABSENT = "not here"


def protocol_text(protocol: Protocol) -> str:
    """Everything about a protocol, as text."""
    parts = [
        f"{protocol.title}  [{protocol.name}]",
        "\n".join(wrapped(text) for text in (protocol.about, protocol.source) if text),
        _datasets(protocol),
        table(("entry", "value"), list(_settings(protocol))),
    ]
    if protocol.silent:
        items = [
            wrapped(f"{s.field}: {s.here}. {s.why}{_others(s.others)}", start="- ")
            for s in protocol.silent
        ]
        parts.append("\n".join(["What the source leaves open, and what is taken here:", *items]))
    if protocol.variants:
        variants = [wrapped(f"{v.name}: {v.about}", start="- ") for v in protocol.variants]
        parts.append("\n".join(["Variants (--variant NAME):", *variants]))
    return "\n\n".join(parts)


def protocol_json(protocol: Protocol) -> dict[str, Any]:
    """The same as JSON values."""
    keys = ("name", "kselect", "size", "where")
    sets = (dict(zip(keys, _dataset(protocol, name), strict=True)) for name in protocol.datasets)
    return {
        "name": protocol.name,
        "title": protocol.title,
        "kind": protocol.kind,
        "paper": protocol.paper,
        "source": protocol.source,
        "about": protocol.about,
        "measure": protocol.measure,
        "printed": protocol.printed or None,
        "datasets": list(sets),
        "settings": dict(protocol.settings),
        "reading": {name: dict(answers) for name, answers in protocol.reading.items()},
        "silent": [
            {"field": s.field, "here": s.here, "why": s.why, "others": s.others}
            for s in protocol.silent
        ],
        "variants": [
            {"name": v.name, "about": v.about, "set": dict(v.set)} for v in protocol.variants
        ],
        "protocol": protocol.text,
    }


def _datasets(protocol: Protocol) -> str:
    """Table of the data sets; a line says how to get those that are absent."""
    rows = [_dataset(protocol, name) for name in protocol.datasets]
    text = table(HEADS, rows, (False, False, True, False))
    if any(row[-1] == ABSENT for row in rows):
        text += "\n\nHow to get what is not here: kselect data list"
    return text


def _dataset(protocol: Protocol, label: str) -> tuple[str, str, str, str]:
    """Name in the source and here, size, and where it is."""
    if label == SIMULATED:
        return (label, "", "", "drawn again in every repetition")
    try:
        entry = paper_set(label, protocol.paper)
    except (UnknownNameError, DataError):
        return (label, "", "", "a file or a set of your own")
    file = place(entry)
    where = "here" if file else ABSENT if entry.available else "not available anywhere"
    size = f"{entry.rows} × {entry.features or entry.columns}" if entry.rows else ""
    return (label, entry.name, size, where)


def _settings(protocol: Protocol) -> Iterator[tuple[str, str]]:
    yield ("kind", protocol.kind.replace("_", " "))
    yield ("measure", protocol.measure.replace("_", " "))
    for name, value in protocol.settings.items():
        yield (name.replace("_", " "), _value(value, protocol.labels))
    for name, answers in protocol.reading.items():
        yield (f"reading of {name}", in_words(answers))


def _value(value: object, labels: Mapping[str, str]) -> str:
    """Value of an entry in words: lists of numbers by their ends, criteria by their labels."""
    if isinstance(value, Mapping):
        return _family(value)
    if not isinstance(value, list | tuple):
        return str(value)
    numbers = [entry for entry in value if isinstance(entry, int | float)]
    if len(numbers) == len(value) and len(value) > FEW:
        return f"{value[0]:g} … {value[-1]:g} ({counted(len(value), 'value')})"
    return ", ".join(_value(labels.get(str(entry), entry), labels) for entry in value)


def _family(value: Mapping[Any, Any]) -> str:
    if "key" in value:
        options = ", ".join(f"{name}={one}" for name, one in value.get("options", {}).items())
        return f"{value['key']}({options})"
    rest = {name: one for name, one in value.items() if name != "kernel"}
    described = ", ".join(f"{name} {_value(one, {})}" for name, one in rest.items())
    return f"{value.get('kernel', '')} ({described})".strip()


def _others(others: tuple[str, ...]) -> str:
    return f" Others: {', '.join(others)}." if others else ""
