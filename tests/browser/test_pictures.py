"""Pictures without a click are made by the browser that is there."""

import plotly.graph_objects as go
import pytest

from kselect_core.plotting.output import pictures

pytestmark = pytest.mark.browser

STARTS = {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF"}


@pytest.mark.nightly  # by day tests/browser/test_share.py takes one of each kind from a page
@pytest.mark.parametrize("kind", pictures.FORMATS)
def test_a_picture_is_of_its_kind(kind, browser_path, monkeypatch):
    pytest.importorskip("kaleido")
    monkeypatch.setenv("KSELECT_BROWSER", str(browser_path))
    figure = go.Figure({"data": [{"type": "scatter", "x": [1, 2], "y": [3, 4]}]})
    content = pictures.picture(figure, kind)
    assert content.startswith(STARTS[kind])
    assert len(content) > 1000
