"""Bounds of the papers as numbers, what they are about, and cases in which they fail.

Nothing here selects a kernel.
"""
