"""Paths of an objective: what is drawn of them."""

import numpy as np
from numpy.testing import assert_allclose

from kselect_core.plotting.combined.objective_path import DRAWN, objective_path, shown
from tests.tolerances import EXACT

SHORT = np.array([0.4, 0.5, 0.55])


def test_a_short_path_is_drawn_whole_from_its_start():
    path = shown("uniform", SHORT)
    assert_allclose(path.number, [1, 2, 3], **EXACT)
    assert_allclose(path.value, SHORT, **EXACT)


def test_a_long_path_keeps_both_ends_and_its_own_values():
    values = np.linspace(0, 1, 5000)
    path = shown("uniform", values)
    assert len(path.number) <= DRAWN
    assert [path.number[0], path.number[-1]] == [1, 5000]
    assert_allclose(path.value, values[path.number.astype(int) - 1], **EXACT)


def test_the_better_path_is_in_the_colour_of_its_criterion():
    figure = objective_path([("uniform", SHORT), ("best single", SHORT[1:])], quantity="sm", best=1)
    first, second = figure.data
    assert [first.name, second.name] == ["from uniform", "from best single"]
    assert first.line.color != second.line.color
    assert second.line.width > first.line.width
    assert figure.layout.xaxis.type is None
    assert figure.layout.yaxis.title.text == "SM ↑"


def test_long_paths_have_a_logarithmic_axis():
    figure = objective_path([("uniform", np.arange(500.0))], quantity="sps", best=0)
    assert figure.layout.xaxis.type == "log"
    assert list(figure.layout.xaxis.ticktext) == ["10⁰", "10¹", "10²"]
