"""A parameter says what it allows, and refuses everything else by its symbol."""

import numpy as np
import pytest

from kselect_core.errors import InvalidParameterError
from kselect_core.parameters import SWITCH, Parameter

WIDTH = Parameter("gamma", "γ")
DEGREE = Parameter("degree", "degree", low=1, high=50, whole=True)
SHARE = Parameter("share", "s", 0.5, low=0.0, high=1.0)
LOSS = Parameter("loss", "loss", "squared", choices=("squared", "error"))
WEIGHTED = Parameter("weighted", "weighted", default=True, choices=SWITCH)


@pytest.mark.parametrize(
    ("parameter", "words"),
    [
        (WIDTH, "a finite number greater than 0"),
        (DEGREE, "a whole number from 1 to 50"),
        (SHARE, "a number from 0 to 1"),
        (LOSS, "one of 'squared', 'error'"),
        (WEIGHTED, "True or False"),
    ],
)
def test_a_parameter_says_what_it_allows(parameter, words):
    assert parameter.allowed == words


@pytest.mark.parametrize(
    ("parameter", "allowed", "refused"),
    [
        (WIDTH, (1e-300, 3, np.float32(2)), (0, -1.0, np.inf, np.nan, "1", True, None, [1])),
        (DEGREE, (1, 50, 2.0, np.int64(3)), (0, 51, 1.5, np.nan, True)),
        (SHARE, (0, 1.0), (-0.1, 1.1, np.nan, np.inf, "0.5", False)),
        (LOSS, ("error",), ("hinge", True, 1, None)),
        (WEIGHTED, (True, False), (1, 0, "True", None, np.nan)),
    ],
)
def test_what_is_allowed_is_taken_and_nothing_else(parameter, allowed, refused):
    for value in allowed:
        parameter.check("Here", value)
    for value in refused:
        with pytest.raises(InvalidParameterError, match="Here: "):
            parameter.check("Here", value)


def test_a_refusal_names_symbol_and_name_or_the_symbol_given():
    with pytest.raises(InvalidParameterError, match=r"^Here: γ \(gamma\) must be a finite"):
        WIDTH.check("Here", 0)
    with pytest.raises(InvalidParameterError, match=r"^Here: σ must be a finite number"):
        WIDTH.check("Here", 0, symbol="σ")


def test_numbers_are_stored_as_numbers_and_words_as_they_are():
    stored = [DEGREE.stored(2.0), SHARE.stored(1), LOSS.stored("error"), WEIGHTED.stored(False)]  # noqa: FBT003 (the value)
    assert stored == [2, 1.0, "error", False]
    assert [type(value) for value in stored] == [int, float, str, bool]
