"""Settings of a run that the builder cannot keep are not lost without a word."""

import streamlit as st

from kselect_core import SweepConfig
from kselect_ui.grid import builder, run_cards
from kselect_ui.sweep import datasets
from kselect_ui.sweep.launch import NOTICE


def test_settings_without_strata_are_told(monkeypatch):
    state, filled = {}, []
    monkeypatch.setattr(st, "session_state", state)
    monkeypatch.setattr(builder, "fill", filled.append)
    monkeypatch.setattr(datasets, "use", lambda *_: None)
    config = SweepConfig(dataset="two_moons")
    run_cards.use_settings(config)
    assert NOTICE not in state
    run_cards.use_settings(SweepConfig(dataset="two_moons", stratified=False))
    assert "stratified = false" in state[NOTICE]
    assert len(filled) == 2
