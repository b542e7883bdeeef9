"""Numerical building blocks: distances, spectra, Krylov solutions.

The only place that calls scipy.linalg.
"""
