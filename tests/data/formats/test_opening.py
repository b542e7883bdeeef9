"""Every format comes in through one door; content decides, and every step is told."""

import gzip
import io

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kselect_core.data import TableOptions, load_dataset, preview, read_table
from kselect_core.data.formats.kinds import kind_of
from kselect_core.errors import InvalidParameterError
from tests.tolerances import EXACT

X = np.arange(24.0).reshape(8, 3) % 7
Y = np.array([0, 1] * 4)


def written(kind):
    buffer = io.BytesIO()
    if kind == "parquet":
        columns = {f"x{j + 1}": X[:, j] for j in range(3)} | {"label": Y}
        pq.write_table(pa.table(columns), buffer)
    elif kind == "npz":
        np.savez(buffer, X=X, y=Y)
    elif kind == "npy":
        np.save(buffer, np.column_stack([X, Y]))
    elif kind == "arff":
        head = "@relation r\n" + "".join(f"@attribute x{j + 1} numeric\n" for j in range(3))
        rows = "".join(f"{a},{b},{c},{y}\n" for (a, b, c), y in zip(X, Y, strict=True))
        return f"{head}@attribute label {{0,1}}\n@data\n{rows}".encode()
    elif kind == "svmlight":
        pairs = (" ".join(f"{j + 1}:{v}" for j, v in enumerate(row)) for row in X)
        return "".join(f"{y} {p}\n" for y, p in zip(Y, pairs, strict=True)).encode()
    else:
        rows = "".join(f"{a},{b},{c},{y}\n" for (a, b, c), y in zip(X, Y, strict=True))
        return f"x1,x2,x3,label\n{rows}".encode()
    return buffer.getvalue()


KINDS = ("text", "svmlight", "arff", "parquet", "npy", "npz")


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_numbers_come_out_of_every_format(kind):
    content = written(kind)
    assert kind_of(content) == kind
    answers = {"label": "x4"} if kind == "npy" else {}
    data = read_table(content, TableOptions(**answers))
    np.testing.assert_allclose(data.X, X, **EXACT)
    np.testing.assert_allclose(data.y, 2.0 * Y - 1, **EXACT)
    seen = preview(content, **answers)
    assert seen.kind == kind
    assert seen.dataset.digest == data.digest


@pytest.mark.parametrize("kind", ["text", "svmlight", "arff"])
def test_a_name_says_nothing_and_gzip_is_undone(kind, tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(gzip.compress(written(kind)))
    np.testing.assert_allclose(load_dataset(path).X, X, **EXACT)


def test_a_long_line_of_numbers_is_told_from_svmlight_at_once():
    row = ",".join(["-0.1257302210933933"] * 300)
    assert kind_of(f"{row},R\n{row},S\n".encode()) == "text"


@pytest.mark.parametrize(
    "option", [{"index_base": 2}, {"n_features": 0}, {"n_features": "x"}, {"member": 3}]
)
def test_wrong_options_are_refused(option):
    with pytest.raises(InvalidParameterError):
        TableOptions(**option)
