"""Fits from a kernel matrix.

Ridge regression, support vector machines, what a fold left out changes. No kernel is known here,
only its matrix.
"""
