"""A paper's experiment as names and numbers: what is compared, on which data, and what is open.

Protocols are TOML files. Those of the papers are shipped beside this file; a file of your own has
the same entries, and an entry that is not known is refused.
"""

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from kselect_core.data.catalogue.paper_catalogue import PAPERS
from kselect_core.data.catalogue.paths import exists, file_content
from kselect_core.errors import InvalidParameterError, KselectError, UnknownNameError
from kselect_core.experiments.protocol.entries import (
    labels_of,
    level_of,
    list_of,
    names_of,
    pair_of,
    powers_of,
    refuse_others,
    table_of,
    text_of,
)
from kselect_core.experiments.protocol.mistakes import found_in, found_in_file
from kselect_core.experiments.protocol.printed import TABLES
from kselect_core.experiments.protocol.table_answers import Answers, readings_of

SCHEMA = 1
"""Version of the form of a protocol; newer files are refused, not guessed at."""

Kind = Literal["sweep", "design", "small_samples"]
Measure = Literal[
    "test_error",
    "test_accuracy",
    "test_balanced_error",
    "test_weighted_error",
    "test_auc",
    "test_squared_error",
    "seconds",
]
Test = Literal["paired_t", "corrected_t"]

TEXTS = ("name", "title", "source", "about", "printed", "reference")
CHOSEN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "kind": get_args(Kind),
        "paper": PAPERS,
        "measure": get_args(Measure),
        "test": get_args(Test),
    }
)
ENTRIES = (
    *("schema", *TEXTS, *CHOSEN, "datasets", "labels", "level"),
    *("timed", "classes", "reading", "silent", "variants", "sweep", "design", "small_samples"),
)

MEASURED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"design": ("test_squared_error",), "small_samples": ("test_error",)}
)
"""What kinds with one measure of their own give; a sweep has all of them."""

EXAMPLE = "example"
"""Name of the small experiment that comes with the program, finished."""

RESERVED = ("", "main", "all")
"""Names that no variant may have: they stand for the protocol itself, and for everything."""

FIXED = ("schema", "name", "datasets", "variants")
"""Entries that a variant cannot set: it is the same experiment on the same data."""


@dataclass(frozen=True, slots=True)
class Silent:
    """One thing the source does not say: the entry, what is taken here and why, what else could be.

    ``field`` is the dotted name of the entry of the protocol that decides it.
    """

    field: str
    here: str
    why: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant:
    """The same experiment with some entries set otherwise, to be run beside it."""

    name: str
    about: str
    set: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """One experiment: which data sets, which grid, which criteria, and how results are read.

    ``settings`` are the entries of the table named by ``kind``: of a sweep configuration without
    its data set, of kernel design, or of small samples. ``paper`` is the short name under which
    the catalogue knows what the source calls its data sets. ``labels`` give quantities the names
    that the source uses. ``reference`` is the label with whose time and error the others are
    compared. ``timed`` measures the seconds of each criterion alone beside every work item.
    ``classes`` names the two classes (negative, positive) that are kept of a set with several.
    ``reading`` are options of ``load_dataset`` with which tables of your own are read. ``path`` is
    the whole path of a file of your own.
    """

    name: str
    title: str
    kind: Kind
    datasets: tuple[str, ...]
    settings: Mapping[str, Any]  # Any: values of TOML
    paper: str = ""
    source: str = ""
    about: str = ""
    printed: str = ""
    measure: Measure = "test_error"
    labels: Mapping[str, str] = field(default_factory=dict)
    reference: str = ""
    test: Test = "paired_t"
    level: float = 0.95
    timed: bool = False
    classes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    reading: Mapping[str, Answers] = field(default_factory=dict)
    silent: tuple[Silent, ...] = ()
    variants: tuple[Variant, ...] = ()
    text: str = field(default="", repr=False)
    path: str = field(default="", compare=False)

    @property
    def better(self) -> Literal["lower", "higher"]:
        """Which values of the measure are better."""
        return "higher" if self.measure in ("test_accuracy", "test_auc") else "lower"

    def varied(self, name: str) -> "Protocol":
        """Protocol of a variant; the protocol itself for the empty name."""
        if not name:
            return self
        by_name = {variant.name: variant for variant in self.variants}
        if name not in by_name:
            raise UnknownNameError(f"variant of {self.name}", name, by_name)
        plain = tomllib.loads(self.text)
        for path, value in by_name[name].set.items():
            _set(plain, path, value)
        return _of_plain(plain, self.text)


def shipped() -> tuple[str, ...]:
    """Names of the protocols that come with the program."""
    folder = files("kselect_core.experiments") / "protocols"
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def load_protocol(name_or_path: str | Path) -> Protocol:
    """Protocol of a shipped name, of the shipped example, or of a TOML file of your own."""
    path, names = Path(name_or_path), (*shipped(), EXAMPLE)
    if str(name_or_path) in names:
        folder = "example" if name_or_path == EXAMPLE else "protocols"
        place = files("kselect_core.experiments") / folder / f"{name_or_path}.toml"
        return parse(place.read_text("utf-8"))
    if path.suffix != ".toml" and not exists(path):
        raise UnknownNameError("protocol", str(name_or_path), names)
    try:
        text = file_content(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise KselectError(f"The protocol {path.name!r} is not UTF-8 text.") from error
    with found_in_file(str(path)):
        return replace(parse(text), path=str(path.absolute()))


def parse(text: str) -> Protocol:
    """Protocol of a TOML text; every mistake is named with its entry."""
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KselectError(f"This is not a protocol in TOML: {error}.") from error
    protocol = _of_plain(plain, text)
    for variant in protocol.variants:
        with found_in(f"[variants.{variant.name}]"):
            protocol.varied(variant.name)
    return protocol


def expanded(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with every ``powers = [base, low, high]`` written out as ``values``."""
    plain = deepcopy(dict(settings))
    families = plain.get("candidates")
    for family in families if isinstance(families, list) else ():
        if isinstance(family, dict) and "powers" in family:
            if "values" in family:
                either = "given by powers or by values, not by both"
                raise InvalidParameterError("Protocol", "a kernel family", either, family)
            family["values"] = powers_of(family.pop("powers"))
    return plain


def _of_plain(plain: dict[str, Any], text: str) -> Protocol:
    for name in plain:
        if name not in ENTRIES:
            raise UnknownNameError("entry of a protocol", name, ENTRIES)
    if plain.get("schema", SCHEMA) != SCHEMA:
        raise KselectError(
            f"This protocol has schema {plain['schema']!r}; this version of kselect reads {SCHEMA}."
        )
    kind = _chosen(plain, "kind", required=True)
    for other in get_args(Kind):
        if other != kind and other in plain:
            raise InvalidParameterError(
                "Protocol", f"[{other}]", f"left out: kind = {kind!r}", "a table"
            )
    facts: dict[str, Any] = {name: text_of(plain, name) for name in TEXTS if name in plain}
    facts |= {name: _chosen(plain, name) for name in CHOSEN if name in plain}
    _refuse_other_measure(kind, facts.get("measure", "test_error"))
    for name in ("name", "title"):
        if not facts.get(name):
            raise InvalidParameterError("Protocol", name, "a text", plain.get(name))
    labels, datasets = labels_of(table_of(plain, "labels")), names_of(plain)
    _refuse_unknown(facts.get("reference", ""), labels, facts.get("printed", ""))
    return Protocol(
        **facts,
        datasets=datasets,
        settings=MappingProxyType(expanded(table_of(plain, kind))),
        labels=MappingProxyType(labels),
        level=level_of(plain.get("level", 0.95)),
        timed=_timed(plain),
        classes=MappingProxyType({k: pair_of(k, v) for k, v in table_of(plain, "classes").items()}),
        reading=MappingProxyType(readings_of(table_of(plain, "reading"), datasets)),
        silent=tuple(_silent(entry) for entry in list_of(plain, "silent", "[[silent]]")),
        variants=tuple(_variant(n, v) for n, v in table_of(plain, "variants").items()),
        text=text,
    )


def _chosen(plain: Mapping[str, Any], name: str, *, required: bool = False) -> str:
    value = plain.get(name)
    if value not in CHOSEN[name] and (required or value is not None):
        raise InvalidParameterError("Protocol", name, " or ".join(map(repr, CHOSEN[name])), value)
    return str(value)


def _refuse_other_measure(kind: str, measure: str) -> None:
    measures = MEASURED.get(kind, get_args(Measure))
    if measure not in measures:
        allowed = f"{' or '.join(map(repr, measures))}: kind = {kind!r}"
        raise InvalidParameterError("Protocol", "measure", allowed, measure)


def _refuse_unknown(reference: str, labels: Mapping[str, str], table: str) -> None:
    """Raise for a reference that is none of the labels, where there are labels, or no table."""
    if table not in ("", *TABLES):
        raise UnknownNameError("printed table", table, TABLES)
    if labels and reference not in ("", *labels.values()):
        raise UnknownNameError("label (reference)", reference, set(labels.values()))


def _timed(plain: Mapping[str, Any]) -> bool:
    value = plain.get("timed", False)
    if not isinstance(value, bool):
        raise InvalidParameterError("Protocol", "timed", "true or false", value)
    if plain.get("measure") == "seconds" and not value:
        raise InvalidParameterError("Protocol", "timed", 'true: measure = "seconds"', value)
    return value


def _silent(entry: object) -> Silent:
    if not isinstance(entry, dict):
        raise InvalidParameterError("Protocol", "[[silent]]", "a table", entry)
    refuse_others("[[silent]]", entry, ("field", "here", "why", "others"))
    for name in ("field", "here", "why"):
        if not isinstance(entry.get(name), str):
            raise InvalidParameterError(
                "Protocol", f"{name} of [[silent]]", "a text", entry.get(name)
            )
    others = list_of(entry, "others", "others of [[silent]]")
    return Silent(entry["field"], entry["here"], entry["why"], tuple(map(str, others)))


def _variant(name: str, entry: object) -> Variant:
    where = f"[variants.{name}]"
    if not isinstance(entry, dict) or not isinstance(entry.get("set"), dict):
        raise InvalidParameterError(
            "Protocol", where, "a table with the entries about and set", entry
        )
    refuse_others(where, entry, ("about", "set"))
    if name in RESERVED:
        raise InvalidParameterError("Protocol", "the name of a variant", "another one", name)
    for path in entry["set"]:
        if path.split(".")[0] in FIXED:
            raise InvalidParameterError("Protocol", where, f"without {', '.join(FIXED)}", path)
    return Variant(name, str(entry.get("about", "")), MappingProxyType(entry["set"]))


def _set(plain: dict[str, Any], path: str, value: object) -> None:
    """Set the entry of a dotted name; tables on the way must exist."""
    *tables, last = path.split(".")
    for table in tables:
        if not isinstance(plain.get(table), dict):
            raise UnknownNameError("table of the protocol", table, list(plain))
        plain = plain[table]
    plain[last] = value
