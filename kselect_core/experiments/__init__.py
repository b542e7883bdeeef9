"""Experiments of the papers, run with the library. Nothing below knows an experiment."""

from kselect_core.experiments.ways.pools import draw, two_classes

__all__ = ["draw", "two_classes"]
