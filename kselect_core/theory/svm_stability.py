"""Bounds of the error of a support vector machine from its stability."""

from math import log, sqrt

from kselect_core.criteria.machine.stab import constants
from kselect_core.theory.bound import Bound, Part, Setting

SOURCE = (
    "Oneto, Ghio, Ridella, Anguita (2015), Fully empirical and data-dependent stability-based "
    "bounds, {}"
)
ERROR = "error rate R"
RATE = "1, the largest error rate"


def empirical(setting: Setting, *, form: str, missed: float, change: float) -> Bound:
    """Error rate from the stability of small machines on blocks of the sample (STAB).

    Parameters
    ----------
    setting
        Constants.
    form
        Equation of the paper, "35" or "37".
    missed
        Leave-one-out error.
    change
        Ĥ, share of predictions in the blocks that change when a point leaves.

    Returns
    -------
    Bound
        R_loo + √((2/δ)[1/√n + 3(Ĥ + √(ln(2/δ)/√n))]); (37) has 1/(2n) in place of the first 1/√n.
    """
    n, delta = setting.n, setting.delta
    first, last = constants(n, form, delta)
    value = missed + sqrt(2 / delta * (first + 3 * (change + last)))
    return Bound(
        key=f"stab_{form}",
        name=f"STAB ({form})",
        source=SOURCE.format(f"(29), ({form})"),
        about="risk",
        quantity=ERROR,
        loss="error",
        printed=value,
        proved=value,
        start=missed,
        start_words="leave-one-out error",
        limit=1.0,
        limit_words=RATE,
        terms=(
            Part("R_loo", missed, "leave-one-out error"),
            Part("Ĥ", change, "changed predictions of the blocks"),
            Part("1/√n" if form == "35" else "1/(2n)", first, "the same for every candidate"),
            Part("√(ln(2/δ)/√n)", last, "confidence term"),
            Part("2/δ", 2 / delta, "from Chebyshev's inequality"),
        ),
        misprint="Ĥ in (29) is printed with 8/(m√n); it is the mean over (√n/2)³ terms, 8/(n√n).",
        held="Ĥ",
        flaw="Assumes that a larger sample is not less stable. At δ = 5 % it is above 1 for "
        "every n below 2.8 · 10⁹, even without an error.",
    )


def uniform(setting: Setting, *, soft: float) -> Bound:
    """Risk in hinge loss cut off at 1, from the uniform stability of the machine.

    Parameters
    ----------
    setting
        Constants; the machine weighs errors by C = 1/(2μ) and has no offset.
    soft
        Training error in that loss.

    Returns
    -------
    Bound
        R_emp + 2β + (4nβ + 1)√(ln(1/δ)/(2n)), printed (63) with β = C/2, proved β = κC: leaving a
        point out moves w by at most C√κ.
    """
    n, cost = setting.n, setting.cost
    spread = sqrt(log(1 / setting.delta) / (2 * n))
    printed, proved = cost / 2, setting.kappa * cost
    return Bound(
        key="uniform",
        name="Uniform stability (63)",
        source=SOURCE.format("(63), (64); Bousquet & Elisseeff (2002), theorem 12"),
        about="risk",
        quantity="risk R, hinge loss cut off at 1",
        loss="soft",
        printed=soft + 2 * printed + (4 * n * printed + 1) * spread,
        proved=soft + 2 * proved + (4 * n * proved + 1) * spread,
        start=soft,
        start_words="training error",
        limit=1.0,
        limit_words="1, the largest loss",
        terms=(
            Part("R_emp", soft, "training error, hinge loss cut off at 1"),
            Part("C", cost, "weight of an error"),
            Part("β", printed, "as printed in (64), C/2"),
            Part("β proved", proved, "κC, one point left out"),
            Part("√(ln(1/δ)/2n)", spread, "confidence term"),
        ),
        misprint="β ≤ C/2 in (64) fails for a single point: with it f is C, without it 0.",
        flaw="Made for a machine without offset.",
    )
