"""Pictures without a click: made where a browser is, explained where none is, nothing fetched."""

import plotly.graph_objects as go
import pytest

from kselect_core.errors import KselectError
from kselect_core.extras import adding
from kselect_core.plotting.output import pictures

STARTS = {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF"}


def figure():
    return go.Figure({"data": [{"type": "scatter", "x": [1, 2], "y": [3, 4]}]})


@pytest.mark.browser
@pytest.mark.parametrize("kind", pictures.FORMATS)
def test_a_picture_is_of_its_kind(kind, browser_path, monkeypatch):
    pytest.importorskip("kaleido")
    monkeypatch.setenv("KSELECT_BROWSER", str(browser_path))
    content = pictures.picture(figure(), kind)
    assert content.startswith(STARTS[kind])
    assert len(content) > 1000


def test_the_environment_names_the_browser(tmp_path):
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert pictures.browser({"KSELECT_BROWSER": str(program)}) == str(program)
    assert pictures.browser({"KSELECT_CHROMIUM": str(program)}) == str(program)
    assert pictures.browser({"KSELECT_BROWSER": str(tmp_path / "none")}) is None


def test_without_a_browser_a_sentence_says_what_to_do(monkeypatch):
    monkeypatch.setattr(pictures, "USUAL", ())
    monkeypatch.delenv("KSELECT_BROWSER", raising=False)
    monkeypatch.delenv("KSELECT_CHROMIUM", raising=False)
    monkeypatch.setattr(pictures, "find_spec", lambda _: object())
    assert "KSELECT_BROWSER" in pictures.obstacle()
    with pytest.raises(KselectError, match="install one"):
        pictures.picture(figure(), "png")


def test_without_the_extra_a_sentence_names_it(monkeypatch):
    monkeypatch.setattr(pictures, "find_spec", lambda _: None)
    assert adding("export") in pictures.obstacle()


def test_nothing_stands_in_the_way_with_both(monkeypatch):
    monkeypatch.setattr(pictures, "find_spec", lambda _: object())
    monkeypatch.setattr(pictures, "browser", lambda _=None: "/usr/bin/browser")
    assert pictures.obstacle() == ""


def test_a_browser_that_fails_is_a_sentence(monkeypatch):
    kaleido = pytest.importorskip("kaleido")

    def refuses(*_, **__):
        raise RuntimeError("no display")

    monkeypatch.setattr(pictures, "obstacle", lambda: "")
    monkeypatch.setattr(kaleido, "Kaleido", refuses)
    with pytest.raises(KselectError, match="no display"):
        pictures.picture(figure(), "svg")
