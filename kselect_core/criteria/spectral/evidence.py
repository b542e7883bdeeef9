"""Evidence of the Gaussian process behind the fit: as it is, and with the best amplitude."""

from math import exp, log, pi
from typing import NamedTuple

import numpy as np

from kselect_core.criteria.base import Criterion
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import Limit, Reward, of_krr
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float


class Likelihood(NamedTuple):
    """Terms of the Gaussian density of the labels with covariance C = K + μI, for each λ.

    Of the LSSVM they are those of the labels without their mean direction, the n − 1 contrasts
    Uᵀy with UᵀU = I and Uᵀ1 = 0: its bias has a flat prior, which leaves the restricted likelihood.
    """

    free: int  # n, or n − 1 contrasts
    quadratic: Float[Array, " L"]  # yᵀC⁻¹y, of contrasts yᵀU(UᵀCU)⁻¹Uᵀy, in units of y²/K
    volume: Float[Array, " L"]  # log det C, of contrasts log det UᵀCU


def likelihood(problem: Problem) -> Likelihood:
    """Both terms from the eigenvalues and the labels in the eigenvectors. Cost: O(nL)."""
    return Likelihood(problem.n - problem.bias, *problem.quadratic_and_volume)


def lml(problem: Problem) -> Float[Array, " L"]:
    """Log density of the labels under the Gaussian process, per point, for each λ.

    The process has covariance K and noise of variance μ. Of the LSSVM it is the restricted one,
    per contrast.

    Source: Rasmussen & Williams (2006), (2.30).
    Cost: O(nL) after the spectrum.
    """
    free, quadratic, volume = likelihood(problem)
    density: Float[Array, " L"] = -0.5 * ((quadratic + volume) / free + log(2 * pi))
    return density


def gml(problem: Problem) -> Float[Array, " L"]:
    """Best amplitude a² = yᵀC⁻¹y/n times the geometric mean of the eigenvalues of C, in y².

    With the covariance a²C the largest evidence is −½(log GML + 1 + log 2π) per point.

    Source: Wahba (1985).
    Cost: O(nL) after the spectrum.
    """
    free, quadratic, volume = likelihood(problem)
    profile: Float[Array, " L"] = quadratic / free * np.exp(volume / free)
    return profile


def _counted(problem: Problem) -> Term:
    if problem.bias:
        return Term("(n-1)", problem.n - 1, "points, less one for the bias")
    return Term("n", problem.n, "points")


def lml_worked(problem: Problem) -> Worked:
    """Fit of the labels, volume of the covariance, n, and the constant of the density."""
    _, quadratic, volume = likelihood(problem)
    terms = (
        Term(r"y^\top C^{-1}y", float(quadratic[0]), "fit: small where K explains y", "alignment"),
        Term(r"\log\det C", float(volume[0]), "volume: small where K is wide", "spectrum"),
        _counted(problem),
        Term(r"\log 2\pi", log(2 * pi), "constant of the normal density"),
    )
    return Worked(
        terms,
        r"-\frac{1}{2}\cdot\Bigl(\frac{#1+#2}{#3}+#4\Bigr)",
        lambda fit, volume, n, constant: -((fit + volume) / n + constant) / 2,
    )


def gml_worked(problem: Problem) -> Worked:
    """Fit of the labels, n, and the geometric mean of the eigenvalues."""
    free, quadratic, volume = likelihood(problem)
    mean = exp(float(volume[0]) / free)
    terms = (
        Term(r"y^\top C^{-1}y", float(quadratic[0]), "fit: small where K explains y", "alignment"),
        _counted(problem),
        Term(r"\overline{(\sigma+\mu)}", mean, "geometric mean of the eigenvalues", "spectrum"),
    )
    best = Term("a^2", float(quadratic[0]) / free, "the amplitude that explains y best")
    return Worked(
        terms, r"\frac{#1}{#2}\cdot #3", lambda fit, n, mean: fit / n * mean, besides=(best,)
    )


def against_volume(problem: Problem) -> float:
    """−½ log det C per point: what the evidence holds against a kernel, whatever the labels."""
    free, _, volume = likelihood(problem)
    return -float(volume[0]) / (2 * free)


OF_ONES = Limit(
    "−½[log(n+μ)+(n−1)log μ]/n; LSSVM −½log μ",
    lambda f: -log(f.mu) / 2 - (f.learner == "krr") * log(1 + f.n / f.mu) / (2 * f.n),
)

LML = Criterion(
    name="lml",
    label="Evidence",
    full_name="log marginal likelihood of the Gaussian process",
    style=("orange", "longdash", "star-square"),
    function=lml,
    worked=lml_worked,
    better="higher",
    formula=r"-\tfrac12\Bigl(\tfrac1n y^\top C^{-1}y+\tfrac1n\log\det C+\log2\pi\Bigr),\quad "
    r"C=K+\mu I",
    summary="How likely the labels are if they are drawn from the Gaussian process of the kernel, "
    "with noise of the size of the ridge. It weighs how well the kernel explains the labels "
    "against how many other labels it could explain.",
    source="Rasmussen & Williams (2006), Gaussian processes for machine learning, (2.30)",
    cost="n3",
    evidence="standard",
    oddity="It takes K and μ at their word, as variances in units of y²: a target with large "
    "numbers and a kernel of size 1 are unlikely together whatever the width. GML removes this. "
    "Labels ±1 are taken as numbers with Gaussian noise. No estimate of the test error: with a "
    "wrong kernel family it may rank against it. BR, in spite of its name, is not this evidence: "
    "it is leave-one-out with a prior on the width.",
    needs=frozenset({"labels", "ridge", "spectrum"}),
    by_sums=True,
    invariant_to=frozenset({"shift for lssvm"}),
    rewards=(
        Reward(
            "penalty",
            "lml_volume",
            "Evidence −½ log det / n",
            against_volume,
            identity=Limit("−½ log(1+μ)", lambda f: -log(1 + f.mu) / 2),
            constant=OF_ONES,
            course="increasing",
            pull="wide",
        ),
    ),
)

GML = Criterion(
    name="gml",
    label="GML",
    full_name="generalised maximum likelihood",
    style=("sky", "dot", "star-triangle-up"),
    function=gml,
    worked=gml_worked,
    better="lower",
    formula=r"\tfrac1n\,y^\top C^{-1}y\cdot(\det C)^{1/n},\quad C=K+\mu I",
    summary="The evidence with the best amplitude: the kernel may be multiplied by any number, "
    "together with the noise, before the labels are judged.",
    source="Wahba (1985), A comparison of GCV and GML for choosing the smoothing parameter in the "
    "generalized spline smoothing problem",
    cost="n3",
    evidence="reconstructed",
    oddity="Equal to the mean of y² at K = I, whatever the ridge: the evidence of pure noise. The "
    "source states it for splines, with the n − m directions that are not penalised left out; KRR "
    "penalises all (m = 0), the LSSVM all but the bias (m = 1). The factor 1/n is ours.",
    needs=frozenset({"labels", "ridge", "spectrum"}),
    by_sums=True,
    invariant_to=frozenset({"scale with mu", "shift for lssvm"}),
    rewards=(
        Reward(
            "error",
            identity=of_krr("1", 1.0),
            constant=of_krr(
                "(ȳ²/(n+μ)+(1−ȳ²)/μ)·((n+μ)μⁿ⁻¹)^(1/n)",
                lambda f: (
                    (f.mean**2 / (f.n + f.mu) + (1 - f.mean**2) / f.mu)
                    * f.mu
                    * (1 + f.n / f.mu) ** (1 / f.n)
                ),
            ),
            pull="interior",
        ),
    ),
)
