"""Support vector machines: one at a cursor, its kernel along C, the stability bound taken apart.

They are trained below, in ``selection``.
"""
