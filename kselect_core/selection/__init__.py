"""Sweeps: configuration, running, choices."""

from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import Candidates, CriterionChoice
from kselect_core.selection.sweep.choices import choices
from kselect_core.selection.sweep.run import run_sweep, with_digest

__all__ = ["Candidates", "CriterionChoice", "SweepConfig", "choices", "run_sweep", "with_digest"]
