"""What every page of a sweep shares.

Finished sweeps, cursor, point, side bar, programs, exports.
"""
