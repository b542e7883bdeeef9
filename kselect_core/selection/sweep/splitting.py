"""The split of a sweep: drawn at random, or the one that came with the data as a test file."""

import numpy as np

from kselect_core.data import Dataset
from kselect_core.data.set.splits import Split, nth_split
from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.selection.config.config import GIVEN, SweepConfig


def split_of(config: SweepConfig, dataset: Dataset, number: int) -> Split:
    """Rows of both parts of one split: every computation of a sweep asks here."""
    if config.split == GIVEN:
        if number != 0:
            raise InvalidParameterError("Sweep", "the number of a given split", "0", number)
        return given_split(dataset)
    return nth_split(
        dataset.y,
        number,
        task=dataset.task,
        test_share=config.test_share,
        seed=config.seed,
        stratified=config.stratified,
    )


def given_split(dataset: Dataset) -> Split:
    """Rows of the training file and of the test file."""
    n, tested = len(dataset.y), dataset.test_rows
    if not tested:
        raise DataError(
            f"{dataset.name} has no test file, so no split is given; read it with test=…, or let "
            "splits be drawn (split='random')."
        )
    train = np.arange(n - tested)
    if dataset.task != "regression" and len(np.unique(dataset.y[train])) < 2:  # noqa: PLR2004
        raise DataError(f"{dataset.name}: its training file holds only one class.")
    return Split(train, np.arange(n - tested, n))


def share_tested(config: SweepConfig, dataset: Dataset) -> float:
    """Share of the rows that is tested on, about: the test share, or that of the test file."""
    if config.split == GIVEN and dataset.test_rows:
        return dataset.test_rows / len(dataset.y)
    return config.test_share
