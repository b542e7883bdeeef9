"""Criteria of machines have a number or a named reason on every kernel of degenerate data."""

import numpy as np
import pytest

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import KselectError
from tests.robustness import degenerate

AWKWARD = [
    "duplicates",
    "duplicates with both labels",
    "all points equal",
    "constant column",
    "two points",
    "two equal points",
    "one point in a class",
    "one class",
    "offset",
]


@pytest.mark.parametrize("sample", AWKWARD)
def test_a_criterion_of_machines_has_a_number_or_a_reason(sample):
    trials, found = degenerate.counted(degenerate.machine_faults([sample]))
    assert trials > 100
    assert not found


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (np.array([1.0, np.nan]), "NaN and reason"),
        (np.array([1.0, -np.inf]), "infinite"),
        (np.array([1.0, -1e-9]), "negative"),
        (KselectError("no"), "KselectError"),
        (ZeroDivisionError("no"), "ZeroDivisionError"),
        (RuntimeWarning("overflow"), "RuntimeWarning"),
        (np.array([1.0, np.inf]), ""),
    ],
)
def test_a_fault_would_be_seen(value, words):
    class Odd:
        name, better = "odd", "lower"

        def score(self, _):
            if isinstance(value, Exception):
                raise value
            return value

    problem = Problem(np.eye(2), [1.0, -1.0], [0.1, 1.0])
    assert degenerate.fault(Odd(), problem, {}).startswith(words)
    assert bool(words) == bool(degenerate.fault(Odd(), problem, {}))


def test_indefinite_kernels_are_named_by_those_who_need_distances():
    A = np.random.default_rng(0).standard_normal((24, 24))
    y = np.where(np.arange(24) % 2, 1.0, -1.0)
    problem = Problem(A + A.T, y, [1e-3])
    for key in ("sps", "loo", "gcv"):
        words = degenerate.fault(CRITERIA[key], problem, {})
        assert not words
        with pytest.raises(KselectError, match="K is indefinite"):
            CRITERIA[key].score(problem)
