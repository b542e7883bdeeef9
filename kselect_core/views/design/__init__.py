"""Kernels that are designed: combined with learnt weights, or iterated over a pool of points.

Nothing is learnt here.
"""
