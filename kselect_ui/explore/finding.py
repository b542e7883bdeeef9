"""The sentence on top of the page: who would have chosen well here, and who badly, in numbers."""

from math import isnan

from kselect_core.words.labels import UNITS, error_text, quantity_text, readable
from kselect_ui.server.messages import plain
from kselect_ui.sweep.summary import Verdict

_CLOSE = {"regression": 0.05}  # relative for squared errors
_CLOSE_SHARE = 0.01  # one point of a percentage
NOTHING = 1e-12  # regrets that rounding leaves


def sentence(
    verdicts: list[Verdict], *, dataset: str, task: str, where: str, joint: bool = False
) -> str:
    """Return the finding with test errors; the text is Markdown and safe."""
    scored = [verdict for verdict in verdicts if not isnan(verdict.regret)]
    if not scored:
        return f"On **{plain(dataset)}** none of the criteria shown makes a choice {where}."
    ranked = sorted(scored, key=lambda verdict: verdict.regret)
    best, worst = ranked[0], ranked[-1]
    text = (
        f"On **{plain(dataset)}** {where}, {_name(best)} chooses {_choice(best, joint=joint)}: "
        f"{UNITS[task]} **{_with_sd(best, task)}**; "
        f"{_reached(best)} {error_text(best.best, task)}."
    )
    return f"{text}  \n{_other_end(ranked, worst, task, joint=joint)}".strip()


def blind_sentence(verdicts: list[Verdict], *, dataset: str, where: str) -> str:
    """Return the finding without test errors, for those who are to guess first."""
    picks = [f"{_name(verdict)} chooses {verdict.chosen}" for verdict in verdicts if verdict.splits]
    return f"On **{plain(dataset)}** {where}: {'; '.join(picks) or 'no criterion makes a choice'}."


def _other_end(ranked: list[Verdict], worst: Verdict, task: str, *, joint: bool) -> str:
    if len(ranked) == 1:
        return ""
    if worst.regret <= NOTHING:
        return f"All {len(ranked)} criteria shown reach that."
    if _is_close(worst, task):
        return f"All {len(ranked)} criteria shown come within {_loss(worst, task)} of that."
    good = sum(_is_close(verdict, task) for verdict in ranked) or "None"
    edge = " on the edge of the grid" if worst.boundary else ""
    return (
        f"**{_name(worst)} chooses badly**: {_choice(worst, joint=joint)}{edge}, {UNITS[task]} "
        f"**{_with_sd(worst, task)}**, {_loss(worst, task)} above the best. "
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
        return verdict.regret <= _CLOSE["regression"] * abs(verdict.best)
    return verdict.regret <= _CLOSE_SHARE


def _loss(verdict: Verdict, task: str) -> str:
    if task == "regression":
        return error_text(verdict.regret, task)
    return f"{100 * verdict.regret:.1f} points"


def _with_sd(verdict: Verdict, task: str) -> str:
    if isnan(verdict.test_error_sd):
        return error_text(verdict.test_error, task)
    if task == "regression":
        return f"{error_text(verdict.test_error, task)} ± {readable(verdict.test_error_sd)}"
    return f"{100 * verdict.test_error:.1f} ± {100 * verdict.test_error_sd:.1f} %"


def _name(verdict: Verdict) -> str:
    return plain(quantity_text(verdict.quantity))
