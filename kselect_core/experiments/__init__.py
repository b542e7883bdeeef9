"""Experiments of the papers, run with the library."""

from importlib import import_module
from typing import TYPE_CHECKING

from kselect_core.experiments.pools import draw, two_classes
from kselect_core.experiments.small_samples import small_samples

if TYPE_CHECKING:
    from kselect_core.experiments.statistics import differences, summary

__all__ = ["differences", "draw", "small_samples", "summary", "two_classes"]


def __getattr__(name: str) -> object:
    """Return what needs scipy.stats, which worker processes need not load."""
    if name in ("differences", "summary"):
        value: object = getattr(import_module("kselect_core.experiments.statistics"), name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
