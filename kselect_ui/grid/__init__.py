"""The grid builder and the cards of runs: widgets that make one SweepConfig.

No page is known here.
"""
