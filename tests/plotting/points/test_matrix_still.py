"""The picture of a matrix as a figure: its values, its colours, its empty cells."""

import numpy as np

from kselect_core.plotting.kit.theme import MAGNITUDE, SIGNED
from kselect_core.plotting.points.matrix_picture import matrix_picture
from kselect_core.plotting.points.matrix_still import matrix_still


def test_cells_have_the_values_that_the_codes_stand_for():
    values = np.array([[0.0, 0.5], [1.0, np.nan]])
    picture = matrix_picture(values)
    figure = matrix_still(picture)
    np.testing.assert_array_equal(figure.data[0].z, picture.values())
    assert figure.data[0].z[0][0] == 0.0
    assert np.isnan(figure.data[0].z[1][1])
    assert (figure.data[0].zmin, figure.data[0].zmax) == (0.0, 1.0)
    assert figure.layout.yaxis.autorange == "reversed"
    assert [colour for _, colour in figure.data[0].colorscale] == [
        colour for _, colour in MAGNITUDE
    ]


def test_values_about_zero_have_the_colours_of_both_signs():
    figure = matrix_still(matrix_picture(np.array([[-1.0, 2.0]]), kind="diverging"))
    assert (figure.data[0].zmin, figure.data[0].zmax) == (-2.0, 2.0)
    assert [colour for _, colour in figure.data[0].colorscale] == [colour for _, colour in SIGNED]


def test_a_logarithm_is_drawn_as_one():
    picture = matrix_picture(np.array([[1e-4, 1.0]]), kind="log")
    np.testing.assert_allclose(matrix_still(picture).data[0].z, [[-4.0, 0.0]], atol=1e-9)
