"""Names in a protocol that point at its own entries: a label that no criterion has is refused.

This is looked at when a plan is made, not when one that was kept is read again.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from kselect_core.criteria import CRITERIA
from kselect_core.errors import UnknownNameError
from kselect_core.experiments.protocol.mistakes import found_in
from kselect_core.experiments.protocol.protocol import ENTRIES, Protocol
from kselect_core.experiments.ways import design_units, sample_units, sweep_units
from kselect_core.selection.config.parts import criterion_choices
from kselect_core.selection.design.methods import LABELLED_POOL, SINGLE, WHOLE_POOL

SETTINGS: Mapping[str, Iterable[str]] = {
    "sweep": sweep_units.ENTRIES,
    "design": design_units.USUAL,
    "small_samples": sample_units.USUAL,
}
"""Entries of the table of each kind."""

SIMILAR = 0.8
"""How alike a word must be to an entry to be taken for a mistake in writing it."""

_QUANTITY = re.compile(r"(?P<criterion>\w+)(\((?P<options>[^()]+)\))?")
_CRITERIA_NAMED = re.compile(r"(?P<entry>\S+\.criteria) \((?P<criteria>[^()]*)\)")


def refuse_unknown_names(protocol: Protocol) -> None:
    """Raise for wrong settings, also of a variant, labels of nothing, misspelt silent entries."""
    named = set(_quantities(protocol))
    for variant in protocol.variants:
        with found_in(f"[variants.{variant.name}]"):
            named.update(_quantities(protocol.varied(variant.name)))
    for key in protocol.labels:
        if key not in named and not _written_well(key):
            writings = named | {writing for name in named for writing in _writings(name)}
            raise UnknownNameError("quantity of the protocol ([labels])", key, writings)
    for silent in protocol.silent:
        _refuse_misspelt(silent.field, protocol.kind)


def _quantities(protocol: Protocol) -> tuple[str, ...]:
    """What the results of a protocol are called before it gives them other names.

    Raises for settings that are wrong whatever the data are.
    """
    if protocol.kind == "design":
        design_units.checked(protocol.settings)
        return (SINGLE, LABELLED_POOL, WHOLE_POOL)
    if protocol.kind == "small_samples":
        criteria = sample_units.checked(protocol.settings)["criteria"]
        return tuple(choice.quantity for choice in criterion_choices(criteria))
    return tuple(c.quantity for c in sweep_units.checked(protocol.settings, "any").criteria)


def _written_well(key: str) -> bool:
    """Whether a label is of a criterion that exists, which need not be asked for."""
    match = _QUANTITY.fullmatch(key)
    if match is None or match["criterion"] not in CRITERIA:
        return False
    choices = {option.name: option.choices for option in CRITERIA[match["criterion"]].options}
    pairs = match["options"].split(", ") if match["options"] else []
    options = [option.partition("=")[::2] for option in pairs]
    return all(name in choices and value in (choices[name] or (value,)) for name, value in options)


def _writings(name: str) -> Iterator[str]:
    """A criterion with each of its options that have names to choose from."""
    for option in CRITERIA[name].options if name in CRITERIA else ():
        yield from (f"{name}({option.name}={choice})" for choice in option.choices)


def _refuse_misspelt(field: str, kind: str) -> None:
    """Raise for a field that should name an entry and does not; other words are free."""
    entry, criteria = field, ""
    if match := _CRITERIA_NAMED.fullmatch(field):
        entry, criteria = match["entry"], match["criteria"]
    fields = {*ENTRIES, *(f"{kind}.{name}" for name in SETTINGS[kind])}
    several = " " in entry
    meant = "." in entry or get_close_matches(entry, fields, 1, SIMILAR)
    if entry not in fields and meant and not several:
        raise UnknownNameError("entry (field of [[silent]])", entry, fields)
    for name in filter(None, criteria.split(", ")):
        if name not in CRITERIA:
            raise UnknownNameError("criterion (field of [[silent]])", name, CRITERIA)
