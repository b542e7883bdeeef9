"""The finding about iterated kernels in words: who chooses what, and whether points help."""

from collections.abc import Callable, Sequence
from math import isnan

from kselect_core.data.catalogue.cards import title_of
from kselect_core.kernels.short_numbers import compact
from kselect_core.plotting.spectra.step_spectra import holders
from kselect_core.selection.design.methods import Method
from kselect_core.views.design.iterated import IteratedAt
from kselect_core.words.amounts import counted
from kselect_core.words.labels import percent, readable, width

CLOSE = 0.02  # relative: squared errors nearer than this are about the same
POOLS = {
    "UKM": "iterated over the labelled points",
    "SEKM": "iterated over all of them",
}


def finding(at: IteratedAt, safe: Callable[[str], str], *, tested: bool = True) -> str:
    """Return in Markdown who chooses what and, where errors may be ``tested``, what that is worth.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    several = at.config.repeats > 1  # the sentence is about one, others may tell otherwise
    start = (
        f"On **{safe(title_of(at.config.dataset))}**{f' ({at.split_text})' if several else ''}, "
        f"with the labels of **{at.design.labelled} of {at.n}** training points, "
    )
    if not tested:  # for those who are to guess first
        chosen = "; ".join(f"{method.name} ({_what(at, method)})" for method in at.methods)
        return f"{start}choose: {chosen}.  \n{_sharpening(at)}{_edge(at)}"
    best = min(at.methods, key=_error)
    others = [_other(at, method) for method in at.methods if method is not best]
    text = (
        f"{start}**{best.name}** ({_what(at, best)}) does best on the test points: squared error "
        f"**{readable(_error(best), 4)}**{_rate(best)}; {'; '.join(others)}."
    )
    return f"{text}  \n{_help_of_points(at)} {_sharpening(at)}{_edge(at)}".strip()


def how(at: IteratedAt) -> str:
    """Return how the errors held out and the eigenvalues were computed."""
    parts, lambdas, folds = at.here.parts, at.design.lambdas, at.methods[0].folds
    width_of = (
        f"has the smallest {folds}-fold cross-validated error on D and T together"
        if folds
        else "is the middle of its grid, with too few labels for cross-validation"
    )
    scaled = " Here they are divided by their sum, the mean diagonal." * at.design.rescaled
    held = ", ".join(f"{holders(values)} (k = {k})" for k, values in enumerate(at.spectra))
    return (
        f"The {at.design.labelled} labelled points are divided into D, {len(parts.fitted)} that "
        f"are fitted, and T, {len(parts.held_out)} held out. Every map has the mean squared error "
        f"on T of ridge fits to D, with lλ on the diagonal, for {len(lambdas)} λ from "
        f"{compact(lambdas[0])} to {compact(lambdas[-1])}; each method chooses its smallest. The "
        f"strip below is SKM, one Gaussian kernel whose σ² {width_of}. Test points are in no "
        f"pool.\n\nEvery step squares the eigenvalues of G/N: the large ones dominate more and "
        f"more.{scaled} Eigenvalues holding 99 % of the trace: {held}. Nothing is drawn below "
        f"10⁻¹⁶ of the largest."
    )


def _what(at: IteratedAt, method: Method) -> str:
    """Return in words what a method is, and what it chooses."""
    row, column = method.chosen
    lam = f"λ = {compact(at.design.lambdas[column])}"
    if method.name not in POOLS:
        return f"a single Gaussian kernel, σ² = {width(method.width)}, {lam}"
    return f"{POOLS[method.name]}, k = {method.steps[row]}, {lam}"


def _help_of_points(at: IteratedAt) -> str:
    """Return in words what the unlabelled points change."""
    if not at.unlabelled:
        return "The unlabelled points are not used."
    points = len(at.here.parts.unlabelled)
    if not points:
        return "Every point is labelled: both pools are the same."
    few, many = (_error(at.here.method(name)) for name in POOLS)
    change = many / few - 1 if few else 0.0
    count = counted(points, "unlabelled point")
    if abs(change) < CLOSE:
        return f"**The {count} change little**: {_signed(change)} squared error against UKM."
    word = "help" if change < 0 else "do not help"
    return f"**The {count} {word}**: {_signed(change)} squared error against UKM."


def _sharpening(at: IteratedAt) -> str:
    """Return in words how few directions are left after the steps."""
    spectra = at.spectra
    before, after = holders(spectra[0]), holders(spectra[-1])
    steps = counted(len(spectra) - 1, "step")
    verb = "eigenvalue holds" if before == 1 else "eigenvalues hold"
    return f"{before} {verb} 99 % of the trace before iterating, {after} after {steps}."


def _edge(at: IteratedAt) -> str:
    """Return in words who chooses the end of a grid, where a longer one might change the choice."""
    methods, lambdas = at.methods, at.design.lambdas
    ends = {
        f"smallest λ, {compact(lambdas[0])}": [m for m in methods if m.chosen[1] == 0],
        f"largest λ, {compact(lambdas[-1])}": [
            m for m in methods if m.chosen[1] == len(lambdas) - 1
        ],
        f"largest k, {at.design.steps}": [
            m for m in methods if len(m.steps) > 1 and m.chosen[0] == len(m.steps) - 1
        ],
    }
    texts = [f"{_names(some)} at the {end}" for end, some in ends.items() if some]
    return f" On the edge of the grid: {'; '.join(texts)}." if texts else ""


def _names(methods: Sequence[Method]) -> str:
    return " and ".join(method.name for method in methods)


def _other(at: IteratedAt, method: Method) -> str:
    return f"{method.name} ({_what(at, method)}) {readable(_error(method), 4)}{_rate(method)}"


def _error(method: Method) -> float:
    """Test squared error of what a method chooses."""
    return float(method.test[method.chosen])


def _rate(method: Method) -> str:
    rate = float(method.rates[method.chosen])
    return "" if isnan(rate) else f" ({percent(rate)} wrong)"


def _signed(change: float) -> str:
    return f"{100 * change:+.0f} %".replace("-", "−")
