"""A search between the grid points in words: where from, where to, and what that is worth."""

from collections.abc import Callable
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


def refined_text(
    config: SweepConfig, refined: Refined, task: str, safe: Callable[[str], str], *, tested: bool
) -> str:
    """Return in Markdown what a search found; its test errors where they may be ``tested``.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    first_place, last_place = (safe(_place(config, refined, i)) for i in (0, -1))
    name = quantity_text(refined.quantity)
    first, last = (number_text(float(refined.value[i]), 4) for i in (0, -1))
    count = f"{refined.evaluations} values{' along exact slopes' if refined.by_slopes else ''}"
    if not refined.gain:
        text = (
            f"**Nothing is gained** between the grid points around {first_place}: "
            f"{name} {first} is the lowest downhill ({count})."
        ).replace("lowest", "best")
    else:
        share = refined.gain / abs(float(refined.value[0])) if refined.value[0] else float("nan")
        better = "" if isnan(share) else f", better by {number_text(100 * share, 2)} %"
        text = (
            f"From {first_place} on the grid to **{last_place}**: "
            f"{name} {first} → {last}{better} ({count})."
        )
    if refined.ends:
        text += (
            f" It ends at an end of the grid ({listed(refined.ends)}): a better one may lie beyond."
        )
    return f"{text} {_tested(refined, task)}" if tested and refined.gain else text


def _place(config: SweepConfig, refined: Refined, step: int) -> str:
    family = next(family for family in config.candidates if family.kernel == refined.kernel)
    value = float(f"{refined.parameter[step]:.4g}")
    parameter = parameter_text(value, family.way, family.values)
    strength = strength_text(config, float(refined.lam[step]))
    return f"{parameter}{', ' if parameter else ''}{strength}"


def _tested(refined: Refined, task: str) -> str:
    before, after = refined.test_error
    if isnan(before) or isnan(after):
        return ""
    kind = "test squared error" if task == "regression" else "share of wrong test labels"
    text = f"Here the {kind} is {error_text(before, task)} before and"
    if before == after:
        return f"{text} after: the search changes nothing on test points."
    verdict = "better" if after < before else "**worse**: a better value is not a better kernel"
    return f"{text} {error_text(after, task)} after, {verdict}."
