"""Support vector machines of one kernel or a small grid, seen from close.

Their solvers are below, in ``linalg.fits``.
"""
