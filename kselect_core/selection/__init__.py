"""Sweeps: configuration, running, choices. Nothing is drawn here."""

from kselect_core.selection.combination.feature_widths import FeatureWidths, feature_widths
from kselect_core.selection.combination.refine import Refined, refine
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.measures import measured_by
from kselect_core.selection.config.parts import Candidates, CriterionChoice
from kselect_core.selection.sweep.choices import choices
from kselect_core.selection.sweep.run import run_sweep, with_digest

__all__ = [
    "Candidates",
    "CriterionChoice",
    "FeatureWidths",
    "Refined",
    "SweepConfig",
    "choices",
    "feature_widths",
    "measured_by",
    "refine",
    "run_sweep",
    "with_digest",
]
