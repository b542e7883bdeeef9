"""Perturbation between the eigenvalues of the kernel matrix and of its integral operator."""

from math import isnan, sqrt

import numpy as np

from kselect_core.criteria.base import Criterion, weight
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import ZERO, Limit, Reward
from kselect_core.errors import UndefinedScoreError
from kselect_core.kernels import GAUSSIAN, KERNELS
from kselect_core.linalg.spectra.gaussian_operator import (
    OperatorSpectrum,
    box_measure,
    normal_measure,
)
from kselect_core.parameters import Parameter
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float

SAME_VARIANCE = sqrt(12)
"""Side of the box whose uniform distribution has variance 1."""


def ep(problem: Problem, *, eta: float, measure: str, side: float) -> Float[Array, " L"]:
    """Training error plus η times Σⱼ |σⱼ/n − λⱼ|, λⱼ of the integral operator, for each λ.

    ``measure``: "normal" with the mean variance of the features; "box" the uniform one on a box,
    whose ``side`` is in units of that of the box with this variance, and the kernel wrapped around
    it. Eigenvalues of the operator beyond n count with σ = 0.

    Source: Liu, Jiang, Liao (2013), eigenvalues perturbation.
    Cost: O(n²L) after the spectrum.
    """
    distance = perturbation(problem, operator(problem, measure=measure, side=side))
    return problem.training_squares + eta * distance


def operator(problem: Problem, *, measure: str, side: float) -> OperatorSpectrum:
    """Eigenvalues of the integral operator of the problem's Gaussian kernel."""
    fact = problem.kernel
    if not fact.name:
        raise UndefinedScoreError(
            "it is not known which kernel made this matrix (in code, give kernel=KernelFact(…))"
        )
    if fact.name != GAUSSIAN.name:
        raise UndefinedScoreError(
            "the eigenvalues of the integral operator are known for the Gaussian kernel only, "
            f"not for the {KERNELS[fact.name].label if fact.name in KERNELS else fact.name}"
        )
    if not fact.features or isnan(fact.variance):
        raise UndefinedScoreError(
            "the number of features and their variance are not known: "
            "KernelFact(…, features=…, variance=…) says them"
        )
    gamma, d, n = fact.parameter("gamma"), fact.features, problem.n
    if measure == "normal" or not fact.variance > 0:
        return normal_measure(gamma, fact.variance, d=d, n=n)
    spectrum = box_measure(gamma, side * SAME_VARIANCE * sqrt(fact.variance), d=d, n=n)
    if not np.isfinite(spectrum.rest):
        raise UndefinedScoreError(
            "the kernel is too wide for this box: it wraps around it too often"
        )
    return spectrum


def perturbation(problem: Problem, limit: OperatorSpectrum) -> float:
    """Σⱼ |σⱼ/n − λⱼ| over all eigenvalues of the operator, the matrix having n."""
    return problem.distance_of_eigenvalues(limit.values) + limit.rest


def ep_worked(problem: Problem, *, eta: float, measure: str, side: float) -> Worked:
    """Training error, η, the distance; beside them the largest eigenvalues and what lies beyond."""
    limit = operator(problem, measure=measure, side=side)
    error = float(problem.training_squares[0])
    distance = perturbation(problem, limit)
    terms = (
        Term(r"R_{\mathrm{emp}}", error, "training squared error", "residuals"),
        Term(r"\eta", eta, "weight of the perturbation"),
        Term(
            r"\textstyle\sum_j|\sigma_j/n-\lambda_j|",
            distance,
            "distance of the two spectra",
            "spectrum",
        ),
    )
    besides = (
        Term(r"\sigma_1/n", float(problem.exact_eigenvalues[0]) / problem.n, "of K", "spectrum"),
        Term(r"\lambda_1", float(limit.values[0]), "of the operator"),
        Term(r"\textstyle\sum_{j>n}\lambda_j", limit.rest, "of the operator, beyond those of K"),
    )
    return Worked(
        terms, r"#1+#2\cdot #3", lambda error, eta, distance: error + eta * distance, besides
    )


def distance_to_operator(problem: Problem) -> float:
    """Distance of the spectrum from that of the integral operator: what EP adds."""
    return perturbation(problem, operator(problem, measure="normal", side=1.0))


EP = Criterion(
    name="ep",
    label="EP",
    full_name="eigenvalues perturbation",
    style=("sky", "longdash", "hourglass"),
    function=ep,
    worked=ep_worked,
    better="lower",
    formula=r"R_{\mathrm{emp}}+\eta\sum_j\Bigl|\frac{\sigma_j}{n}-\lambda_j(L_K)\Bigr|",
    summary="Training error plus the distance between the eigenvalues of the kernel matrix and "
    "those that infinitely many points would give.",
    source="Liu, Jiang, Liao (2013), Eigenvalues perturbation of integral operator for kernel "
    "selection",
    cost="n3",
    evidence="reconstructed",
    oddity="Only for the Gaussian kernel: of other kernels the operator's eigenvalues are not "
    "known, and a Gaussian needs a guess of the distribution of the data. The perturbation sees no "
    "labels, lies between 0 and 2 under the normal measure, and is 0 at K = 11ᵀ: it pulls to wide "
    "kernels. On a box the wrapped kernel outgrows 1 where its width reaches the side.",
    needs=frozenset({"labels", "ridge", "spectrum"}),
    by_tiles=frozenset({"fits", "eigenvalues"}),
    by_sums=True,
    options=(
        weight("weight of the perturbation"),
        Parameter(
            "measure",
            "measure",
            "normal",
            choices=("normal", "box"),
            help="distribution of the inputs: normal, or uniform on a box",
        ),
        Parameter(
            "side",
            "v",
            1.0,
            low=0.1,
            high=100.0,
            help="side of the box, in units of that with the variance of the features",
            slider=(0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0),
        ),
    ),
    rewards=(
        Reward(
            "penalty",
            label="EP Σ|σ/n − λ|",
            function=distance_to_operator,
            identity=Limit("Σ|1/n − λⱼ|"),
            constant=ZERO,
            pull="wide",
        ),
    ),
)
