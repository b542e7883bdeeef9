"""Colours, markers and text that every figure uses."""

from itertools import combinations

import numpy as np
import plotly.graph_objects as go
import pytest

from kselect_core.criteria import CRITERIA
from kselect_core.plotting.kit import theme
from kselect_core.plotting.kit.theme import escaped, style, styles

LIGHT, DARK = "#ffffff", "#0e1117"


ALIKE = 12  # distance in CIELAB below which lines are of one colour
DEUTERANOPIA = np.array(  # of linear sRGB: Machado, Oliveira, Fernandes 2009, severity 1
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)
TO_XYZ = np.array(  # of the same, by the white of D65
    [[0.43395, 0.37621, 0.18984], [0.21264, 0.71517, 0.07219], [0.01776, 0.10947, 0.87277]]
)


def linear(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def luminance(colour):
    return np.dot([0.2126, 0.7152, 0.0722], linear(colour))


def seen(colour):
    """A colour in CIELAB as somebody without the sense for green sees it."""
    xyz = TO_XYZ @ np.clip(DEUTERANOPIA @ linear(colour), 0.0, 1.0)
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def alike(a, b):
    return np.linalg.norm(seen(a) - seen(b)) < ALIKE


def contrast(a, b):
    low, high = sorted([luminance(a), luminance(b)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("background", [LIGHT, DARK])
@pytest.mark.parametrize("key", styles())
def test_every_colour_is_readable_on_light_and_dark(key, background):
    assert contrast(styles()[key].colour, background) >= 3.0


def test_every_criterion_has_its_own_style():
    assert set(CRITERIA) <= set(styles())


def differences(a, b):
    """How many of colour (for somebody without the sense for green), dash and marker differ."""
    mine, other = style(a), style(b)
    same_colour = alike(mine.colour, other.colour)
    return sum([not same_colour, mine.dash != other.dash, mine.symbol != other.symbol])


def test_two_criteria_differ_in_at_least_two_of_colour_dash_and_marker():
    assert [pair for pair in combinations(CRITERIA, 2) if differences(*pair) < 2] == []


def test_the_criteria_of_the_first_look_have_colours_that_everybody_tells_apart():
    look = [seen(style(q).colour) for q in ("ckta", "fsm", "kfold", "loo", "sps", "ks")]
    assert min(np.linalg.norm(a - b) for a, b in combinations(look, 2)) > ALIKE
    assert np.linalg.norm(seen(style("ks").colour) - seen(style("fsm").colour)) > 2 * ALIKE


def test_an_option_keeps_colour_and_marker_and_changes_the_dash():
    plain, optional = style("kfold"), style("kfold(k=10)")
    assert (optional.colour, optional.symbol) == (plain.colour, plain.symbol)
    assert optional.dash != plain.dash


@pytest.mark.parametrize("key", [*styles(), "not yet known", "kfold(k=3)"])
def test_every_style_is_one_that_plotly_knows(key):
    look = style(key)
    go.Scatter(line={"color": look.colour, "dash": look.dash}, marker={"symbol": look.symbol})
    assert look == style(key)


def test_user_text_is_shown_as_it_is():
    assert escaped("<b>a</b> & b") == "&lt;b&gt;a&lt;/b&gt; &amp; b"
    assert "%{" not in escaped("%{x}")
    assert "$x" not in escaped("$x$")
    assert escaped("two\nlines") == "two lines"


def test_long_text_is_cut():
    assert escaped("a" * 100, 10) == "a" * 9 + "…"


def test_pictures_are_saved_as_svg_and_carry_no_logo():
    assert theme.CONFIG["toImageButtonOptions"]["format"] == "svg"
    assert theme.CONFIG["displaylogo"] is False


def test_layout_leaves_the_background_to_the_page():
    figure = go.Figure(layout=theme.layout(300))
    assert figure.layout.paper_bgcolor == figure.layout.plot_bgcolor == "rgba(0,0,0,0)"
    assert figure.layout.template.layout.to_plotly_json() == {}
