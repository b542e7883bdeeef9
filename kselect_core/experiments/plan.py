"""A plan: the ordered units of a protocol after the user's choices, and its identity."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from time import time
from types import MappingProxyType
from typing import NamedTuple

from kselect_core.data import Dataset, load_dataset
from kselect_core.data.paper_sets import PAPER_SETS, load_paper_set, paper_set
from kselect_core.data.paths import is_bare_name
from kselect_core.errors import (
    DataError,
    InvalidParameterError,
    KselectError,
    StorageError,
    UnknownNameError,
)
from kselect_core.experiments.pools import two_classes
from kselect_core.experiments.protocol import Protocol, parse
from kselect_core.experiments.simulated import SIMULATED
from kselect_core.experiments.unit import Unit, canonical
from kselect_core.experiments.ways import WAYS
from kselect_core.results.store import StoredPlan

SCHEMA = 1
"""Version of the stored form of a plan."""

MOST_SPLITS = 10_000


class LeftOut(NamedTuple):
    """A data set of the protocol that takes no part, and why."""

    dataset: str
    reason: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What is run: a protocol, its units in order, and what was left out.

    ``hash`` is the identity of the experiment. Units with the same key share their results.
    """

    protocol: Protocol
    units: tuple[Unit, ...]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def contents(self) -> str:
        """Canonical JSON of the plan, from which ``restored`` makes it again."""
        units = [unit.plain() for unit in self.units]
        left_out = [list(entry) for entry in self.left_out]
        return canonical({"schema": SCHEMA, "units": units, "left_out": left_out})

    @property
    def hash(self) -> str:
        """SHA-256 of protocol and units."""
        facts = [self.protocol.text, [[u.key, u.title, u.repeats, u.first] for u in self.units]]
        return sha256(canonical(facts).encode()).hexdigest()

    @property
    def distinct(self) -> tuple[Unit, ...]:
        """Units to compute: each key once, with the most repetitions that are asked for."""
        most: dict[str, Unit] = {}
        for unit in self.units:
            if unit.key not in most or unit.count > most[unit.key].count:
                most[unit.key] = unit
        return tuple(most.values())

    @property
    def count(self) -> int:
        """Number of tasks."""
        return sum(unit.count for unit in self.distinct)

    def stored(self) -> StoredPlan:
        """Form in which a store keeps the plan."""
        return StoredPlan(self.hash, self.protocol.name, self.protocol.text, self.contents, time())


@dataclass(frozen=True, slots=True)
class Prepared:
    """A plan with the data of its units, by their digests."""

    plan: Plan
    data: Mapping[str, Dataset] = field(repr=False)


def make_plan(
    protocol: Protocol,
    *,
    datasets: Sequence[str] | None = None,
    splits: int | None = None,
    variants: Sequence[str] = ("",),
) -> Prepared:
    """Plan of a protocol on the data sets that are there, and these data.

    ``datasets`` names some of the protocol's data sets, or others of your own: what is named must
    be there. Without it, sets that are absent are left out, with the reason. ``splits`` replaces
    the number of repetitions, ``variants`` names the variants to run side by side ("" is the
    protocol itself).
    """
    chosen = tuple(datasets) if datasets is not None else protocol.datasets
    units: list[Unit] = []
    left_out: list[LeftOut] = []
    data: dict[str, Dataset] = {}
    loaded: dict[tuple[str, tuple[str, ...]], tuple[str, Dataset | None]] = {}
    for label in dict.fromkeys(chosen):
        try:
            mine: list[Unit] = []
            for name in dict.fromkeys(variants):
                varied = _varied(protocol, name, splits)
                classes = varied.classes.get(label, ())
                if (label, classes) not in loaded:
                    loaded[label, classes] = named_data(label, protocol.paper, classes)
                source, found = loaded[label, classes]
                new = WAYS[varied.kind].units(varied, name, label, found)
                mine += [replace(unit, data=source, classes=classes) for unit in new]
                if found is not None:
                    data[found.digest] = found
        except DataError as error:
            if datasets is not None:
                raise
            left_out.append(LeftOut(label, str(error)))
            continue
        units += mine
    if not units:
        why = left_out[0].reason if left_out else "No data set is named."
        raise DataError(f"{protocol.name}: nothing can be run. {why}")
    return Prepared(Plan(protocol, tuple(units), tuple(left_out)), MappingProxyType(data))


def restored(stored: StoredPlan) -> Plan:
    """Plan from its stored form; its data are not needed to read results."""
    try:
        plan = _read(stored)
    except StorageError:
        raise
    except (KselectError, ValueError, KeyError, TypeError) as error:
        raise StorageError(f"The plan {stored.hash[:12]} cannot be read ({error}).") from error
    if plan.hash != stored.hash:
        raise StorageError(f"The plan {stored.hash[:12]} was changed or damaged.")
    return plan


def with_data(plan: Plan) -> Prepared:
    """Plan with its data, loaded again; other content than it was made for is refused."""
    data: dict[str, Dataset] = {}
    for unit in plan.distinct:
        if not unit.digest or unit.digest in data:
            continue
        _, found = named_data(unit.data, "", unit.classes)
        if found is None or found.digest != unit.digest:
            raise DataError(
                f"The data set {unit.data!r} is not the one this experiment was planned for: its "
                f"digest is {getattr(found, 'digest', 'none')[:12]}…, expected "
                f"{unit.digest[:12]}…. Make a new plan, or bring the old file back."
            )
        data[unit.digest] = found
    return Prepared(plan, MappingProxyType(data))


def named_data(label: str, paper: str, classes: Sequence[str] = ()) -> tuple[str, Dataset | None]:
    """Data set of a name used by a paper, bundled, or a file, and the name it is loaded by.

    Two ``classes`` may be kept of several. A file is named by its whole path, so that the plan can
    be resumed from any folder. None where the tasks draw their data themselves.
    """
    if label == SIMULATED:
        return SIMULATED, None
    try:
        name = label if not paper and label in PAPER_SETS else paper_set(label, paper).name
    except UnknownNameError:
        found = load_dataset(label)
        name = label if is_bare_name(label) else str(Path(label).absolute())
    else:
        found = load_paper_set(name)
    return name, two_classes(found, *classes) if classes else found


def _read(stored: StoredPlan) -> Plan:
    plain = json.loads(stored.contents)
    if plain["schema"] != SCHEMA:
        raise StorageError(
            f"The plan {stored.hash[:12]} was written by another version of kselect."
        )
    units = tuple(Unit(**{**u, "classes": tuple(u["classes"])}) for u in plain["units"])
    left_out = tuple(LeftOut(*entry) for entry in plain["left_out"])
    return Plan(parse(stored.protocol), units, left_out)


def _varied(protocol: Protocol, variant: str, splits: int | None) -> Protocol:
    """Protocol of a variant, with another number of repetitions if one is given."""
    varied = protocol.varied(variant)
    if splits is None:
        return varied
    if type(splits) is not int or not 1 <= splits <= MOST_SPLITS:
        allowed = f"a whole number from 1 to {MOST_SPLITS}"
        raise InvalidParameterError(protocol.name, "the number of splits", allowed, splits)
    return replace(varied, settings={**varied.settings, "repeats": splits})
