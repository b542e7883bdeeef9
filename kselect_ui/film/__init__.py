"""The page Film: fit, matrix, spectrum and criteria moving together.

No other page is known here.
"""
