"""A figure of a finished sweep without further words: the point is what its criteria chose.

Nothing is swept here.
"""
