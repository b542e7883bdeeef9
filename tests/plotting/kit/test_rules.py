"""Levels across a figure and the line of text above it."""

from kselect_core.plotting.kit.rules import beside, heading, rule


def test_a_rule_runs_along_one_axis_at_a_value_of_the_other():
    across = rule(0.5, "#000000")
    assert (across["xref"], across["x0"], across["x1"]) == ("paper", 0, 1)
    assert (across["yref"], across["y0"], across["y1"]) == ("y", 0.5, 0.5)
    up = rule(3.0, "#000000", along="y", name="cursor")
    assert (up["yref"], up["y0"], up["y1"], up["name"]) == ("paper", 0, 1, "cursor")
    assert (up["xref"], up["x0"], up["x1"]) == ("x", 3.0, 3.0)


def test_names_beside_the_picture_step_aside_where_they_would_touch():
    apart = beside([(1.0, "μ"), (1e-9, "ε")], [-10.0, 1.0])
    assert [name["text"] for name in apart] == ["μ<br>1", "ε<br>10⁻⁹"]
    assert {name["yanchor"] for name in apart} == {"middle"}
    assert all(name["x"] == 1 and name["xanchor"] == "left" for name in apart)
    touching = beside([(1e-9, "ε"), (1e-8, "μ")], [-10.0, 1.0])
    assert [name["yanchor"] for name in touching] == ["top", "bottom"]
    assert beside([], [0.0, 1.0]) == []


def test_a_heading_stands_above_the_axes():
    assert (heading("a")["y"], heading("a")["yanchor"], heading("a")["text"]) == (1, "bottom", "a")
