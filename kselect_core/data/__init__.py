"""Data sets: bundled ones, tables of your own, preparation and splits."""

from kselect_core.data.catalogue import CATALOGUE
from kselect_core.data.dataset import Dataset
from kselect_core.data.findings import Finding
from kselect_core.data.loading import load_dataset
from kselect_core.data.preview import Preview, preview
from kselect_core.data.splits import Split, splits
from kselect_core.data.table import read_table
from kselect_core.data.table_options import TableOptions

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
