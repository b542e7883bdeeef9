"""One strength and one width in the conventions of papers and tools: docs/scikit_learn.md."""

from math import sqrt
from typing import NamedTuple

from kselect_core.errors import InvalidParameterError
from kselect_core.kernels import GAUSSIAN
from kselect_core.selection.config.grids import positive, whole

LENGTH_SCALE = "length_scale"


class Strength(NamedTuple):
    """The same regularisation of a fit on n points, in every convention.

    ``lam`` is λ of the papers, ``mu`` = nλ the ridge on the diagonal of K, ``alpha`` scikit-learn's
    name for μ in `KernelRidge`, ``C`` = 1/(2μ) the cost of an error in `SVC`; ``gamma_lssvm`` = 1/μ
    is the γ of the least-squares SVM's authors, ``noise`` = μ the variance of a Gaussian process's
    noise.
    """

    lam: float
    mu: float
    alpha: float
    C: float
    gamma_lssvm: float
    noise: float


class Width(NamedTuple):
    """The same Gaussian kernel in every convention.

    ``gamma`` of exp(−γ‖x − z‖²) (scikit-learn, LIBSVM), ``tau`` of exp(−τ‖x − z‖²), ``two_tau`` of
    exp(−‖x − z‖²/2τ), ``sigma2`` of exp(−‖x − z‖²/σ²), ``length_scale`` ℓ of exp(−‖x − z‖²/2ℓ²)
    (scikit-learn's `RBF`, GPyTorch; R's kernlab has γ as sigma).
    """

    gamma: float
    tau: float
    two_tau: float
    sigma2: float
    length_scale: float


def strength(n: int, **given: float) -> Strength:
    """Return one strength of a fit on n points in every convention, from exactly one of its names.

    Parameters
    ----------
    n : int
        Number of training points.
    **given : float
        One of ``lam`` (λ), ``mu``, ``alpha``, ``C``, ``gamma_lssvm`` and ``noise``, greater than 0.

    Returns
    -------
    Strength
        All of them: μ = alpha = noise = nλ, C = 1/(2μ), γ of the LSSVM = 1/μ.

    Raises
    ------
    InvalidParameterError
        For another name, several names, and values that are not finite and positive.

    Examples
    --------
    >>> from kselect import strength
    >>> strength(455, lam=1e-3).alpha
    0.455
    >>> round(strength(455, C=10.0).lam, 6)  # 1/(2nC)
    0.00011
    """
    points = whole("Strength", "n", n, least=1)
    name, value = _only("Strength", given, Strength._fields)
    to_mu = {"lam": points * value, "C": 0.5 / value, "gamma_lssvm": 1.0 / value}
    mu = to_mu.get(name, value)
    return Strength(mu / points, mu, mu, 0.5 / mu, 1.0 / mu, mu)._replace(**{name: value})


def width(**given: float) -> Width:
    """Return one Gaussian kernel in every convention, from exactly one of its names.

    Parameters
    ----------
    **given : float
        One of ``gamma``, ``tau``, ``two_tau``, ``sigma2`` and ``length_scale``, greater than 0.

    Returns
    -------
    Width
        All of them: γ = τ of exp(−τ‖x − z‖²) = 1/(2τ) of "two_tau" = 1/σ² = 1/(2ℓ²).

    Raises
    ------
    InvalidParameterError
        For another name, several names, and values that are not finite and positive.

    Examples
    --------
    >>> from kselect import width
    >>> width(two_tau=8.0).gamma  # 1/(2τ)
    0.0625
    >>> width(gamma=0.5).length_scale
    1.0
    """
    name, value = _only("Width", given, Width._fields)
    if name == LENGTH_SCALE:
        gamma = 0.5 / value**2
    else:
        gamma = GAUSSIAN.stored(value, {"two_tau": "2tau"}.get(name, name))
    widths = Width(gamma, gamma, 0.5 / gamma, 1.0 / gamma, sqrt(0.5 / gamma))
    return widths._replace(**{name: value})


def _only(where: str, given: dict[str, float], names: tuple[str, ...]) -> tuple[str, float]:
    """Name and value of the only convention that is given."""
    if len(given) != 1 or not set(given) <= set(names):
        words = f"exactly one of {', '.join(names)}"
        raise InvalidParameterError(where, "the convention", words, sorted(given))
    ((name, value),) = given.items()
    return name, positive(where, name, value)
