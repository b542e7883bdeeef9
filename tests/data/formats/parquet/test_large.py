"""Parquet files of many groups of rows: what the same table says as text, and nothing twice."""

from io import BytesIO

import numpy as np
import pandas as pd
import psutil
import pytest

from kselect_core.data.set.splits import nth_split
from kselect_core.data.table.reading import read_table
from kselect_core.data.words import room
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, QuestionError

ROWS, GROUP = 3_000, 30


@pytest.fixture
def table():
    """Table that is sorted by its label, with all that readers remark."""
    rng = np.random.default_rng(0)
    label = np.sort(rng.integers(2, size=ROWS))
    return pd.DataFrame(
        {
            "a": rng.normal(size=ROWS) + label,
            "b": rng.integers(50, size=ROWS).astype(float),
            "word": rng.choice(["red", "green", "blue"], size=ROWS),
            "always": 3.0,
            "id": np.arange(ROWS),
            "label": np.where(label, "yes", "no"),
        }
    )


def as_text(table):
    return table.to_csv(index=False).encode()


def as_groups(table):
    buffer = BytesIO()
    table.to_parquet(buffer, index=False, row_group_size=GROUP)
    return buffer.getvalue()


def read(content, **answers):
    return read_table(content, TableOptions.from_keywords(**answers))


def test_a_table_says_the_same_as_text_and_in_groups_of_rows(table):
    text, groups = read(as_text(table)), read(as_groups(table))
    assert text.digest == groups.digest
    told = list(map(str, groups.report))
    assert told[0] == "found: The file is a Parquet file."
    assert told[1:] == list(map(str, text.report))
    for remark in ("'always' (3)", "blue, green, red", "It numbers the rows"):
        assert remark in " ".join(told).replace("word=", "")
    rows = nth_split(groups.y, 0, task="binary", test_share=0.3, seed=0)
    assert groups.y[rows.test].mean() == pytest.approx(groups.y.mean(), abs=0.01)


def test_a_missing_number_in_a_late_group_is_told_by_column_and_row(table):
    table.loc[GROUP * 97 + 3, "b"] = np.nan
    asked = "Column 'b': 1 missing value .*, the first in "
    with pytest.raises(QuestionError, match=f"{asked}row 2914"):
        read(as_groups(table))
    with pytest.raises(QuestionError, match=f"{asked}line 2915"):
        read(as_text(table))
    text, groups = (read(one(table), missing="median") for one in (as_text, as_groups))
    assert text.digest == groups.digest


def test_rows_of_one_class_are_refused_with_the_class(table):
    with pytest.raises(DataError, match="only one class: 'no'"):
        read(as_groups(table.assign(label="no")))


def test_a_table_without_room_is_refused_before_it_is_read(table, monkeypatch):
    content = as_groups(table)
    free = 8 * room.COPIES * table.size
    monkeypatch.setattr(psutil, "virtual_memory", lambda: Memory(free))
    assert len(read(content).y) == ROWS
    monkeypatch.setattr(psutil, "virtual_memory", lambda: Memory(free - 1))
    with pytest.raises(DataError, match=r"18,000 cells takes about .* GB .* GB left"):
        read(content)


class Memory:
    """What the system says of its memory."""

    def __init__(self, available):
        self.available = available
