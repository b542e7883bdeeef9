"""The answers a table may need: what its bytes alone cannot tell."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final, Literal, Self

from kselect_core.data.words.limits import FEWEST_ROWS, MOST_COLUMNS, MOST_ROWS_LARGE
from kselect_core.errors import InvalidParameterError, UnknownNameError

Task = Literal["binary", "multiclass", "regression"]
DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|", "space": " "}
GRAM: Final = "gram"
"""Answer: the table holds kernel values, and its points are known by them alone."""
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True, kw_only=True)
class TableOptions:
    """Options of `load_dataset` for tables; ``None`` means "find out, or ask".

    ::

        label           the column to predict
        positive        the class that is +1; with more than two classes: this one against the rest
        task            "binary", "multiclass" or "regression"
        drop            columns to leave out
        as_text         columns whose numbers are codes, to be read as words
        encoding        such as "utf-8" or "cp1252"
        delimiter       one of , ; | tab space
        decimal         "." or ","
        thousands       the mark between groups of three digits: "," "." "space" "'" or "none"
        comments        "skip" or "data": lines before the header that start with #
        skip            how many lines to leave out at the top
        header          whether the first line holds names
        extra_column    "index" or "feature": rows with one cell more than the header
        names           "number": make up names for empty or repeated ones
        missing         "refuse", "drop_rows" or "median" (of each training part)
        markers         "missing" or "values": words like NA, -999 or "unknown" among numbers
        missing_labels  "drop_rows" or "class": rows whose label is empty or a word like NA
        merge_labels    "merge" or "keep": labels that differ only in case, blanks or invisibly
        units           "strip": read 5kg, 5%, $5 as 5, and (6), 6- as -6; "words": they are words
        flagged         numbers that a mark changes, such as <0.5, ~12, 12*, 12 ± 3: "strip" (the
                        number alone), "missing" (no value) or "words" (such columns are words)
        identifiers     "drop" or "keep": columns that only name the rows
        member          the file to read within an archive
        symmetric       "features", "gram" or "distances": what a symmetric matrix holds; only
                        features are read, and of the others it is said what takes them
        index_base      0 or 1: the number of the first feature of a svmlight file
        n_features      how many features a svmlight file has, where its last ones are all zero
        rows            how many rows are used: so many are drawn, with the classes in their shares,
                        and those of a test file all stay
        rows_seed       number of that draw; smaller draws of one seed lie inside larger ones
    """

    label: str | None = None
    positive: str | None = None
    task: Task | None = None
    drop: tuple[str, ...] = ()
    as_text: tuple[str, ...] = ()
    encoding: str | None = None
    delimiter: str | None = None
    decimal: str | None = None
    thousands: str | None = None
    comments: str | None = None
    skip: int = 0
    header: bool | None = None
    extra_column: str | None = None
    names: str | None = None
    missing: str = "refuse"
    markers: str | None = None
    missing_labels: str | None = None
    merge_labels: str | None = None
    units: str | None = None
    flagged: str | None = None
    identifiers: str | None = None
    member: str | None = None
    symmetric: str | None = None
    index_base: int | None = None
    n_features: int | None = None
    rows: int | None = None
    rows_seed: int | None = None

    def __post_init__(self) -> None:
        for option in ("drop", "as_text"):
            value = getattr(self, option)
            object.__setattr__(self, option, _names(option, value))
        for option in ("label", "positive"):
            value = getattr(self, option)
            if value is not None and not isinstance(value, str):
                object.__setattr__(self, option, str(value))
        object.__setattr__(self, "delimiter", _delimiter(self.delimiter))
        object.__setattr__(self, "header", _header(self.header))
        _check_skip(self.skip)
        for option in WHOLE:
            object.__setattr__(self, option, _whole(option, getattr(self, option)))
        if self.rows is None and self.rows_seed is not None:
            words = "given with rows, how many are drawn"
            raise InvalidParameterError("load_dataset", "rows_seed", words, self.rows_seed)
        if self.member is not None and not isinstance(self.member, str):
            raise InvalidParameterError("load_dataset", "member", "a name", self.member)
        _check_encoding(self.encoding)
        for option, allowed in _ALLOWED.items():
            _check_choice(option, getattr(self, option), allowed)

    @classmethod
    def from_keywords(cls, **keywords: object) -> Self:
        """Return options from keywords; an unknown one is an error with a suggestion."""
        names = [field.name for field in fields(cls)]
        for keyword in keywords:
            if keyword not in names:
                raise UnknownNameError("option of load_dataset", keyword, names)
        return cls(**keywords)  # type: ignore[arg-type]  # checked one by one in __post_init__


WHOLE: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "index_base": (0, 1),
        "n_features": (1, MOST_COLUMNS),
        "rows": (FEWEST_ROWS, MOST_ROWS_LARGE),
        "rows_seed": (0, 10**9 - 1),
    }
)
"""Options that are whole numbers: the smallest and the largest."""

_ALLOWED: dict[str, tuple[str | None, ...]] = {
    "task": (None, "binary", "multiclass", "regression"),
    "decimal": (None, ".", ","),
    "thousands": (None, ",", ".", "space", "'", "none"),
    "comments": (None, "skip", "data"),
    "extra_column": (None, "index", "feature"),
    "names": (None, "number"),
    "missing": ("refuse", "drop_rows", "median"),
    "markers": (None, "missing", "values"),
    "missing_labels": (None, "drop_rows", "class"),
    "merge_labels": (None, "merge", "keep"),
    "units": (None, "strip", "words"),
    "flagged": (None, "strip", "missing", "words"),
    "identifiers": (None, "drop", "keep"),
    "symmetric": (None, "features", GRAM, "distances"),
}


def _check_choice(option: str, value: object, allowed: tuple[str | None, ...]) -> None:
    if not any(value is word or (isinstance(value, str) and value == word) for word in allowed):
        words = " or ".join(repr(word) for word in allowed if word is not None)
        raise InvalidParameterError("load_dataset", option, words, value)


def _names(option: str, value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
        return tuple(value)
    raise InvalidParameterError("load_dataset", option, "column names", value)


def _delimiter(value: str | None) -> str | None:
    if value is None or value in DELIMITERS.values():
        return value
    if value not in DELIMITERS:
        words = "one of , ; | tab space"
        raise InvalidParameterError("load_dataset", "delimiter", words, value)
    return DELIMITERS[value]


def _header(value: object) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    if not isinstance(value, str) or value.lower() not in _YES_NO:
        raise InvalidParameterError("load_dataset", "header", "True or False", value)
    return _YES_NO[value.lower()]


def _check_skip(value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InvalidParameterError("load_dataset", "skip", "a whole number of lines ≥ 0", value)


def _whole(option: str, value: object) -> int | None:
    """Return a whole number, also where it is written as text; None stays None."""
    if isinstance(value, str) and value.isascii() and value.isdecimal():
        value = int(value[:10])
    low, high = WHOLE[option]
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        few = high == low + 1
        allowed = f"{low} or {high}" if few else f"a whole number from {low} to {high}"
        raise InvalidParameterError("load_dataset", option, allowed, value)
    return value


def _check_encoding(value: object) -> None:
    try:
        exists = value is None or (isinstance(value, str) and bytes(4).decode(value) != "")
    except (LookupError, ValueError):
        exists = False
    if not exists:
        words = "the name of a text encoding such as 'utf-8' or 'cp1252'"
        raise InvalidParameterError("load_dataset", "encoding", words, value)
