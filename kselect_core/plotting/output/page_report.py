"""A page as one HTML file that needs no network: figures, words, tables, configuration."""

from collections.abc import Sequence
from html import escape as without_markup
from typing import NamedTuple

import pandas as pd
import plotly.graph_objects as go
from plotly.io import to_html
from plotly.offline import get_plotlyjs

from kselect_core.plotting.kit.theme import CONFIG
from kselect_core.plotting.kit.visible import visible

MOST_ROWS = 500
"""Rows of a table that a report shows; the rest is counted."""


class Drawn(NamedTuple):
    """A figure of a report with its name and caption, and the program that draws it again."""

    name: str
    figure: go.Figure
    caption: str = ""
    code: str = ""


class Pictures(NamedTuple):
    """Pictures that a script of the report draws: HTML, styles and scripts, put in as they are."""

    body: str
    styles: str
    scripts: str


class Report(NamedTuple):
    """What a report says, all of it plain text; ``facts`` are names with their values.

    ``pictures`` have a slider of their own; a report of them alone has no plotly.js.
    """

    title: str
    finding: str
    figures: Sequence[Drawn] = ()
    tables: Sequence[tuple[str, pd.DataFrame]] = ()
    facts: Sequence[tuple[str, str]] = ()
    configuration: str = ""
    program: str = ""
    pictures: Pictures | None = None


HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:">
<title>{title}</title>
"""
"""How a page begins that asks for nothing: scripts and styles stand in it, pictures are data."""

_PAGE = (
    HEAD
    + """<style>
:root {{ color-scheme: light; }}
body {{ max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1f2430; background: #fff;
  font: 16px/1.5 system-ui, sans-serif; }}
h1 {{ font-size: 1.6rem; }} h2 {{ font-size: 1.2rem; margin-top: 2.2rem; }}
figure {{ margin: 0 0 1.5rem; }} figcaption, .small {{ color: #4a5160; font-size: 0.875rem; }}
table {{ border-collapse: collapse; font-size: 0.875rem; }}
th, td {{ padding: 0.2rem 0.7rem; border-bottom: 1px solid #d5d9e0; text-align: left; }}
td.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
pre {{ background: #f4f5f8; padding: 0.8rem; overflow-x: auto; font-size: 0.8125rem; }}
.wide {{ overflow-x: auto; }} .finding {{ font-size: 1.1rem; white-space: pre-line; }}
@media print {{
  h2 {{ break-after: avoid; }} figure, tr, .small {{ break-inside: avoid; }}
  details:not([open]) {{ display: none; }}
}}
{styles}
</style>
{plotly}
</head>
<body>
<main>
<h1>{title}</h1>
<p class="finding">{finding}</p>
{pictures}
{figures}
{tables}
{facts}
{configuration}
{program}
</main>
{scripts}
</body>
</html>
"""
)


def report(content: Report) -> str:
    """One HTML file that opens without a network; every text is shown letter by letter."""
    pictures = content.pictures or Pictures("", "", "")
    return _PAGE.format(
        title=escape(content.title),
        finding=escape(content.finding),
        styles=pictures.styles,
        plotly=f"<script>{get_plotlyjs()}</script>" if content.figures else "",
        pictures=pictures.body,
        scripts=pictures.scripts,
        figures="\n".join(_figure(picture, k) for k, picture in enumerate(content.figures)),
        tables="\n".join(table_of(name, table) for name, table in content.tables),
        facts=_facts(content.facts),
        configuration=_folded("Configuration (TOML)", content.configuration),
        program=_folded("The program that gives these numbers", content.program),
    )


def escape(text: str) -> str:
    """Return text that a page shows letter by letter, also what would not be seen."""
    return without_markup(visible(text))


def _figure(drawn: Drawn, number: int) -> str:
    """Return one figure; Plotly's own writer escapes what stands in its script."""
    body = to_html(
        drawn.figure,
        config=dict(CONFIG),
        include_plotlyjs=False,
        include_mathjax=False,
        full_html=False,
        div_id=f"figure-{number}",
    )
    return (
        f"<h2>{escape(drawn.name)}</h2>\n"
        f'<figure aria-label="{escape(drawn.name)}">\n{body}\n'
        f"<figcaption>{escape(drawn.caption)}</figcaption>\n</figure>\n"
        f"{_folded(f'Program of this figure: {drawn.name}', drawn.code)}"
    )


def table_of(name: str, table: pd.DataFrame) -> str:
    """Return a table below its name, as HTML; only its first 500 rows, and how many more."""
    heads = "".join(f'<th scope="col">{escape(str(column))}</th>' for column in table.columns)
    rows = "\n".join(
        f"<tr>{''.join(map(_cell, row))}</tr>"
        for row in table.head(MOST_ROWS).itertuples(index=False, name=None)
    )
    rest = len(table) - MOST_ROWS
    more = f'<p class="small">and {rest} more rows</p>' if rest > 0 else ""
    return (
        f'<h2>{escape(name)}</h2>\n<div class="wide" tabindex="0" role="region" '
        f'aria-label="{escape(name)}"><table><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>{more}"
    )


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f'<td class="number">{"–" if value != value else f"{value:.4g}"}</td>'  # noqa: PLR0124 (NaN)
    return f"<td>{escape(str(value))}</td>"


def _facts(facts: Sequence[tuple[str, str]]) -> str:
    rows = "\n".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td></tr>'
        for name, value in facts
    )
    return f"<h2>Where this comes from</h2>\n<table>{rows}</table>" if rows else ""


def _folded(title: str, text: str) -> str:
    if not text:
        return ""
    return f"<details><summary>{escape(title)}</summary><pre>{escape(text)}</pre></details>"
