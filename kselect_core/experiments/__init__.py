"""Experiments of the papers, run with the library."""

from kselect_core.experiments.pools import draw, two_classes
from kselect_core.experiments.small_samples import small_samples
from kselect_core.experiments.statistics import differences, summary

__all__ = ["differences", "draw", "small_samples", "summary", "two_classes"]
