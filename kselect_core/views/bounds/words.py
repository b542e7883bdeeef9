"""The finding about the bounds in words, and how their values are written."""

from collections.abc import Callable
from math import isinf, isnan

from kselect_core.learners import LEARNERS
from kselect_core.theory.bound import Bound
from kselect_core.theory.curves import sample_needed
from kselect_core.views.bounds.place import WAITS, BoundsAt
from kselect_core.words.amounts import counted
from kselect_core.words.labels import apart, kernel_text, percent, readable, short, strength_text
from kselect_core.words.places import pair_text

Safe = Callable[[str], str]
"""What writes a name so that Markdown shows it letter by letter."""

PROVED = "as the proof gives it"
ROUNDING = 1 + 1e-9
HIDDEN = "hidden"


def sentence(at: BoundsAt, safe: Safe) -> str:
    """Return in Markdown how good the fit is, what its bounds say of that, and which are false."""
    texts = [_fit(at, safe), _told(at, safe)]
    wrong = [(bound, column) for bound in at.bounds for column in violated(at, bound)]
    measured = [bound for bound in at.bounds if not isnan(at.seen(bound))]
    if at.untouched and measured and not wrong:
        texts[-1] += " What was measured contradicts none of them."
    texts += [
        f"**{safe(bound.name)} {column} is false here**: it is below what is measured, "
        f"{short(bound.columns[column])} against {measured_text(at, bound)}."
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


def measured_text(at: BoundsAt, bound: Bound) -> str:
    """Return what a bound is about, as it was measured."""
    value = at.seen(bound)
    if bound.about == "risk" and not at.tested:
        return HIDDEN
    if isnan(value):
        none = at.variance if bound.about == "variance" else WAITS
        return none if isinstance(none, str) else WAITS
    if bound.about != "risk":
        return short(value)
    text = percent(value) if bound.loss == "error" else short(value)
    if not bound.start_words:
        return text
    return f"{text}, gap {value - bound.start:+.3g}".replace("-", "−")


def verdict(at: BoundsAt, bound: Bound) -> str:
    """Return what is to be said of a bound here, in a few words."""
    wrong = violated(at, bound)
    if wrong:
        return f"{' and '.join(wrong)}: false here"
    if not bound.applies:
        return "does not apply here"
    if isnan(bound.proved):
        return WAITS
    if not bound.vacuous:
        compared = at.untouched and not isnan(at.seen(bound))
        return "holds and says something" if compared else "says something"
    if bound.says(bound.printed):
        return "without its proof only"
    return "says nothing here"


def violated(at: BoundsAt, bound: Bound) -> list[str]:
    """Return the columns whose values lie below what they are to bound; none at other constants."""
    value = at.seen(bound)
    if not at.untouched or isnan(value) or not bound.applies:
        return []
    return [name for name, number in bound.columns.items() if number * ROUNDING < value]


def _fit(at: BoundsAt, safe: Safe) -> str:
    """Return the true gap."""
    risks = at.risks
    loss, name = ("error", "error rate") if at.fitted == "svm" else ("squared", "squared error")
    training, test = risks.training[loss], risks.test[loss]
    kernel = kernel_text(at.config, at.cursor)
    n = at.bench.split.n
    start = (
        f"With the {safe(kernel)} and {strength_text(at.config, at.cursor.lam)} "
        f"({LEARNERS[at.fitted].sentence}, m = {n}{safe(pair_text(at.config.pair))}) the {name} is "
        f"{_loss(training, loss)} on the training part"
    )
    if not at.tested:
        return f"{start}; the test error is hidden (switch above)."
    return (
        f"{start} and **{_loss(test, loss)}** on "
        f"{risks.n_test} test points: a true gap of **{_gap(_apart(test, training, loss), loss)}**"
        f"{_over_splits(at, loss)}."
    )


def _over_splits(at: BoundsAt, loss: str) -> str:
    gaps = at.gaps(loss)
    if len(gaps) < 2:  # noqa: PLR2004 (nothing to compare)
        return ""
    mean = sum(gaps) / len(gaps)
    low, high = (_gap(value, loss) for value in (min(gaps), max(gaps)))
    return f" ({_gap(mean, loss)} on average over {len(gaps)} splits, from {low} to {high})"


def _loss(value: float, loss: str) -> str:
    return percent(value) if loss == "error" else readable(value)


def _apart(test: float, training: float, loss: str) -> float:
    """Return the gap between two losses as they are written."""
    return apart(test, training, "binary" if loss == "error" else "regression", digits=3)


def _gap(value: float, loss: str) -> str:
    text = f"{100 * value:+.1f} points" if loss == "error" else f"{value:+.3g}"
    return text.replace("-", "−")


def _told(at: BoundsAt, safe: Safe) -> str:
    """Return what the bounds say."""
    bounds = at.bounds
    if not bounds:
        return "No bound of the papers applies here."
    false = [bound.key for bound in bounds if PROVED in violated(at, bound)]
    useful = [bound for bound in bounds if not bound.vacuous and bound.key not in false]
    others = " at the constants chosen" if not at.untouched else ""
    first = next((bound for bound in bounds if bound.applies), bounds[0])
    text = f"for the {safe(first.quantity)}, {safe(first.name)} gives {_given(first)}"
    held = _held(at, first)
    needed = sample_needed(at.asked, first.key, column=PROVED, worst=at.worst)
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
        more = "its β is not measured yet"
    others += " that holds" if false else ""
    return f"{_counted(useful, len(bounds), others, safe)} {text}; {more}."


def _given(bound: Bound) -> str:
    """Return both values of a bound: as printed, if it is, and as its proof gives it."""
    printed = [] if isnan(bound.printed) else [(bound.printed, "as printed")]
    values = [*printed, (bound.proved, "as its proof gives it")]
    vacuous = [bound.applies and not bound.says(value) for value, _ in values if not isnan(value)]
    if not vacuous or not all(vacuous):
        return " and ".join(f"{value_text(bound, value)} {name}" for value, name in values)
    texts = " and ".join(f"{short(value)} {name}" for value, name in values)
    return f"{texts}, {'both vacuous' if len(vacuous) > 1 else 'which is vacuous'}"


def _counted(useful: list[Bound], count: int, others: str, safe: Safe) -> str:
    """Return how many bounds say something."""
    if not useful and count == 1:
        return f"**The only bound says nothing{others} by its proof**:"
    if not useful:
        return f"**No bound{others} is informative by its proof**:"
    names = ", ".join(safe(bound.name) for bound in useful)
    verb = "says" if len(useful) == 1 else "say"
    return f"**{len(useful)} of {counted(count, 'bound')} {verb} something{others}**: {names}."


def _held(at: BoundsAt, bound: Bound) -> str:
    """Return what of the sample is held while a larger one is looked for, where that matters."""
    of_worst = bound.held == "β" and at.worst
    return f" with {bound.held} as it is" if bound.held and not of_worst else ""
