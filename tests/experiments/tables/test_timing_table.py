"""Run times as ratios to a reference in the same run."""

import numpy as np
import pandas as pd
from numpy.testing import assert_allclose

from kselect_core.experiments.protocol.printed import printed
from kselect_core.experiments.tables.timing_table import timing_headlines, timings_table
from tests.tolerances import ROUNDOFF


def timings(seconds, dataset="wdbc"):
    rows = [
        ("", dataset, name, split, value)
        for name, values in seconds.items()
        for split, value in enumerate(values)
        if not np.isnan(value)
    ]
    return pd.DataFrame(rows, columns=["variant", "dataset", "criterion", "split", "seconds"])


def test_ratios_use_the_splits_that_have_both_times():
    given = timings({"CV": [10.0, 30.0, 99.0], "SM": [1.0, 3.0, np.nan]})
    table = timings_table(given, printed("sm_table3")).set_index("criterion")
    assert_allclose(table["ratio"], [1.0, 10.0], **ROUNDOFF)
    assert_allclose(table["seconds"], [139.0 / 3, 2.0], **ROUNDOFF)
    assert_allclose(table["printed_ratio"], [1.0, 61.32 / 5.75], **ROUNDOFF)
    assert table["splits"].tolist() == [3, 2]


def test_without_the_reference_or_a_printed_time_there_is_no_ratio():
    table = timings_table(timings({"SM": [1.0]}, dataset="mine"), printed("sm_table3"))
    assert table[["ratio", "printed_ratio", "printed_seconds"]].isna().all(axis=None)
    assert timing_headlines(table) == []
    assert timing_headlines(timings_table(timings({}))) == []


def test_the_sentence_names_medians_and_printed_ratios():
    parts = [
        timings({"CV": [12.0], "SM": [1.0], "kernel matrices": [0.5]}),
        timings({"CV": [8.0], "SM": [1.0]}, "heart"),
    ]
    table = timings_table(pd.concat(parts), printed("sm_table3"))
    (said,) = timing_headlines(table)
    assert said == (
        "CV takes (median of 2 data sets, printed in parentheses) 10.0 (12.5) times as long as SM."
    )
    (alone,) = timing_headlines(timings_table(parts[0]))
    assert alone == "CV takes (wdbc) 12.0 times as long as SM."
