"""Experiments of the papers, run with the library."""

from kselect_core.experiments.ways.pools import draw, two_classes

__all__ = ["draw", "two_classes"]
