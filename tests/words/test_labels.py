"""How numbers and names are written."""

from math import inf, nan

import pytest

from kselect_core import Candidates, SweepConfig
from kselect_core.words import labels
from kselect_core.words.amounts import counted
from kselect_ui.widgets.state import View


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-0.5, "−0.5"),
        (4.321e-7, "4.32·10⁻⁷"),
        (-1e9, "−1·10⁹"),
        (inf, "∞"),
        (-inf, "−∞"),
        (nan, "–"),
    ],
)
def test_a_number_of_a_table_is_written_as_in_texts(value, text):
    assert labels.number_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.17441, "0.174"), (2.0**-15, "3.05e-05"), (1.0, "1"), (nan, "–")]
)
def test_readable_numbers(value, text):
    assert labels.readable(value) == text


def test_every_value_of_a_grid_has_its_own_text():
    grid = (1.0, 1.0001, 1.0002, 2.0)
    assert len(set(labels.distinct(grid).values())) == 4


def test_numbers_of_up_to_seven_digits_are_written_without_a_power_of_ten():
    grid = (2.0**-15, 0.03125, 512.0, 1024.0, 2.0**20, 1500.5, 1e10, inf)
    texts = ["3.05e-05", "0.0312", "512", "1024", "1048576", "1500", "1e+10", "inf"]
    assert list(labels.distinct(grid).values()) == texts


def test_values_that_differ_in_the_last_bit_are_told_apart():
    grid = (1.0, 1.0000000000000002)
    assert labels.distinct(grid) == {1.0: "1.0", 1.0000000000000002: "1.0000000000000002"}


@pytest.mark.parametrize(("number", "text"), [(0, "0 criteria"), (1, "1 criterion")])
def test_what_is_counted_agrees_with_its_number(number, text):
    assert counted(number, "criterion", "criteria") == text
    assert counted(number, "split") == f"{number} split{'s' * (number != 1)}"


def test_errors_are_percentages_or_squared_errors():
    assert labels.error_text(0.0271, "binary") == "2.7 %"
    assert labels.error_text(3150.19, "regression") == "3150"
    assert labels.error_text(nan, "binary") == "–"


def test_differences_of_errors_are_points_not_percentages():
    assert labels.difference_text(0.0222, "binary") == "2.2 points"
    assert labels.difference_text(3150.19, "regression") == "3150"
    assert labels.difference_text(nan, "binary") == "–"


def test_a_difference_is_that_of_the_errors_as_they_are_written():
    assert labels.apart_text(0.13349, 0.12751, "binary") == "0.5 points"  # 13.3 % and 12.8 %
    assert labels.apart_text(3150.49, 2989.51, "regression") == "160"  # 3150 and 2990
    assert labels.apart_text(nan, 0.1, "binary") == "–"


@pytest.mark.parametrize(
    ("kernel", "parameter", "text"),
    [("gaussian", 0.5, "Gaussian kernel, τ = 2⁻¹"), ("linear", nan, "linear kernel")],
)
def test_kernels_in_words(kernel, parameter, text):
    families = (Candidates("gaussian", (0.5,), "2tau"), Candidates("linear"))
    config = SweepConfig(dataset="iris", candidates=families)
    assert labels.kernel_text(config, View(None, kernel, parameter, 0.1, ())) == text


@pytest.mark.parametrize(("lam", "text"), [(0.01, "0.01"), (1e-8, "10⁻⁸"), (3e-5, "3·10⁻⁵")])
def test_a_ridge_is_written_as_in_texts(lam, text):
    config = SweepConfig(dataset="iris", lambdas=(lam,))
    assert labels.strength_text(config, lam) == f"λ = {text}"


def test_the_key_of_a_quantity_stands_before_its_options():
    assert labels.quantity_key("kfold(k=10)") == "kfold"
    assert labels.quantity_key("loo") == "loo"


def test_one_is_counted_without_an_s():
    assert [counted(number, "kernel") for number in (1, 7)] == ["1 kernel", "7 kernels"]


@pytest.mark.parametrize(
    ("rescaled", "more"), [(False, ""), (True, ", rescaled to a mean diagonal of 1")]
)
def test_an_iterated_kernel_says_what_it_starts_from_and_whether_it_is_rescaled(rescaled, more):
    family = Candidates("iterated", (2.0,), normalised=rescaled)
    config = SweepConfig(dataset="moons", candidates=(family,))
    text = labels.kernel_text(config, View(None, "iterated", 2.0, 0.1, ()))
    assert text == f"iterated kernel on the Laplacian with c = 0.1{more}, steps k = 2"


def test_numbers_of_any_size_are_written_as_people_write_them():
    written = {0.129: "0.129", 7.78e6: "7.78·10⁶", 2650.0: "2.65·10³", -4e-5: "−4·10⁻⁵", 0.0: "0"}
    assert {value: labels.short(value) for value in written} == written


def test_criteria_are_spelled_out_once_each():
    assert labels.in_full(["ks", "sm", "ks"]) == "kernel stability (KS); spectral measure (SM)"
