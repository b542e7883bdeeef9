"""Eigenvalues and eigenvectors, whole or in part, and how they change when a row is removed.

No criterion is known here.
"""
