"""A paper's experiment as names and numbers: what is compared, on which data, and what is open.

Protocols are TOML files. Those of the papers are shipped beside this file; a file of your own has
the same entries, and an entry that is not known is refused.
"""

import tomllib
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from kselect_core.data.paths import file_content
from kselect_core.errors import InvalidParameterError, KselectError, UnknownNameError
from kselect_core.selection.grids import powers

SCHEMA = 1
"""Version of the form of a protocol; newer files are refused, not guessed at."""

Kind = Literal["sweep", "design", "small_samples"]
Measure = Literal["test_error", "test_accuracy", "test_squared_error", "seconds"]
Test = Literal["paired_t", "corrected_t"]

TEXTS = ("name", "title", "paper", "source", "about", "printed", "reference")
CHOSEN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"kind": get_args(Kind), "measure": get_args(Measure), "test": get_args(Test)}
)
ENTRIES = (
    *("schema", *TEXTS, *CHOSEN, "datasets", "labels", "level"),
    *("timed", "classes", "silent", "variants", "sweep", "design", "small_samples"),
)


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
    silent: tuple[Silent, ...] = ()
    variants: tuple[Variant, ...] = ()
    text: str = field(default="", repr=False)

    @property
    def better(self) -> Literal["lower", "higher"]:
        """Which values of the measure are better."""
        return "higher" if self.measure == "test_accuracy" else "lower"

    def varied(self, name: str) -> "Protocol":
        """Protocol of a variant; the protocol itself for the empty name."""
        if not name:
            return self
        known = {variant.name: variant for variant in self.variants}
        if name not in known:
            raise UnknownNameError(f"variant of {self.name}", name, known)
        plain = tomllib.loads(self.text)
        for path, value in known[name].set.items():
            _set(plain, path, value)
        return _of_plain(plain, self.text)


def shipped() -> tuple[str, ...]:
    """Names of the protocols that come with the program."""
    folder = files("kselect_core.experiments") / "protocols"
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def load_protocol(name_or_path: str | Path) -> Protocol:
    """Protocol of a shipped name, or of a TOML file of your own."""
    path = Path(name_or_path)
    if str(name_or_path) in shipped():
        place = files("kselect_core.experiments") / "protocols" / f"{name_or_path}.toml"
        return parse(place.read_text("utf-8"))
    if path.suffix != ".toml" and not path.exists():
        raise UnknownNameError("protocol", str(name_or_path), shipped())
    try:
        text = file_content(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise KselectError(f"The protocol {path.name!r} is not UTF-8 text.") from error
    return parse(text)


def parse(text: str) -> Protocol:
    """Protocol of a TOML text; every mistake is named with its entry."""
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KselectError(f"This is not a protocol in TOML: {error}.") from error
    protocol = _of_plain(plain, text)
    for variant in protocol.variants:
        protocol.varied(variant.name)
    return protocol


def expanded(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with every ``powers = [base, low, high]`` written out as ``values``."""
    plain = deepcopy(dict(settings))
    for family in plain.get("candidates", ()):
        if isinstance(family, dict) and "powers" in family:
            family["values"] = _powers(family.pop("powers"))
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
    facts: dict[str, Any] = {name: _text(plain, name) for name in TEXTS if name in plain}
    facts |= {name: _chosen(plain, name) for name in CHOSEN if name in plain}
    for name in ("name", "title"):
        if not facts.get(name):
            raise InvalidParameterError("Protocol", name, "a text", plain.get(name))
    return Protocol(
        **facts,
        datasets=_names(plain),
        settings=MappingProxyType(expanded(_table(plain, kind))),
        labels=MappingProxyType({k: str(v) for k, v in _table(plain, "labels").items()}),
        level=_level(plain.get("level", 0.95)),
        timed=_flag(plain.get("timed", False)),
        classes=MappingProxyType({k: _pair(k, v) for k, v in _table(plain, "classes").items()}),
        silent=tuple(_silent(entry) for entry in plain.get("silent", ())),
        variants=tuple(_variant(n, v) for n, v in _table(plain, "variants").items()),
        text=text,
    )


def _text(plain: Mapping[str, Any], name: str) -> str:
    value = plain[name]
    if not isinstance(value, str):
        raise InvalidParameterError("Protocol", name, "a text", value)
    return value


def _chosen(plain: Mapping[str, Any], name: str, *, required: bool = False) -> str:
    value = plain.get(name)
    if value not in CHOSEN[name] and (required or value is not None):
        raise InvalidParameterError("Protocol", name, " or ".join(map(repr, CHOSEN[name])), value)
    return str(value)


def _table(plain: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = plain.get(name, {})
    if not isinstance(value, dict):
        raise InvalidParameterError("Protocol", f"[{name}]", "a table of names and values", value)
    return value


def _names(plain: Mapping[str, Any]) -> tuple[str, ...]:
    value = plain.get("datasets")
    names = [v for v in value if isinstance(v, str) and v] if isinstance(value, list) else []
    if not names or names != value or len(set(names)) != len(names):
        raise InvalidParameterError("Protocol", "datasets", "a list of different names", value)
    return tuple(names)


def _level(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1:
        raise InvalidParameterError("Protocol", "level", "a number between 0 and 1", value)
    return float(value)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidParameterError("Protocol", "timed", "true or false", value)
    return value


def _pair(dataset: str, value: object) -> tuple[str, str]:
    names = [v for v in value if isinstance(v, str)] if isinstance(value, list) else []
    if len(names) != len(("negative", "positive")) or names != value or names[0] == names[1]:
        where = f"{dataset} of [classes]"
        raise InvalidParameterError("Protocol", where, "two different class names", value)
    return names[0], names[1]


def _silent(entry: object) -> Silent:
    if not isinstance(entry, dict):
        raise InvalidParameterError("Protocol", "[[silent]]", "a table", entry)
    _only("[[silent]]", entry, ("field", "here", "why", "others"))
    for name in ("field", "here", "why"):
        if not isinstance(entry.get(name), str):
            raise InvalidParameterError(
                "Protocol", f"{name} of [[silent]]", "a text", entry.get(name)
            )
    return Silent(
        entry["field"], entry["here"], entry["why"], tuple(map(str, entry.get("others", ())))
    )


def _variant(name: str, entry: object) -> Variant:
    where = f"[variants.{name}]"
    if not isinstance(entry, dict) or not isinstance(entry.get("set"), dict):
        raise InvalidParameterError(
            "Protocol", where, "a table with the entries about and set", entry
        )
    _only(where, entry, ("about", "set"))
    return Variant(name, str(entry.get("about", "")), MappingProxyType(entry["set"]))


def _only(where: str, entry: Mapping[str, object], known: Iterable[str]) -> None:
    for name in entry:
        if name not in known:
            raise UnknownNameError(f"entry of {where}", name, known)


def _set(plain: dict[str, Any], path: str, value: object) -> None:
    """Set the entry of a dotted name; tables on the way must exist."""
    *tables, last = path.split(".")
    for table in tables:
        if not isinstance(plain.get(table), dict):
            raise UnknownNameError("table of the protocol", table, list(plain))
        plain = plain[table]
    plain[last] = value


def _powers(value: object) -> list[float]:
    numbers = [v for v in value if type(v) in (int, float)] if isinstance(value, list) else []
    if len(numbers) != len(("base", "low", "high")) or numbers != value or numbers[0] <= 0:
        raise InvalidParameterError("Protocol", "powers", "three numbers: base, low, high", value)
    base, low, high = numbers
    return list(powers(base, int(low), int(high)))
