"""What stands for a sweep of support vector machines where only least squares has the terms."""

from dataclasses import replace

from kselect_core.criteria import CRITERIA
from kselect_core.errors import InvalidParameterError
from kselect_core.selection.config.config import SVM, SweepConfig
from kselect_core.selection.config.parts import CriterionChoice


def in_least_squares(config: SweepConfig) -> SweepConfig:
    """Same sweep with the LSSVM in place of machines, and the ridges μ = 1/(2C) that weigh alike.

    Criteria of the machine alone are left out; a sweep of least squares stays as it is.
    """
    if config.learner != SVM:
        return config
    applicable = tuple(c for c in config.criteria if "machine" not in c.criterion.needs)
    usual = tuple(CriterionChoice(k) for k, c in CRITERIA.items() if c.applies_to("lssvm"))
    return replace(config, learner="lssvm", C=(), criteria=applicable or usual)


def at_ridge(config: SweepConfig, lam: float, where: str) -> SweepConfig:
    """The same for a single λ of the grid."""
    if lam not in config.lambdas:
        grid = ", ".join(f"{value:g}" for value in config.lambdas)
        raise InvalidParameterError(where, "λ", f"one of {grid}", lam)
    return replace(in_least_squares(config), lambdas=(lam,))
