"""What the page of curves asks of them beside the figures."""

from kselect_core.views.curves import without_ridge
from tests.views.cases.sweeps import sweep_at


def test_a_criterion_that_knows_no_ridge_is_the_same_for_every_lambda():
    at = sweep_at("two classes")
    assert without_ridge(at, kernel="gaussian", parameter=2.0, quantities=("loo", "ckta")) == {
        "ckta"
    }
