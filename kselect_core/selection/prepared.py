"""One split made ready: prepared features, targets, and what all kernels of a family share."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from kselect_core.criteria import Problem, problem_for
from kselect_core.data import Dataset
from kselect_core.data.catalogue import ALIASES, CATALOGUE
from kselect_core.data.preprocessing import centred, prepared
from kselect_core.data.splits import nth_split
from kselect_core.errors import DataError, InvalidParameterError, KselectError
from kselect_core.kernels import KERNELS, Products
from kselect_core.selection.config import SweepConfig
from kselect_core.types import Array, Float

FOLD_STREAM = 2
"""First spawn key of the seeds that draw cross-validation folds."""


@dataclass(frozen=True, eq=False)
class PreparedSplit:
    """Training and test part of one split, prepared with numbers from the training part only.

    ``offset`` is what was subtracted from regression targets. ``problem`` carries labels, ridges,
    learner and seed for every kernel of the split; its matrix is the identity.
    """

    train: Array
    test: Array
    X_train: Float[Array, "n d"]
    X_test: Float[Array, "m d"]
    y_test: Float[Array, " m"]
    offset: float
    problem: Problem
    _shared: dict[tuple[str, bool], Array | Products] = field(default_factory=dict, repr=False)

    def shared(self, kernel: str, *, test: bool) -> Array | Products:
        """Distances or inner products within the training part, or from test to training part."""
        family = KERNELS[kernel]
        key = (family.base, test)
        if key not in self._shared:
            parts = (self.X_test, self.X_train) if test else (self.X_train, None)
            self._shared[key] = family.shared(*parts)
        return self._shared[key]

    def training_kernel(self, kernel: str, parameters: Mapping[str, object], out: Array) -> Problem:
        """Problem of one kernel, its matrix made in ``out``."""
        base = self.shared(kernel, test=False)
        return type(self.problem).of_kernel(KERNELS[kernel], base, parameters, self.problem, out)

    def test_kernel(self, kernel: str, parameters: Mapping[str, object]) -> Float[Array, "m n"]:
        """Kernel between test points (rows) and training points."""
        return KERNELS[kernel].gram(self.shared(kernel, test=True), **parameters)


def prepared_split(config: SweepConfig, dataset: Dataset, split: int) -> PreparedSplit:
    """Split number ``split`` of a configuration, ready for every kernel.

    Standardisation and imputation use the training part only.
    """
    require_two_classes(dataset)
    train, test = nth_split(
        dataset.y, split, task=dataset.task, test_share=config.test_share, seed=config.seed
    )
    X_train, X_test = prepared(dataset.X[train], dataset.X[test], method=config.preprocessing)
    y_train, y_test, offset = dataset.y[train], dataset.y[test], 0.0
    if dataset.task == "regression":
        y_train, offset = centred(y_train)
    if not np.ptp(X_train, axis=0).any():
        raise DataError(
            f"{dataset.name}: every feature is constant in the training part of split {split}; "
            "nothing can be learnt."
        )
    if config.learner == "svm" and dataset.task == "regression":
        raise DataError(f"{dataset.name}: the support vector machine needs two classes.")
    problem = problem_for(config.learner)(
        np.eye(len(y_train)),
        y_train,
        np.array(config.lambdas),
        ridge=config.ridge,
        seed=fold_seed(config.seed, split),
    )
    return PreparedSplit(train, test, X_train, X_test, y_test - offset, offset, problem)


def fold_seed(seed: int, split: int) -> int:
    """Seed of the folds inside a split, from the seed of the sweep."""
    sequence = np.random.SeedSequence(seed, spawn_key=(FOLD_STREAM, split))
    return int(sequence.generate_state(1, np.uint64)[0])


def require_two_classes(dataset: Dataset) -> None:
    """Raise unless the set is binary or a regression; says how to choose a class."""
    if dataset.task == "multiclass":
        names = ", ".join(map(repr, dataset.class_names))
        raise DataError(
            f"{dataset.name} has {len(dataset.class_names)} classes; choose one against the rest: "
            f"positive = one of {names}."
        )


def resolved(config: SweepConfig, dataset: Dataset) -> Dataset:
    """Data set of a sweep: one class against the rest where the configuration names it.

    Raises if the configuration carries a digest, or names a bundled set, and the data differ.
    """
    if not isinstance(dataset, Dataset):
        raise InvalidParameterError(
            "Sweep", "dataset", "a Dataset, made by load_dataset or Dataset.from_arrays", dataset
        )
    bundled = ALIASES.get(config.dataset, config.dataset)
    if bundled in CATALOGUE and dataset.name != bundled:
        raise DataError(
            f"The configuration names the bundled set {config.dataset!r}, but the data given are "
            f"called {dataset.name!r}. Give the configuration that name."
        )
    if config.positive is not None and (
        dataset.task == "multiclass" or dataset.class_names[-1:] != (config.positive,)
    ):
        dataset = dataset.against_rest(config.positive)
    require_two_classes(dataset)
    if config.dataset_digest and config.dataset_digest != dataset.digest:
        raise KselectError(
            f"The data set {dataset.name!r} is not the one this sweep was made for: its digest is "
            f"{dataset.digest[:12]}…, expected {config.dataset_digest[:12]}…."
        )
    return dataset
