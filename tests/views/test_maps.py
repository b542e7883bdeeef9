"""Views of maps say which cell is recommended, unless test errors are hidden."""

import pytest

from kselect_core import views
from tests.views.cases.sweeps import second_split, sweep_at

NAME = "two classes"


def drawn(kernel, *, test=True):
    asked = {"kernel": kernel, "parameter": 1.0, "lam": 0.1, "test": test}
    return views.grid_map(sweep_at(NAME), quantity="loo", **asked)


def rings(shown):
    return [trace for trace in shown.figure.data if trace.name == "recommended"]


@pytest.mark.parametrize("test", [True, False])
def test_the_map_of_the_recommended_family_has_its_ring_and_says_so_unless_errors_are_hidden(test):
    answer = sweep_at(NAME).recommended
    shown = drawn(answer.kernel, test=test)
    found = [tuple(ring.customdata[0]) for ring in rings(shown)]
    assert found == [(answer.kernel, answer.parameter, answer.lam)] * test
    assert ("ring: recommended" in shown.caption) is test


def test_maps_of_other_families_have_no_ring():
    answer = sweep_at(NAME).recommended
    others = {family.kernel for family in sweep_at(NAME).config.candidates} - {answer.kernel}
    assert others
    for kernel in others:
        shown = drawn(kernel)
        assert (rings(shown), "recommended" in shown.caption) == ([], False)


def test_choices_and_starts_are_told_once_for_everybody_who_looks_at_a_place():
    at, beside = (place("two classes") for place in (sweep_at, second_split))
    joint = at.part("joint", 0.0, fixed=at.config.lambdas[0])
    assert at.part("joint", 0.0, fixed=at.config.lambdas[0]) is joint
    assert at.part("joint", 0.0, fixed=at.config.lambdas[-1]) is not joint
    assert not beside.part("joint", 0.0).equals(at.part("joint", 0.0))
    quantity, lam = at.config.criteria[0].quantity, at.config.lambdas[0]
    first, again = (at.to_refine(quantity, lam) for _ in range(2))
    assert first[0] is again[0] is at.config
    assert first[2] is again[2]
    assert beside.to_refine(quantity, lam)[2].split == 1
