"""Data sets: bundled ones, tables of your own, preparation and splits."""

from kselect_core.data.catalogue import CATALOGUE
from kselect_core.data.dataset import Dataset
from kselect_core.data.findings import Finding
from kselect_core.data.loading import load_dataset
from kselect_core.data.splits import Split, splits

__all__ = ["CATALOGUE", "Dataset", "Finding", "Split", "load_dataset", "splits"]
