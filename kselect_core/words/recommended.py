"""The recommendation of a sweep in words: what to take, what to expect, and why."""

from math import isnan

from kselect_core.kernels import PRECOMPUTED
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.terms.recommendation import Recommendation
from kselect_core.words import labels
from kselect_core.words.amounts import counted
from kselect_core.words.lists import listed

NOTHING = "No recommendation: no criterion with a ridge of its own chooses a kernel on every split."


def recommended_text(config: SweepConfig, chosen: Recommendation, task: str) -> str:
    """Return what to take and what to expect: ``Gaussian kernel, τ = 32, λ = 0.001 · …``."""
    ties = f"ties with {counted(chosen.ties, 'cell')}" if chosen.ties else ""
    spread = chosen.error_sd if isnan(chosen.error_se) else chosen.error_se
    expected = f"expected {_kind(task)} {labels.spread_text(chosen.error, spread, task)}"
    point = f"{labels.kernel_text(config, chosen)}, {labels.strength_text(config, chosen.lam)}"
    edge = f"on the edge of the grid: {chosen.boundary}" if chosen.boundary else ""
    doubt = _doubt(chosen, task)
    return " · ".join(part for part in (point, expected, ties, doubt, edge) if part)


def _doubt(chosen: Recommendation, task: str) -> str:
    """Return what may be as good, and how good that is; empty where nothing else may be."""
    if isnan(chosen.tied_low):
        return chosen.undecided
    kind = f"test {_kind(task)}"
    return (
        f"{chosen.undecided} ({kind} {labels.range_text(chosen.tied_low, chosen.tied_high, task)})"
    )


def because(config: SweepConfig, chosen: Recommendation) -> str:
    """Return why this criterion is trusted, and what weakens the recommendation."""
    name = labels.spelled_out(chosen.quantity)
    why = "it is an estimate of the error itself, and " if chosen.estimates else ""
    return " ".join(
        sentence
        for sentence in (
            f"Chosen by {name}: {why}{_compared(chosen)}.",
            f"The choice is an end of the grid ({chosen.boundary}): a better one may lie beyond."
            if chosen.boundary
            else "",
            f"Its values are known only up to an error: {chosen.undecided}."
            if chosen.undecided
            else "",
            _expected(chosen),
            _tied(config, chosen),
        )
        if sentence
    )


def _expected(chosen: Recommendation) -> str:
    if chosen.splits > 1:
        return (
            "The expected error is the mean error of its choices, made anew on each split; no "
            "single cell need have it."
        )
    if isnan(chosen.error_se):
        return "One split says little: repeat the sweep with more."
    return (
        "± is the standard error of an error rate on so many test points. One split does not "
        "say how much the training part matters: repeat the sweep with more."
    )


def _compared(chosen: Recommendation) -> str:
    if chosen.splits == 1 and isnan(chosen.error_se) and chosen.error > 0:  # no error rate
        return "one split cannot distinguish it from the others"
    names = [labels.spelled_out(quantity) for quantity in chosen.equals]
    if not names:
        worse = "significantly " * (chosen.splits > 1)
        return f"the others are {worse}worse on {counted(chosen.splits, 'split')}"
    return f"on {counted(chosen.splits, 'split')} it cannot be distinguished from {listed(names)}"


def _tied(config: SweepConfig, chosen: Recommendation) -> str:
    if not chosen.ties:
        return ""
    first = "smallest C" if config.C else f"largest {labels.strength(config)}"
    cells = "cell is" if chosen.ties == 1 else "cells are"
    grams = chosen.kernel == PRECOMPUTED.name
    rule = f"chosen is the {first}, then the {'last Gram matrix' if grams else 'smoothest kernel'}"
    return f"{chosen.ties} more {cells} as good to it; {rule}."


def _kind(task: str) -> str:
    return "squared error" if task == "regression" else "error"
