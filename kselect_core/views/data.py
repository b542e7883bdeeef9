"""Views of a data set before any sweep: its plane, its distances, its classes or targets."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.plotting.data.class_balance import class_balance, class_counts
from kselect_core.plotting.data.distance_histogram import distance_histogram
from kselect_core.plotting.data.projection import projection
from kselect_core.plotting.data.target_histogram import target_histogram, target_spread
from kselect_core.selection.config.config import GIVEN, RANDOM
from kselect_core.selection.places.overview import Overview, overview
from kselect_core.views.python import call, literal
from kselect_core.views.view import Drawn, view
from kselect_core.words.labels import percent, readable

PLANE_HEIGHT = 270
"""Pixels of the picture of the plane, which stands beside others."""


@dataclass(frozen=True, eq=False)
class DataAt:
    """A data set with its preparation and its first split, the training part of which is shown.

    ``split`` is "random", or "given" where the test rows came with the data.
    """

    dataset: Dataset
    preprocessing: str = "standardise"
    test_share: float = 0.3
    seed: int = 0
    split: str = RANDOM
    ready: Overview | None = None

    def made(self) -> str:
        """Return the expression that makes it from ``dataset``."""
        settings = {"preprocessing": literal(self.preprocessing)}
        if self.split == GIVEN:
            settings["split"] = literal(self.split)
        else:
            settings |= {"test_share": literal(self.test_share), "seed": literal(self.seed)}
        return call("views.DataAt", "dataset", **settings)

    @property
    def identity(self) -> str:
        """Digest of the data."""
        return self.dataset.digest

    @cached_property
    def overview(self) -> Overview:
        """What the training part looks like to a kernel."""
        if self.ready is not None:
            return self.ready
        return overview(
            self.dataset,
            preprocessing=self.preprocessing,
            test_share=self.test_share,
            seed=self.seed,
            split=self.split,
        )


@view("data_plane")
def data_in_plane(at: DataAt) -> Drawn:
    """Training points in the plane of their two features, or of two principal components."""
    facts, data = at.overview, at.dataset
    words = "the two features" if data.X.shape[1] == 2 else "a plane of principal components"  # noqa: PLR2004

    def drawn() -> Any:  # noqa: ANN401 (a Plotly figure)
        figure = projection(
            facts.points,
            facts.labels,
            class_names=data.class_names,
            axes=facts.axes,
            sizes=facts.sizes,
        )
        return figure.update_layout(height=PLANE_HEIGHT)

    def numbers() -> pd.DataFrame:
        first, second = facts.axes
        name = "target" if data.task == "regression" else "label"
        x, y = facts.points[:, 0], facts.points[:, 1]
        return pd.DataFrame({first: x, second or "–": y, name: facts.labels})

    some, training = len(facts.points), f"{facts.training:,}"
    which = training if some == facts.training else f"{some:,} of {training}"
    return Drawn(
        name="Data in a plane",
        caption=f"{which} training points of split 1 in {words}, after preparation.",
        draw=drawn,
        numbers=numbers,
    )


@view("data_distances")
def pair_distances(at: DataAt) -> Drawn:
    """Histogram of the distances between training points, with the widths that they suggest."""
    facts = at.overview
    return Drawn(
        name="Pair distances",
        caption=f"Distances between {facts.rows} training points. Suggested: from half the "
        "distance to the nearest neighbour (K nearly the identity) to twice the largest (K nearly "
        "constant).",
        draw=lambda: distance_histogram(
            facts.counts, facts.edges, median=facts.median, suggested=facts.suggested
        ),
        numbers=lambda: pd.DataFrame(
            {"from": facts.edges[:-1], "to": facts.edges[1:], "pairs": facts.counts}
        ),
    )


@view("data_classes")
def points_of_classes(at: DataAt) -> Drawn:
    """How many points each class has, and what always guessing the largest would cost."""
    names, counts = at.dataset.class_names, class_counts(at.dataset)
    wrong = 1 - max(counts) / sum(counts)
    return Drawn(
        name="Class balance",
        caption=f"Always predicting the largest class would be wrong on {percent(wrong)} of the "
        "points.",
        draw=lambda: class_balance(names, counts),
        numbers=lambda: pd.DataFrame({"class": names, "points": counts}),
    )


@view("data_targets")
def targets(at: DataAt) -> Drawn:
    """Histogram of the targets of a regression, with their mean and variance."""
    y = at.dataset.y
    spread = target_spread(y)
    edges = spread.edges
    return Drawn(
        name="Targets",
        caption=f"{len(y)} targets. Always predicting their mean {readable(spread.mean, 4)} has a "
        f"squared error of {readable(spread.variance, 4)}, their variance.",
        draw=lambda: target_histogram(y),
        numbers=lambda: pd.DataFrame(
            {"from": edges[:-1], "to": edges[1:], "points": spread.counts}
        ),
    )
