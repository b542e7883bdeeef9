"""Headers and arrays in one string of bytes."""

import numpy as np
import pytest

from kselect_core.plotting.kit.theme import MAGNITUDE, SIGNED, TWO_CLASSES
from kselect_core.plotting.output.channels import channels, fit_channels, matrix_channels
from kselect_core.plotting.output.matrix_payload import Labels, matrix_payload
from kselect_core.plotting.output.packed import indices, packed, unpacked
from kselect_core.plotting.points.matrix_picture import matrix_picture

LABELS = Labels("k", 'Gram "matrix"', "kselect_gram", ("point", "point"), pickable=True, height=400)


def test_arrays_come_back_as_they_were():
    rng = np.random.default_rng(0)
    arrays = {
        "a": rng.integers(0, 255, 7).astype(np.uint8),
        "b": rng.standard_normal(5).astype(np.float32),
        "c": np.array([70000, 2], dtype=np.int32),
        "d": np.zeros(0, dtype=np.uint16),
    }
    header, found = unpacked(packed({"name": "τ"}, arrays))
    assert header["name"] == "τ"
    for name, array in arrays.items():
        np.testing.assert_array_equal(found[name], array)
        assert found[name].dtype == array.dtype


def test_the_digest_names_header_and_arrays():
    one = np.zeros(3, dtype=np.uint8)
    digests = {
        unpacked(packed(header, {"a": array}))[0]["digest"]
        for header, array in [({}, one), ({"b": 1}, one), ({}, one + 1)]
    }
    assert len(digests) == 3
    assert packed({}, {"a": one}) == packed({}, {"a": one})


@pytest.mark.parametrize(("largest", "kind"), [(65535, np.uint16), (65536, np.int32)])
def test_indices_take_as_few_bytes_as_hold_them(largest, kind):
    assert indices(np.array([0, largest])).dtype == kind


def test_the_largest_picture_is_one_megabyte():
    values = np.random.default_rng(0).standard_normal((2000, 2000))
    payload = matrix_payload(matrix_picture(values), LABELS)
    header, arrays = unpacked(payload)
    assert len(payload) <= 1024**2
    assert header["shape"] == [1000, 1000]
    assert header["block"] == [2, 2]
    assert len(arrays["rows"]) == 2000
    assert "choose" in header["label"]


@pytest.mark.parametrize(
    ("palette", "first"),
    [
        (MAGNITUDE, [59.0, 116.0, 184.0, 255.0]),
        (TWO_CLASSES, [217.0, 95.0, 2.0, 153.0]),
        (SIGNED, [148.0, 64.0, 176.0, 153.0]),
    ],
)
def test_colours_are_those_of_the_figures(palette, first):
    stops = channels(palette)
    assert [place for place, _ in stops] == [0.0, 0.5, 1.0]
    assert all(0 <= channel <= 255 for _, colour in stops for channel in colour)
    assert stops[0][1] == first


def test_colours_are_stronger_or_fainter_where_they_stand_alone_or_below_points():
    assert [matrix_channels(signed=signed)[0][1][3] for signed in (True, False)] == [255.0] * 2
    assert [fit_channels(classes=classes)[0][1][3] for classes in (True, False)] == [153.0] * 2
