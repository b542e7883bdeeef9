"""Finished sweeps by digest: the one that ships, and those computed on this computer.

Streamlit never hashes data here: every cached function takes a digest and nothing else.
"""

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st

from kselect_core.data import load_dataset
from kselect_core.data.dataset import Dataset
from kselect_core.results import table as schema
from kselect_core.selection import choices as choices_of
from kselect_core.selection.config import SweepConfig
from kselect_ui import runs, upload

DEMO = Path(__file__).parents[1] / "sample_data" / "demo"
DIGITS = 12  # of a digest in a link


@dataclass(frozen=True)
class Sweep:
    """A finished sweep with what every view of it needs; never changed."""

    digest: str
    config: SweepConfig
    table: pd.DataFrame
    choices: pd.DataFrame

    @property
    def splits(self) -> list[int]:
        """Numbers of the splits in the table."""
        return sorted(int(split) for split in self.table["split"].unique())


@st.cache_resource(show_spinner=False)
def demo_digest() -> str:
    """Digest of the sweep that ships with kselect."""
    return _demo_config().digest()


def titles() -> dict[str, str]:
    """Digest and one line of every finished sweep: the shipped one first, then the newest."""
    shipped = {demo_digest(): f"{_demo_config().dataset} (shipped example)"}
    return shipped | {run.digest: run.title for run in runs.finished_runs()}


@st.cache_resource(max_entries=8, show_spinner=False)
def load(digest: str) -> Sweep:
    """Read a finished sweep and work out its choices, once per digest."""
    if digest == demo_digest():
        config, table = _demo_config(), pd.read_parquet(DEMO / "table.parquet")
    else:
        config, table = runs.load_run(digest)
    schema.check(table)
    return Sweep(digest, config, table, choices_of(table, config))


@st.cache_resource(max_entries=8, show_spinner=False)
def data(digest: str) -> Dataset:
    """Load the data of a finished sweep, once per digest of the sweep."""
    config = load(digest).config
    stored = upload.stored(config.dataset_digest)
    dataset = load_dataset(config.dataset) if stored is None else stored
    return dataset.against_rest(config.positive) if config.positive else dataset


def current() -> Sweep:
    """Return the sweep the side bar points at; the shipped one until somebody chose."""
    return load(st.session_state.get("run", demo_digest()))


def _demo_config() -> SweepConfig:
    return SweepConfig.from_toml((DEMO / "config.toml").read_text(encoding="utf-8"))
