"""A finished experiment that comes with the program: six criteria on eight bundled data sets."""

from kselect_core.experiments.example.stored import example, example_plan

__all__ = ["example", "example_plan"]
