"""Frozen results come out again."""

import json

import pytest
from numpy.testing import assert_allclose

from tests.robustness import golden
from tests.tolerances import ROUNDOFF

KEPT = json.loads(golden.KEPT.read_text("utf-8"))
SOLVED = {"rtol": 1e-3, "atol": 1e-3}  # machines stop at 1e-4


@pytest.fixture(scope="module")
def found():
    return golden.rounded()


@pytest.mark.parametrize("name", KEPT["exact"])
def test_what_numpy_does_by_itself_is_the_same_to_the_last_bit(name):
    assert golden.exact()[name] == KEPT["exact"][name]


@pytest.mark.parametrize("name", KEPT["rounded"])
def test_values_and_choices_are_those_that_were_kept(name, found):
    kept, now = KEPT["rounded"][name], found[name]
    assert list(now["values"]) == list(kept["values"])
    tolerance = SOLVED if name == "svm" else ROUNDOFF
    for key, value in kept["values"].items():
        assert_allclose(now["values"][key], value, **tolerance, err_msg=f"{name}: {key}")
    assert now.get("choices") == kept.get("choices")


def test_everything_that_is_made_was_kept(found):
    assert set(KEPT["exact"]) == set(golden.exact())
    assert set(KEPT["rounded"]) == set(found)
