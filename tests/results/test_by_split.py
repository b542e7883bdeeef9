"""Values stand beside their keys, in the order of the table, whatever the version of pandas."""

import numpy as np
import pandas as pd
import pytest

from kselect_core.results.by_split import by_split

KEYS = ["quantity", "x"]


def table(order):
    rng = np.random.default_rng(order)
    rows = [
        {"quantity": name, "x": x, "split": split, "value": 100 * k + 10 * x + split}
        for k, name in enumerate(("sm", "kta", "fsm"))
        for x in (4.0, 0.5, 2.0)
        for split in (2, 0, 1)
        if (name, x, split) != ("kta", 0.5, 0)
    ]
    return pd.DataFrame(rows).iloc[rng.permutation(len(rows)) if order else range(len(rows))]


@pytest.mark.parametrize("order", range(4))
def test_every_value_is_that_of_its_key_and_split(order):
    rows = table(order)
    wide = by_split(rows, KEYS, "value")
    for row in rows.itertuples():
        assert wide.loc[(row.quantity, row.x), row.split] == row.value
    assert np.isnan(wide.loc[("kta", 0.5), 0])
    assert wide.notna().to_numpy().sum() == len(rows)


def test_keys_and_splits_come_in_the_order_of_the_table():
    wide = by_split(table(0), KEYS, "value")
    assert list(wide.index[:4]) == [("sm", 4.0), ("sm", 0.5), ("sm", 2.0), ("kta", 4.0)]
    assert list(wide.columns) == [2, 0, 1]
    assert wide.index.names == KEYS


def test_categories_without_rows_and_repeated_rows_make_no_row():
    rows = table(0).astype({"quantity": "category"}).query("quantity != 'fsm'")
    again = pd.concat([rows, rows.assign(value=-1.0)])
    wide = by_split(again, ["quantity"], "value")
    assert list(wide.index) == ["sm", "kta"]
    assert (wide == -1.0).all(axis=None)
