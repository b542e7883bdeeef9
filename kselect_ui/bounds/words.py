"""The finding about the bounds in words, and how their values are written."""

from math import isinf, isnan

from kselect_core.theory import Bound
from kselect_core.theory.curves import sample_needed
from kselect_core.words.amounts import counted
from kselect_core.words.labels import kernel_text, percent, readable, strength_text
from kselect_ui.bounds.facts import WAITS
from kselect_ui.bounds.numbers import short
from kselect_ui.bounds.page import BoundsAt
from kselect_ui.server.messages import plain

PROVED = "as the proof gives it"
LEARNERS = {"krr": "KRR", "lssvm": "LSSVM", "svm": "support vector machine"}
ROUNDING = 1 + 1e-9
HIDDEN = "hidden"
HELD = {"sps2": "β", "ks_lssvm": "β", "stab_35": "Ĥ", "margin": "W"}  # where it matters most


def sentence(look: BoundsAt) -> str:
    """Return the finding; the text is Markdown and safe."""
    texts = [_fit(look), _told(look)]
    wrong = [(bound, column) for bound in look.bounds for column in violated(look, bound)]
    measured = [bound for bound in look.bounds if not isnan(look.seen_value(bound))]
    if look.untouched and measured and not wrong:
        texts[-1] += " What was measured contradicts none of them."
    texts += [
        f"**{plain(bound.name)} {column} is false here**: it is below what is measured, "
        f"{short(bound.columns[column])} against {measured_text(look, bound)}."
        for bound, column in wrong
    ]
    return "  \n".join(texts)


def value_text(bound: Bound, value: float) -> str:
    """Return a value of a bound; one that says nothing is called vacuous, never an error rate."""
    if isnan(value):
        return "–"
    if not bound.applies:
        return f"does not apply ({short(value)})"
    return short(value) if bound.says(value) else f"vacuous ({short(value)})"


def measured_text(look: BoundsAt, bound: Bound) -> str:
    """Return what a bound is about, as it was measured."""
    value = look.seen_value(bound)
    if bound.about == "risk" and not look.tested:
        return HIDDEN
    if isnan(value):
        none = look.variance if bound.about == "variance" else WAITS
        return none if isinstance(none, str) else WAITS
    if bound.about != "risk":
        return short(value)
    text = percent(value) if bound.loss == "error" else short(value)
    if not bound.start_words:
        return text
    return f"{text}, gap {value - bound.start:+.3g}".replace("-", "−")


def verdict(look: BoundsAt, bound: Bound) -> str:
    """Return what is to be said of a bound here, in a few words."""
    wrong = violated(look, bound)
    if wrong:
        return f"{' and '.join(wrong)}: false here"
    if not bound.applies:
        return "does not apply here"
    if isnan(bound.proved):
        return WAITS
    if not bound.vacuous:
        compared = look.untouched and not isnan(look.seen_value(bound))
        return "holds and says something" if compared else "says something"
    if bound.says(bound.printed):
        return "without its proof only"
    return "says nothing here"


def violated(look: BoundsAt, bound: Bound) -> list[str]:
    """Return the columns whose values lie below what they are to bound; none at other constants."""
    value = look.seen_value(bound)
    if not look.untouched or isnan(value) or not bound.applies:
        return []
    return [name for name, number in bound.columns.items() if number * ROUNDING < value]


def _fit(look: BoundsAt) -> str:
    """Return the true gap."""
    risks = look.risks
    loss, name = (
        ("error", "error rate") if look.data.learner == "svm" else ("squared", "squared error")
    )
    training, test = risks.training[loss], risks.test[loss]
    kernel = plain(kernel_text(look.sweep.config, look.seen))
    start = (
        f"With the {kernel} and {strength_text(look.sweep.config, look.seen.lam)} "
        f"({LEARNERS[look.data.learner]}, m = {look.n}{plain(_pair(look))}) the {name} is "
        f"{_loss(training, loss)} on the training part"
    )
    if not look.tested:
        return f"{start}; the test error is hidden (side bar)."
    return (
        f"{start} and **{_loss(test, loss)}** on "
        f"{risks.n_test} test points: a true gap of **{_gap(test - training, loss)}**"
        f"{_over_splits(look, loss)}."
    )


def _over_splits(look: BoundsAt, loss: str) -> str:
    gaps = look.gaps(loss)
    if len(gaps) < 2:  # noqa: PLR2004 (nothing to compare)
        return ""
    mean = sum(gaps) / len(gaps)
    low, high = (_gap(value, loss) for value in (min(gaps), max(gaps)))
    return f" ({_gap(mean, loss)} on average over {len(gaps)} splits, from {low} to {high})"


def _loss(value: float, loss: str) -> str:
    return percent(value) if loss == "error" else readable(value)


def _gap(value: float, loss: str) -> str:
    text = f"{100 * value:+.1f} points" if loss == "error" else f"{value:+.3g}"
    return text.replace("-", "−")


def _told(look: BoundsAt) -> str:
    """Return what the bounds say."""
    bounds = look.bounds
    if not bounds:
        return "No bound of the papers applies here."
    false = [bound.key for bound in bounds if PROVED in violated(look, bound)]
    useful = [bound for bound in bounds if not bound.vacuous and bound.key not in false]
    others = " at the constants chosen" if not look.untouched else ""
    first = next((bound for bound in bounds if bound.applies), bounds[0])
    printed = "" if isnan(first.printed) else f"{value_text(first, first.printed)} as printed and "
    told = (
        f"{plain(first.name)} gives {printed}{value_text(first, first.proved)} as its proof has it "
        f"for the {plain(first.quantity)}"
    )
    held = _held(look, first)
    needed = sample_needed(look.asked, first.key, column=PROVED, worst=look.worst)
    more = (
        f"no sample up to 10¹⁵ points would change that{held}"
        if isinf(needed)
        else f"it would say something from about {short(needed, 2)} points on{held}"
    )
    if not first.vacuous:
        more = f"by its proof it says something from about {short(needed, 2)} points on"
    if first.key in false:
        more = "what is measured contradicts that"
    if isnan(first.proved):
        more = "its β waits to be measured"
    return f"{_counted(useful, len(bounds), _which(others, false))} {told}; {more}."


def _counted(useful: list[Bound], count: int, others: str) -> str:
    """Return how many bounds say something."""
    if not useful:
        none = (
            "The only bound says nothing"
            if count == 1
            else f"None of the {count} bounds says anything"
        )
        return f"**{none}{others} by its proof**:"
    names = ", ".join(plain(bound.name) for bound in useful)
    verb = "says" if len(useful) == 1 else "say"
    return f"**{len(useful)} of {counted(count, 'bound')} {verb} something{others}**: {names}."


def _which(others: str, false: list[str]) -> str:
    return f"{others} that holds" if false else others


def _held(look: BoundsAt, bound: Bound) -> str:
    """Return what of the sample is held while a larger one is looked for, where that matters."""
    symbol = HELD.get(bound.key, "")
    return f" with {symbol} as it is" if symbol and not (symbol == "β" and look.worst) else ""


def _pair(look: BoundsAt) -> str:
    return f", classes {' / '.join(look.sweep.pair)}" if look.sweep.pair else ""
