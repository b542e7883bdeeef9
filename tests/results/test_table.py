"""A table of a sweep that was written as text and read again gives the same choices."""

import pandas as pd
import pytest

from kselect_core import Candidates, SweepConfig, choices, plot, run_sweep
from kselect_core.errors import DataError
from kselect_core.results.table import check

FAMILIES = {
    "gaussian": Candidates("gaussian", (0.5, 5.0), "2tau"),
    "linear": Candidates("linear"),
    "cosine": Candidates("cosine"),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_a_table_comes_back_from_a_csv_file(tmp_path, name):
    config = SweepConfig(
        dataset="two_moons",
        candidates=(FAMILIES[name], *([] if name == "linear" else [FAMILIES["linear"]])),
        lambdas=(0.001, 0.1),
        criteria=("loo", "kta"),
        repeats=1,
    )
    table = run_sweep(config)
    table.to_csv(tmp_path / "table.csv", index=False)
    read = pd.read_csv(tmp_path / "table.csv")
    pd.testing.assert_frame_equal(choices(read, config), choices(table, config))
    pd.testing.assert_frame_equal(check(read), table, check_dtype=False)
    assert plot(read, config).caption == plot(table, config).caption


def test_what_is_no_table_of_a_sweep_is_refused():
    with pytest.raises(DataError, match="column dataset, split"):
        check(pd.DataFrame())
