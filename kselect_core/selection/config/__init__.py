"""A sweep as names and numbers: families, grids, criteria, pairs of classes.

Nothing is computed here.
"""
