"""A formula with numbers: how numbers, signs and powers are written, and how terms combine."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.results.worked import SEVERAL, Term, Worked, filled, mean_of_folds, number, ratio
from tests.tolerances import ROUNDOFF


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (210.0, "210"),
        (0.0, "0"),
        (-0.0, "0"),
        (-3.0, "-3"),
        (0.0667812, "0.06678"),
        (88.0349, "88.03"),
        (0.00123456, "0.001235"),
        (0.000123456, r"1.235\cdot 10^{-4}"),
        (-0.00001, r"-1\cdot 10^{-5}"),
        (9999.96, r"1\cdot 10^{4}"),
        (123456.7, r"1.235\cdot 10^{5}"),
        (250000.0, "250000"),
        (3e12, r"3\cdot 10^{12}"),
        (np.inf, r"\infty"),
        (-np.inf, r"-\infty"),
        (np.nan, r"\text{–}"),
    ],
)
def test_numbers_have_four_digits(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        ("#1-#2", (-1.5, -2.5), r"-1.5-\left(-2.5\right)"),
        (r"\frac{#1}{#2}", (-1.5, -2.5), r"\frac{-1.5}{-2.5}"),
        ("#1^2", (-1.5,), r"\left(-1.5\right)^2"),
        ("#1^2", (1e-7,), r"\left(1\cdot 10^{-7}\right)^2"),
        ("#1^2", (2.5,), "2.5^2"),
    ],
)
def test_signs_and_powers_are_bracketed(template, values, text):
    assert filled(template, values) == text


def test_symbols_take_the_slots_of_the_terms():
    worked = Worked((Term("a", 1.0, "one"), Term("b", 2.0, "two")), "#1+#2", lambda a, b: a + b)
    assert (worked.in_symbols, worked.in_numbers, worked.recombined) == ("a+b", "1+2", 3.0)


def test_many_folds_are_summed_with_their_ends():
    losses = np.linspace(0.1, 0.5, SEVERAL + 1)
    worked = mean_of_folds(losses)
    assert len(worked.terms) == 2
    assert [term.value for term in worked.besides] == [0.1, 0.5]
    assert_allclose(worked.recombined, losses.mean(), **ROUNDOFF)
    few = mean_of_folds(losses[:3])
    assert few.in_symbols == r"\frac{e_{1}+e_{2}+e_{3}}{k}"


def test_a_ratio_over_zero_is_infinite():
    assert (ratio(3.0, 2.0), ratio(3.0, 0.0), ratio(0.0, 0.0)) == (1.5, np.inf, np.inf)


def test_a_notebook_shows_symbols_numbers_and_value():
    terms = (Term("a", 1.0, "above"), Term("b", -4.0, "below"))
    worked = Worked(terms, r"\frac{#1}{#2}", lambda a, b: a / b)
    assert worked._repr_latex_() == r"$\displaystyle \frac{a}{b} = \frac{1}{-4} = -0.25$"
    assert replace(worked, result=0.5)._repr_latex_().endswith(" = 0.5$")
