"""The table of choices over the splits, and the sentence made of it."""

import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core.selection.sweep.choices import part
from kselect_core.words.headline import blind_headline, headline
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


def seen(table, shown=("loo", "fsm"), task="binary"):
    return headline(verdicts(table, shown), str, dataset="moons", task=task, where="at λ = 0.01")


def test_the_finding_names_who_chose_badly_with_numbers():
    text = seen(choices(row(), row("fsm", test_error=0.4, regret=0.37, on_boundary=True)))
    assert "test error **4.0 %**" in text
    assert "chooses badly" in text
    assert "37.0 points above the best" in text
    assert "on the edge of the grid" in text
    assert "1 of the 2 shown" in text


def test_choices_over_the_whole_grid_are_told_with_their_lambda():
    found = verdicts(choices(row(), row("fsm", regret=0.5)), ("loo", "fsm"))
    text = headline(found, str, dataset="x", task="binary", where="", joint=True)
    assert text.count("τ = 2⁻¹ and λ = 0.01") == 2


def test_the_finding_says_when_none_is_good():
    text = seen(choices(row(regret=0.2), row("fsm", regret=0.3)))
    assert "None of the 2 shown" in text


def test_the_finding_says_when_all_choose_well():
    assert "All 2 criteria shown come within 1.0 points" in seen(choices(row(), row("fsm")))
    equal = choices(row(regret=0.0), row("fsm", regret=0.0))
    assert "All 2 criteria shown reach that." in seen(equal)


def test_the_finding_speaks_of_squared_errors_for_regression():
    table = choices(
        row(test_error=100.0, best_test_error=99.0, regret=1.0),
        row("fsm", test_error=150.0, best_test_error=99.0, regret=51.0),
    )
    text = seen(table, task="regression")
    assert "test squared error **100**" in text
    assert "51 above the best" in text


def test_the_spread_of_large_squared_errors_has_no_power_of_ten():
    rows = [row(split=i, test_error=3000.0 + 280 * i, regret=0.0) for i in (0, 1)]
    assert "± 198**" in seen(choices(*rows), task="regression")


def test_over_splits_the_best_is_that_of_each_split():
    once = seen(choices(row()))
    twice = seen(choices(row(), row(split=1)))
    assert "; the best kernel on the grid reaches" in once
    assert "; the best kernel of each split reaches, on average," in twice


@pytest.mark.parametrize("shown", [(), ("kta",)])
def test_without_choices_the_finding_says_so(shown):
    assert "none of the criteria shown makes a choice" in seen(choices(row()), shown)


def test_the_blind_finding_has_no_test_error():
    text = blind_headline(
        verdicts(choices(row()), ("loo",)), str, dataset="moons", where="at λ = 0.01"
    )
    assert "chooses τ = 2⁻¹" in text
    assert "%" not in text


def test_names_are_written_as_is_asked_for():
    table = choices(row(), row("fsm", regret=0.37))
    found = verdicts(table, ("loo", "fsm"))
    text = headline(found, "<{}>".format, dataset="a", task="binary", where="here")
    assert text.startswith("On **<a>** here, <LOO> chooses ")
    assert "**<FSM> chooses badly**" in text
    blind = blind_headline(found, "<{}>".format, dataset="a", where="here")
    assert blind.startswith("On **<a>** here: <LOO> chooses ")
