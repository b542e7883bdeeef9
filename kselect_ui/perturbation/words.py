"""The finding about one point in words: what it does to K, and which choices would move."""

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd

from kselect_core.words.labels import (
    kernel_name,
    parameter_text,
    quantity_text,
    readable,
    strength_text,
)
from kselect_ui.perturbation import what_ifs
from kselect_ui.perturbation.page import PointAt
from kselect_ui.perturbation.what_ifs import Changed
from kselect_ui.server.messages import plain

NAMED = 3  # criteria whose moved choice is told
ALIKE = 1e-9  # norms that differ by less are equal


def sentence(look: PointAt, changed: Changed) -> str:
    """Return the finding; the text is Markdown and safe."""
    return f"{_kernel(look, changed)}  \n{_choices(look, changed)}"


def moved_text(row: Mapping[Hashable, Any], *, joint: bool) -> str:
    """Return where a choice goes: ``τ = 2⁻² instead of 2⁻¹``."""
    after, before = _chosen(row, "_after", joint=joint), _chosen(row, "", joint=joint)
    if not after:
        return "nothing any more"
    if not before:
        return f"{after}, where there was no choice"
    return f"{after} instead of {before}"


def chosen_text(row: Mapping[Hashable, Any], suffix: str, *, joint: bool) -> str:
    """Return a choice in words, or a dash."""
    return _chosen(row, suffix, joint=joint) or "–"


def _kernel(look: PointAt, changed: Changed) -> str:
    what = f"**{plain(what_ifs.name(look, changed.change))}**"
    if changed.change.action == "flip":
        return f"{what} leaves K as it is: only what reads labels can change."
    median = float(look.ranked["norm"].median())
    text = f"{what} moves K by **{readable(changed.norm)}** in norm"
    if changed.change.action != "remove":
        return f"{text}; removing it, by {readable(float(look.of(changed.change.row)['norm']))}."
    ratio = changed.norm / median if median else 1.0
    place = int((look.ranked["norm"] > changed.norm * (1 + ALIKE)).sum()) + 1
    alike = float(look.ranked["norm"].max() - look.ranked["norm"].min())
    if alike <= ALIKE * changed.norm:
        return f"{text}, as every point does: no point stands out."
    return f"{text}, {readable(ratio)} × the median: number {place} of {look.n}."


def _choices(look: PointAt, changed: Changed) -> str:
    if changed.redone is None:
        return "Whether a choice would move is computed on demand, below."
    rows = what_ifs.of_scope(look, changed.redone.moves)
    if rows.empty:
        return "No criterion is switched on; choose some in the side bar."
    moved = rows[rows["moved"]]
    where = (
        "over the whole grid"
        if what_ifs.joint()
        else f"at {strength_text(look.sweep.config, look.seen.lam)}"
    )
    if moved.empty:
        return (
            f"**No choice would move**: each of the {len(rows)} criteria keeps its choice {where}."
        )
    told = "; ".join(_told(row) for row in moved.head(NAMED).to_dict("records"))
    more = f" and {len(moved) - NAMED} more" if len(moved) > NAMED else ""
    stay = len(rows) - len(moved)
    rest = f"; the other {stay} choices stay" if stay > 1 else ""
    return f"**{told}{more}** ({where}){rest}."


def _told(row: Mapping[Hashable, Any]) -> str:
    name = quantity_text(str(row["quantity"]))
    return plain(f"{name} would choose {moved_text(row, joint=what_ifs.joint())}")


def _chosen(row: Mapping[Hashable, Any], suffix: str, *, joint: bool) -> str:
    kernel = str(row["kernel" + suffix])
    if not kernel:
        return ""
    value = parameter_text(float(row["parameter" + suffix]), str(row["convention" + suffix]))
    other = str(row["kernel"]) != str(row["kernel_after"])
    text = f"{kernel_name(kernel)} {value}".strip() if other or not value else value
    lam, cost = float(row["lambda" + suffix]), float(row.get("C" + suffix, float("nan")))
    symbol = "C" if abs(2 * cost * lam - 1) <= ALIKE else "λ"  # else C depends on the sample
    weight = lam if symbol == "λ" else cost
    return f"{text}, {symbol} = {readable(weight)}" if joint and not pd.isna(lam) else text
