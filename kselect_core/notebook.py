"""How things show themselves in a notebook: a title, a formula, and what is to be known."""

from collections.abc import Iterable
from html import escape


def card(title: str, rows: Iterable[tuple[str, str]], *, formula: str = "") -> str:
    """HTML of a card, every text escaped; ``formula`` is LaTeX, which notebooks set.

    ``rows`` are names with texts; those without a text are left out.
    """
    cells = "".join(
        f"<tr><th style='text-align:left;vertical-align:top'>{escape(name)}</th>"
        f"<td style='text-align:left'>{escape(text)}</td></tr>"
        for name, text in rows
        if text
    )
    latex = f"<p>$\\displaystyle {escape(formula)}$</p>" if formula else ""
    return f"<div><strong>{escape(title)}</strong>{latex}<table>{cells}</table></div>"
