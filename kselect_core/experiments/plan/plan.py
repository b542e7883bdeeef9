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
from kselect_core.data.catalogue.paper_sets import PAPER_SETS, load_paper_set, paper_set
from kselect_core.data.catalogue.paths import is_bare_name
from kselect_core.data.made.loading import is_made
from kselect_core.errors import (
    DataError,
    InvalidParameterError,
    KselectError,
    QuestionError,
    StorageError,
    UnknownNameError,
)
from kselect_core.experiments.protocol.mistakes import found_in_file
from kselect_core.experiments.protocol.protocol import Protocol, parse
from kselect_core.experiments.protocol.table_answers import (
    Answers,
    head_of,
    lines_for,
    restored_answers,
)
from kselect_core.experiments.ways.pools import two_classes
from kselect_core.experiments.ways.protocol_names import refuse_unknown_names
from kselect_core.experiments.ways.simulated import SIMULATED
from kselect_core.experiments.ways.unit import Unit, canonical
from kselect_core.experiments.ways.ways import WAYS
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
        facts = {"schema": SCHEMA, "units": units, "left_out": left_out}
        return canonical({**facts, "path": self.protocol.path} if self.protocol.path else facts)

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
    """A plan with the data of its units, by their digests.

    ``answers`` are lines for the protocol that would answer what the files of data sets leave
    open, by the names of these, which were left out for it.
    """

    plan: Plan
    data: Mapping[str, Dataset] = field(repr=False)
    answers: Mapping[str, str] = field(default_factory=dict)


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
    with found_in_file(protocol.path):
        refuse_unknown_names(protocol)
    varied = {name: _varied(protocol, name, splits) for name in dict.fromkeys(variants)}
    units: list[Unit] = []
    left_out: list[LeftOut] = []
    data: dict[str, Dataset] = {}
    answers: dict[str, str] = {}
    for label in dict.fromkeys(protocol.datasets if datasets is None else datasets):
        try:
            mine, sets = _of_dataset(label, varied, protocol)
        except QuestionError as error:
            answers[label] = lines_for(label, error.questions)
            if datasets is not None:
                error.args = (_asked(error, label, protocol, answers[label]),)
                raise
            left_out.append(LeftOut(label, _asked(error, label, protocol)))
        except DataError as error:
            if datasets is not None:
                raise
            left_out.append(LeftOut(label, str(error)))
        else:
            units += mine
            data |= sets
    if not units:
        why = left_out[0].reason if left_out else "No data set is named."
        raise DataError(f"{protocol.name}: nothing can be run. {why}")
    plan = Plan(protocol, tuple(units), tuple(left_out))
    return Prepared(plan, MappingProxyType(data), MappingProxyType(answers))


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
        _, dataset = named_data(unit.data, "", unit.classes, unit.reading)
        if dataset is None or dataset.digest != unit.digest:
            raise DataError(
                f"The data set {unit.data!r} is not the one this experiment was planned for: its "
                f"digest is {getattr(dataset, 'digest', 'none')[:12]}…, expected "
                f"{unit.digest[:12]}…. Make a new plan, or bring the old file back."
            )
        data[unit.digest] = dataset
    return Prepared(plan, MappingProxyType(data))


def named_data(
    label: str, paper: str, classes: Sequence[str] = (), reading: Answers = ()
) -> tuple[str, Dataset | None]:
    """Data set of a name used by a paper, bundled, or a file, and the name it is loaded by.

    Two ``classes`` may be kept of several; ``reading`` are options a table is read with. A file is
    named by its whole path, so that the plan can be resumed from any folder. None where the tasks
    draw their data themselves.
    """
    if label == SIMULATED:
        _refuse_reading(label, reading)
        return SIMULATED, None
    try:
        name = label if not paper and label in PAPER_SETS else paper_set(label, paper).name
    except UnknownNameError:
        dataset = load_dataset(label, **dict(reading))  # type: ignore[arg-type]  # checked
        name = label if is_bare_name(label) or is_made(label) else str(Path(label).absolute())
    else:
        _refuse_reading(label, reading)
        dataset = load_paper_set(name)
    return name, two_classes(dataset, *classes) if classes else dataset


def _refuse_reading(label: str, reading: Answers) -> None:
    if reading:
        allowed = "left out: this data set is not a table of your own"
        raise InvalidParameterError("Protocol", head_of(label), allowed, dict(reading))


def _of_dataset(
    label: str, varied: Mapping[str, Protocol], protocol: Protocol
) -> tuple[list[Unit], dict[str, Dataset]]:
    """Units of one data set under every variant, and its data by their digests."""
    units: list[Unit] = []
    data: dict[str, Dataset] = {}
    loaded: dict[tuple[tuple[str, ...], Answers], tuple[str, Dataset | None]] = {}
    for name, variant in varied.items():
        way = variant.classes.get(label, ()), variant.reading.get(label, ())
        if way not in loaded:
            loaded[way] = named_data(label, protocol.paper, *way)
        source, dataset = loaded[way]
        with found_in_file(protocol.path):
            new = WAYS[variant.kind].units(variant, name, label, dataset)
        units += [replace(unit, data=source, classes=way[0], reading=way[1]) for unit in new]
        if dataset is not None:
            data[dataset.digest] = dataset
    return units, data


def _asked(error: QuestionError, label: str, protocol: Protocol, lines: str = "") -> str:
    """Question about a file, and where in the protocol it is answered, with the lines for it."""
    among = "" if label in protocol.datasets else ", with this name among its datasets"
    if not lines:
        return f"{error} In the protocol{among}: {head_of(label)}."
    indented = "".join(f"\n    {line}" for line in lines.splitlines())
    return f"{error} In the protocol{among}:\n{indented}\n"


def _read(stored: StoredPlan) -> Plan:
    plain = json.loads(stored.contents)
    if plain["schema"] != SCHEMA:
        raise StorageError(
            f"The plan {stored.hash[:12]} was written by another version of kselect."
        )
    units = tuple(
        Unit(
            **{
                **unit,
                "classes": tuple(unit["classes"]),
                "reading": restored_answers(unit.get("reading", ())),
            }
        )
        for unit in plain["units"]
    )
    left_out = tuple(LeftOut(*entry) for entry in plain["left_out"])
    protocol = replace(parse(stored.protocol), path=str(plain.get("path", "")))
    return Plan(protocol, units, left_out)


def _varied(protocol: Protocol, variant: str, splits: int | None) -> Protocol:
    """Protocol of a variant, with another number of repetitions if one is given."""
    varied = protocol.varied(variant)
    if splits is None:
        return varied
    if type(splits) is not int or not 1 <= splits <= MOST_SPLITS:
        allowed = f"a whole number from 1 to {MOST_SPLITS}"
        raise InvalidParameterError(protocol.name, "the number of splits", allowed, splits)
    return replace(varied, settings={**varied.settings, "repeats": splits})
