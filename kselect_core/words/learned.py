"""Learning curves in words: where a criterion stops paying for few points."""

from collections.abc import Callable

import pandas as pd

from kselect_core.words.labels import difference_text, quantity_text


def learned_text(means: pd.DataFrame, task: str, safe: Callable[[str], str]) -> str:
    """Return in Markdown the regret of the criteria at the fewest and at the most points.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    defined = means.dropna(subset=["regret"])
    if defined.empty:
        return "No criterion chooses anything with a test error here."
    parts = [
        f"with **n = {n}** **{_named(rows.iloc[0], safe)}** has the smallest mean regret "
        f"({difference_text(float(rows['regret'].iloc[0]), task)}), "
        f"{_named(rows.iloc[-1], safe)} the largest "
        f"({difference_text(float(rows['regret'].iloc[-1]), task)})"
        for n in (defined["n"].min(), defined["n"].max())
        for rows in [defined[defined["n"] == n].sort_values("regret", kind="stable")]
    ]
    text = "; ".join(dict.fromkeys(parts))
    return f"{text[0].upper()}{text[1:]}.{_another(means)}"


def _another(means: pd.DataFrame) -> str:
    """Say from which n on the learner is another one; empty where it is one throughout."""
    others = means[means["landmarks"] > 0]
    if len(others) in (0, len(means)):
        return ""
    return (
        f" From n = {others['n'].min()} on the learner is another one, on "
        f"{others['landmarks'].max():,} landmarks: its errors are its own, and lines are "
        "interrupted there."
    )


def _named(row: "pd.Series[float]", safe: Callable[[str], str]) -> str:
    return safe(quantity_text(str(row["quantity"])))
