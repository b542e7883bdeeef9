"""What is said about one changed point: what it does to K, and which choices would move."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import pandas as pd

from kselect_core.selection.config.config import SweepConfig
from kselect_core.views.points.changed import ChangedAt
from kselect_core.words.labels import (
    UNITS,
    error_text,
    kernel_in_words,
    parameter_text,
    quantity_text,
    readable,
    strength_text,
)

NAMED = 3
"""Criteria whose moved choice is told."""

ALIKE = 1e-9
"""Norms that differ by less are equal."""


def of_kernel(at: ChangedAt, safe: Callable[[str], str]) -> str:
    """Return in Markdown what a change does to K; ``safe`` writes a name letter by letter."""
    what = f"**{safe(at.name)}**"
    if at.change.action == "flip":
        return f"{what} leaves K as it is: only what reads labels can change."
    text, norms = f"{what} changes K by **{readable(at.norm)}** in norm", at.ranked["norm"]
    if at.change.action != "remove":
        return f"{text}; removing it, by {readable(float(at.norms[at.change.row]))}."
    if float(norms.max() - norms.min()) <= ALIKE * at.norm:
        return f"{text}, as every point does: no point stands out."
    median = float(norms.median())
    ratio = at.norm / median if median else 1.0
    place = int((norms > at.norm * (1 + ALIKE)).sum()) + 1
    return f"{text}, {readable(ratio)} times the median. It ranks {place} of {at.n}."


def of_choices(
    at: ChangedAt, safe: Callable[[str], str], *, quantities: tuple[str, ...], joint: bool
) -> str:
    """Return in Markdown which choices would move; ``safe`` writes a name letter by letter."""
    rows = at.moves(quantities, joint=joint)
    moved = rows[rows["moved"]]
    at_lambda = f"at {strength_text(at.config, at.cursor.lam)}"
    where = "over the whole grid" if joint else at_lambda
    if moved.empty:
        return (
            f"**No choice would move**: each of the {len(rows)} criteria keeps its choice {where}."
        )
    first = "; ".join(
        safe(
            f"{quantity_text(str(row['quantity']))} would choose "
            f"{moved_text(at.config, row, joint=joint)}"
        )
        for row in moved.head(NAMED).to_dict("records")
    )
    more = f" and {len(moved) - NAMED} more" if len(moved) > NAMED else ""
    stay = len(rows) - len(moved)
    rest = f"; the other {stay} choices stay" if stay > 1 else ""
    return f"**{first}{more}** ({where}){rest}."


def compared(at: ChangedAt, *, quantities: tuple[str, ...], joint: bool) -> pd.DataFrame:
    """Return one line per criterion: its value at the cursor, its choice and the test error."""
    task, values = at.bench.dataset.task, at.at_cursor.set_index("quantity")
    unit = UNITS[task]
    rows = [
        {
            "criterion": quantity_text(str(row["quantity"])),
            "at the cursor": values.loc[row["quantity"], "value"],
            "after": values.loc[row["quantity"], "after"],
            "change": values.loc[row["quantity"], "change"],
            "chose": chosen_text(at.config, row, "", joint=joint) or "–",
            "chooses": chosen_text(at.config, row, "_after", joint=joint) or "–",
            "steps": _steps(row, costs=bool(at.config.C)),
            unit: error_text(float(row["test_error"]), task),
            f"{unit} after": error_text(float(row["test_error_after"]), task),
        }
        for row in at.moves(quantities, joint=joint).to_dict("records")
    ]
    return pd.DataFrame(rows)


def moved_text(config: SweepConfig, row: Mapping[Hashable, Any], *, joint: bool) -> str:
    """Return where a choice goes: ``τ = 2⁻² instead of 2⁻¹``."""
    after, before = (chosen_text(config, row, suffix, joint=joint) for suffix in ("_after", ""))
    if not after:
        return "nothing any more"
    if not before:
        return f"{after}, where there was no choice"
    return f"{after} instead of {before}"


def chosen_text(
    config: SweepConfig, row: Mapping[Hashable, Any], suffix: str, *, joint: bool
) -> str:
    """Return a choice in words; nothing where there is none."""
    kernel = str(row["kernel" + suffix])
    if not kernel:
        return ""
    family = next(family for family in config.candidates if family.kernel == kernel)
    value, other = float(row["parameter" + suffix]), str(row["kernel"]) != str(row["kernel_after"])
    text = parameter_text(value, family.way, family.values)
    if other or not text:
        text = kernel_in_words(kernel, value, family.way, family.values)
    lam, cost = float(row["lambda" + suffix]), float(row.get("C" + suffix, float("nan")))
    symbol = "C" if abs(2 * cost * lam - 1) <= ALIKE else "λ"  # else C depends on the sample
    weight = lam if symbol == "λ" else cost
    return f"{text}, {symbol} = {readable(weight)}" if joint and not pd.isna(lam) else text


def _steps(row: Mapping[Hashable, Any], *, costs: bool) -> str:
    if row["other_family"]:
        return "other family"
    if not row["moved"]:
        return "0"
    steps, ridges = float(row["steps"]), int(row["lambda_steps"])
    words = [f"{steps:+.0f}" if steps == steps else ""]  # noqa: PLR0124 (NaN)
    words += [f"C {-ridges:+d}" if costs else f"λ {ridges:+d}"] * bool(ridges)
    return ", ".join(word for word in words if word)
