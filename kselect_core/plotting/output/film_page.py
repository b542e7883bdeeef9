"""A film in one HTML file that opens from a folder: pictures, curves, slider, and no network."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from kselect_core.plotting.output.canvas import FILM, FILM_SCRIPTS, FILM_STYLES, script
from kselect_core.plotting.output.canvas.still import still
from kselect_core.plotting.output.packed import unpacked
from kselect_core.plotting.output.page_report import HEAD, Pictures, escape, table_of

LARGEST = 3_000_000
"""Most bytes of the file: those of a film as text, the scripts and the words."""

_PAGE = (
    HEAD
    + """<style>{styles}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>{finding}</p>
{film}
<p class="small keys"><kbd>←</kbd> <kbd>→</kbd> a frame, <kbd>space</kbd> plays, <kbd>Home</kbd> \
and <kbd>End</kbd> jump.</p>
<p class="small">{caption}</p>
<noscript><p>A script of this file plays the film; your browser does not run it.</p></noscript>
</main>
{scripts}
</body>
</html>
"""
)

_SCRIPTS = """<script type="text/plain" id="bytes">{payload}</script>
<script type="application/json" id="said">{said}</script>
<script type="module">{scripts}</script>"""

_WITH_NUMBERS = """<div class="film" data-step="{step}">{film}</div>
<p class="small keys"><kbd>←</kbd> <kbd>→</kbd> or the slider: another {step}. <kbd>Space</kbd> \
plays, <kbd>Home</kbd> and <kbd>End</kbd> jump.</p>
<noscript><style>.film, .keys {{ display: none; }}</style>
<p>Your browser does not run the script of this file, so the slider is missing. The pictures are \
those at {start}.</p>
{still}</noscript>
<p class="small">{caption}</p>
<div class="steps">{numbers}</div>"""


class Words(NamedTuple):
    """What stands around a film: question, finding (words between ** are bold) and caption."""

    title: str
    finding: str
    caption: str


def film_page(
    payload: bytes, lines: Sequence[Mapping[str, object]], words: Words, *, start: int = 0
) -> str:
    """Return the page of a film, at most 3 MB, that plays from a file.

    ``payload`` are the bytes of ``film_payload``, ``lines`` the curves of ``lane``, ``start`` the
    frame that is seen first. It asks for nothing: its bytes stand in it.
    """
    return _PAGE.format(
        title=escape(words.title),
        finding=re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(words.finding)),
        caption=escape(words.caption),
        styles=script(*FILM_STYLES, "film_page.css"),
        film=FILM,
        scripts=_scripts(payload, lines, start, "film_page.js"),
    )


def film_in_report(
    payload: bytes,
    lines: Sequence[Mapping[str, object]],
    numbers: pd.DataFrame,
    *,
    caption: str,
    step: str = "kernel",
    start: int = 0,
) -> Pictures:
    """Return a film as pictures of a report, whose slider also marks a row of ``numbers``.

    ``numbers`` have a row for each frame, its name first; ``step`` is what changes between them. A
    print shows the chosen frame and its row. Where scripts do not run, the frame at the ``start``
    is seen, and all rows.
    """
    return Pictures(
        body=_WITH_NUMBERS.format(
            film=FILM,
            step=escape(step),
            start=escape(str(numbers.iloc[start, 0])),
            still=still(payload, lines, start),
            caption=escape(caption),
            numbers=table_of(f"Numbers at each {step}", numbers),
        ),
        styles=script(*FILM_STYLES, "film_page.css", "film_report.css"),
        scripts=_scripts(payload, lines, start, "film_page.js", "film_report.js"),
    )


def _scripts(payload: bytes, lines: Sequence[Mapping[str, object]], start: int, *names: str) -> str:
    """Return the bytes and the curves of a film, and the scripts that play it."""
    key = str(unpacked(payload)[0]["key"])
    states = json.dumps({key: {"frame": start}, f"{key}_lines": {"lines": lines}}, allow_nan=False)
    return _SCRIPTS.format(
        payload=b64encode(payload).decode("ascii"),
        said=states.replace("<", "\\u003c"),
        scripts=script(*FILM_SCRIPTS, *names),
    )
