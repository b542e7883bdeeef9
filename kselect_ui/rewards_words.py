"""The findings of the page about rewards in words, and the rows of its tables."""

from collections.abc import Mapping, Sequence
from math import isinf, isnan
from typing import Any

import pandas as pd

from kselect_ui.labels import (
    UNITS,
    counted,
    error_text,
    parameter_text,
    quantity_text,
    readable,
)
from kselect_ui.messages import plain


def of_width(table: pd.DataFrame, task: str) -> str:
    """Return what pulls where, with numbers; the text is Markdown and safe."""
    free = table[table["key"].isin(_PENALTIES)]
    parts = [
        f"**{_named(free, way)}** {'pulls' if _count(free, way) == 1 else 'pull'} to {words}"
        for way, words in (("narrow", "narrow kernels"), ("wide", "wide kernels"))
        if _count(free, way)
    ]
    flat = free[free["pull"] == "none"]
    if len(flat):
        verb = "pulls" if len(flat) == 1 else "pull"
        parts.append(f"**{_listed(flat['term'])}** {verb} nowhere")
    text = f"Without looking at the labels, {'; '.join(parts)}." if parts else ""
    blind = table[table["degenerate"]]
    inside = table[(table["pull"] == "interior") & ~table["key"].isin(_PENALTIES)]
    told = []
    if len(blind):
        told.append(
            f"**{_listed(blind['term'])}** {'has' if len(blind) == 1 else 'have'} the best value "
            "at an end that knows nothing about the labels"
        )
    if len(inside):
        low, high = inside["chosen"].min(), inside["chosen"].max()
        told.append(
            f"{counted(len(inside), 'term')} that {'sees' if len(inside) == 1 else 'see'} the "
            f"{'labels' if task == 'binary' else 'target'} choose inside, from "
            f"{parameter_text(low, '2tau')} to {parameter_text(high, '2tau')}"
        )
    return f"{text}  \n{'; '.join(told)}.".strip() if told else text


def of_options(means: pd.DataFrame, task: str) -> str:
    """Return how far the test error moves with each option; the text is Markdown and safe."""
    parts, best = [], float(means["best"].mean())
    for dial, part in means.dropna(subset=["mean"]).groupby("dial", sort=False):
        low, high = part.loc[part["mean"].idxmin()], part.loc[part["mean"].idxmax()]
        name, option = plain(quantity_text(str(dial))), OPTION_SYMBOLS[str(low["option"])]
        if high["mean"] - low["mean"] <= 0:
            parts.append(f"{name} {error_text(float(low['mean']), task)} with every {option}")
            continue
        parts.append(
            f"**{name}** from **{error_text(float(low['mean']), task)}** ({option} = "
            f"{low['setting']:g}) to **{error_text(float(high['mean']), task)}** ({option} = "
            f"{high['setting']:g})"
        )
    if not parts:
        return "No criterion with an option makes a choice here."
    end = f"Smallest on the grid: {error_text(best, task)}."
    return f"Mean {UNITS[task]} of the choice: {'; '.join(parts)}. {end}"


def of_labels(summary: pd.DataFrame, *, shuffles: int, kernels: int, regression: bool) -> str:
    """Return which criteria choose the same kernel with shuffled labels; safe Markdown."""
    known = summary.dropna(subset=["same"])
    what = "targets" if regression else "labels"
    if known.empty:
        return f"None of the criteria shown makes a choice with shuffled {what}."
    blind = known[known["same"] >= MOSTLY]
    other = known[known["same"] < MOSTLY]
    texts = []
    if len(blind):
        told = ", ".join(
            f"**{plain(quantity_text(str(q)))}** in {round(same * shuffles)} of {shuffles}"
            for q, same in zip(blind["quantity"], blind["same"], strict=True)
        )
        texts.append(
            f"With shuffled {what} the same kernel is chosen by {told} shuffles: there the choice "
            f"says little about the {what}."
        )
    if len(other):
        last = other.iloc[-1]
        names = "The others change their choice" if len(blind) else "All criteria shown change it"
        texts.append(
            f"{names}; {plain(quantity_text(str(last['quantity'])))} by a mean of "
            f"{last['away']:.1f} octaves, and in {round(last['as_good'] * shuffles)} of {shuffles} "
            f"shuffles its best value is as good as with the true {what}."
        )
    texts.append(f"By chance alone: 1 in {kernels}.")
    return " ".join(texts)


def label_row(
    found: Mapping[Any, Any], shuffles: int, convention: str, unit: str
) -> dict[str, str]:
    """Return a row of the table of shuffled labels."""
    gap = isnan(float(found["same"]))
    return {
        "criterion": quantity_text(str(found["quantity"])),
        "chooses": parameter_text(float(found["parameter"]), convention) or "–",
        "same kernel": "–" if gap else f"{round(found['same'] * shuffles)} of {shuffles}",
        f"distance, {unit}": "–" if gap else f"{found['away']:.1f}",
        "best value": _number(float(found["value"])),
        "best value, shuffled (median)": _number(float(found["typical"])),
        "at least as good": "–" if gap else f"{round(found['as_good'] * shuffles)} of {shuffles}",
        WHY_NOT: str(found["reason"]),
    }


def of_moves(summary: pd.DataFrame, words: Mapping[str, str], unit: str) -> str:
    """Return which choices move most and which never; safe Markdown."""
    known = summary.dropna(subset=["moved"])
    if known.empty:
        return "None of the criteria shown makes a choice that could move."
    top = known.loc[known["moved"].abs().idxmax()]
    size = known.assign(size=known["moved"].abs()).groupby("quantity", sort=False)["size"].max()
    still = [str(q) for q in size.index[size <= STILL]]
    way = "wider" if top["moved"] > 0 else "narrower"
    text = (
        f"**{plain(quantity_text(str(top['quantity'])))}** moves farthest: "
        f"**{abs(float(top['moved'])):.1f} {unit}** to {way} kernels under "
        f"“{plain(words[str(top['change'])])}”."
    )
    if still:
        names = _listed([quantity_text(q) for q in still])
        verb = "moves" if len(still) == 1 else "move"
        text += f" **{names}** {verb} by half of one at most, whatever is changed."
    return text


def row(found: Mapping[Any, Any]) -> dict[str, str]:
    """Return a row of the table of theory and findings."""
    return {
        "term": str(found["term"]),
        "at K = I": _compared(found, "identity"),
        "at K = 11ᵀ": _compared(found, "constant"),
        "along τ": f"{found['course'] or '–'}",
        "pull, in theory": str(found["pull_theory"] or "–"),
        "pull, found": f"{found['pull']}{', degenerate' if found['degenerate'] else ''}",
        "chooses": _choice(found),
    }


OPTION_SYMBOLS = {"eta": "η", "r": "r", "t": "t", "k": "k"}
WHY_NOT = "why not"
MOSTLY = 0.5  # share of shuffles from which on a choice is hardly one of the labels
STILL = 0.5  # octaves
CLOSE = 1e-6  # relative: theory and finding are one number
_PENALTIES = ("sps_exact", "sps_first", "sps_max", "ks", "er", "pep", "br", "ep")


def _choice(found: Mapping[Any, Any]) -> str:
    if found["pull"] == "none":
        return "any width"
    return parameter_text(float(found["chosen"]), "2tau") or str(found["reason"])


def _compared(found: Mapping[Any, Any], end: str) -> str:
    """Return the value at an end beside what theory says: ``0.00476 = 1/n``."""
    value, known = float(found[end]), float(found[f"{end}_theory"])
    formula = str(found[f"{end}_formula"])
    if not formula or isnan(known):
        return _number(value)
    if formula == _number(value):
        return formula
    if value == known or (not isinf(known) and abs(value - known) <= CLOSE * abs(known)):
        return f"{_number(value)} = {formula}"
    limit = _number(known)
    return f"{_number(value)} → {formula if formula == limit else f'{formula}, {limit}'}"


def _number(value: float) -> str:
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    return readable(value).replace("-", "−") if not isnan(value) else "–"


def _count(table: pd.DataFrame, way: str) -> int:
    return int((table["pull"] == way).sum())


def _named(table: pd.DataFrame, way: str) -> str:
    return _listed(table.loc[table["pull"] == way, "term"])


def _listed(names: Sequence[str]) -> str:
    texts = [plain(name) for name in names]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
