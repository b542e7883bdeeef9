"""Findings about shuffled labels, changed samples and options in words, and rows of tables."""

from collections.abc import Mapping
from math import isnan

import pandas as pd

from kselect_core.plotting.terms.option_curves import dial_name
from kselect_core.words.labels import (
    UNITS,
    difference_text,
    error_text,
    parameter_text,
    quantity_text,
)
from kselect_ui.rewards.words import Found, listed, number
from kselect_ui.server.messages import plain

MOSTLY = 0.5  # share of shuffles from which on a choice is hardly one of the labels
STILL = 0.5  # octaves
SEVERAL = 3  # options named one by one, besides those that move half as far as the first
WHY_NOT = "why not"
SYMBOLS = {"eta": "η", "r": "r", "t": "t", "k": "k"}


def of_labels(summary: pd.DataFrame, *, shuffles: int, kernels: int, unit: str, what: str) -> str:
    """Return which criteria choose the same kernel with shuffled labels; safe Markdown.

    ``what`` is shuffled: labels, or targets.
    """
    rows = summary.dropna(subset=["same"]).to_dict("records")
    if not rows:
        return f"None of the criteria shown makes a choice with shuffled {what}."
    blind = [row for row in rows if row["same"] >= MOSTLY]
    other = [row for row in rows if row["same"] < MOSTLY]
    texts = []
    if blind:
        told = ", ".join(
            f"**{_name(row)}** in {round(row['same'] * shuffles)} of {shuffles}" for row in blind
        )
        texts.append(
            f"With shuffled {what} the same kernel is chosen by {told} shuffles: there the choice "
            f"says little about the {what}."
        )
    if other:
        who = (
            "The others mostly change theirs"
            if blind
            else f"With shuffled {what} all criteria shown mostly choose another kernel"
        )
        last = other[-1]
        texts.append(
            f"{who}; {_name(last)} by a mean of {last['away']:.1f} {unit}, and in "
            f"{round(last['as_good'] * shuffles)} of {shuffles} shuffles its best value is as good "
            f"as with the true {what}."
        )
    return " ".join([*texts, f"By chance alone: 1 in {kernels}."])


def label_row(found: Found, shuffles: int, convention: str, unit: str) -> dict[str, str]:
    """Return a row of the table of shuffled labels."""
    gap = isnan(float(found["same"]))
    return {
        "criterion": quantity_text(str(found["quantity"])),
        "chooses": parameter_text(float(found["parameter"]), convention) or "–",
        "same kernel": "–" if gap else f"{round(found['same'] * shuffles)} of {shuffles}",
        f"distance, {unit}": "–" if gap else f"{found['away']:.1f}",
        "best value": number(float(found["value"])),
        "best value, shuffled (median)": number(float(found["typical"])),
        "at least as good": "–" if gap else f"{round(found['as_good'] * shuffles)} of {shuffles}",
        WHY_NOT: str(found["reason"]),
    }


def of_moves(summary: pd.DataFrame, words: Mapping[str, str], unit: str) -> str:
    """Return which choices move most and which never; safe Markdown."""
    rows = summary.dropna(subset=["moved"]).to_dict("records")
    if not rows:
        return "None of the criteria shown makes a choice that could move."
    farthest = {row["quantity"]: 0.0 for row in rows}
    for row in rows:
        farthest[row["quantity"]] = max(farthest[row["quantity"]], abs(row["moved"]))
    top = max(rows, key=lambda row: abs(float(row["moved"])))
    if not top["moved"]:
        return "No choice moves, whatever is changed."
    still = [quantity_text(str(quantity)) for quantity, most in farthest.items() if most <= STILL]
    way = "wider" if top["moved"] > 0 else "narrower"
    text = (
        f"**{_name(top)}** moves farthest: **{abs(float(top['moved'])):.1f} {unit}** to {way} "
        f"kernels under “{plain(words[str(top['change'])])}”."
    )
    if still:
        verb = "moves" if len(still) == 1 else "move"
        text += f" **{listed(still)}** {verb} by half of one at most, whatever is changed."
    return text


def of_options(means: pd.DataFrame, task: str) -> str:
    """Return how far the test error moves with each option; the text is Markdown and safe."""
    known = means.dropna(subset=["mean"])
    if known.empty:
        return "No criterion with an option makes a choice here."
    ranges = [_range(part) for _, part in known.groupby("dial", sort=False)]
    ranges.sort(key=lambda ends: -_moves(ends))  # the widest first
    named = [
        ends
        for place, ends in enumerate(ranges)
        if _moves(ends) > 0 and (place < SEVERAL or _moves(ends) >= _moves(ranges[0]) / 2)
    ]
    parts = [_moved(low, high, task) for low, high in named]
    text = f"Mean {UNITS[task]} of the choice: {'; '.join(parts)}. " if parts else ""
    rest = ranges[len(named) :]
    if rest:
        most = _moves(rest[0])
        names = listed(f"{_turned(low)} by {SYMBOLS[str(low['option'])]}" for low, _ in rest)
        how = f"it by {difference_text(most, task)} at most" if most > 0 else "nothing"
        text += f"Turning {names} changes {how}. "
    return f"{text}Smallest on the grid: {error_text(float(known['best'].mean()), task)}."


def of_gaps(table: pd.DataFrame) -> list[str]:
    """Return which settings of the options make no choice, one sentence for every reason."""
    gaps = table[table["reason"] != ""].drop_duplicates(["dial", "setting", "reason"])
    tried = table.groupby("dial")["setting"].nunique()
    return [
        "No choice by "
        + ", ".join(
            _settings(rows, every=int(tried[dial]))
            for dial, rows in part.groupby("dial", sort=False)
        )
        + f": {reason}"
        for reason, part in gaps.groupby("reason", sort=False)
    ]


def _settings(rows: pd.DataFrame, *, every: int) -> str:
    """Return a criterion, and at which values of its option there is no choice."""
    first = rows.iloc[0]
    name, symbol = _turned(first), SYMBOLS[str(first["option"])]
    if len(rows) == every:
        return f"{name} at every {symbol}"
    return f"{name} at {symbol} = {', '.join(f'{value:g}' for value in rows['setting'])}"


def _range(part: pd.DataFrame) -> tuple[Found, Found]:
    rows = part.to_dict("records")
    return min(rows, key=_mean), max(rows, key=_mean)


def _moves(ends: tuple[Found, Found]) -> float:
    """Return how far the mean test error moves between both ends."""
    return _mean(ends[1]) - _mean(ends[0])


def _mean(row: Found) -> float:
    return float(row["mean"])


def _moved(low: Found, high: Found, task: str) -> str:
    option = SYMBOLS[str(low["option"])]
    return (
        f"**{plain(_turned(low))}** from "
        f"**{error_text(float(low['mean']), task)}** ({option} = {low['setting']:g}) to "
        f"**{error_text(float(high['mean']), task)}** ({option} = {high['setting']:g})"
    )


def _turned(row: Found | pd.Series) -> str:
    return dial_name(str(row["dial"]), str(row["option"]))


def _name(row: Found) -> str:
    return plain(quantity_text(str(row["quantity"])))
