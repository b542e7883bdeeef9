"""Generalisation bounds from the perturbation of the spectrum (SPS)."""

from math import log, sqrt

from kselect_core.theory.bound import Bound, Part, Setting

SOURCE = (
    "Liu & Liao (2014), Kernel selection with spectral perturbation stability of kernel matrix, "
    "theorem {}, appendix {}"
)
WEYL = (
    "the proof bounds ‖K − Kⁱ‖ by the largest shift of an eigenvalue; Weyl's inequality is the "
    "other way round"
)
SIGN = (
    "the difference of two squared losses is |f − fⁱ|·|2y − f − fⁱ|, not |f − fⁱ|·|2y − f + fⁱ|: "
    "the second factor is at most 2M(1 + κ/λ), not 2M + |f − fⁱ|"
)


def theorem_1(setting: Setting, *, shift: float, norm: float) -> Bound:
    """How much a KRR fit changes anywhere when one point is left out.

    Parameters
    ----------
    setting
        Constants; n = m.
    shift
        β as printed: largest shift of an eigenvalue of K when one point is removed.
    norm
        β for which the proof holds: largest ‖K − Kⁱ‖₂.

    Returns
    -------
    Bound
        κM(β + 2λ)/(λ²(m − 1)).
    """
    limit = 2 * setting.largest_value
    return Bound(
        key="sps1",
        name="SPS, theorem 1",
        source=SOURCE.format(1, "A"),
        about="change",
        quantity="largest |f(x) − fⁱ(x)|, one point left out",
        printed=_change(setting, shift),
        proved=_change(setting, norm),
        limit=limit,
        limit_words="twice the largest |f(x)| of any fit with this λ",
        terms=(
            Part("κ", setting.kappa, "largest k(x, x)"),
            Part("M", setting.y_max, "largest |y|"),
            Part("λ", setting.lam, "weight of the norm"),
            Part("β printed", shift, "largest shift of an eigenvalue"),
            Part("β proved", norm, "largest ‖K − Kⁱ‖₂"),
            Part("κM/(λ²(m−1))", _constant(setting), "factor of β + 2λ"),
        ),
        misprint=f"β: {WEYL}. It holds with β = max ‖K − Kⁱ‖₂.",
    )


def theorem_2(setting: Setting, *, shift: float, norm: float, risk: float = 0.0) -> Bound:
    """Risk of a KRR fit in squared loss.

    Parameters
    ----------
    setting
        Constants; n = m.
    shift, norm
        β as printed and as the proof needs it, as in `theorem_1`.
    risk
        Training error R_emp, the mean squared loss.

    Returns
    -------
    Bound
        Printed: R_emp + 2F(β + 2λ) + C²(β + 2λ)² + (F(β + 2λ) + C²(β + 2λ)² + Q)√(ln(1/δ)/(2m)).
        Proved: R_emp + 2γ + (4mγ + Q)√(ln(1/δ)/(2m)) with γ = F(β + 2λ) + C²(β + 2λ)².
        C = κM/(λ²(m − 1)), F = 2MC, Q = 2κ²M²/λ² + 2M². Mended: γ = 2M(1 + κ/λ)C(β + 2λ).
    """
    n, y_max = setting.n, setting.y_max
    tail = sqrt(log(1 / setting.delta) / (2 * n))
    largest = 2 * (setting.kappa * y_max / setting.lam) ** 2 + 2 * y_max**2
    linear, square = 2 * y_max * _change(setting, shift), _change(setting, shift) ** 2
    gamma = 2 * y_max * _change(setting, norm) + _change(setting, norm) ** 2
    right = 2 * y_max * (1 + setting.kappa / setting.lam) * _change(setting, norm)
    return Bound(
        key="sps2",
        held="β",
        name="SPS, theorem 2",
        source=SOURCE.format(2, "B"),
        about="risk",
        quantity="risk R, squared loss",
        loss="squared",
        printed=risk + 2 * linear + square + (linear + square + largest) * tail,
        proved=risk + 2 * gamma + (4 * n * gamma + largest) * tail,
        mended=risk + 2 * right + (4 * n * right + largest) * tail,
        start=risk,
        start_words="training error",
        limit=y_max**2,
        limit_words="M², the largest risk of predicting 0 everywhere",
        terms=(
            Part("R_emp", risk, "training error, squared loss"),
            Part("C", _constant(setting), "κM/(λ²(m−1))"),
            Part("F", 2 * y_max * _constant(setting), "2MC"),
            Part("Q", largest, "largest loss, 2κ²M²/λ² + 2M²"),
            Part("β printed", shift, "largest shift of an eigenvalue"),
            Part("β proved", norm, "largest ‖K − Kⁱ‖₂"),
            Part("γ printed", linear + square, "stability of the loss"),
            Part("γ proved", gamma, "the same with β proved"),
            Part("γ corrected", right, "2M(1 + κ/λ)·C(β + 2λ)"),
            Part("√(ln(1/δ)/2m)", tail, "confidence term"),
        ),
        misprint="The factor 4m of γ in the last term and one factor 2 of γ² are missing; "
        f"and β: {WEYL}.",
        flaw=f"{SIGN[0].upper()}{SIGN[1:]}.",
    )


def _constant(setting: Setting) -> float:
    return setting.kappa * setting.y_max / (setting.lam**2 * (setting.n - 1))


def _change(setting: Setting, beta: float) -> float:
    """Bound of theorem 1 with that β."""
    return _constant(setting) * (beta + 2 * setting.lam)
