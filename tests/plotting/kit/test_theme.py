"""Colours, markers and text that every figure uses."""

from itertools import combinations

import plotly.graph_objects as go
import pytest

from kselect_core.criteria import CRITERIA
from kselect_core.plotting.kit import theme
from kselect_core.plotting.kit.theme import STYLES, escaped, style

LIGHT, DARK = "#ffffff", "#0e1117"


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    low, high = sorted([luminance(a), luminance(b)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("background", [LIGHT, DARK])
@pytest.mark.parametrize("key", STYLES)
def test_every_colour_is_readable_on_light_and_dark(key, background):
    assert contrast(STYLES[key].colour, background) >= 3.0


def test_every_criterion_has_its_own_style():
    assert set(CRITERIA) <= set(STYLES)


@pytest.mark.parametrize(("a", "b"), list(combinations(CRITERIA, 2)))
def test_two_criteria_differ_in_at_least_two_of_colour_dash_and_marker(a, b):
    different = [x != y for x, y in zip(style(a), style(b), strict=True)]
    assert sum(different) >= 2


def test_an_option_keeps_colour_and_marker_and_changes_the_dash():
    plain, optional = style("kfold"), style("kfold(k=10)")
    assert (optional.colour, optional.symbol) == (plain.colour, plain.symbol)
    assert optional.dash != plain.dash


@pytest.mark.parametrize("key", [*STYLES, "not yet known", "kfold(k=3)"])
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
