"""Sweeps: configuration, running, choices."""

from kselect_core.selection.choices import choices
from kselect_core.selection.config import SweepConfig
from kselect_core.selection.parts import Candidates, CriterionChoice
from kselect_core.selection.sweep import run_sweep, with_digest

__all__ = ["Candidates", "CriterionChoice", "SweepConfig", "choices", "run_sweep", "with_digest"]
