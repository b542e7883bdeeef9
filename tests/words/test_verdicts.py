"""The table of choices over the splits, and what is said of it without test errors."""

import pandas as pd
from numpy.testing import assert_allclose

from kselect_core.selection.sweep.choices import part
from kselect_core.words.headline import blind_headline
from kselect_core.words.verdicts import verdicts
from tests.tolerances import EXACT

NAN = float("nan")


def row(quantity="loo", **changes):
    usual = {
        "split": 0,
        "quantity": quantity,
        "scope": "joint",
        "kernel": "gaussian",
        "parameter": 0.5,
        "convention": "2tau",
        "lambda": 0.01,
        "mu": 2.1,
        "C": NAN,
        "value": 0.1,
        "test_error": 0.04,
        "best_test_error": 0.03,
        "regret": 0.01,
        "on_boundary": False,
        "boundary": "",
        "ties": 1,
        "reason": "",
    }
    return usual | changes


def choices(*rows):
    return pd.DataFrame(list(rows))


def test_a_verdict_has_the_mean_and_the_spread_over_the_splits():
    table = choices(
        row(test_error=0.02, regret=0.0), row(split=1, test_error=0.04, regret=0.02, parameter=2.0)
    )
    (verdict,) = verdicts(table, ("loo",))
    assert_allclose(verdict.test_error, 0.03, **EXACT)
    assert_allclose(verdict.test_error_sd, 0.02 / 2**0.5, rtol=1e-12)
    assert_allclose(verdict.regret, 0.01, **EXACT)
    assert verdict.chosen == "τ = 2⁻¹ … 2¹"
    assert verdict.splits == 2


def test_choices_of_different_kernels_are_both_named():
    table = choices(row(), row(split=1, kernel="polynomial", convention="degree", parameter=3.0))
    (verdict,) = verdicts(table, ("loo",))
    assert verdict.chosen == "Gaussian τ = 2⁻¹ or polynomial degree p = 3"


def test_a_linear_kernel_is_named_without_a_parameter():
    table = choices(row(kernel="linear", convention="", parameter=NAN))
    assert verdicts(table, ("loo",))[0].chosen == "linear"


def test_edges_are_counted_over_the_splits():
    table = choices(row(on_boundary=True, boundary="narrowest τ"), row(split=1))
    (verdict,) = verdicts(table, ("loo",))
    assert (verdict.boundary, verdict.splits) == (1, 2)


def test_a_criterion_without_a_value_gives_its_reason():
    table = choices(row(value=NAN, test_error=NAN, regret=NAN, reason="one class"))
    (verdict,) = verdicts(table, ("loo",))
    assert (verdict.splits, verdict.reason) == (0, "one class")


def test_verdicts_follow_the_order_shown_and_skip_the_unknown():
    table = choices(row("kta"), row("loo"))
    assert [v.quantity for v in verdicts(table, ("loo", "fsm", "kta"))] == ["loo", "kta"]


def test_part_takes_one_scope_one_lambda_one_split():
    table = choices(
        row(),
        row(scope="per_lambda"),
        row(scope="per_lambda", split=1),
        row(scope="per_lambda", **{"lambda": 0.1}),
    )
    assert len(part(table, "joint", 0.1, None)) == 1
    assert len(part(table, "per_lambda", 0.01, None)) == 2
    assert list(part(table, "per_lambda", 0.01, 1)["split"]) == [1]


def test_the_blind_finding_has_no_test_error():
    text = blind_headline(
        verdicts(choices(row()), ("loo",)), str, dataset="moons", where="at λ = 0.01"
    )
    assert "chooses τ = 2⁻¹" in text
    assert "%" not in text


def test_names_are_written_as_is_asked_for():
    found = verdicts(choices(row(), row("fsm", regret=0.37)), ("loo", "fsm"))
    blind = blind_headline(found, "<{}>".format, dataset="a", where="here")
    assert blind.startswith("On **<a>** here: <LOO> chooses ")


def test_choices_that_may_as_well_be_others_say_so_and_on_how_many_splits():
    words = "undecided between τ = 2⁻¹ and 2⁰"
    (one,) = verdicts(choices(row(undecided=words)), ("loo",))
    assert (one.undecided, one.chosen_text) == (words, "τ = 2⁻¹ (undecided)")
    rows = (row(split=number, undecided=words if number else "") for number in range(3))
    (many,) = verdicts(choices(*rows), ("loo",))
    assert many.undecided == f"{words} (in doubt on 2 of 3 splits)"
    (exact,) = verdicts(choices(row()), ("loo",))
    assert (exact.undecided, exact.chosen_text) == ("", "τ = 2⁻¹")
    (decided,) = verdicts(choices(row(undecided="")), ("loo",))
    assert decided.chosen_text == "τ = 2⁻¹"


def test_the_regret_of_an_undecided_choice_is_told_with_that_of_the_tied_cells():
    unsure = {"undecided": "undecided between τ = 2¹ and 2²", "test_error": 0.04}
    unsure |= {"test_error_low": 0.03, "test_error_high": 0.06}
    (verdict,) = verdicts(choices(row(**unsure)), ("loo",))
    assert verdict.regret_text("binary") == "1.0 points (0 … 3 points among the tied cells)"
    assert verdict.regret_text("regression") == "0.01 (0 … 0.03 among the tied cells)"
    (settled,) = verdicts(choices(row()), ("loo",))
    assert settled.regret_text("binary") == "1.0 points"
    same = unsure | {"test_error_low": 0.04, "test_error_high": 0.04}
    (alike,) = verdicts(choices(row(**same)), ("loo",))
    assert alike.regret_text("binary") == "1.0 points"
