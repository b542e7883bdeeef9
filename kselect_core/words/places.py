"""Where a view looks, in the words that captions share."""

from kselect_core.data import Dataset
from kselect_core.selection.config.config import LANDMARKS, SEARCH, SweepConfig
from kselect_core.selection.config.named import matrix_names
from kselect_core.selection.places.cursor import Cursor
from kselect_core.words.labels import kernel_text, strength_text


def where(config: SweepConfig, cursor: Cursor, *, n: int, engine: str, of: int = 0) -> str:
    """Return what pictures of one kernel matrix say: kernel, λ, sample, split, seed."""
    sample = sample_text(config, cursor.split, n=n, of=of, engine=engine)
    return f"{point_text(config, cursor)}{pair_text(config.pair)}, {sample}"


def point_text(config: SweepConfig, cursor: Cursor) -> str:
    """Return a point of the grid: kernel and λ, or C."""
    return f"{kernel_text(config, cursor)}, {strength_text(config, cursor.lam)}"


def sample_text(config: SweepConfig, split: int, *, n: int, engine: str, of: int = 0) -> str:
    """Return the sample that is looked at: its size, which split, the seed.

    ``of`` is the number of training points of which it is a part only; else 0. ``engine`` computed
    the sweep: what needs a whole kernel matrix is of another learner than a sweep on landmarks.
    """
    size = f"n = {n} training points{f' of {of}, a sample' if of else ''}"
    if engine == LANDMARKS:
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


def pair_text(pair: tuple[str, ...]) -> str:
    """Return which two of several classes are looked at, after a comma; empty for two classes."""
    return f", classes {' / '.join(pair)}" if pair else ""
