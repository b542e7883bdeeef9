"""Tick labels and titles of the axes."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from kselect_core.kernels import CONVENTIONS, GAUSSIAN, Convention
from kselect_core.kernels.short_numbers import width
from kselect_core.plotting.kit.ticks import (
    decades,
    error_name,
    error_text,
    error_ticks,
    number,
    parameter_layout,
    parameter_text,
    parameter_title,
    rate_text,
    tick_layout,
    ticks,
    whole_steps,
    wide_is_high,
)
from tests.added import add, kernel

TAU = 2.0 ** np.arange(-15, 16)


def test_powers_of_two_are_written_as_powers():
    marks = ticks(TAU, most=7)
    assert marks.texts == ("2⁻¹⁵", "2⁻¹⁰", "2⁻⁵", "2⁰", "2⁵", "2¹⁰", "2¹⁵")
    assert marks.values == tuple(2.0**e for e in range(-15, 16, 5))
    assert marks.log


def test_powers_of_ten_are_written_as_powers():
    marks = ticks(10.0 ** np.arange(-4, 1), most=9, widths=False)
    assert marks.texts == ("10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰")


def test_other_wide_grids_get_powers_of_ten():
    marks = ticks(np.geomspace(3e-3, 700, 9), widths=False)
    assert marks.texts == ("10⁻²", "10⁻¹", "10⁰", "10¹", "10²")


def test_numbers_that_are_no_widths_are_never_written_as_powers():
    assert ticks(np.array([0.25, 0.5, 1.0]), plain=True).texts == ("0.25", "0.5", "1")
    marks = ticks(np.geomspace(0.3, 700, 9), most=3, plain=True)
    assert (marks.texts, marks.log) == (("0.3", "14.49", "700"), True)


def test_the_axis_of_a_kernel_writes_its_values_as_figures_tell_them(monkeypatch):
    plain = Convention("exponent_odd", "β", "dᵝ", r"d^\beta", plain=True)
    function = GAUSSIAN.of_base
    grid = np.array([0.5, 1.0, 1.5])
    add(monkeypatch, kernel("odd", function, conventions=(plain,)), kernel("wide", function))
    assert parameter_layout(grid, "exponent_odd")["ticktext"] == ["0.5", "1", "1.5"]
    assert parameter_layout(grid[:2], "exponent_odd", widths=False)["ticktext"] == ["0.5", "1"]
    assert parameter_text(0.5, "exponent_odd") == "β = 0.5"
    assert parameter_layout(grid, "gamma_wide")["ticktext"] == ["0.5", "1", "1.5"]
    assert parameter_layout(np.array([0.0]), "")["ticktext"] == ["\u2007"]


def test_ticks_of_a_wide_grid_of_other_widths_are_values_of_it():
    grid = np.geomspace(3e-3, 700, 9)
    marks = ticks(grid, most=5)
    assert marks.texts == ("0.003", "0.0659", "1.45", "31.8", "700")
    assert set(marks.values) <= set(grid.tolist())


def test_a_grid_with_steps_between_powers_of_two_has_its_ticks_at_those():
    assert ticks(2.0 ** np.arange(-2, 2.5, 0.5), most=5).texts == ("2⁻²", "2⁻¹", "2⁰", "2¹", "2²")


def test_a_power_of_two_among_other_widths_is_written_as_those_are():
    decades = 10.0 ** np.arange(-2, 1.5, 0.5)
    texts = ("0.01", "0.0316", "0.1", "0.316", "1", "3.16", "10")
    assert ticks(decades, most=7).texts == texts
    assert parameter_text(1.0, "gamma", decades) == "γ = 1"
    assert parameter_text(1.0, "gamma", (0.5, 1.0, 2.0)) == "γ = 2⁰"
    assert width(4.0) == "2²"


def test_ticks_on_widths_say_what_is_said_everywhere_else():
    assert ticks(np.array([0.1, 1.0, 10.0, 100.0])).texts == ("0.1", "1", "10", "100")
    assert ticks(np.array([0.1, 0.3, 0.5])).texts == ("0.1", "0.3", "0.5")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2.0**-15, "2⁻¹⁵"),
        (1.0, "2⁰"),
        (22.627417, "22.6"),
        (0.3162278, "0.316"),
        (1234.0, "1230"),
        (12345678.0, "1.23·10⁷"),
        (3.3e-5, "3.3·10⁻⁵"),
    ],
)
def test_a_width_is_a_power_of_two_or_has_three_digits(value, expected):
    assert width(value) == expected


def test_narrow_grids_get_decimals():
    marks = ticks(np.array([0.5, 0.7, 1.1]), widths=False)
    assert (marks.texts, marks.log) == (("0.5", "0.7", "1.1"), True)


def test_degrees_are_whole_numbers_on_a_linear_axis():
    marks = ticks(np.arange(1.0, 21.0), most=7)
    assert not marks.log
    assert set(marks.texts) <= set(map(str, range(1, 21)))


@pytest.mark.parametrize("most", [2, 3, 4, 5, 7])
@pytest.mark.parametrize("n", [1, 2, 5, 20, 31, 200])
def test_there_are_never_more_ticks_than_asked_for(most, n):
    assert 1 <= len(ticks(2.0 ** (np.arange(n) / 4), most=most).values) <= max(most, 2)


def test_a_kernel_without_parameter_has_one_place():
    axis = tick_layout(np.array([0.0]))
    assert (axis["type"], axis["tickvals"]) == ("linear", [0.0])


def test_decades_lie_between_the_ends():
    assert decades(0.02, 3e4, most=4)["ticktext"] == ["10⁻¹", "10¹", "10³"]
    assert decades(2.0, 3.0, most=4)["tickvals"] == []


def test_range_contains_all_points():
    low, high = tick_layout(TAU)["range"]
    assert low < np.log10(TAU[0])
    assert high > np.log10(TAU[-1])


def test_an_empty_grid_has_an_axis_too():
    assert tick_layout(np.array([np.nan]))["range"][0] < tick_layout(np.array([np.nan]))["range"][1]


@pytest.mark.parametrize(
    ("convention", "value", "expected"),
    [
        ("2tau", 2.0**-5, "τ = 2⁻⁵"),
        ("gamma", 0.3, "γ = 0.3"),
        ("sigma2", 8.0, "σ² = 2³"),
        ("degree", 4.0, "degree p = 4"),
        ("c", 1.5, "c = 1.5"),
        ("", 1.0, ""),
        ("2tau", np.nan, ""),
    ],
)
def test_parameter_is_written_in_its_convention(convention, value, expected):
    assert parameter_text(value, convention) == expected


@pytest.mark.parametrize("convention", [name for name in CONVENTIONS if name])
def test_axis_title_shows_the_formula(convention):
    assert CONVENTIONS[convention].formula in parameter_title("gaussian", convention)
    assert CONVENTIONS[convention].formula not in parameter_title(
        "gaussian", convention, short=True
    )


def test_linear_kernel_has_a_title_in_words():
    assert parameter_title("linear", "") == "linear kernel"
    assert parameter_title("linear", "", short=True) == ""


def test_wide_end_follows_the_convention():
    assert [wide_is_high(c) for c in ("2tau", "sigma2", "tau", "gamma", "c")] == [
        True, True, False, False, False,
    ]  # fmt: skip


def test_numbers_have_four_digits_and_undefined_ones_a_dash():
    assert (number(-1234567.0), number(0.123456), number(np.nan)) == ("−1.235e+06", "0.1235", "–")


def test_shares_are_written_as_per_cent():
    assert rate_text(0.0215) == "2.1 %"
    assert rate_text(np.nan) == "–"


@pytest.mark.parametrize(
    ("rate", "text", "form", "name"),
    [
        (True, "2.1 %", ".3~p", "test error"),
        (False, "0.02141", ".4~g", "test squared error"),
    ],
)
def test_an_error_is_written_in_per_cent_where_it_is_a_share(rate, text, form, name):
    assert error_text(0.02141, rate=rate) == text
    assert error_ticks(rate=rate) == {"tickformat": form}
    assert error_name(rate=rate) == name


@pytest.mark.parametrize("top", [0.0310, 0.0345, 0.0399])
def test_an_axis_in_whole_steps_stays_while_values_change_little(top):
    assert whole_steps(np.array([0.002, np.nan, top])) == pytest.approx([0.0, 0.041])


@given(values=st.lists(st.integers(-9999, 9999), max_size=5), zero=st.booleans())
def test_an_axis_in_whole_steps_holds_its_values_and_is_no_longer_than_twice_as_long(values, zero):
    drawn = np.array([*values, *[0] * (zero or not values)]) / 100
    low, high = whole_steps(np.array(values) / 100, zero=zero)
    assert low <= drawn.min() <= drawn.max() <= high
    assert high - low <= 2.2 * (np.ptp(drawn) or 1.0)


def test_an_axis_in_whole_steps_has_a_least_length():
    assert whole_steps(np.zeros(2), least=0.01) == pytest.approx([0.0, 0.01025])
