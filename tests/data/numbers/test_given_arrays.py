"""Tables of pyarrow are taken as data frames are."""

import pyarrow as pa
import pytest

from kselect_core.data import Dataset
from kselect_core.errors import DataError

TABLE = pa.table({"a": [1.5, 2.0, 3.0, 4.0], "b": [1, 2, 3, 5]})
LABELS = pa.array(["no", "yes", "no", "yes"])


@pytest.mark.parametrize("X", [TABLE, TABLE.to_batches()[0]], ids=["table", "batch"])
@pytest.mark.parametrize(
    "y",
    [LABELS, pa.chunked_array([LABELS[:1], LABELS[1:]]), LABELS.dictionary_encode()],
    ids=["array", "chunks", "dictionary"],
)
def test_a_table_of_pyarrow_is_read_as_its_data_frame(X, y):
    data = Dataset.from_arrays(X, y)
    frame = Dataset.from_arrays(TABLE.to_pandas(), LABELS.to_pandas())
    assert data.feature_names == ("a", "b")
    assert data.class_names == ("no", "yes")
    assert data.digest == frame.digest


@pytest.mark.parametrize(
    ("column", "words"),
    [
        (pa.array([1.0, None, 2.0, 3.0]), "hold 1 missing values"),
        (pa.array([1, 2, 3, 4], pa.timestamp("s")), "hold dates or times"),
        (pa.array(["x", "y", "z", "w"]), "not all numbers"),
    ],
)
def test_what_is_refused_of_a_data_frame_is_refused_of_a_table(column, words):
    with pytest.raises(DataError, match=words):
        Dataset.from_arrays(pa.table({"a": column}), LABELS)
