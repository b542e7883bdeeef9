"""A sweep in a sentence or two: what the lowest test error is, who finds it, and who misses it."""

from collections.abc import Callable, Sequence

from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.terms.judgement import Judgement
from kselect_core.words.judged import verdict_sentences
from kselect_core.words.labels import UNITS, error_text, quantity_text
from kselect_core.words.verdicts import Verdict

Safe = Callable[[str], str]


def headline(
    config: SweepConfig,
    judgements: Sequence[Judgement],
    safe: Safe,
    *,
    dataset: str,
    task: str,
    where: str,
) -> str:
    """Return in Markdown how low the test error gets and who finds that; ``where``: ``at λ = 1``.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    scored = [judgement for judgement in judgements if judgement.kind != "no choice"]
    if not scored:
        return f"On **{safe(dataset)}** none of the criteria shown makes a choice {where}."
    return (
        f"On **{safe(dataset)}** {where} (lowest {UNITS[task]} of a cell: "
        f"**{error_text(scored[0].lowest, task)}**): "
        f"{verdict_sentences(config, judgements, safe, task=task)}"
    )


def blind_headline(verdicts: list[Verdict], safe: Safe, *, dataset: str, where: str) -> str:
    """Return the same without test errors, for those who are to guess first."""
    picks = "; ".join(
        f"{safe(quantity_text(v.quantity))} chooses {safe(v.chosen_text)}"
        for v in verdicts
        if v.splits
    )
    return f"On **{safe(dataset)}** {where}: {picks or 'no criterion makes a choice'}."
