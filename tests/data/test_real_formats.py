"""Published files in their own formats hold the rows of the tables made from them."""

import os
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.data import load_dataset, preview

FOLDER = Path(os.environ.get("KSELECT_DATA", "nowhere"))
FILES = FOLDER / "formats"

pytestmark = pytest.mark.skipif(not FILES.is_dir(), reason="KSELECT_DATA names no folder formats")
PAIRS = {
    "labor.arff": ("labor.csv", {"missing": "median", "markers": "values"}),
    "ionosphere.data": ("ionosphere.csv", {"header": "no"}),
    "wdbc.data": ("wdbc.csv", {"header": "no", "label": "x2", "drop": "x1"}),
    "breast-cancer-wisconsin.data": (
        "breast-w.csv",
        {"header": "no", "drop": "x1", "missing": "median"},
    ),
}


SHARED = ("missing", "markers")


@pytest.mark.parametrize("name", sorted(PAIRS))
def test_the_file_holds_the_numbers_of_its_csv_copy(name):
    copy, options = PAIRS[name]
    found = load_dataset(FILES / name, **options)
    known = load_dataset(FOLDER / copy, **{k: v for k, v in options.items() if k in SHARED})
    assert_array_equal(found.X, known.X)
    assert_array_equal(found.y, known.y)


def test_heart_scale_is_the_heart_table_scaled_to_one():
    scaled, heart = load_dataset(FILES / "heart_scale"), load_dataset(FOLDER / "heart.csv")
    low, high = heart.X.min(axis=0), heart.X.max(axis=0)
    assert_allclose(scaled.X, 2 * (heart.X - low) / (high - low) - 1, atol=2e-6)
    assert_array_equal(scaled.y, heart.y)


@pytest.mark.parametrize(("name", "half"), [("svmguide3", 1243), ("splice", 1000), ("a1a", 800)])
def test_a_table_written_as_svmlight_in_two_files_keeps_its_rows(name, half, tmp_path):
    data = load_dataset(FOLDER / f"{name}.csv")
    for part, rows in (("train", slice(half)), ("test", slice(half, None))):
        lines = [
            f"{y:g} " + " ".join(f"{j}:{x!r}" for j, x in enumerate(row, 1) if x)
            for row, y in zip(data.X[rows].tolist(), data.y[rows].tolist(), strict=True)
        ]
        (tmp_path / part).write_text("\n".join(lines))
    found = load_dataset(tmp_path / "train", test=tmp_path / "test")
    kept = [int(column.removeprefix("x")) - 1 for column in found.feature_names]
    assert found.test_rows == len(data.y) - half
    assert_array_equal(found.X, data.X[:, kept])
    assert_array_equal(found.y, data.y)
    assert np.ptp(data.X[:half], axis=0)[kept].all()


@pytest.mark.parametrize("name", ["heart_scale", "labor.arff", "wdbc.data"])
def test_a_published_file_is_recognised_whatever_it_is_called(name):
    kinds = {"heart_scale": "svmlight", "labor.arff": "arff", "wdbc.data": "text"}
    assert preview((FILES / name).read_bytes()).kind == kinds[name]
