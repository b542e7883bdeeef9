"""scikit-learn's own checks, every one by name and with its status."""

import pytest
from sklearn.utils.estimator_checks import check_estimator

from kselect_core.estimators import (
    GridEdgeWarning,
    KernelClassifierSearch,
    KernelRidgeSearch,
    SVCSearch,
)

FEW = {"alpha": [0.1, 10.0], "gamma": [0.1, 1.0]}
ESTIMATORS = {
    "regressor": KernelRidgeSearch(),
    "lssvm": KernelClassifierSearch(param_grid=FEW),
    "krr": KernelClassifierSearch(learner="krr"),  # with the grid that there is by itself
    "svc": SVCSearch(param_grid={"C": [0.1, 1.0, 10.0], "gamma": [0.1, 1.0]}),
    "own matrix": KernelRidgeSearch(kernel="precomputed", param_grid={"alpha": [0.1, 10.0, 1e4]}),
    "precomputed": SVCSearch(kernel="precomputed", param_grid={"C": [0.1, 1.0]}),
}
SKIPPED = {"check_array_api_input": "SCIPY_ARRAY_API"}
"""Check that runs only where an environment variable is set, and a word of its reason."""

FEWEST = 45


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.nightly) if name in ("krr", "own matrix") else name
        for name in ESTIMATORS
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::FutureWarning")
def test_every_check_of_scikit_learn_passes(name):
    found = check_estimator(ESTIMATORS[name], on_skip=None, on_fail=None)
    status = {one["check_name"]: (one["status"], str(one["exception"])) for one in found}
    others = {check: why for check, why in status.items() if why[0] != "passed"}
    for check, word in SKIPPED.items():
        kind, reason = others.pop(check, ("skipped", word))  # earlier versions do not have it
        assert kind == "skipped"
        assert word in reason
    assert others == {}
    assert len(status) >= FEWEST, sorted(status)


def test_the_warning_that_is_ignored_here_is_ours():
    assert issubclass(GridEdgeWarning, UserWarning)
