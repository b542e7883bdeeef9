"""Criteria along one axis: curves, strips, small panels, and the lines and pins on them.

No choice is made here.
"""
