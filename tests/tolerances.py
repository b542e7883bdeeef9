"""Tolerances of the tests, by the reason for the difference."""

from typing import Final

EXACT: Final = {"rtol": 0.0, "atol": 0.0}  # the same operations in the same order
ROUNDOFF: Final = {"rtol": 1e-9, "atol": 1e-12}  # equal in exact arithmetic
SOLVER: Final = {"rtol": 1e-5, "atol": 1e-7}  # an iterative solver stopped in between
