"""Bounds of the papers beside what they are about, and cases in which they or criteria fail.

Their formulas are below, in ``theory``.
"""
