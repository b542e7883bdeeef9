"""A sweep of made or drawn data with its first split at hand, which knows the fits of the sweep."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Workbench
from kselect_core.selection.sweep.items import judged, with_errors
from kselect_core.selection.sweep.rows import tidy
from kselect_core.selection.sweep.run import ORIGIN
from kselect_core.selection.sweep.setup import Setup


class Played(NamedTuple):
    """Table of a sweep, as `run_sweep` makes it, and its split."""

    table: pd.DataFrame
    bench: Workbench


def played(config: SweepConfig, dataset: Dataset) -> Played:
    """Sweep of one split of two classes or numbers, small enough to be looked at as it is made.

    A fit at a point of the grid then costs a kernel matrix and no decomposition.
    """
    bench = Workbench(config, dataset)
    ready = bench.split = replace(bench.split, fits={})
    room = np.empty((ready.n, ready.n))
    with one_blas_thread():
        several = [judged(config, item, ready, room) for item in config.items]
        table = tidy(config, with_errors(config, ready, several))
    table.attrs[ORIGIN] = Setup.of(config, dataset).origin
    return Played(table, bench)
