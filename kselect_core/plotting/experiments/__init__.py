"""Figures of an experiment: printed against ours, ranks, splits, run times.

No store and no protocol is known here.
"""
