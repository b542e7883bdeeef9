"""Digits below the rounding of double precision: signs, and kernel values in units of their own.

No criterion is known here.
"""
