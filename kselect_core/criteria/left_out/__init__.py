"""Criteria from errors of least squares.

On the training points, on points left out, and estimates of these.
"""
