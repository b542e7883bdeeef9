"""What the board is sent: points, what moves them, and the fit from the top."""

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.data.made.recipe import Recipe
from kselect_core.data.made.sample import latent, sample, sides
from kselect_core.plotting.output.board_payload import Words, board_payload
from kselect_core.plotting.output.packed import unpacked

BOX = ((-2.0, 3.0), (-1.0, 2.0))
FIT = np.linspace(-1, 1, 16).reshape(4, 4)


def words(names=("one", "other"), *, drawing=False):
    return Words("key", "file", "of", drawing, 3, 400, names, {"n": [20.0, 30.0]}, {"n": 30.0})


def test_a_sample_moves_in_the_browser_as_it_is_drawn_here():
    recipe = Recipe(n=40, noise=0.3, minority=0.25, flipped=0.2)
    data, moved = sample(recipe), latent(recipe, 100)
    sent = board_payload(words(), BOX, X=data.X, y=data.y, test=(3, 5), f=FIT, moved=moved)
    header, arrays = unpacked(sent)
    side = sides(40, 0.25)
    for j, name in enumerate("xy"):
        place = np.where(side == 0, arrays[f"a{name}"][:40], arrays[f"b{name}"][:40])
        assert_allclose(place + 0.3 * arrays[f"g{name}"][:40], data.X[:, j], rtol=1e-4, atol=1e-6)
    assert_array_equal(side ^ (arrays["flip"][:40] < 0.2), arrays["label"])
    assert_array_equal(np.flatnonzero(arrays["test"]), (3, 5))
    assert header["heard"] == 3
    assert header["steps"] == {"n": [20.0, 30.0]}
    assert [look["name"] for look in header["looks"]] == ["one", "other"]


def test_the_first_row_of_the_fit_is_its_top():
    X, y = np.zeros((2, 2)), np.array([-1.0, 1.0])
    header, arrays = unpacked(board_payload(words(), BOX, X=X, y=y, f=FIT))
    assert header["side"] == 4
    top = arrays["f"].reshape(4, 4)[0]
    assert (top > 127).all()
    assert_allclose(arrays["level"].reshape(4, 4), FIT[::-1], rtol=1e-6)


def test_what_was_learnt_travels_as_it_is():
    X, y = np.arange(6.0).reshape(2, 3), np.array([-1.0, 1.0])
    learnt = {"X": X, "y": y, "ends": BOX, "rest": (0.5,), "ridge": 2.0, "offset": 0.0}
    header, arrays = unpacked(board_payload(words(), BOX, X=X, y=y, f=FIT, learnt=learnt))
    assert set(header["learnt"]) == {"ends", "rest", "ridge", "offset"}
    assert_array_equal(arrays["features"].reshape(2, 3), X)
    assert_array_equal(arrays["labels"], y)


def test_without_a_fit_there_are_points_alone_or_none():
    none = board_payload(words(), BOX, X=np.zeros((0, 2)), y=np.zeros(0))
    header, arrays = unpacked(none)
    assert header["side"] == 0
    assert "f" not in arrays
    assert len(arrays["x"]) == 0


def test_points_of_a_regression_have_the_colour_of_their_target():
    data = sample(Recipe("additive", n=30))
    header, arrays = unpacked(board_payload(words(()), BOX, X=data.X, y=data.y, f=FIT))
    assert not header["signed"]
    assert_array_equal(np.argsort(arrays["label"], kind="stable")[0], data.y.argmin())
    assert arrays["label"].max() == 254
