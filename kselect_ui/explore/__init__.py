"""The page Explore: its finding, its table of choices, pairs of classes.

No other page is known here.
"""
