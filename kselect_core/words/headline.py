"""A sweep in a sentence or two: who would have chosen well here, and who badly, in numbers."""

from collections.abc import Callable
from math import isnan

from kselect_core.words.labels import UNITS, difference_text, error_text, quantity_text, spread_text
from kselect_core.words.verdicts import Verdict

_CLOSE = 0.05  # relative, of squared errors
_CLOSE_SHARE = 0.01  # one point of a percentage
NOTHING = 1e-12  # regrets that rounding leaves

Safe = Callable[[str], str]


def headline(
    verdicts: list[Verdict],
    safe: Safe,
    *,
    dataset: str,
    task: str,
    where: str,
    joint: bool = False,
) -> str:
    """Return in Markdown who chooses best and who worst; ``where``: ``at λ = 0.01``.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    scored = [verdict for verdict in verdicts if not isnan(verdict.regret)]
    if not scored:
        return f"On **{safe(dataset)}** none of the criteria shown makes a choice {where}."
    ranked = sorted(scored, key=lambda verdict: verdict.regret)
    best = ranked[0]
    text = (
        f"On **{safe(dataset)}** {where}, {_name(best, safe)} chooses "
        f"{_choice(best, joint=joint)}: {UNITS[task]} **{_amount(best, task)}**; "
        f"{_reached(best)} {error_text(best.best, task)}."
    )
    return f"{text}  \n{_other_end(ranked, safe, task, joint=joint)}".strip()


def blind_headline(verdicts: list[Verdict], safe: Safe, *, dataset: str, where: str) -> str:
    """Return the same without test errors, for those who are to guess first."""
    picks = "; ".join(f"{_name(v, safe)} chooses {v.chosen}" for v in verdicts if v.splits)
    return f"On **{safe(dataset)}** {where}: {picks or 'no criterion makes a choice'}."


def _other_end(ranked: list[Verdict], safe: Safe, task: str, *, joint: bool) -> str:
    """Return how the worst choice compares, and how many are good; nothing for one alone."""
    worst = ranked[-1]
    if len(ranked) == 1:
        return ""
    if worst.regret <= NOTHING:
        return f"All {len(ranked)} criteria shown reach that."
    loss = difference_text(worst.regret, task)
    if _is_close(worst, task):
        return f"All {len(ranked)} criteria shown come within {loss} of that."
    good = sum(_is_close(verdict, task) for verdict in ranked) or "None"
    edge = " on the edge of the grid" if worst.boundary else ""
    return (
        f"**{_name(worst, safe)} chooses badly**: {_choice(worst, joint=joint)}{edge}, "
        f"{UNITS[task]} **{_amount(worst, task)}**, {loss} above the best. "
        f"{good} of the {len(ranked)} shown come within "
        f"{'5 %' if task == 'regression' else '1 point'} of the best."
    )


def _reached(verdict: Verdict) -> str:
    """Return whose error the regret is counted from: over splits, each has a best of its own."""
    if verdict.splits < 2:  # noqa: PLR2004
        return "the best kernel on the grid reaches"
    return "the best kernel of each split reaches, on average,"


def _choice(verdict: Verdict, *, joint: bool) -> str:
    return f"{verdict.chosen} and {verdict.strength} = {verdict.lam}" if joint else verdict.chosen


def _is_close(verdict: Verdict, task: str) -> bool:
    if task == "regression":
        return verdict.regret <= _CLOSE * abs(verdict.best)
    return verdict.regret <= _CLOSE_SHARE


def _amount(verdict: Verdict, task: str) -> str:
    return spread_text(verdict.test_error, verdict.test_error_sd, task)


def _name(verdict: Verdict, safe: Safe) -> str:
    return safe(quantity_text(verdict.quantity))
