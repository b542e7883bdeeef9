"""The finding about the bounds in words, and how their values are written."""

from math import isinf, isnan

from kselect_core.plotting.ticks import power
from kselect_core.theory import Bound
from kselect_core.theory.curves import sample_needed
from kselect_ui.bounds import Look
from kselect_ui.labels import counted, kernel_text, percent, readable, strength_text
from kselect_ui.messages import plain

PROVED = "as the proof gives it"
LEARNERS = {"krr": "KRR", "lssvm": "LSSVM", "svm": "support vector machine"}
ROUNDING = 1 + 1e-9
SMALL, LARGE = 1e-3, 1e4  # numbers between them are written without a power of ten


def short(value: float, digits: int = 3) -> str:
    """Return a number as people write it: ``0.129``, ``7.78·10⁶``."""
    if isnan(value) or isinf(value) or value == 0 or SMALL <= abs(value) < LARGE:
        return readable(value, digits)
    digit, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    return f"{digit}·{power(10, int(exponent))}"


def sentence(look: Look) -> str:
    """Return the finding; the text is Markdown and safe."""
    texts = [_fit(look), _told(look)]
    wrong = [(bound, column) for bound in look.bounds for column in violated(look, bound)]
    if look.untouched and not wrong:
        texts[-1] += " What was measured contradicts none of them."
    texts += [
        f"**{plain(bound.name)} {column} is false here**: it is below what is measured, "
        f"{short(bound.columns[column])} against {short(look.seen_value(bound))}."
        for bound, column in wrong
    ]
    return "  \n".join(texts)


def value_text(bound: Bound, value: float) -> str:
    """Return a value of a bound; one that says nothing is called vacuous, never an error rate."""
    if isnan(value):
        return "–"
    return short(value) if bound.says(value) else f"vacuous ({short(value)})"


def measured_text(look: Look, bound: Bound) -> str:
    """Return what a bound is about, as it was measured."""
    value = look.seen_value(bound)
    if isnan(value):
        return "not measured yet"
    if bound.about != "risk":
        return short(value)
    text = percent(value) if bound.loss == "error" else short(value)
    if not bound.start_words:
        return text
    return f"{text}, gap {value - bound.start:+.3g}"


def verdict(look: Look, bound: Bound) -> str:
    """Return what is to be said of a bound here, in a few words."""
    wrong = violated(look, bound)
    if wrong:
        return f"{' and '.join(wrong)}: false here"
    if isnan(bound.proved):
        return "not measured yet"
    return "says nothing here" if bound.vacuous else "holds and says something"


def violated(look: Look, bound: Bound) -> list[str]:
    """Return the columns whose values lie below what they are to bound; none at other constants."""
    value = look.seen_value(bound)
    if not look.untouched or isnan(value):
        return []
    return [name for name, number in bound.columns.items() if number * ROUNDING < value]


def _fit(look: Look) -> str:
    """Return the true gap."""
    config, risks = look.sweep.config, look.risks
    kernel = plain(kernel_text(config, look.seen))
    start = (
        f"With the {kernel} and {strength_text(config, look.seen.lam)} "
        f"({LEARNERS[look.data.learner]}, m = {look.n}{plain(_pair(look))}) "
    )
    if look.data.learner == "svm":
        gap = 100 * (risks.test["error"] - risks.training["error"])
        return (
            f"{start}the error rate is {percent(risks.training['error'])} on the training part and "
            f"**{percent(risks.test['error'])}** on {risks.n_test} test points: a true gap of "
            f"**{gap:+.1f} points**."
        )
    gap = risks.test["squared"] - risks.training["squared"]
    return (
        f"{start}the squared error is {readable(risks.training['squared'])} on the training part "
        f"and **{readable(risks.test['squared'])}** on {risks.n_test} test points: a true gap of "
        f"**{gap:+.3g}**."
    )


def _told(look: Look) -> str:
    """Return what the bounds say."""
    bounds = look.bounds
    if not bounds:
        return "No bound of the papers applies here."
    useful = [bound for bound in bounds if not bound.vacuous]
    others = " at the constants chosen" if not look.untouched else ""
    first = bounds[0]
    told = (
        f"{plain(first.name)} gives {value_text(first, first.printed)} for the "
        f"{plain(first.quantity)} as printed, {value_text(first, first.proved)} as its proof has it"
    )
    needed = sample_needed(look.data, first.key, column=PROVED, worst=look.worst)
    more = (
        "no sample up to 10¹⁵ points would change that"
        if isinf(needed)
        else f"it would say something from about {short(needed, 2)} points on"
    )
    if isnan(first.proved):
        more = "its β waits to be measured"
    count = counted(len(bounds), "bound")
    if useful:
        names = ", ".join(plain(bound.name) for bound in useful)
        return f"**{len(useful)} of {count} say something{others}**: {names}. {told}; {more}."
    return f"**None of the {count} says anything{others}**: {told}; {more}."


def _pair(look: Look) -> str:
    return f", classes {' / '.join(look.sweep.pair)}" if look.sweep.pair else ""
