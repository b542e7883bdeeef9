"""Names and directions of quantities."""

import pytest

from kselect_core.criteria import CRITERIA
from kselect_core.plotting.kit.quantities import arrow, better, label, parsed, spelled


@pytest.mark.parametrize(
    ("quantity", "expected"),
    [
        ("kfold", "5-fold CV"),
        ("kfold(k=10)", "10-fold CV"),
        ("kfold(k=10,loss=error)", "10-fold CV (0/1)"),
        ("kfold(k=10, loss='error')", "10-fold CV (0/1)"),
        ("loo", "LOO"),
        ("ks(eta=0.5)", "KS (eta = 0.5)"),
        ("sps(perturbation=first_order)", "SPS (first order)"),
        ("sm(r=2,weighted=False)", "SM (r = 2, unweighted)"),
        ("kta", "KTA"),
        ("test_error", "test error"),
        ("never_heard_of", "never heard of"),
    ],
)
def test_label_says_what_the_options_are(quantity, expected):
    assert label(quantity) == expected


@pytest.mark.parametrize(
    ("quantity", "expected"),
    [
        ("kfold(k=10,loss=error)", "10-fold cross-validation (10-fold CV, 0/1)"),
        ("loo", "leave-one-out cross-validation (LOO)"),
        ("fsm", "feature space-based kernel matrix evaluation measure (FSM)"),
        ("sm(r=2,weighted=False)", "spectral measure (SM, r = 2, unweighted)"),
        ("marg", "margin bound"),
        ("effective_dof", "effective dimension"),
        ("test_error", "test error"),
    ],
)
def test_a_quantity_is_spelled_out_with_its_short_name_behind_it(quantity, expected):
    assert spelled(quantity) == expected


def test_options_are_taken_apart():
    assert parsed("kfold(k=10,loss=error)") == ("kfold", (("k", "10"), ("loss", "error")))
    assert parsed("kta") == ("kta", ())


@pytest.mark.parametrize("key", CRITERIA)
def test_direction_is_that_of_the_criterion(key):
    assert better(f"{key}(a=1)") == CRITERIA[key].better
    assert arrow(key) == {"lower": "↓", "higher": "↑"}[CRITERIA[key].better]


def test_errors_are_good_when_low():
    assert better("test_error") == "lower"
