"""Bounds of the variance of k-fold cross-validation by the stability of the kernel (KS)."""

from kselect_core.theory.bound import Bound, Part, Setting

SOURCE = (
    "Liu & Liao (2014), Preventing over-fitting of cross-validation with kernel stability, "
    "theorem {}, appendix {}"
)
QUANTITY = "variance of {}-fold CV, {} loss"
STEP = "The proof takes the loss stability for the variance of a hold-out error, step (6)"
REDUCED = "(Kⁱ + mλI)⁻¹y is not the fit without point i, which has no coefficient y_i/(mλ) there"


def krr(setting: Setting, *, beta: float, folds: int) -> Bound:
    """Variance of k-fold CV of KRR in squared loss.

    Parameters
    ----------
    setting
        Constants; the theorem's m = (k − 1)n/k.
    beta
        Kernel stability max ‖K − Kⁱ‖₂.
    folds
        Number k of folds.

    Returns
    -------
    Bound
        C1 β², printed C1 = 8(κ²M²/(λ³m) + κM²/(λ²m))², proved 16(…)².
    """
    m, kappa, lam = _trained_on(setting, folds), setting.kappa, setting.lam
    root = (kappa**2 / lam**3 + kappa / lam**2) * setting.y_max**2 / m
    return _squared(
        setting,
        folds,
        key="ks_krr",
        theorem=(1, "A"),
        constants=(("C1", 8 * root**2), ("C1 proved", 16 * root**2)),
        beta=beta,
        largest=setting.largest_value,
        misprint="8 is 16: the square of 2β(2κ²M²/(λ³m) + 2κM²/(λ²m)).",
        flaw=f"{STEP}: for a kernel near 0 the bound is false. Besides, {REDUCED}.",
    )


def lssvm(setting: Setting, *, beta: float, folds: int) -> Bound:
    """Variance of k-fold CV of the LSSVM in squared loss.

    Parameters
    ----------
    setting, beta, folds
        As in `krr`. The theorem is printed for |y| ≤ 1; other labels scale it by M⁴.

    Returns
    -------
    Bound
        C2 β², printed C2 = (2(κ + 1)²/(λ³m) + 2(κ + 1)/(λ²m))², proved four times that.
    """
    m, lam, more = _trained_on(setting, folds), setting.lam, setting.kappa + 1
    root = (2 * more**2 / lam**3 + 2 * more / lam**2) * setting.y_max**2 / m
    return _squared(
        setting,
        folds,
        key="ks_lssvm",
        theorem=(2, "B"),
        constants=(("C2", root**2), ("C2 proved", 4 * root**2)),
        beta=beta,
        largest=setting.largest_with_offset,
        misprint="The square of the two differences has a factor 4.",
        flaw="The inverse of the bordered matrix is taken to have norm at most 1/(mλ); its border "
        "makes it larger. "
        f"{STEP}: for a kernel near 0 the offset alone varies with the sample, and it is false.",
    )


def svm(setting: Setting, *, beta: float, folds: int) -> Bound:
    """Variance of k-fold CV of the support vector machine in hinge loss.

    Parameters
    ----------
    setting, beta, folds
        As in `krr`.

    Returns
    -------
    Bound
        C3 √β (1 + C4 β^¼)² with C4 = (4κ)^(−¼); printed C3 = 8λ²κ^1.5, proved 2κ^1.5/λ².
    """
    kappa, lam = setting.kappa, setting.lam
    rest = beta**0.5 * (1 + (beta / (4 * kappa)) ** 0.25) ** 2
    first, second = 8 * lam**2 * kappa**1.5, 2 * kappa**1.5 / lam**2
    return Bound(
        key="ks_svm",
        name="KS, theorem 3 (C3, C4)",
        source=SOURCE.format(3, "C"),
        about="variance",
        quantity=QUANTITY.format(folds, "hinge"),
        printed=first * rest,
        proved=second * rest,
        limit=(1 + (kappa / lam) ** 0.5) ** 2,
        limit_words="(1 + √(κ/λ))², which no variance of a hinge loss exceeds",
        terms=(
            Part("C3", first, "as printed, 8λ²κ^1.5"),
            Part("C3 proved", second, "2κ^1.5/λ²"),
            Part("C4", (4 * kappa) ** -0.25, "(4κ)^(−¼)"),
            Part("β", beta, "kernel stability, largest ‖K − Kⁱ‖₂"),
            Part("κ", kappa, "largest k(x, x)"),
            Part("λ", lam, "weight of the norm"),
        ),
        misprint="λ is 1/(2λ), the box of the dual variables: as printed the bound shrinks when "
        "the machine gets freer.",
        flaw=f"{STEP}; we know of no case that contradicts the bound.",
    )


def worst_norm(kappa: float, n: float) -> float:
    """Largest ‖K − Kⁱ‖₂ over all samples of n points, κ(1 + √(4n − 3))/2: n times one point.

    It is the β that the definition asks for, and the same for every kernel with that κ.
    """
    return float(kappa * (1 + (4 * n - 3) ** 0.5) / 2)


def _squared(  # noqa: PLR0913 (the parts of two theorems that are alike)
    setting: Setting,
    folds: int,
    *,
    key: str,
    theorem: tuple[int, str],
    constants: tuple[tuple[str, float], tuple[str, float]],
    beta: float,
    largest: float,
    misprint: str,
    flaw: str,
) -> Bound:
    (symbol, printed), (_, proved) = constants
    return Bound(
        key=key,
        held="β",
        name=f"KS, theorem {theorem[0]} ({symbol})",
        source=SOURCE.format(*theorem),
        about="variance",
        quantity=QUANTITY.format(folds, "squared"),
        printed=printed * beta**2,
        proved=proved * beta**2,
        limit=(setting.y_max + largest) ** 4 / 4,
        limit_words="the largest variance of a loss between 0 and (M + max |f|)²",
        terms=(
            Part(symbol, printed, "as printed"),
            Part(constants[1][0], proved, "as the proof gives it"),
            Part("β", beta, "kernel stability, largest ‖K − Kⁱ‖₂"),
            Part("m", _trained_on(setting, folds), "(k − 1)n/k points train a fold"),
            Part("κ", setting.kappa, "largest k(x, x)"),
            Part("M", setting.y_max, "largest |y|"),
            Part("λ", setting.lam, "weight of the norm"),
        ),
        misprint=misprint,
        flaw=flaw,
    )


def _trained_on(setting: Setting, folds: int) -> float:
    return (folds - 1) * setting.n / folds
