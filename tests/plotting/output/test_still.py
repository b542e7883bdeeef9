"""A frame of a film without scripts: images that any reader opens, the points, no mark-up."""

import io
import re
from base64 import b64decode

import numpy as np
import pytest
from PIL import Image

from kselect_core.plotting.output.canvas.still import png, still
from kselect_core.plotting.output.film_payload import film_payload
from kselect_core.plotting.output.packed import unpacked
from kselect_core.plotting.points.matrix_picture import LEVELS, MISSING
from tests.plotting.output.test_film_page import EVIL, LINES
from tests.plotting.output.test_film_payload import TITLES, film, scene


def images(text):
    """Images of a still as arrays (rows, columns, rgba)."""
    found = re.findall(r"data:image/png;base64,([^\"]+)", text)
    return [np.array(Image.open(io.BytesIO(b64decode(one))).convert("RGBA")) for one in found]


def test_a_picture_has_the_colour_of_each_code():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 256, (7, 3), dtype=np.uint8)
    table = rng.integers(0, 256, (256, 4), dtype=np.uint8)
    read = np.array(Image.open(io.BytesIO(png(codes, table))).convert("RGBA"))
    np.testing.assert_array_equal(read, table[codes])


@pytest.mark.parametrize("frame", [0, 1])
def test_the_pictures_are_those_of_the_frame(frame):
    payload = film_payload(film(), TITLES)
    header, arrays = unpacked(payload)
    fit, gram = images(still(payload, LINES, frame))
    codes = arrays["gram"].reshape(-1, 4, 4)[frame]
    ends = [np.array(header["gramStops"][k][1]) for k in (0, -1)]
    assert gram.shape == (4, 4, 4)
    for k, code in ((0, 0), (1, LEVELS)):  # colours of the ends are those of their codes
        for pixel in gram[codes == code]:
            np.testing.assert_array_equal(pixel, ends[k])
    signs = np.sign(fit[..., 2].astype(int) - fit[..., 0])  # blue above 0, orange below
    values = arrays["f"].reshape(-1, 5, 5)[frame].astype(int) - LEVELS // 2
    clear = (np.abs(values) > LEVELS // 4) & (values < MISSING - LEVELS // 2)
    assert clear.any()
    np.testing.assert_array_equal(signs[clear], np.sign(values)[clear])


def test_points_and_curves_are_there_and_names_are_text():
    names = (EVIL, "τ = 2")
    text = still(film_payload(film(), TITLES._replace(frames=names)), LINES, 0)
    assert text.count("<circle") == len(scene().points)
    assert text.count('fill="none" stroke="#') == int(scene().is_test.sum())
    assert "<script" not in text
    assert text.count("&lt;script&gt;alert") == 4  # three heads and the name of the curve


def test_a_curve_has_a_gap_where_it_has_no_value():
    line = LINES[0] | {"name": "a", "y": [0.0, 0.5, None, 0.25]}
    payload = film_payload(film(frames=4), TITLES._replace(frames=tuple("abcd")))
    (path,) = re.findall(r'd="(M8\.0 [^"]+)" stroke="#000"', still(payload, [line], 1))
    assert path.count("M") == 2
    assert "NaN" not in still(payload, [line], 1)


def test_points_of_a_regression_have_the_colour_of_their_value():
    labels = np.linspace(0.0, 1.0, 12)
    plain = scene()
    plain.labels = labels
    payload = film_payload(film(scene=plain, runs=()), TITLES._replace(class_names=()))
    fills = re.findall(r'<circle [^>]*fill="(rgb[^"]+)"', still(payload, LINES, 0))
    assert len(fills) == 12
    assert len(set(fills)) > 5
