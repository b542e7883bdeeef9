"""A test file beside its training file: names, styles and rows that must agree.

No format is known here.
"""
