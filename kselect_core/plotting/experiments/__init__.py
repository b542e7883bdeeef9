"""Figures of an experiment: printed against ours, ranks, splits, run times."""
