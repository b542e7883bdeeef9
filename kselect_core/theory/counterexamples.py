"""Small cases, worked out in full, in which a printed statement or a step of a proof fails."""

from typing import NamedTuple

import numpy as np

from kselect_core.theory import kernel_stability, svm_stability
from kselect_core.theory.bound import Bound, Setting
from kselect_core.types import Array, Float


class Weyl(NamedTuple):
    """‖K − Kⁱ‖₂ and the shifts of the two eigenvalues when a point is removed."""

    norm: float
    shifts: tuple[float, float]


class CvVariance(NamedTuple):
    """Variance of two-fold CV over all samples, and the bound that speaks of it."""

    variance: float
    bound: Bound


class Path(NamedTuple):
    """Numbers of a case along its parameter, by name."""

    x: Float[Array, " p"]
    columns: dict[str, Float[Array, " p"]]


class Pair(NamedTuple):
    """Two numbers of which a proof or a theorem says that the first is at most the second."""

    claimed_smaller: float
    claimed_larger: float

    @property
    def false(self) -> bool:
        """Whether the claim fails."""
        return self.claimed_smaller > self.claimed_larger


def weyl_step(similarity: float) -> Weyl:
    """Norm and shifts for K = [[1, s], [s, 1]], whose second point is removed.

    Appendix A of SPS takes the norm to be at most the largest shift. At s = 0.5 it is 1.207, the
    shifts are 0.5 each.
    """
    K = np.array([[1.0, similarity], [similarity, 1.0]])
    without = np.array([[1.0, 0.0], [0.0, 0.0]])
    norm = float(np.abs(np.linalg.eigvalsh(K - without)).max())
    first, second = np.linalg.eigvalsh(K)[::-1] - np.array([1.0, 0.0])
    return Weyl(norm, (float(first), float(second)))


def weyl_path(points: int = 101) -> Path:
    """Norm and largest shift of `weyl_step` for every similarity from 0 to 1."""
    s = np.linspace(0.0, 1.0, points)
    cases = [weyl_step(float(value)) for value in s]
    norms, shifts = [case.norm for case in cases], [max(case.shifts) for case in cases]
    return Path(s, {"norm": np.array(norms), "shift": np.array(shifts)})


def variance_path(learner: str, points: int = 61) -> Path:
    """Variance and bounds of `svm_variance` along λ, of the others along κ, 10⁻³ to 10."""
    x = np.logspace(-3, 1, points)
    variances = [VARIANCES[learner](float(value)) for value in x]
    columns = {
        "variance": [one.variance for one in variances],
        "as printed": [one.bound.printed for one in variances],
        "as the proof gives it": [one.bound.proved for one in variances],
    }
    return Path(x, {name: np.array(values) for name, values in columns.items()})


def svm_variance(lam: float) -> CvVariance:
    """Variance of two-fold CV of a machine without offset: one input point, fair labels, n = 2.

    Each fold trains on one label y₁ and is tested on the other, y₂. The machine is f = y₁s with
    s = min(1, 1/(2λ)), so that the loss is 1 − s or 1 + s, with equal chances: variance s².
    """
    s = min(1.0, 1 / (2 * lam))
    losses = [max(0.0, 1 - first * second * s) for first in (-1, 1) for second in (-1, 1)]
    setting = Setting(n=2, lam=lam)
    return CvVariance(float(np.var(losses)), kernel_stability.svm(setting, beta=1.0, folds=2))


def krr_variance(kappa: float) -> CvVariance:
    """Variance of two-fold CV of KRR: one input point with k(x, x) = κ, fair labels, n = 2.

    The fit with λ = 1 is f = y₁κ/(κ + 1). For small κ the bound is of the order κ⁴, the variance
    of the order κ².
    """
    s = kappa / (kappa + 1)
    losses = [(second - first * s) ** 2 for first in (-1, 1) for second in (-1, 1)]
    setting = Setting(n=2, lam=1.0, kappa=kappa)
    return CvVariance(float(np.var(losses)), kernel_stability.krr(setting, beta=kappa, folds=2))


def lssvm_variance(kappa: float) -> CvVariance:
    """Variance of two-fold CV of the LSSVM: one input point with k(x, x) = κ, fair labels, n = 2.

    A single point needs no kernel: α = 0 and f = b = y₁, so that the loss is 0 or 4, whatever κ and
    λ are. The bound at λ = 1 vanishes with κ.
    """
    losses = [(second - first) ** 2 for first in (-1, 1) for second in (-1, 1)]
    setting = Setting(n=2, lam=1.0, kappa=kappa)
    return CvVariance(float(np.var(losses)), kernel_stability.lssvm(setting, beta=kappa, folds=2))


VARIANCES = {"svm": svm_variance, "krr": krr_variance, "lssvm": lssvm_variance}
"""The case of each learner."""


def lemma_of_sm(n: int = 5, *, ridge: float = 10.0) -> dict[str, Pair]:
    """Lemma 1 of SM for K = I: c₀ SM ≤ mean of y·f, with c₀ as printed and right.

    f = y/(1 + λ), so that the mean is 1/(1 + λ); SM = 1/n and |K|₁ = n.
    """
    total, mean = float(n), 1 / (1 + ridge)
    printed, proved = total * ridge / (total + ridge), total / (total + ridge)
    return {"printed": Pair(printed / n, mean), "proved": Pair(proved / n, mean)}


def worst_case_of_one_point(n: int) -> tuple[float, float]:
    """Largest eigenvalue shift and largest ‖K − Kⁱ‖₂ where all n points coincide, k(x, x) = 1.

    No kernel has larger ones, and every kernel has these: β of the definitions tells none apart.
    """
    K = np.ones((n, n))
    without = K.copy()
    without[0] = without[:, 0] = 0.0
    shift = np.abs(np.linalg.eigvalsh(K) - np.linalg.eigvalsh(without)).max()
    return float(shift), float(np.abs(np.linalg.eigvalsh(K - without)).max())


def bordered_inverse(n: int = 100, *, lam: float = 1.0) -> Pair:
    """Norm of the inverse of the LSSVM's bordered matrix for K = 11ᵀ, and the claimed 1/(nλ)."""
    matrix = np.ones((n + 1, n + 1))
    matrix[:n, :n] += n * lam * np.eye(n)
    matrix[n, n] = 0.0
    return Pair(float(1 / np.abs(np.linalg.eigvalsh(matrix)).min()), 1 / (n * lam))


def one_point_machine(cost: float = 1.0) -> Pair:
    """Change of a machine without offset when its only point leaves, and C/2 that is claimed.

    With the point f = min(C, 1/κ)·κ at κ = 1, without it 0.
    """
    bound = svm_stability.uniform(Setting(n=2, lam=0.25 / cost), soft=0.0)
    return Pair(min(cost, 1.0), bound.terms[2].value)


def squared_losses(y: float = -1.0, *, f: float = 10.1, other: float = 10.0) -> Pair:
    """Difference of two squared losses, and |f − g|·|2y − f + g| as the proof of SPS has it."""
    difference = abs((y - f) ** 2 - (y - other) ** 2)
    return Pair(difference, abs(f - other) * (2 * abs(y) + abs(f - other)))


def further_cases() -> list[tuple[str, Pair]]:
    """Claims that need no picture, in words, each with the two numbers that contradict it."""
    return [
        ("SM, lemma 1: c₀ SM ≤ mean of y·f. K = I, n = 5, λ = 10", lemma_of_sm()["printed"]),
        ("KS, theorem 2: ‖M⁻¹‖ ≤ 1/(nλ). K = 11ᵀ, n = 100, λ = 1", bordered_inverse()),
        ("STAB (64): β ≤ C/2. One point, C = 1", one_point_machine()),
        (
            "SPS, theorem 2: |ℓ(f) − ℓ(g)| ≤ |f − g|(2M + |f − g|). y = −1, f = 10.1, g = 10",
            squared_losses(),
        ),
    ]
