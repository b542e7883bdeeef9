"""The page Rewards.

What criteria reward along the width, under shuffled labels, by their options. No other page is
known here.
"""
