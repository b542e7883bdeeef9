"""What every page of a sweep shares.

Finished sweeps, cursor, point, bar, programs, exports. No page is known here.
"""
