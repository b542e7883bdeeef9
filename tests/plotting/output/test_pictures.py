"""Pictures without a click: explained where no browser is, and nothing is fetched for them."""

import plotly.graph_objects as go
import pytest

from kselect_core.errors import KselectError
from kselect_core.extras import adding
from kselect_core.plotting.output import pictures


def figure():
    return go.Figure({"data": [{"type": "scatter", "x": [1, 2], "y": [3, 4]}]})


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
