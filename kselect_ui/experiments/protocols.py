"""Protocols to choose from: those of the papers, and TOML files that somebody brought."""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from kselect_core.data.catalogue.cards import CATALOGUE
from kselect_core.data.catalogue.paper_sets import PAPER_SETS, PaperSet, paper_set, place
from kselect_core.data.catalogue.places import absent
from kselect_core.errors import KselectError, StorageError
from kselect_core.experiments.protocol.protocol import Protocol, load_protocol, parse, shipped
from kselect_core.experiments.ways.protocol_names import refuse_unknown_names
from kselect_core.experiments.ways.simulated import SIMULATED
from kselect_core.results.writing import home, write_atomically
from kselect_ui.door.sharing import shared
from kselect_ui.server.shelf import kept

OWN = "own-"
DIGITS = 12
LARGEST = 200_000  # bytes of a protocol
_NAME = re.compile(r"[0-9a-f]{12}")


def names() -> dict[str, str]:
    """Key and one line of every protocol: shipped ones by name, then own ones."""
    lines = dict(_shipped())
    for path in () if shared() else _own_files():
        try:
            protocol = _own(path)
        except KselectError:
            continue
        lines[f"{OWN}{path.stem}"] = f"{protocol.name} (your own): {protocol.title}"
    return lines


def protocol_of(key: str) -> Protocol:
    """Return the protocol of a key."""
    if not key.startswith(OWN):
        return load_protocol(key)
    if shared():
        raise KselectError("On a shared server only the protocols of the papers can be run.")
    return _own(_folder() / f"{key.removeprefix(OWN)}.toml")


def keep(content: bytes) -> str:
    """Keep a protocol of somebody's own; returns its key. One with a mistake is refused."""
    if shared():
        raise KselectError("On a shared server only the protocols of the papers can be run.")
    if len(content) > LARGEST:
        raise KselectError(f"A protocol has at most {LARGEST // 1000} kB; this file has more.")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise KselectError("This protocol is not UTF-8 text.") from error
    refuse_unknown_names(parse(text))  # the data have their say when it is planned
    name = sha256(content).hexdigest()[:DIGITS]
    path = _folder() / f"{name}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{path.parent} cannot be made ({error.strerror}).") from error
    write_atomically(path, lambda temporary: temporary.write_bytes(content))
    return f"{OWN}{name}"


def there(label: str, protocol: Protocol) -> str:
    """Return why a data set of a protocol cannot be had here, and how to get it; "" if it can."""
    if label == SIMULATED or label in CATALOGUE:
        return ""
    try:
        entry = _entry(label, protocol)
    except KselectError as error:
        return "" if not shared() and Path(label).expanduser().is_file() else str(error)
    return "" if place(entry) is not None else str(absent(entry))


def size_of(label: str, protocol: Protocol) -> int:
    """Return how many points a data set has, as far as a catalogue knows; else 0."""
    if label in CATALOGUE:
        return CATALOGUE[label].n
    try:
        return _entry(label, protocol).rows
    except KselectError:
        return 0


def _entry(label: str, protocol: Protocol) -> PaperSet:
    if not protocol.paper and label in PAPER_SETS:
        return PAPER_SETS[label]
    return paper_set(label, protocol.paper)


def _own_files() -> list[Path]:
    folder = _folder()
    files = folder.glob("*.toml") if folder.is_dir() else ()
    return sorted(path for path in files if _NAME.fullmatch(path.stem))


@cache
def _shipped() -> dict[str, str]:
    return {name: f"{name}: {load_protocol(name).title}" for name in shipped()}


@kept
def _own(path: Path) -> Protocol:
    return load_protocol(path)


def _folder() -> Path:
    return home() / "protocols"
