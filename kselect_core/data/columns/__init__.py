"""Columns of raw cells become features, classes or targets, or are asked about.

Nothing here knows a file format.
"""
