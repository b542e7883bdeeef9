"""The plane in which data are drawn: their two features, or two principal components."""

from typing import NamedTuple

import numpy as np

from kselect_core.data import Dataset
from kselect_core.data.set.grams import HEAD
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.types import Array, Bool, Float

COMPONENTS = ("1st principal component", "2nd principal component")


class Plane(NamedTuple):
    """Points of both parts of a split in a plane, the training part first.

    ``plane`` is "data" for two features; "pca" for the plane of the two first principal components
    through the mean of the training part, and "kernel" for that of the kernel values of points that
    are known by their Gram matrices alone. ``centre`` and ``directions`` lead back to the features.
    """

    points: Float[Array, "p 2"]
    labels: Float[Array, " p"]
    is_test: Bool[Array, " p"]
    plane: str
    axes: tuple[str, str]
    centre: Float[Array, " d"]
    directions: Float[Array, "2 d"]

    def without_test(self) -> "Plane":
        """The same with the training points alone."""
        mine = ~self.is_test
        return self._replace(
            points=self.points[mine], labels=self.labels[mine], is_test=self.is_test[mine]
        )


def plane_of(split: PreparedSplit, dataset: Dataset) -> Plane:
    """Plane of a prepared split; ``dataset`` gives the names of the features."""
    X, X_test = _of_matrices(split, dataset) if dataset.matrices else (split.X_train, split.X_test)
    flat = X.shape[1] == 2  # noqa: PLR2004 (a plane)
    centre = np.zeros(X.shape[1]) if flat else X.mean(axis=0)
    axes = np.eye(2) if flat else np.linalg.svd(X - centre, full_matrices=False)[2][:2]
    if len(axes) == 1:
        axes = np.vstack([axes, np.zeros_like(axes)])
    labels = np.concatenate([split.problem.y, split.y_test]) + split.offset
    names = dataset.feature_names if flat else COMPONENTS
    return Plane(
        points=(np.vstack([X, X_test]) - centre) @ axes.T,
        labels=labels,
        is_test=np.repeat([False, True], [len(X), len(X_test)]),
        plane="data" if flat else "kernel" if dataset.matrices else "pca",
        axes=(names[0], names[1]),
        centre=centre,
        directions=axes,
    )


def _of_matrices(split: PreparedSplit, dataset: Dataset) -> tuple[Array, Array]:
    """Kernel values of both parts with the training points; numbers and parameters left out."""
    count = len(dataset.matrices)

    def values(X: Array) -> Array:
        blocks = X[:, HEAD + count :].reshape(len(X), count, -1)
        return blocks[:, :, split.train].reshape(len(X), -1)

    return values(split.X_train), values(split.X_test)
