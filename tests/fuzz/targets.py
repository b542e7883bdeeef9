"""What is fuzzed: every reader of bytes, with the files of the corpus it begins from."""

from collections.abc import Callable
from typing import NamedTuple

from kselect_core.data import read_table
from kselect_core.data.formats.kinds import kind_of
from kselect_core.errors import KselectError
from kselect_core.selection.config.config import SweepConfig
from tests.bad.parts import everything

LONGEST = 50_000  # bytes of a seed
PLAN = b'dataset = "two_moons"\nrepeats = 1\ncriteria = ["kta"]\nlambdas = [0.1]\n'


class Target(NamedTuple):
    """Something that takes bytes, and the bytes to begin with."""

    takes: Callable[[bytes], object]
    seeds: tuple[bytes, ...]


def plan(content: bytes) -> None:
    """Read a configuration."""
    SweepConfig.from_toml(content.decode("utf-8", errors="replace"))


def targets() -> dict[str, Target]:
    """Return everything that is fuzzed, by name."""
    groups: dict[str, list[bytes]] = {
        name: [] for name in ("text", "svmlight", "arff", "npy", "npz", "parquet", "packed")
    }
    for content in everything().values():
        if len(content) <= LONGEST:
            packed = content.startswith((b"PK", b"\x1f\x8b"))
            groups["packed" if packed else kind_of(content)].append(content)
            if packed and b".npy" in content:
                groups["npz"].append(content)
    readers = {name: Target(read_table, tuple(seeds)) for name, seeds in groups.items()}
    return readers | {"plan": Target(plan, (PLAN,))}


def survives(takes: Callable[[bytes], object], content: bytes) -> None:
    """Return if bytes are taken or refused on purpose; any other error goes on."""
    try:
        takes(content)
    except KselectError:
        return
