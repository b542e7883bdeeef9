"""A finished experiment that comes with the program: six criteria on eight bundled data sets.

Nothing is computed here: `docs/tools/make_example.py` did that.
"""

from kselect_core.experiments.example.stored import example, example_plan

__all__ = ["example", "example_plan"]
