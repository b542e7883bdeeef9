"""Iterated kernels where labels are few: methods, parts, repetitions.

Kernels themselves are defined below, in ``kernels``.
"""
