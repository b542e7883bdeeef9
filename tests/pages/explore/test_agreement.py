"""Explore and Errors say the same of a criterion, on every kind of data, λ and split."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from kselect_core.selection.terms.recommendation import SURE
from kselect_core.words.labels import quantities, quantity_text
from kselect_ui.errors import finding as errors_finding, splits as errors_splits
from kselect_ui.explore import page as explore
from kselect_ui.sweep import finished as sweeps
from kselect_ui.widgets.state import View
from tests.collection import mostly_at_night
from tests.pages import visits

CRITERIA = ("loo", "gcv", "remp", "sps", "ks", "kta", "ckta", "fsm", "pep")
BUNDLED = ("two_moons", "checkerboard", "spirals", "additive", "wine")
MORE = ("ionosphere", "sonar", "heart", "liver-disorders")  # in the folder of KSELECT_DATA
BY_DAY = ("two_moons", "checkerboard", "additive", "wine", "sonar")  # a choice is found, none, ...


@pytest.fixture(
    scope="module", params=mostly_at_night((*BUNDLED, *MORE), lambda name: name in BY_DAY)
)
def digest(request, home):
    name = request.param
    if name in MORE and not (Path(os.environ.get("KSELECT_DATA", "?")) / f"{name}.csv").exists():
        pytest.skip(f"KSELECT_DATA names no folder with {name}.csv")
    config = visits.config_of(name, criteria=CRITERIA)
    config = replace(config, repeats=4, lambdas=(0.001, 0.1, 1.0))
    return visits.finished(config, home)


@pytest.fixture
def sweep(digest):
    return sweeps.load(digest)


def looked_at(sweep):
    start = View(None, *sweep.start, shown=quantities(sweep.config))
    return [
        replace(start, split=split, lam=lam) for split in (None, 1) for lam in sweep.config.lambdas
    ]


def test_both_pages_say_the_same_of_choices_over_the_whole_grid(sweep):
    for seen in looked_at(sweep):
        here = explore.finding(sweep, replace(seen, scope="joint"))
        there = errors_finding.sentence(sweep, seen)
        words = there.partition("\n")[2]
        assert here.endswith(words)
        assert words


def test_who_is_not_significantly_worse_on_errors_is_not_bad_on_explore(sweep):
    for seen in looked_at(sweep)[: len(sweep.config.lambdas)]:
        compared = errors_splits.found_in(sweep, seen, reference="", lam=seen.lam)
        unsure = untold(errors_splits.in_words(sweep, compared))
        verdicts = explore.judged_in(sweep, seen)
        reached = any(verdict.kind == "finds it" for verdict in verdicts)
        for verdict in verdicts:
            if reached and quantity_text(verdict.quantity) in unsure:
                assert verdict.good
            assert not (verdict.kind == "ties" and verdict.p < SURE)


def untold(text):
    """Names of those that a text says cannot be distinguished from the best one."""
    before, said, _ = text.partition(" cannot be distinguished from")
    return before.rpartition(". ")[2].split(", ") if said else []
