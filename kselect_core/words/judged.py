"""Verdicts in words: a word for each criterion, and the sentences that every page says of them."""

from collections.abc import Callable, Sequence
from math import isnan

from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.terms.judgement import EQUAL, Judgement, Kind
from kselect_core.selection.terms.recommendation import SURE
from kselect_core.words.amounts import counted
from kselect_core.words.labels import (
    UNITS,
    apart_text,
    error_text,
    quantity_text,
    range_text,
    spread_text,
    strength,
    strength_text,
)
from kselect_core.words.lists import listed

LEAVE_ONE_OUT = "leave-one-out"
MOST = 4
"""Names that a sentence lists."""
SHARE = 0.001
"""Share of wrong labels that is written with one digit as per cent."""
WORDS: dict[Kind, str] = {"ties": "not clearly worse", "best": "best of those shown"}
COSTS: dict[Kind, str] = {"too little ridge": "C too large", "too much ridge": "C too small"}
RIDGES: dict[Kind, str] = {"too little ridge": "λ too small", "too much ridge": "λ too large"}
MISSED: dict[Kind, str] = {
    "other kernel": "chooses a worse kind of kernel",
    "misses it": "misses it",
    "no interior optimum": "has no optimum inside the grid",
}

Safe = Callable[[str], str]


def word(config: SweepConfig, judgement: Judgement) -> str:
    """Return the verdict in a word or three: ``finds it``, ``too wide``, ``C too large``."""
    of_strength = COSTS if config.C else RIDGES
    plain = (WORDS | of_strength).get(judgement.kind, judgement.kind)
    if not judgement.some:
        return plain
    return f"{plain}{'' if judgement.good else '; near'} in some of the tied cells"


def p_text(p: float) -> str:
    """Return a p-value as it stands in a sentence."""
    return "" if isnan(p) else "p < 0.001" if p < 0.001 else f"p = {p:.2g}"  # noqa: PLR2004


def above(error: float, lowest: float, task: str) -> str:
    """Return how far a mean error lies above that of the best cell; rounding hides no difference.

    A choice made anew on each split can do better than any one cell of the grid.
    """
    gap, least = error - lowest, EQUAL * error
    if gap < -least:
        return "below every single cell, since each split has a choice of its own"
    if gap <= least:
        return "as low as the best cell"
    return f"{_more(error, lowest, task)} above the best cell"


def _more(error: float, other: float, task: str) -> str:
    """Return how much larger an error is than the other, which it is."""
    written = apart_text(error, other, task)
    hidden = task == "binary" and written == apart_text(error, error, task)
    return f"less than {100 * SHARE:g} points" if hidden else written


def numbers(judgement: Judgement, task: str) -> str:
    """Return the numbers behind a verdict: the error, and the distance to the best criterion."""
    error = f"{UNITS[task]} {spread_text(judgement.error, judgement.error_sd, task)}"
    if judgement.gap <= EQUAL * judgement.error:
        return f"{error}, {above(judgement.error, judgement.lowest, task)}"
    p = p_text(judgement.p)
    unsure = "" if judgement.p < SURE else ", not significant"
    test = f" (corrected t-test, {p}{unsure})" if p else ""
    gap = _more(judgement.error, judgement.best_error, task)
    return f"{error}, {gap} more than {quantity_text(judgement.best)}{test}"


def beside_leave_one_out(
    config: SweepConfig, judgement: Judgement, verdicts: Sequence[Judgement], task: str
) -> str:
    """Return that a criterion does no better than LOO here; empty where it does.

    Empty also for estimates of the error, and where LOO is not among the verdicts.
    """
    criteria = {choice.quantity: choice.criterion for choice in config.criteria}
    loo = next((v for v in verdicts if criteria[v.quantity].left_out == LEAVE_ONE_OUT), None)
    if loo is None or criteria[judgement.quantity].estimates_error:
        return ""
    gap, least = judgement.error - loo.error, EQUAL * judgement.error
    if not gap >= -least or (gap > least and judgement.best == loo.quantity):  # told already
        return ""
    more = f"{_more(judgement.error, loo.error, task)} more" if gap > least else "the same"
    return f"no better here than {quantity_text(loo.quantity)} ({more})"


def verdict_sentences(
    config: SweepConfig, verdicts: Sequence[Judgement], safe: Safe, *, task: str
) -> str:
    """Return in Markdown who finds the low test error, who comes close, and how others miss it.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    scored = [verdict for verdict in verdicts if verdict.kind != "no choice"]
    if not scored:
        return "None of the criteria shown makes a choice." if verdicts else ""
    texts = (
        _finders(scored, safe, task),
        _near(scored, safe),
        _sometimes(scored, safe, task),
        _by_construction(scored, safe, task),
        _missing(config, scored, safe, task),
        without_strength(config, scored, safe),
        undecided(scored, safe, task),
    )
    return " ".join(text for text in texts if text)


def _finders(scored: list[Judgement], safe: Safe, task: str) -> str:
    finders = [one for one in _of(scored, "finds it") if not one.some]
    if not finders and _of(scored, "finds it"):
        return ""  # in some of the tied cells, as is said below
    if finders:
        verb = "find it" if len(finders) > 1 else "finds it"
        return f"**{_names(finders, safe)}** {verb}: {numbers(finders[0], task)}."
    best = min(scored, key=lambda verdict: verdict.gap)
    if best.good:
        unsure = "; it cannot be distinguished from the best cell" if best.kind == "best" else ""
        return f"**{_names([best], safe)}** is best: {numbers(best, task)}{unsure}."
    return f"None of those shown finds it; **{_names([best], safe)}** is best."


def _near(scored: list[Judgement], safe: Safe) -> str:
    near, ties = ([one for one in _of(scored, kind) if not one.some] for kind in ("near", "ties"))
    texts = [f"{_names(near, safe)} {'come' if len(near) > 1 else 'comes'} near"] * bool(near)
    if ties:
        best, splits = safe(quantity_text(ties[0].best)), ties[0].splits
        on = counted(splits, "split")
        texts += [f"{_names(ties, safe)} cannot be distinguished from {best} on {on}"]
    return f"{'; '.join(texts)}." if texts else ""


def _sometimes(scored: list[Judgement], safe: Safe, task: str) -> str:
    """Return whose choice is undecided among cells that come near the lowest error and others."""
    texts = []
    for verdict in [one for one in scored if one.some][:MOST]:
        verb = "finds it" if verdict.kind == "finds it" else "comes near"
        worst = apart_text(verdict.tied_high, verdict.lowest, task)
        own = "" if verdict.good else f", not in the one it takes ({numbers(verdict, task)})"
        texts.append(
            f"**{_names([verdict], safe)}** {verb} in some of the tied cells{own}: in the worst of "
            f"them the error is {error_text(verdict.tied_high, task)}, {worst} above the best cell."
        )
    return " ".join(texts)


def _by_construction(scored: list[Judgement], safe: Safe, task: str) -> str:
    """Return who takes an end of every grid, and whether that happens to be good here."""
    texts = []
    for verdict in scored:
        if verdict.kind in ("always narrowest", "always widest"):
            end = verdict.kind.removeprefix("always ")
            here = _here(verdict, safe, task)
            texts += [f"**{_names([verdict], safe)}** takes the {end} kernel, as always{here}."]
    return " ".join(texts)


def _here(verdict: Judgement, safe: Safe, task: str) -> str:
    if verdict.good and verdict.gap > EQUAL * verdict.error:
        best = safe(quantity_text(verdict.best))
        if verdict.p >= SURE or verdict.splits == 1:
            on = counted(verdict.splits, "split")
            return f". Here it cannot be distinguished from {best} on {on}"
        return ". Here it comes near"
    return f": {numbers(verdict, task)}"


def _how(config: SweepConfig, missed: Judgement) -> str:
    """Return how a criterion misses, as it stands behind its name."""
    verb = "chooses" if missed.kind in RIDGES else "is"
    return MISSED.get(missed.kind, f"{verb} {word(config, missed)}")


def oddest(verdicts: Sequence[Judgement]) -> Judgement | None:
    """Return the worst of those that miss, else of those that take an end of every grid, if any."""
    odd = [
        one
        for one in verdicts
        if one.kind.startswith("always") or not (one.good or one.some or one.kind == "no choice")
    ]
    return max(odd, key=lambda one: (not one.good, one.gap), default=None)


def why_text(config: SweepConfig, odd: Judgement, safe: Safe) -> str:
    """Return the question that a finding leaves: ``Why CKTA is too wide``."""
    end = odd.kind.removeprefix("always ")
    how = _how(config, odd) if end == odd.kind else f"takes the {end} kernel"
    return f"Why {_names([odd], safe)} {how}"


def _missing(config: SweepConfig, scored: list[Judgement], safe: Safe, task: str) -> str:
    """Return how the farthest misses, in numbers, and how the others do."""
    named = [v for v in scored if v.kind.startswith("always") or v.some]
    missed = [v for v in scored if not v.good and v not in named]
    if not missed:
        return ""
    last = max(missed, key=lambda verdict: verdict.gap)
    text = f"**{_names([last], safe)} {_how(config, last)}**: {numbers(last, task)}."
    others = [verdict for verdict in missed if verdict is not last]
    names = [f"{_names([v], safe)} ({word(config, v)})" for v in others[:MOST]]
    names += [f"{len(others) - MOST} more"] * (len(others) > MOST)
    return f"{text} Also worse: {listed(names)}." if names else text


def without_strength(config: SweepConfig, verdicts: Sequence[Judgement], safe: Safe) -> str:
    """Return who does not choose λ, or C, and at which it is judged; empty where all do."""
    free = [verdict for verdict in verdicts if not isnan(verdict.lam)]
    if not free:
        return ""
    one = len(free) == 1
    verbs = ("does", "it is") if one else ("do", "they are")
    return (
        f"{_names(free, safe)} {verbs[0]} not choose {strength(config)}: {verbs[1]} judged at "
        f"{strength_text(config, free[0].lam)}."
    )


def undecided(verdicts: Sequence[Judgement], safe: Safe, task: str) -> str:
    """Return whose choice may as well be another one, and which; empty where values are exact."""
    doubted = [verdict for verdict in verdicts if verdict.undecided]
    texts = [
        f"{_names([one], safe)} {_short(one.undecided)}{_errors(one, task)}"
        for one in doubted[:MOST]
    ]
    texts += [f"so are {len(doubted) - MOST} more"] * (len(doubted) > MOST)
    return f"**Undecided** within the errors of the values: {'; '.join(texts)}." if texts else ""


def _errors(verdict: Judgement, task: str) -> str:
    """Return from which test error to which all that may be as good is; empty where it is one."""
    if isnan(verdict.tied_low):
        return ""
    return f" ({UNITS[task]} {range_text(verdict.tied_low, verdict.tied_high, task)})"


def _short(words: str) -> str:
    """Return a doubt without the word that the sentence begins with."""
    starts = words.startswith("undecided ")
    return words.replace("undecided", "is", 1) if starts else f"({words})"


def _of(scored: list[Judgement], kind: Kind) -> list[Judgement]:
    return [verdict for verdict in scored if verdict.kind == kind]


def _names(verdicts: Sequence[Judgement], safe: Safe) -> str:
    names = [safe(quantity_text(verdict.quantity)) for verdict in verdicts[:MOST]]
    names += [f"{len(verdicts) - MOST} more"] * (len(verdicts) > MOST)
    return listed(names)
