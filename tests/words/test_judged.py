"""Verdicts in words: the same sentences for every page."""

import math
from functools import partial

import pytest

from kselect_core import SweepConfig
from kselect_core.selection.terms.judgement import Judgement
from kselect_core.words.headline import headline
from kselect_core.words.judged import (
    above,
    beside_leave_one_out,
    numbers,
    oddest,
    p_text,
    verdict_sentences,
    why_text,
    word,
)

NAN = float("nan")
RIDGES = SweepConfig(dataset="moons")
COSTS = SweepConfig(dataset="moons", learner="svm", C=(1.0, 10.0), criteria=("svm_loo",))


def verdict(quantity="loo", kind="finds it", **changes):
    usual = {
        "quantity": quantity,
        "kind": kind,
        "good": kind in ("finds it", "near", "ties"),
        "splits": 5,
        "error": 0.027,
        "error_sd": 0.015,
        "lowest": 0.022,
        "above": 0.005,
        "best": "loo",
        "gap": 0.0,
        "best_error": 0.027,
        "p": NAN,
        "edge": 0,
        "lam": NAN,
    }
    return Judgement(**usual | changes)


WIDE = verdict("ckta", "too wide", error=0.153, gap=0.126, p=0.003)
FSM = verdict("fsm", "always narrowest", good=True, error=0.038, gap=0.011, p=0.6)


def test_a_criterion_that_is_no_better_than_leave_one_out_is_told_so():
    asked = SweepConfig(dataset="moons", criteria=("loo", "kfold", "gml", "hsic", "kta"))
    loo, best = (
        verdict(name, best="kfold", error=e) for name, e in (("loo", 0.03), ("kfold", 0.02))
    )
    worse = verdict("gml", error=0.05, best="kfold")
    every = [loo, best, worse]
    say = partial(beside_leave_one_out, asked, verdicts=every, task="binary")
    assert say(worse) == "no better here than LOO (2.0 points more)"
    assert say(worse._replace(error=0.03)) == "no better here than LOO (the same)"
    assert say(worse._replace(error=0.029)) == ""
    assert say(worse._replace(error=NAN, kind="no choice")) == ""
    assert say(worse._replace(best="loo")) == ""  # the gap to the best says it
    assert say(best._replace(error=0.04)) == ""  # an estimate of the error is one like LOO
    assert beside_leave_one_out(asked, worse, [worse], "binary") == ""


def told(*verdicts, task="binary", config=RIDGES):
    return verdict_sentences(config, verdicts, str, task=task)


def test_who_finds_it_is_told_with_the_error_and_the_distance_to_the_best_cell():
    text = told(verdict(), verdict("kta"))
    assert text == (
        "**LOO and KTA** find it: test error 2.7 ± 1.5 %, 0.5 points above the best cell."
    )


def test_who_misses_is_told_on_which_side_with_the_test():
    text = told(verdict(), WIDE)
    assert "**CKTA is too wide**: test error 15.3 ± 1.5 %, 12.6 points more than LOO" in text
    assert "(corrected t-test, p = 0.003)" in text


def test_the_farthest_is_told_in_numbers_and_the_others_by_their_word():
    text = told(verdict(), verdict("kta", "too narrow", gap=0.05, p=0.01), WIDE)
    assert "**CKTA is too wide**" in text
    assert text.endswith("Also worse: KTA (too narrow).")


def test_who_cannot_be_told_from_the_best_is_never_called_bad():
    text = told(verdict(), verdict("kta", "ties", gap=0.02, p=0.2), FSM)
    assert "KTA cannot be distinguished from LOO on 5 splits." in text
    assert "takes the narrowest kernel, as always. Here it cannot be distinguished" in text
    assert "more than" not in text


def test_an_end_by_construction_is_told_with_its_cost_where_it_is_bad():
    text = told(verdict(), FSM._replace(good=False, p=0.001))
    assert "as always: test error 3.8 ± 1.5 %, 1.1 points more than LOO" in text


def test_what_chooses_no_ridge_is_told_with_the_ridge_it_is_judged_at():
    free = WIDE._replace(lam=0.001)
    assert told(verdict(), free).endswith("CKTA does not choose λ: it is judged at λ = 0.001.")
    both = told(verdict(), free, FSM._replace(lam=0.001))
    assert both.endswith("CKTA and FSM do not choose λ: they are judged at λ = 0.001.")


def test_nobody_finds_it_where_the_best_is_bad():
    assert told(WIDE._replace(gap=0.0)).startswith("None of those shown finds it; **CKTA** is best")


def test_without_choices_the_words_say_so():
    nothing = verdict(kind="no choice", error=NAN)
    assert told(nothing) == "None of the criteria shown makes a choice."
    assert "makes a choice at λ = 1" in headline(
        RIDGES, [nothing], str, dataset="moons", task="binary", where="at λ = 1"
    )


def test_a_long_list_of_names_ends_in_a_number():
    names = ("loo", "kta", "ckta", "gcv", "sps", "ks")
    assert told(*map(verdict, names)).startswith("**LOO, KTA, CKTA, GCV and 2 more** find it")


def test_a_wrong_ridge_is_told_in_the_units_of_the_sweep():
    small = verdict(kind="too little ridge")
    assert word(RIDGES, small) == "λ too small"
    assert word(COSTS, small) == "C too large"
    assert word(RIDGES, verdict(kind="ties")) == "not clearly worse"


def test_a_criterion_chooses_a_wrong_ridge():
    small = verdict("gml", "too little ridge", gap=0.1, p=0.001)
    assert "**GML chooses λ too small**: " in told(verdict(), small)


def test_the_question_that_a_finding_leaves_is_about_the_worst_of_those_that_miss():
    worse = verdict("gml", "too little ridge", gap=0.2)
    cases = {
        (verdict(), WIDE, FSM): "Why CKTA is too wide",
        (verdict(), WIDE, FSM._replace(gap=0.3)): "Why CKTA is too wide",  # FSM may be as good
        (WIDE, FSM._replace(good=False, gap=0.3)): "Why FSM takes the narrowest kernel",
        (verdict(), FSM): "Why FSM takes the narrowest kernel",
        (WIDE, worse): "Why GML chooses λ too small",
    }
    assert {told: why_text(RIDGES, oddest(told), str) for told in cases} == cases


def test_no_question_is_left_where_nobody_misses():
    some = WIDE._replace(some=True, tied_low=0.025, tied_high=0.2, undecided="undecided among 3")
    assert oddest([verdict(), verdict("kta", "ties"), some, verdict(kind="no choice")]) is None
    assert oddest([]) is None


def test_regressions_are_told_in_squared_errors():
    found = verdict(error=3110.0, error_sd=198.0, lowest=3000.0, above=110.0)
    assert numbers(found, "regression") == "test squared error 3110 ± 198, 110 above the best cell"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (0.128, "as low as the best cell"),
        (0.127, "below every single cell, since each split has a choice of its own"),
        (0.1284, "less than 0.1 points above the best cell"),
        (0.1403, "1.2 points above the best cell"),
    ],
)
def test_the_distance_to_the_lowest_error_is_never_rounded_to_nothing(error, words):
    assert above(error, 0.128, "binary") == words


def test_distances_are_those_of_the_errors_beside_them():
    best = verdict(error=0.02651, best_error=0.02651, lowest=0.02151)  # 2.7 % and 2.2 %
    worse = verdict("ckta", "too wide", error=0.15349, best_error=0.02651, gap=0.12698, p=0.003)
    assert numbers(best, "binary") == "test error 2.7 ± 1.5 %, 0.5 points above the best cell"
    assert numbers(worse, "binary").startswith("test error 15.3 ± 1.5 %, 12.6 points more than LOO")
    same = worse._replace(error=0.0269, gap=0.00039)
    assert "2.7 ± 1.5 %, less than 0.1 points more than LOO" in numbers(same, "binary")


@pytest.mark.parametrize(
    ("p", "expected"),
    [(math.nan, ""), (0.0004, "p < 0.001"), (0.0432, "p = 0.043"), (1.0, "p = 1")],
)
def test_p_values_are_written_as_in_a_sentence(p, expected):
    assert p_text(p) == expected


def test_names_are_written_as_is_asked_for():
    text = headline(
        RIDGES, [verdict(), WIDE], "<{}>".format, dataset="moons", task="binary", where="here"
    )
    assert text.startswith("On **<moons>** here (lowest test error of a cell: **2.2 %**): ")
    assert "**<LOO>** finds it" in text
    assert "**<CKTA> is too wide**" in text


def test_choices_that_may_as_well_be_others_are_named_once_for_every_page():
    unsure = verdict(undecided="undecided between τ = 2¹ and 2²")
    settled = "the fits behind the choice have not converged"
    assert "ndecided" not in told(verdict())
    assert told(unsure).endswith(
        " **Undecided** within the errors of the values: LOO is between τ = 2¹ and 2²."
    )
    both = told(unsure, verdict("kta", "near", undecided=f"{settled}, undecided among 3 values"))
    assert both.endswith(f"between τ = 2¹ and 2²; KTA ({settled}, undecided among 3 values).")


def test_a_finder_in_some_of_the_tied_cells_is_told_so_with_the_worst_of_them():
    tied = {"undecided": "undecided between τ = 2¹ and 2²", "some": True}
    tied |= {"tied_low": 0.022, "tied_high": 0.052}
    some = verdict("kta", **tied)
    assert word(RIDGES, some) == "finds it in some of the tied cells"
    assert told(some) == (
        "**KTA** finds it in some of the tied cells: in the worst of them the error is 5.2 %, "
        "3.0 points above the best cell. **Undecided** within the errors of the values: "
        "KTA is between τ = 2¹ and 2² (test error 2.2 … 5.2 %)."
    )
    beside = told(verdict(), some)
    assert beside.startswith("**LOO** finds it: ")
    assert "**KTA** finds it in some" in beside


def test_a_choice_that_misses_but_is_tied_with_good_cells_is_told_both():
    missed = WIDE._replace(some=True, tied_low=0.025, tied_high=0.2, undecided="undecided among 3")
    assert word(RIDGES, missed) == "too wide; near in some of the tied cells"
    text = told(verdict(), missed)
    assert "**CKTA** comes near in some of the tied cells, not in the one it takes (" in text
    assert "is too wide" not in text
    near = verdict("kta", "near", some=True, tied_low=0.025, tied_high=0.05)
    assert "KTA comes near." not in told(verdict(), near)
