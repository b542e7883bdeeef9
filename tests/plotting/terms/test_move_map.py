"""The map of moves: cells, signs, words, gaps."""

import numpy as np
import pandas as pd
from numpy.testing import assert_allclose

from kselect_core.plotting.terms.move_map import SMALLEST, move_cells, move_map
from tests.tolerances import EXACT

WORDS = {"half": "n / 2", "noise": "<b>flipped</b>"}


def summary(moves=((1.5, -2.0), (0.0, np.nan))):
    return pd.DataFrame(
        [
            {
                "quantity": quantity,
                "change": change,
                "moved": moved,
                "low": moved - 1,
                "high": moved + 1,
                "draws": 5,
                "reason": "no folds <i>" if np.isnan(moved) else "",
            }
            for quantity, line in zip(("loo", "kta"), moves, strict=True)
            for change, moved in zip(WORDS, line, strict=True)
        ]
    )


def test_cells_keep_the_order_of_the_summary():
    found = move_cells(summary())
    assert (found.quantities, found.changes) == (("loo", "kta"), ("half", "noise"))
    assert_allclose(found.moved, [[1.5, -2.0], [0.0, np.nan]], **EXACT)


def test_numbers_stand_on_the_cells_with_their_sign():
    heat, text = move_map(summary(), words=WORDS).data
    assert list(text.text) == ["+1.5", "−2.0", "0", "–"]
    assert list(text.y) == ["LOO", "LOO", "KTA", "KTA"]
    assert list(heat.x) == ["n / 2", "&lt;b&gt;flipped&lt;/b&gt;"]
    assert heat.customdata[0][1] == "−2.0 octaves (−3.0 to −1.0)"
    assert heat.customdata[1][1] == "no folds &lt;i&gt;"


def test_colours_are_centred_and_do_not_exaggerate():
    small, _ = move_map(summary(((0.1, 0.2), (0.0, 0.1))), words=WORDS).data
    assert (small.zmin, small.zmax) == (-SMALLEST, SMALLEST)
    large, _ = move_map(summary(((9.0, 0.2), (0.0, np.nan))), words=WORDS, unit="degrees").data
    assert (large.zmin, large.zmax) == (-9.0, 9.0)
    assert "degrees" in large.customdata[0][0]
    nothing, _ = move_map(summary(((np.nan, np.nan),) * 2), words=WORDS).data
    assert nothing.zmax == SMALLEST
