"""A server opened to a class: its names, its addresses and its access word.

Nothing about experiments.
"""
