"""A film as one HTML file that opens from a folder: pictures, curves, slider, and no network."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kselect_core.plotting.output.canvas import FILM, FILM_SCRIPTS, FILM_STYLES, script
from kselect_core.plotting.output.packed import unpacked
from kselect_core.plotting.output.page_report import HEAD, escape

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
<p class="small"><kbd>←</kbd> <kbd>→</kbd> a frame, <kbd>space</kbd> plays, <kbd>Home</kbd> and \
<kbd>End</kbd> jump.</p>
<p class="small">{caption}</p>
<noscript><p>A script of this file plays the film; your browser does not run it.</p></noscript>
</main>
<script type="text/plain" id="bytes">{payload}</script>
<script type="application/json" id="said">{said}</script>
<script type="module">{scripts}</script>
</body>
</html>
"""
)


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
    key = str(unpacked(payload)[0]["key"])
    said = json.dumps({key: {"frame": start}, f"{key}_lines": {"lines": lines}}, allow_nan=False)
    return _PAGE.format(
        title=escape(words.title),
        finding=re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(words.finding)),
        caption=escape(words.caption),
        styles=script(*FILM_STYLES, "film_page.css"),
        film=FILM,
        payload=b64encode(payload).decode("ascii"),
        said=said.replace("<", "\\u003c"),
        scripts=script(*FILM_SCRIPTS, "film_page.js"),
    )
