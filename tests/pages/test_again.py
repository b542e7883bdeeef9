"""What a page has made of a sweep is not made again in its next run: only what was asked is."""

import pytest

from kselect_core.plotting.output import steady
from kselect_core.selection.sweep.setup import Setup
from kselect_core.views import sweep
from kselect_core.views.bounds import place
from kselect_core.views.film import pictures
from kselect_core.views.rewards import width
from kselect_ui.errors import curves
from kselect_ui.perturbation import what_if
from kselect_ui.sweep import finished
from kselect_ui.widgets import charts
from tests.pages.visits import opened

MADE = (
    ("film", pictures, "film_numbers"),
    ("rewards", width, "path_table"),
    ("perturbation", what_if, "compared"),
    ("errors", curves, "losses"),
    ("bounds", place, "over_splits"),
)


def counted(monkeypatch, owner, name):
    """Give a list that grows by one with each call of a function."""
    calls, function = [], getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *args, **kw: calls.append(1) or function(*args, **kw))
    return calls


@pytest.mark.parametrize(("page", "owner", "name"), MADE)
def test_numbers_are_made_once_however_often_the_page_runs(monkeypatch, page, owner, name):
    at = opened(page)
    calls = counted(monkeypatch, owner, name)
    assert not at.run().exception
    assert calls == []


def test_what_a_sweep_recommends_is_worked_out_once_for_all_its_splits(monkeypatch):
    at = opened("errors")
    calls = counted(monkeypatch, sweep, "recommendation")
    at.selectbox(key="split").set_value("3")
    assert not at.run().exception
    assert calls == []


def test_a_figure_with_its_cursor_in_it_is_made_ready_once_for_each_place(monkeypatch):
    at = opened("rewards")
    widths = sorted(finished.current().config.candidates[0].values)
    calls = counted(monkeypatch, charts, "steady")
    ready = counted(monkeypatch, steady, "_steady")
    for value in (widths[3], widths[4], widths[3]):
        at.select_slider(key="t").set_value(value)
        assert not at.run().exception
    assert len(calls) == 3
    assert len(ready) == 2


def test_captions_ask_once_how_a_sweep_was_computed(monkeypatch):
    at = opened("errors")
    drawn, first = [], Setup.first.func
    monkeypatch.setattr(Setup.first, "func", lambda setup: drawn.append(1) or first(setup))
    assert not at.run().exception
    assert len(drawn) <= 1  # none but that of a sample, which is drawn for this run
