"""Criteria from errors of least squares.

On the training points, on points left out, and estimates of these. None sees a test point.
"""
