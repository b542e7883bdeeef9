"""Which way a term pulls, from values whose answer is known."""

import numpy as np
import pytest

from kselect_core.selection.terms.pulls import course_of, pull

NAN, INF = np.nan, np.inf
NO_LIMIT = np.array([NAN, NAN])


@pytest.mark.parametrize(
    ("values", "course"),
    [
        ([1, 1, 1], "constant"),
        ([1, 1 + 1e-12, 1 - 1e-12], "constant"),
        ([1, 2, 3, 3], "increasing"),
        ([3, 3, 2, 1], "decreasing"),
        ([3, 1, 2, 5], "one valley"),
        ([1, 5, 2, 0], "one hill"),
        ([1, 5, 2, 6], "up and down"),
        ([0, 100, 99.5, 100], "increasing"),  # less than a hundredth is no turn
        ([0, 100, 98.5, 100], "up and down"),
        ([NAN, 1, INF, 2], "increasing"),
        ([INF, INF], ""),
        ([1], ""),
    ],
)
def test_the_course_is_read_off_the_values(values, course):
    assert course_of(np.array(values, dtype=float)) == course


def test_a_slow_rise_is_a_rise():
    assert course_of(np.linspace(0, 1, 1000)) == "increasing"


@pytest.mark.parametrize(
    ("values", "better", "direction", "chosen"),
    [
        ([1, 1, 1], "lower", "none", 2),
        ([1, 2, 3], "lower", "narrow", 0),
        ([1, 2, 3], "higher", "wide", 2),
        ([3, 1, 2], "lower", "interior", 1),
        ([1, 1, 2], "lower", "narrow", 1),  # tied with the end; ties go to the wider kernel
        ([INF, 3, 1, 2], "lower", "interior", 2),
        ([NAN, 1, 2], "lower", "narrow", 1),
        ([INF, INF], "lower", "no value", -1),
        ([NAN, NAN], "lower", "no value", -1),
    ],
)
def test_the_pull_goes_to_where_the_term_is_best(values, better, direction, chosen):
    found = pull(np.array(values, dtype=float), NO_LIMIT, better=better, sees_labels=True)
    assert (found.chosen, found.degenerate) == (chosen, False)
    assert found.direction == direction


@pytest.mark.parametrize(
    ("limits", "sees", "degenerate"),
    [((0.0, 9.0), True, True), ((0.0, 9.0), False, False), ((1.5, 0.0), True, False)],
)
def test_an_end_that_knows_nothing_and_is_as_good_is_degenerate(limits, sees, degenerate):
    values = np.array([1.0, 2.0, 3.0])
    found = pull(values, np.array(limits), better="lower", sees_labels=sees)
    assert (found.direction, found.degenerate) == ("narrow", degenerate)
    turned = pull(-values, -np.array(limits), better="higher", sees_labels=sees)
    assert turned == found._replace(course="decreasing")
