"""What leaves the pages that make a sweep: programs of the data's pictures, numbers, the plan."""

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.data.catalogue.cards import title_of
from kselect_core.selection.config.config import SweepConfig
from kselect_core.views import DataAt
from kselect_core.words.places import splits_fact
from kselect_ui.sweep import export
from kselect_ui.sweep.datasets import GIVEN, Chosen, Splitting, program as load_expression
from kselect_ui.sweep.export import Parcel
from kselect_ui.sweep.finished import DIGITS
from kselect_ui.sweep.handed.program import command, preamble, script


def looked_at(chosen: Chosen, split: Splitting) -> DataAt:
    """Return the data as views look at them."""
    settings = (split.preprocessing, split.test_share, split.seed, split.split)
    return DataAt(chosen.dataset, *settings)


def program(chosen: Chosen, split: Splitting) -> str:
    """Return a program that computes the numbers of the data page again."""
    return (
        f"{_start(chosen)}\n"
        "from kselect import views\n"
        "from kselect_core.selection.places.overview import suggested_widths\n\n"
        f"seen = {looked_at(chosen, split).made()}.overview\n"
        'print(seen.median, suggested_widths(seen.suggested, "2tau"))\n'
    )


def of_data(chosen: Chosen, split: Splitting) -> None:
    """Draw the way out of the data page."""
    export.offer(lambda: _data_parcel(chosen, split))


def of_plan(config: SweepConfig | None) -> None:
    """Draw the way out of the page where a sweep is planned; nothing while it cannot be run."""
    if config is not None:
        export.offer(lambda: _plan_parcel(config))


def _start(chosen: Chosen) -> str:
    return f"from kselect import load_dataset\n\ndataset = {load_expression(chosen)}\n"


def _data_parcel(chosen: Chosen, split: Splitting) -> Parcel:
    data = chosen.dataset
    facts = (
        (
            "Data",
            f"{title_of(data.name)}, {len(data.y)} rows, {data.known_by}, digest {data.digest}",
        ),
        ("Preparation", split.preprocessing),
        _tested(chosen, split),
    )
    return Parcel(
        name=f"kselect_data_{data.digest[:DIGITS]}",
        subject=title_of(data.name),
        start=_start(chosen),
        program=program(chosen, split),
        tables=(("Data", lambda: _frame(data)),),
        facts=facts,
    )


def _tested(chosen: Chosen, split: Splitting) -> tuple[str, str]:
    """Return how the rows to test on come about."""
    if split.split == GIVEN:
        return "Test rows, from the test file", str(chosen.stored.test_rows)
    return "Test share, seed", f"{split.test_share:g}, {split.seed}"


def _plan_parcel(config: SweepConfig) -> Parcel:
    digest = config.digest()
    return Parcel(
        name=f"kselect_{digest[:DIGITS]}",
        subject=title_of(config.dataset),
        start=preamble(config, "A sweep of kselect."),
        program=script(config),
        configuration=config.to_toml(),
        command=command(config, f"kselect_{digest[:DIGITS]}.toml"),
        facts=(("Sweep", digest), splits_fact(config)),
    )


def _frame(data: Dataset) -> pd.DataFrame:
    """Return the table of a data set: its features, then the label."""
    table = pd.DataFrame(data.X, columns=list(data.feature_names))
    return pd.concat([table, pd.DataFrame({"label": data.y})], axis=1)
