"""Bounds of the error of a support vector machine from its margin."""

from math import sqrt

from kselect_core.criteria.machine.marg import constant
from kselect_core.theory.bound import Bound, Part, Setting

SOURCE = (
    "Oneto, Ghio, Ridella, Anguita (2015), Fully empirical and data-dependent stability-based "
    "bounds, {}; Shawe-Taylor & Cristianini (2004)"
)
FLAW = "Holds for a bound on W fixed beforehand and a machine without offset; W was found here."


def rademacher(setting: Setting, *, hinge: float, norm: float, trace: float) -> Bound:
    """Error rate from the margin, for any kernel: (70).

    Parameters
    ----------
    setting
        Constants.
    hinge
        Mean hinge loss (1/n) Σ ξ on the training points.
    norm
        W = ‖w‖ of the machine.
    trace
        Trace of K.

    Returns
    -------
    Bound
        (1/n) Σ ξ + (4W/n)√(tr K) + 3√(ln(2/δ)/(2n)).
    """
    middle = 4 * norm / setting.n * sqrt(trace)
    return _bound(
        setting,
        key="margin",
        equation="(70)",
        hinge=hinge,
        middle=(middle, middle),
        parts=(Part("W", norm, "norm of w; 1/W is the margin"), Part("tr K", trace, "trace of K")),
        misprint="",
    )


def gaussian(setting: Setting, *, hinge: float, norm: float) -> Bound:
    """Error rate from the margin, for a kernel with k(x, x) = 1: (73).

    Parameters
    ----------
    setting, hinge, norm
        As in `rademacher`.

    Returns
    -------
    Bound
        (1/n) Σ ξ + 4W/√n + 3√(ln(2/δ)/(2n)); printed with 2W.
    """
    root = sqrt(setting.n)
    return _bound(
        setting,
        key="margin_gaussian",
        equation="(73)",
        hinge=hinge,
        middle=(2 * norm / root, 4 * norm / root),
        parts=(Part("W", norm, "norm of w; 1/W is the margin"),),
        misprint="2W is 4W: (70) with tr K = n.",
    )


def _bound(  # noqa: PLR0913 (the parts of two equations that are alike)
    setting: Setting,
    *,
    key: str,
    equation: str,
    hinge: float,
    middle: tuple[float, float],
    parts: tuple[Part, ...],
    misprint: str,
) -> Bound:
    last = constant(setting.n, setting.delta)
    return Bound(
        key=key,
        name=f"Margin bound {equation}",
        source=SOURCE.format(equation),
        about="risk",
        quantity="error rate R",
        loss="error",
        printed=hinge + middle[0] + last,
        proved=hinge + middle[1] + last,
        start=hinge,
        start_words="mean hinge loss",
        limit=1.0,
        limit_words="1, the largest error rate",
        terms=(
            Part("Σξ/n", hinge, "mean hinge loss"),
            *parts,
            Part("complexity", middle[1], "what the ball could fit by chance"),
            Part("3√(ln(2/δ)/2n)", last, "confidence term"),
        ),
        misprint=misprint,
        flaw=FLAW,
        held="W",
    )
