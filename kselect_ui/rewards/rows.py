"""Every term in a row of its own: its curve along the width, where it pulls, and why."""

from collections.abc import Iterable
from html import escape
from itertools import groupby
from urllib.parse import quote

import streamlit as st

from kselect_core.plotting.kit.visible import visible
from kselect_core.plotting.terms.reward_curves import TITLES
from kselect_core.plotting.terms.small_curves import HEIGHT, WIDTH, along, small_curves
from kselect_core.selection.terms.rewards import reward_terms
from kselect_core.selection.terms.width_path import grid_ends, path_table
from kselect_core.views.rewards.width import WidthAt
from kselect_core.views.rewards.width_words import TermRow, as_rows, convention
from kselect_core.words.labels import spelled_out
from kselect_ui.server.shelf import of_place
from kselect_ui.widgets.short_table import CLASS

KEY = "reward-rows"
ALT = "Every term: its curve along the width, where it pulls, what it chooses alone, and why"
ORDER = ("labels", "error", "penalty")
"""Groups of terms: criteria whole first, then what they add for the sake of a kernel alone."""
_HEAD = ("term", "pulls", "alone chooses", "because")
_CSS = f""".{KEY} td {{ padding-block: 0.1rem; }}
.{KEY} th {{ white-space: nowrap; }}
.{KEY} tbody th {{ padding-block: 0.4rem 0.1rem; }}
.{KEY} td span {{ opacity: 0.75; }}
.{KEY} img {{ display: block; max-width: none; }}
.{KEY} .curve {{ position: relative; padding-inline: 0; width: {WIDTH}px; }}
.{KEY} tr {{ break-inside: avoid; }}
@media print {{ .{KEY} {{ font-size: 0.8rem; }} .{KEY} thead {{ display: table-row-group; }} }}"""
_CURSOR = f""".{KEY} .curve::after {{
  content: ""; position: absolute; top: 0; bottom: 0; left: %.1fpx; border-left: 1px dashed #808892;
}}"""


def draw(at: WidthAt, *, cursor: float | None) -> None:
    """Draw the rows; ``cursor`` is a width of the path, through which a line goes."""
    tau, line = at.result.tau, ""
    if cursor is not None and tau[0] <= cursor <= tau[-1]:
        line = _CURSOR % along(tau, cursor)
    st.html(f"<style>{_CSS}{line}</style>")
    st.html(of_place("rows of terms", at, _table))
    ends = "" if at.result.given else " Rings: its values at K = I and K = 11ᵀ."
    shaded = " Shaded: the grid of the sweep." if grid_ends(at.config) else ""
    st.caption(f"A curve is low where its term is good. Dot: its own choice.{ends}{shaded}")


def _table(at: WidthAt) -> str:
    pictures = small_curves(path_table(at.result), grid=grid_ends(at.config))
    names = {term.key: spelled_out(term.criterion.name) for term in reward_terms()}
    ends = "small t … large t" if at.result.given else "narrow … wide"
    term, *others = (f'<th scope="col">{text}</th>' for text in _HEAD)
    told = as_rows(at.theory, at.grid, target=at.target, convention=convention(at))
    rows = sorted(told, key=lambda row: ORDER.index(row.group))
    parts = groupby(rows, key=lambda row: row.group)
    body = "".join(_group(TITLES[group], mine, pictures, names) for group, mine in parts)
    return (
        f'<div class="{CLASS} {KEY}" tabindex="0" role="region" aria-label="{ALT}">'
        f'<table aria-label="{ALT}"><thead><tr>{term}<th scope="col">{ends}</th>'
        f"{''.join(others)}</tr></thead>{body}</table></div>"
    )


def _group(
    title: str, rows: Iterable[TermRow], pictures: dict[str, str], names: dict[str, str]
) -> str:
    head = f'<tr><th scope="rowgroup" colspan="5">{escape(title)}</th></tr>'
    body = (_row(row, pictures.get(row.key, ""), names[row.key]) for row in rows)
    return f"<tbody>{head}{''.join(body)}</tbody>"


def _row(row: TermRow, picture: str, name: str) -> str:
    cells = "".join(f"<td>{escape(visible(text))}</td>" for text in row[3:])
    image = (
        f'<img src="data:image/svg+xml,{quote(picture)}" width="{WIDTH}" height="{HEIGHT}" '
        f'alt="its curve along the width">'
        if picture
        else ""
    )
    term = f"<b>{escape(row.term)}</b> <span>{escape(name)}</span>"
    return f'<tr><td>{term}</td><td class="curve">{image}</td>{cells}</tr>'
