"""Which engine computes a sweep of many points: drawn where there is something to choose."""

from dataclasses import replace

import streamlit as st

from kselect_core.data import Dataset
from kselect_core.errors import TooLargeError
from kselect_core.selection import SweepConfig
from kselect_core.selection.config.config import (
    AUTO,
    DENSE,
    ENGINES,
    LANDMARKS,
    SVM,
    TILED,
    USUAL_LANDMARKS,
)
from kselect_core.selection.sweep.engines import TILED_FROM, TILED_TO, engine_for, why
from kselect_core.selection.sweep.memory import refuse_too_large
from kselect_core.selection.sweep.setup import Setup
from kselect_core.words.amounts import duration
from kselect_ui.server.jobs import WORKERS
from kselect_ui.sweep import launch
from kselect_ui.widgets import linked

ENGINE, COUNT = "engine", "landmarks"
OFFERED_FROM = 1000  # training points: with fewer, every engine takes a moment
WORDS = {
    AUTO: f"by size: tiled above {TILED_FROM:,} training points, landmarks above {TILED_TO:,}",
    DENSE: "dense: holds the kernel matrix",
    TILED: "tiled: never holds it, gives the error of each value",
    LANDMARKS: "landmarks: another learner, on m of the points",
}
WHY = {
    DENSE: "Memory grows with n², eigendecompositions with n³.",
    TILED: "Memory grows with n. Sums over entries are exact; fits are known to about 10⁻⁴, GCV to "
    "an interval, and what needs all eigenvectors has no value. Each error is in the table.",
    LANDMARKS: "Values are those of kernel ridge regression (LSSVM) on {m:,} landmarks, exact for "
    "it, and not of the full kernel. For the full kernel, k-fold CV gives an interval that ends at "
    "this value. Widths of which the landmarks leave more than 0.4 have no value. KTA and what "
    "else depends on the kernel alone is estimated from 1,000 of its rows.",
}


def draw(config: SweepConfig, dataset: Dataset) -> SweepConfig:
    """Draw the choice and its reason for these data; returns the sweep with its engine.

    Nothing is drawn for few points, or for machines, unless somebody chose an engine before; what
    each engine costs is timed where there are many, or one was chosen. Raises where the number of
    landmarks is none that there can be.
    """
    n = Setup(config, dataset).trained
    chosen = linked.asked(ENGINE) or linked.read(ENGINE, AUTO) != AUTO
    if config.learner == SVM or not (chosen or n > OFFERED_FROM):
        return config
    left, right = st.columns((3, 1))
    with left:
        engine = linked.one("Engine", ENGINES, key=ENGINE, default=AUTO, words=WORDS.__getitem__)
    by_engine = replace(config, engine=engine)
    if engine_for(by_engine, n) == LANDMARKS:
        with right:
            m = linked.whole("Landmarks m", key=COUNT, default=USUAL_LANDMARKS)
        by_engine = replace(by_engine, landmarks=m)
    st.caption(f"{why(by_engine, n)} {WHY[engine_for(by_engine, n)]}".format(m=by_engine.landmarks))
    if n > TILED_FROM or engine != AUTO:
        st.caption(_costs(by_engine, dataset, n))
    return by_engine


def _costs(config: SweepConfig, dataset: Dataset, n: int) -> str:
    """Return what the sweep costs by each engine, in a line."""
    costs = []
    for engine in (DENSE, TILED, LANDMARKS):
        m = min(config.landmarks, n) if engine == LANDMARKS else USUAL_LANDMARKS
        one = replace(config, engine=engine, landmarks=m)
        one = config if engine_for(config, n) == engine else one
        try:
            refuse_too_large(one, n, workers=WORKERS, tested=Setup(one, dataset).tested)
            cost = launch.costs(one, dataset)
            words = f"about {duration(cost.seconds)}, {launch.size(cost.bytes)}"
        except TooLargeError:
            words = "too large"
        costs.append(f"{engine} {words}")
    return f"This sweep by each engine: {' · '.join(costs)}."


def fill(config: SweepConfig) -> None:
    """Put the engine of a configuration into the widget; call it from a callback."""
    linked.put(ENGINE, config.engine)
    linked.put(COUNT, config.landmarks)
