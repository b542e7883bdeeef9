"""The finding about terms along the width in words, and the rows of its table."""

from collections.abc import Iterable, Mapping, Sequence
from math import isinf, isnan
from typing import Any

import pandas as pd

from kselect_core.criteria.spectral.sm import SM
from kselect_core.words.amounts import counted
from kselect_core.words.labels import parameter_text, readable
from kselect_ui.server.messages import plain

Found = Mapping[Any, Any]  # a row of a table
MANY = 1000  # from here on factors are whole numbers
CLOSE = 1e-6  # relative: theory and finding are one number
WAYS = {"narrow": "to narrow kernels", "wide": "to wide kernels", "none": "nowhere"}


def of_width(table: pd.DataFrame, task: str) -> str:
    """Return what pulls where, with numbers; the text is Markdown and safe."""
    rows = table.to_dict("records")
    free = [row for row in rows if row["group"] == "penalty"]
    seeing = [row for row in rows if row["group"] != "penalty"]
    text = "; ".join(_pulled([r for r in free if r["pull"] == way], way) for way in WAYS
                     if any(r["pull"] == way for r in free))  # fmt: skip
    unseen = "targets" if task == "regression" else "labels"
    first = f"Without looking at the {unseen}, {text}." if text else ""
    second = "; ".join(part for part in (_blind(seeing), _inside(seeing, task)) if part)
    return "  \n".join(part for part in (first, f"{second}." if second else "") if part)


def reasons(table: pd.DataFrame) -> str:
    """Return why FSM, printed SM and exact SPS run as they do; Markdown, empty without classes."""
    rows = {row["key"]: row for row in table.to_dict("records")}
    printed, trace = rows["sm_printed"], rows[SM.name]
    if isnan(printed["best"]) or isnan(trace["best"]):
        return ""
    return (
        "**Why?**\n"
        "- **FSM** is the spread of the scores within the classes over the distance of the class "
        "means. At K = I every point resembles itself alone: all scores of a class are equal, and "
        "FSM is 0 whatever the labels.\n"
        "- **SM as printed** divides K by the sum of its entries. No Gaussian kernel has a smaller "
        "one than K = I, which for r = 3 scores no less than the ideal kernel, 1 within a class "
        f"and 0 between. Here its best width, {_choice(printed)}, scores {_gain(printed)} times as "
        f"much as K = I; with the trace the best, {_choice(trace)}, scores {_gain(trace)} times "
        "as much.\n"
        "- **SPS, exact** adds the trace of K over n², which is 1/n at every width: the training "
        "error alone chooses, and it leans to narrow kernels.\n\n"
        "The page Bounds shows each as a small case."
    )


def row(found: Found) -> dict[str, str]:
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


def number(value: float) -> str:
    """Return a number of a table, also an infinite one or none."""
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    return readable(value).replace("-", "−") if not isnan(value) else "–"


def listed(names: Iterable[object]) -> str:
    """Return names as a list in words, safe in Markdown."""
    texts = [plain(name) for name in names]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _pulled(rows: Sequence[Found], way: str) -> str:
    names, verb = listed(row["term"] for row in rows), "pulls" if len(rows) == 1 else "pull"
    return f"**{names}** {verb} {WAYS[way]}"


def _blind(rows: Sequence[Found]) -> str:
    blind = [row for row in rows if row["degenerate"]]
    if not blind:
        return ""
    verb = "has" if len(blind) == 1 else "have"
    names = listed(row["term"] for row in blind)
    return f"**{names}** {verb} the best value at an end that knows nothing about the labels"


def _inside(rows: Sequence[Found], task: str) -> str:
    inside = [float(row["chosen"]) for row in rows if row["pull"] == "interior"]
    if not inside:
        return ""
    low, high = (parameter_text(end(inside), "2tau") for end in (min, max))
    verbs = ("sees", "chooses") if len(inside) == 1 else ("see", "choose")
    what = "labels" if task == "binary" else "target"
    ends = f"at {low}" if low == high else f"from {low} to {high}"
    return f"{counted(len(inside), 'term')} that {verbs[0]} the {what} {verbs[1]} inside, {ends}"


def _choice(found: Found) -> str:
    if found["pull"] == "none":
        return "any width"
    return parameter_text(float(found["chosen"]), "2tau") or str(found["reason"])


def _gain(found: Found) -> str:
    """Return by how much the best width beats K = I."""
    gain = float(found["best"]) / float(found["identity"])
    return f"{gain:.3g}" if gain < MANY else f"{gain:,.0f}"


def _compared(found: Found, end: str) -> str:
    """Return the value at an end beside what theory says: ``0.00476 = 1/n``."""
    value, known = float(found[end]), float(found[f"{end}_theory"])
    formula = str(found[f"{end}_formula"])
    if not formula or isnan(known) or isnan(value):
        return number(value)
    if formula == number(value):
        return formula
    if value == known or (not isinf(known) and abs(value - known) <= CLOSE * abs(known)):
        return f"{number(value)} = {formula}"
    limit = number(known)
    return f"{number(value)} → {formula if formula == limit else f'{formula}, {limit}'}"
