"""Widths along a descent: a line for each feature, the relevant ones in colour."""

import numpy as np

from kselect_core.plotting.combined.width_paths import SHOWN, width_paths


def test_every_feature_has_its_line_and_the_step_taken_a_rule():
    gamma = np.geomspace(1e-3, 1, 5 * 12).reshape(5, 12)
    order = np.random.default_rng(0).permutation(12)
    names = [f"f{i}<" for i in range(12)]
    figure = width_paths(gamma, names, order, chosen=3)
    lines = {line.name: line for line in figure.data}
    for i in range(12):
        np.testing.assert_array_equal(lines[f"f{i}&lt;"].y, gamma[:, i])
    legend = [line.name for line in reversed(figure.data) if line.showlegend]
    assert legend == [f"f{i}&lt;" for i in order[:SHOWN]]
    assert figure.layout.shapes[0].x0 == 3
    assert figure.layout.yaxis.type == "log"
