"""Experiments of the papers, run with the library."""

from kselect_core.experiments.ways.pools import draw, two_classes
from kselect_core.experiments.ways.small_samples import small_samples

__all__ = ["draw", "small_samples", "two_classes"]
