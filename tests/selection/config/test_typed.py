"""What is typed for a grid means exactly the numbers it should, or says what is wrong."""

import pytest
from hypothesis import given, strategies as st

from kselect_core.errors import InvalidParameterError, TooLargeError
from kselect_core.selection.config.typed import Span, as_text, listed, spaced, span_of, whole


def test_a_span_of_powers_of_two_is_exact():
    assert spaced("Grid", "τ", Span(2, -15, 15, 31)) == tuple(2.0**e for e in range(-15, 16))


def test_a_span_may_stand_between_whole_powers():
    assert spaced("Grid", "τ", Span(10, 0, 1, 3)) == pytest.approx((1.0, 10**0.5, 10.0))


def test_a_single_value_is_a_grid():
    assert spaced("Grid", "λ", Span(10, -2, -2, 1)) == (0.01,)


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (Span(2, 3, 1, 5), "the low end of τ must be at most the high end"),
        (Span(2, -3, 3, 0), "must be 1 or more, got 0"),
        (Span(2, -3, 3, -4), "must be 1 or more, got -4"),
        (Span(2, -3, 3, 1), "2 or more between two ends, got 1"),
        (Span(2, 3, 3, 7), "1 for a single value, got 7"),
        (Span(2, float("nan"), 3, 7), "finite numbers"),
        (Span(2, 0, float("inf"), 7), "finite numbers"),
        (Span(10, 0, 400, 7), "a computer can hold"),
        (Span(10, -400, 0, 7), "a computer can hold"),
    ],
)
def test_a_bad_span_says_what_is_allowed(span, words):
    with pytest.raises(InvalidParameterError) as caught:
        spaced("Grid", "τ", span)
    assert words in str(caught.value)


def test_ten_million_points_are_refused_before_they_are_made():
    with pytest.raises(TooLargeError, match=r"10,000,000 points .* 3\.5 days"):
        spaced("Grid", "τ", Span(2, -15, 15, 10_000_000))
    with pytest.raises(TooLargeError):
        whole("Grid", "degree", 1, 10_000_000)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("0.1, 1, 10", (0.1, 1.0, 10.0)),
        ("2^-3 2^3", (0.125, 8.0)),
        ("2**2; 10^(-1)", (0.1, 4.0)),
        ("1e-3,1E3", (0.001, 1000.0)),
        ("2^−2", (0.25,)),
        ("3, 1, 3", (1.0, 3.0)),
        ("-1", (-1.0,)),
    ],
)
def test_a_list_is_read_as_people_write_it(text, values):
    assert listed("Grid", "τ", text) == values


@pytest.mark.parametrize(
    "text",
    ["", " , ", "abc", "1, two", "nan", "inf", "1e400", "10^999", "0x1F", "1_0", "True", "[1, 2]"],
)
def test_a_bad_list_names_the_symbol_and_the_word(text):
    with pytest.raises(InvalidParameterError, match="τ"):
        listed("Grid", "τ", text)


def test_a_list_has_a_limit():
    with pytest.raises(InvalidParameterError, match="at most 2,000 numbers"):
        listed("Grid", "τ", "1," * 2_001)


def test_whole_numbers_include_both_ends():
    assert whole("Grid", "degree", 1, 3) == (1.0, 2.0, 3.0)
    with pytest.raises(InvalidParameterError, match="at most the highest"):
        whole("Grid", "degree", 4, 3)


@given(
    base=st.sampled_from([2, 10]),
    low=st.integers(-20, 10),
    width=st.integers(1, 20),
    points=st.integers(2, 40),
)
def test_a_span_is_found_again_in_its_numbers(base, low, width, points):
    values = spaced("Grid", "τ", Span(base, low, low + width, points))
    found = span_of(values)
    assert found is not None
    assert spaced("Grid", "τ", found) == pytest.approx(values, rel=1e-12)


@pytest.mark.parametrize("values", [(), (1.0, 2.0, 3.0), (0.0, 1.0), (-1.0, 1.0), (3.0, 7.0)])
def test_numbers_without_a_span_have_none(values):
    assert span_of(values) is None


@given(st.lists(st.floats(1e-300, 1e300), min_size=1, max_size=5, unique=True))
def test_a_list_written_out_is_read_back_exactly(values):
    assert listed("Grid", "τ", as_text(tuple(values))) == tuple(sorted(values))
