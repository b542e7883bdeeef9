"""Minima of functions of a few weights: descents, projections, kinks.

What they are functions of is not known here.
"""
