"""A search between the grid points in words: where from, where to, and what that is worth."""

from math import isnan

from kselect_core.selection.combination.refine import Refined
from kselect_core.selection.config.config import SweepConfig
from kselect_core.words.labels import (
    error_text,
    number_text,
    parameter_text,
    quantity_text,
    strength_text,
)
from kselect_core.words.lists import listed


def refined_text(config: SweepConfig, found: Refined, task: str, *, tested: bool) -> str:
    """Return in Markdown what a search found; its test errors where they may be ``tested``."""
    name = quantity_text(found.quantity)
    first, last = (number_text(float(found.value[i]), 4) for i in (0, -1))
    count = f"{found.evaluations} values{' along exact slopes' if found.by_slopes else ''}"
    if not found.gain:
        text = (
            f"**Nothing is gained** between the grid points around {_place(config, found, 0)}: "
            f"{name} {first} is the lowest downhill ({count})."
        ).replace("lowest", "best")
    else:
        share = found.gain / abs(float(found.value[0])) if found.value[0] else float("nan")
        better = "" if isnan(share) else f", better by {number_text(100 * share, 2)} %"
        text = (
            f"From {_place(config, found, 0)} on the grid to **{_place(config, found, -1)}**: "
            f"{name} {first} → {last}{better} ({count})."
        )
    if found.ends:
        text += (
            f" It ends at an end of the grid ({listed(found.ends)}): a better one may lie beyond."
        )
    return f"{text} {_tested(found, task)}" if tested and found.gain else text


def _place(config: SweepConfig, found: Refined, step: int) -> str:
    family = next(family for family in config.candidates if family.kernel == found.kernel)
    value = float(f"{found.parameter[step]:.4g}")
    parameter = parameter_text(value, found.convention, family.values)
    strength = strength_text(config, float(found.lam[step]))
    return f"{parameter}{', ' if parameter else ''}{strength}"


def _tested(found: Refined, task: str) -> str:
    before, after = found.test_error
    if isnan(before) or isnan(after):
        return ""
    kind = "test squared error" if task == "regression" else "share of wrong test labels"
    told = f"Here the {kind} is {error_text(before, task)} before and"
    if before == after:
        return f"{told} after: the search changes nothing on test points."
    verdict = "better" if after < before else "**worse**: a better value is not a better kernel"
    return f"{told} {error_text(after, task)} after, {verdict}."
