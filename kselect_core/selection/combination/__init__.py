"""Kernels combined with learnt weights: objectives, searches, test errors.

Nothing is drawn here.
"""
