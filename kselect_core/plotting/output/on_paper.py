"""Figures for paper as HTML: images where a browser can draw them, else drawn by a script."""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
from plotly.io import to_html
from plotly.offline import get_plotlyjs

from kselect_core.plotting.output.page_report import escape
from kselect_core.plotting.output.pictures import several
from kselect_core.plotting.points.matrix_picture import MatrixPicture
from kselect_core.plotting.points.matrix_still import matrix_still

WIDTH = 660
"""Pixels of a figure: what a page of A4 has between its margins."""
HALF = 325
"""Pixels of each of two figures beside one another."""

Named = Sequence[tuple[str, Any, int]]
"""Figures of Plotly, or pictures of matrices, with their names before and their widths behind."""


def printed(every: Named, *, still: bool) -> tuple[list[str], str]:
    """Return figures as HTML, and the script that draws them: none if they are ``still``.

    Raises KselectError where the browser that draws images fails.
    """
    figures = [_wide(figure, width) for _, figure, width in every]
    if not still:
        return [_scripted(one, k) for k, one in enumerate(figures)], _script()
    images = several(figures, "svg", width=WIDTH) if figures else []
    return [_image(name, image) for (name, *_), image in zip(every, images, strict=True)], ""


def _wide(figure: Any, width: int) -> go.Figure:  # noqa: ANN401 (Plotly has no types)
    """Return a figure of Plotly of a width, also of the picture of a matrix."""
    picture = matrix_still(figure) if isinstance(figure, MatrixPicture) else figure
    whole = go.Figure(picture.to_dict(), skip_invalid=True)
    return whole.update_layout(width=min(picture.layout.width or width, width))


def _image(name: str, image: bytes) -> str:
    text = b64encode(image).decode("ascii")
    return f'<img alt="{escape(name)}" src="data:image/svg+xml;base64,{text}">'


def _scripted(figure: go.Figure, number: int) -> str:
    return str(
        to_html(
            figure,
            config={"staticPlot": True},
            include_plotlyjs=False,
            include_mathjax=False,
            full_html=False,
            div_id=f"figure-{number}",
        )
    )


def _script() -> str:
    return f"<script>{get_plotlyjs()}</script>"
