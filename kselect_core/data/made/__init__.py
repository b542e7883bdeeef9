"""Data that are made, by a name that says all of it: drawn from a distribution, or by hand.

Nothing here knows a file.
"""
