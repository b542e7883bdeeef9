"""Where a view looks, in the words that captions share."""

import re
from collections.abc import Callable, Mapping

from kselect_core.data import Dataset
from kselect_core.selection.config.config import LANDMARKS, SEARCH, SweepConfig
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.sweep.engines import engine_for
from kselect_core.words.labels import kernel_text, strength_text


def where(config: SweepConfig, cursor: Cursor, *, n: int, of: int = 0) -> str:
    """Return what pictures of one kernel matrix say: kernel, λ, sample, split, seed."""
    sample = sample_text(config, cursor.split, n=n, of=of)
    return f"{point_text(config, cursor)}{pair_text(config.pair)}, {sample}"


def point_text(config: SweepConfig, cursor: Cursor) -> str:
    """Return a point of the grid: kernel and λ, or C."""
    return f"{kernel_text(config, cursor)}, {strength_text(config, cursor.lam)}"


def sample_text(config: SweepConfig, split: int, *, n: int, of: int = 0) -> str:
    """Return the sample that is looked at: its size, which split, the seed.

    ``of`` is the number of training points of which it is a part only; else 0. What needs a whole
    kernel matrix is of another learner than a sweep on landmarks.
    """
    size = f"n = {n} training points{f' of {of}, a sample' if of else ''}"
    if engine_for(config, of or n) == LANDMARKS:
        size = f"{size}, the full kernel without landmarks"
    return f"{size}, {split_text(config, split)}, {drawn_text(config)}"


def drawn_text(config: SweepConfig) -> str:
    """Return what splits and folds were drawn from: ``seed 0``; an opened search has its own."""
    return "each split a fold of the search" if config.split == SEARCH else f"seed {config.seed}"


def splits_fact(config: SweepConfig) -> tuple[str, str]:
    """Return what splits a sweep has, as a line of a list of facts: its name, and what it is."""
    if config.split == SEARCH:
        return "Splits", f"{config.repeats} folds of the search"
    return "Seed and splits", f"{config.seed}, {config.repeats}"


def split_text(config: SweepConfig, split: int) -> str:
    """Return which split is looked at: ``split 2 of 5``."""
    return f"split {split + 1} of {config.repeats}"


def matrices_text(dataset: Dataset) -> str:
    """Return which Gram matrix has which number: ``Gram matrices: 1 kmer, 2 walk``.

    Empty where there are none, or where their names are the values that are swept.
    """
    numbered = ", ".join(f"{t:g} {name}" for t, name in matrix_names(dataset).items())
    return f"Gram matrices: {numbered}" if numbered else ""


def matrix_names(dataset: Dataset) -> dict[float, str]:
    """Return the names of Gram matrices by number; none where these are values that are swept."""
    named = dict(zip(dataset.grid, dataset.matrices, strict=True))
    return {} if all(_is(name, t) for t, name in named.items()) else named


_AT = r"(?:precomputed (kernel, )?)?\bt = (\d+(?:\.\d+)?(?: (?:or|…) \d+(?:\.\d+)?)*)"
_OPTIONS = r"(?<=[A-Z] )\(\w+ = [^()]*\)"
"""Options of a criterion, one of which may be called t: ``ER (t = 2)``."""
_JOINED = "t\u2060 = "
"""How a name that is inserted has ``t = ``, so that nobody names it again; it looks the same."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def by_name(text: str, names: Mapping[float, str], escape: Callable[[str], str] = str) -> str:
    """Return a text that calls Gram matrices by their names, which ``escape`` makes part of it.

    Options of criteria stay as they are. To name a text twice changes nothing.

    Examples
    --------
    >>> by_name("precomputed kernel, t = 1, λ = 0.1: t = 1 or 2", {1.0: "kmer", 2.0: "walk"})
    'Gram matrix kmer, λ = 0.1: kmer or walk'
    >>> by_name("ER (t = 2) takes t = 1", {1.0: "kmer", 2.0: "walk"})
    'ER (t = 2) takes kmer'
    """
    if not names:
        return text

    def named(found: re.Match[str]) -> str:
        if not found[2] or not names.keys() >= set(map(float, _NUMBER.findall(found[2]))):
            return found[0]
        what = "Gram matrix " if found[1] else ""
        return what + _NUMBER.sub(lambda one: safe(names[float(one[0])]), found[2])

    def safe(name: str) -> str:
        return escape(name).replace("t = ", _JOINED)

    return re.sub(f"{_OPTIONS}|{_AT}", named, text)


def named_kernel(config: SweepConfig, cursor: Cursor, dataset: Dataset) -> str:
    """Return the kernel under the cursor; a Gram matrix that has a name by it."""
    return by_name(kernel_text(config, cursor), matrix_names(dataset))


def _is(name: str, t: float) -> bool:
    """Whether a name is the number itself, however it is written: ``1.0`` is 1."""
    try:
        return float(name) == t
    except ValueError:
        return False


def matrix_at(dataset: Dataset, t: float) -> str:
    """Return which Gram matrix a number is, as ``t = 1 is kmer``; empty where it is a value."""
    name = matrix_names(dataset).get(t, "")
    return f"t = {t:g} is {name}" if name else ""


def pair_text(pair: tuple[str, ...]) -> str:
    """Return which two of several classes are looked at, after a comma; empty for two classes."""
    return f", classes {' / '.join(pair)}" if pair else ""
