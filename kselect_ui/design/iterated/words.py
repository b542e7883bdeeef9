"""The finding about iterated kernels in words: who chooses what, and whether points help."""

from math import isnan

from kselect_core.plotting.spectra.step_spectra import holders
from kselect_core.selection.design.methods import Method
from kselect_core.words.amounts import counted
from kselect_core.words.labels import percent, readable
from kselect_ui.design.iterated.look import IteratedAt
from kselect_ui.server.messages import plain
from kselect_ui.sweep import captions

CLOSE = 0.02  # relative: squared errors nearer than this are about the same
POOLS = {
    "UKM": "iterated over the labelled points",
    "SEKM": "iterated over all of them",
}


def sentence(look: IteratedAt) -> str:
    """Return the finding; the text is Markdown and safe."""
    methods = [look.found.method(name) for name in look.names]
    if not look.tested:
        return _blind(look, methods)
    best = min(methods, key=_error)
    others = [method for method in methods if method is not best]
    text = (
        f"On **{plain(look.sweep.config.dataset)}**{_split(look)}, with the labels of "
        f"**{look.labelled} of {look.n}** training points, **{best.name}** "
        f"({what(look, best)}) does best at the test points: "
        f"squared error **{readable(_error(best), 4)}**{_rate(best)}; "
        f"{_listed([_other(look, method) for method in others])}."
    )
    return f"{text}  \n{help_of_points(look)} {sharpening(look)}{edge(look, methods)}".strip()


def _blind(look: IteratedAt, methods: list[Method]) -> str:
    """Return the choices alone, for those who are to guess first."""
    chosen = _listed([f"{method.name} ({what(look, method)})" for method in methods])
    return (
        f"On **{plain(look.sweep.config.dataset)}**{_split(look)}, with the labels of "
        f"**{look.labelled} of {look.n}** training points, choose: {chosen}.  \n"
        f"{sharpening(look)}{edge(look, methods)}"
    )


def what(look: IteratedAt, method: Method) -> str:
    """Return in words what a method is, and what it chooses."""
    row, column = method.chosen
    lam = f"λ = {readable(look.design.lambdas[column], 2)}"
    if method.name not in POOLS:
        return f"a single Gaussian kernel, σ² = {readable(method.width, 4)}, {lam}"
    return f"{POOLS[method.name]}, k = {method.steps[row]}, {lam}"


def help_of_points(look: IteratedAt) -> str:
    """Return in words what the unlabelled points change."""
    if not look.unlabelled:
        return "The unlabelled points are not used."
    if not len(look.found.parts.unlabelled):
        return "Every point is labelled: both pools are the same."
    few, many = (_error(look.found.method(name)) for name in POOLS)
    change = many / few - 1 if few else 0.0
    count = counted(len(look.found.parts.unlabelled), "unlabelled point")
    if abs(change) < CLOSE:
        return f"**The {count} change little**: {_signed(change)} squared error against UKM."
    word = "help" if change < 0 else "do not help"
    return f"**The {count} {word}**: {_signed(change)} squared error against UKM."


def sharpening(look: IteratedAt) -> str:
    """Return in words how few directions are left after the steps."""
    spectra = look.found.sharpened(unlabelled=look.unlabelled)
    before, after = holders(spectra[0]), holders(spectra[-1])
    steps = counted(len(spectra) - 1, "step")
    verb = "eigenvalue holds" if before == 1 else "eigenvalues hold"
    return f"{before} {verb} 99 % of the trace before iterating, {after} after {steps}."


def edge(look: IteratedAt, methods: list[Method]) -> str:
    """Return in words who chooses the end of a grid, where a longer one might change the choice."""
    lambdas = look.design.lambdas
    low = [m.name for m in methods if m.chosen[1] == 0]
    high = [m.name for m in methods if m.chosen[1] == len(lambdas) - 1]
    most = [m.name for m in methods if len(m.steps) > 1 and m.chosen[0] == len(m.steps) - 1]
    told = [
        f"{' and '.join(names)} at the {end}"
        for names, end in (
            (low, f"smallest λ, {readable(lambdas[0], 2)}"),
            (high, f"largest λ, {readable(lambdas[-1], 2)}"),
            (most, f"largest k, {look.design.steps}"),
        )
        if names
    ]
    return f" On the edge of the grid: {_listed(told)}." if told else ""


def _split(look: IteratedAt) -> str:
    """Return which of several splits the sentence is about; others may tell otherwise."""
    several = len(look.sweep.splits) > 1
    return f" ({captions.split_text(look.sweep, look.seen)})" if several else ""


def _other(look: IteratedAt, method: Method) -> str:
    return f"{method.name} ({what(look, method)}) {readable(_error(method), 4)}{_rate(method)}"


def _error(method: Method) -> float:
    """Test squared error of what a method chooses."""
    return float(method.test[method.chosen])


def _rate(method: Method) -> str:
    rate = float(method.rates[method.chosen])
    return "" if isnan(rate) else f" ({percent(rate)} wrong)"


def _signed(change: float) -> str:
    return f"{100 * change:+.0f} %".replace("-", "−")


def _listed(texts: list[str]) -> str:
    return "; ".join(texts)
