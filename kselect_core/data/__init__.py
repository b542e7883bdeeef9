"""Data sets: bundled ones, tables of your own, preparation and splits.

Nothing here knows a kernel or a sweep.

Examples
--------
>>> from kselect import data
>>> iris = data.load_dataset("iris")
>>> first, *_ = data.splits(iris.y, task=iris.task, test_share=0.3, repeats=5, seed=0)
>>> len(first.train), len(first.test)
(105, 45)
"""

from kselect_core.data.catalogue.cards import CATALOGUE
from kselect_core.data.catalogue.loading import load_dataset
from kselect_core.data.catalogue.looking import preview
from kselect_core.data.set.dataset import Dataset
from kselect_core.data.set.splits import Split, splits
from kselect_core.data.table.preview import Preview
from kselect_core.data.table.reading import read_table
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.table_options import TableOptions

__all__ = [
    "CATALOGUE",
    "Dataset",
    "Finding",
    "Preview",
    "Split",
    "TableOptions",
    "load_dataset",
    "preview",
    "read_table",
    "splits",
]
