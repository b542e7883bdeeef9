"""Which engine computes a sweep of many points: drawn where there is something to choose."""

from dataclasses import replace

import streamlit as st

from kselect_core.selection import SweepConfig
from kselect_core.selection.config.config import AUTO, DENSE, ENGINES, RANDOM, SVM, TILED
from kselect_core.selection.sweep.engines import TILED_FROM, engine_for
from kselect_ui.widgets import linked

ENGINE = "engine"
WORDS = {
    AUTO: f"by size: tiled, without the kernel matrix, above {TILED_FROM:,} training points",
    DENSE: "dense: holds the kernel matrix",
    TILED: "tiled: never holds it, gives the error of each value",
}
WHY = {
    DENSE: "Memory grows with n², eigendecompositions with n³.",
    TILED: "Memory grows with n. Sums over entries are exact; fits are known to about 10⁻⁴, GCV to "
    "an interval, and what needs all eigenvectors has no value. Each error is in the table.",
}


def draw(config: SweepConfig, rows: int) -> SweepConfig:
    """Draw the choice and its reason for so many rows of data; returns the sweep with its engine.

    Nothing is drawn for few points, or for machines, unless somebody chose an engine before.
    """
    n = round(rows * (1 - config.test_share)) if config.split == RANDOM else rows
    chosen = linked.asked(ENGINE) or linked.read(ENGINE, AUTO) != AUTO
    if config.learner == SVM or not (chosen or n > TILED_FROM):
        return config
    engine = linked.one("Engine", ENGINES, key=ENGINE, default=AUTO, words=WORDS.__getitem__)
    asked = replace(config, engine=engine)
    st.caption(WHY[engine_for(asked, n)])
    return asked


def fill(config: SweepConfig) -> None:
    """Put the engine of a configuration into the widget; call it from a callback."""
    linked.put(ENGINE, config.engine)
