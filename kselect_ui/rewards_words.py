"""The findings of the page about rewards in words, and the rows of its tables."""

from collections.abc import Mapping, Sequence
from math import isinf, isnan
from typing import Any

import pandas as pd

from kselect_ui.labels import counted, parameter_text, readable
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
    if value == known or abs(value - known) <= CLOSE * abs(known):
        return f"{_number(value)} = {formula}"
    return f"{_number(value)}; {formula}: {_number(known)}"


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
