"""The page Errors: maps, curves, pictures and splits of the test error.

No other page is known here.
"""
