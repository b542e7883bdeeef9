"""What every symbol, word, criterion and kernel means, in a sentence or two."""

from typing import NamedTuple

from kselect_core.criteria import CRITERIA, Criterion
from kselect_core.kernels import KERNELS

DIRECTIONS = {"lower": "The lowest value is chosen", "higher": "The highest value is chosen"}


class Entry(NamedTuple):
    """One line of the glossary; ``full`` spells the term out, where it is an abbreviation."""

    term: str
    plain: str
    full: str = ""


WORDS = (
    Entry(
        "kernel",
        "A function that says how alike two points are. Everything a kernel method knows about "
        "the data, it knows from these similarities.",
    ),
    Entry(
        "kernel matrix K",
        "The similarities of all pairs of training points, as a table of n rows and n columns. "
        "It is also called the Gram matrix.",
    ),
    Entry(
        "width",
        "How far a kernel looks. A narrow one sees each point alone and can memorise; a wide one "
        "finds all points alike and blurs.",
    ),
    Entry(
        "ridge",
        "A number added to the diagonal of K. A larger ridge makes the fit smoother and lets it "
        "follow the labels less closely.",
    ),
    Entry(
        "criterion",
        "A number computed from the training points alone that is meant to predict how well a "
        "kernel will do. The kernel with the best value is its choice.",
    ),
    Entry("training part", "The points that are fitted. Criteria see only these."),
    Entry("test part", "Points held out to measure how good a choice was. No criterion sees it."),
    Entry(
        "test error",
        "Error on the test part: the share of points with the wrong class, or the mean squared "
        "error where the target is a number.",
    ),
    Entry(
        "balanced error",
        "The share of errors in each class, and of these the mean: a small class counts as much as "
        "a large one.",
    ),
    Entry(
        "weighted error",
        "The share of the weight of the test points that is misclassified, where an error costs "
        "more in one class than in another.",
    ),
    Entry(
        "AUC",
        "Area under the ROC curve: how often a point of the positive class has a larger value f "
        "than one of the negative class; equal values count half. 1 − AUC is good where it is low.",
    ),
    Entry(
        "true error",
        "Error on all points that may ever come. It is known where the data are made: many fresh "
        "points of the same distribution measure it. A test part only estimates it.",
    ),
    Entry(
        "regret",
        "What a choice costs: its test error minus the lowest test error on the same grid and "
        "split.",
    ),
    Entry(
        "sweep",
        "One run over a grid: every kernel and ridge is fitted and judged by every criterion.",
    ),
    Entry("split", "One way to divide the data into a training and a test part."),
    Entry(
        "per λ, joint", "A criterion chooses the kernel for a given λ, or kernel and λ together."
    ),
    Entry(
        "eigenvalues, spectrum",
        "The sizes of K along its own directions. A few large ones mean a smooth, simple kernel; "
        "many equal ones mean a kernel that can memorise.",
    ),
    Entry(
        "effective dimension",
        "How many directions a fit really uses, between 0 and n. It falls as the ridge grows.",
    ),
    Entry(
        "KRR",
        "Fits labels or numbers by least squares on the kernel, with a ridge that keeps it smooth.",
        "kernel ridge regression",
    ),
    Entry(
        "LSSVM",
        "Kernel ridge regression with a constant added to the prediction.",
        "least-squares support vector machine",
    ),
    Entry(
        "SVM",
        "Separates two classes by the widest gap it can find, and pays C for every point inside "
        "the gap or on the wrong side.",
        "support vector machine",
    ),
    Entry(
        "support vector",
        "A training point on which the boundary of a support vector machine rests. Without the "
        "other points the machine would be the same.",
    ),
    Entry(
        "CV",
        "Hold out a part of the training points, fit on the rest, measure the error on the part "
        "held out; repeat for every part.",
        "cross-validation",
    ),
    Entry(
        "SKM",
        "The method that iterated kernels are compared with: one Gaussian kernel.",
        "single kernel method",
    ),
    Entry(
        "UKM",
        "An iterated kernel that averages over the labelled points only.",
        "iterated kernel method without unlabelled data",
    ),
    Entry(
        "SEKM",
        "An iterated kernel that averages over all points, with and without a label.",
        "semi-supervised iterated kernel method",
    ),
)
"""Words of the pages that are not taken from everyday life."""

SYMBOLS = (
    Entry("n", "Number of points that are fitted."),
    Entry("d", "Number of features of a point."),
    Entry("x, X", "A point, and all points as a table with one row for each."),
    Entry("y", "Labels: −1 and +1 for two classes, or the number to be predicted."),
    Entry("K", "The kernel matrix; its entry K_ij says how alike points i and j are."),
    Entry("τ", "Width of the Gaussian kernel exp(−‖x−z‖²/2τ): a larger τ is a wider kernel."),
    Entry("γ", "Inverse width of the Gaussian kernel exp(−γ‖x−z‖²): a larger γ is narrower."),
    Entry("σ²", "Width of the Gaussian kernel exp(−‖x−z‖²/σ²): a larger σ² is a wider kernel."),
    Entry("c", "Inverse width of the Laplacian kernel exp(−c‖x−z‖)."),
    Entry(
        "ℓ",
        "Length of the Laplacian, Matérn and rational quadratic kernels: a larger ℓ is a wider "
        "kernel.",
    ),
    Entry("λ", "Strength of the regularisation: a larger λ makes the fit smoother."),
    Entry("μ", "The ridge itself, which is added to the diagonal of K: nλ, or λ where chosen so."),
    Entry(
        "C",
        "Penalty for errors of a support vector machine. A larger C follows the data more closely.",
    ),
    Entry("σ₁ … σₙ", "Eigenvalues of the kernel matrix, the largest first."),
    Entry("H", "The matrix that removes the mean: HKH is the kernel matrix centred at 0."),
    Entry("Ĥ", "In the stability bound: the share of predictions that change without one point."),
    Entry("I, 11ᵀ", "The identity, where all points differ, and the matrix of ones: all alike."),
    Entry("Kⁱ", "The kernel matrix without point i: its row and column are set to zero."),
    Entry("A", "The hat matrix: it turns the labels into the fitted values, f = Ay."),
    Entry(
        "R²", "Squared radius of the smallest ball around the points in the space of the kernel."
    ),
    Entry("η", "Weight of the penalty in KS, ER and EP."),
    Entry("t", "Number of leading eigenvalues in ER and PEP."),
    Entry("r", "Power of the eigenvalues in the spectral measure SM."),
    Entry("h", "Threshold of the eigenvalues in the hinge form of SM."),
    Entry("v", "Side of the box over which EP assumes the inputs to be spread evenly."),
    Entry("ρ", "Factor of ξα: 2 gives a bound, 1 a closer estimate."),
    Entry("p", "Degree of the polynomial kernel."),
    Entry("k", "Number of parts in cross-validation, or number of steps of an iterated kernel."),
    Entry("f(x)", "What the fit predicts at a point; for two classes its sign is the class."),
    Entry(
        "α",
        "Weights of the training points in the prediction; in the rational quadratic kernel how "
        "few widths it averages.",
    ),
    Entry("ξ", "How far a training point lies on the wrong side of its margin; 0 if it does not."),
    Entry("‖w‖", "Length of the normal of the boundary; 1/‖w‖ is the margin."),
    Entry("± sd", "Standard deviation: how much a number varies from split to split."),
)
"""Symbols of pages and figures; docs/notation.md has those of the papers and the source."""

BOUNDS = (
    Entry(
        "bound",
        "A number that the error does not exceed, except with a small probability. Above 1 it "
        "says nothing about a share of errors and is called vacuous.",
    ),
    Entry("m", "Number of training points, as the papers of the bounds call n."),
    Entry("κ", "Largest similarity of a point with itself, k(x, x); 1 for Gaussian kernels."),
    Entry("M", "Largest absolute label or target; 1 for two classes."),
    Entry("δ", "Probability with which a bound may fail. A smaller δ makes the bound larger."),
    Entry("β", "How much the kernel matrix can change, at most, when one point is removed."),
    Entry("W", "Size of the fitted machine, ‖w‖: small where the margin is wide."),
    Entry("gap", "Test error minus training error: how much the training error is too good."),
)
"""Symbols of the bounds."""


def groups() -> dict[str, tuple[Entry, ...]]:
    """Return the entries by their heading; criteria and kernels are those of the descriptors."""
    return {
        "Words": WORDS,
        "Symbols": SYMBOLS,
        "Criteria": tuple(_criterion(criterion) for criterion in CRITERIA.values()),
        "Kernels": tuple(Entry(kernel.label, kernel.summary) for kernel in KERNELS.values()),
        "Bounds": BOUNDS,
    }


def line(entry: Entry) -> str:
    """Return an entry as one line of Markdown: term, name in full, what it is."""
    full = f", {entry.full}" if entry.full.lower() not in ("", entry.term.lower()) else ""
    return f"**{entry.term}**{full}: {entry.plain}"


def spelled(term: str) -> str:
    """Return a word spelled out, the abbreviation behind it; "" where it needs none."""
    full = next((entry.full for entry in WORDS if entry.term == term), "")
    return f"{full} ({term})" if full else ""


def _criterion(criterion: Criterion) -> Entry:
    symbols = {option.name: option.symbol for option in criterion.options}
    short, full = criterion.short or criterion.label, criterion.full_name
    plain = f"{criterion.summary} {DIRECTIONS[criterion.better]}."
    return Entry(short.format(**symbols), plain, full.format(**symbols))
