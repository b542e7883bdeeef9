"""Figures of the terms of criteria and bounds, and of what they reward.

No term is evaluated here.
"""
