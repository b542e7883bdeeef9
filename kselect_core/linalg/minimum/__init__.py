"""Minima of functions of a few weights: descents, projections, kinks."""
