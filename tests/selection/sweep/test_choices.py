"""Choices: a naive search over the rows, every tie rule by hand, boundaries in words."""

import math
import re
import warnings
from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose
from pandas.testing import assert_frame_equal

from kselect_core.errors import DataError
from kselect_core.selection import Candidates, SweepConfig, choices, run_sweep
from kselect_core.selection.sweep.cube import grid_of
from tests.criteria import definitions as d
from tests.selection.examples import blobs, small, waves
from tests.tolerances import EXACT, ROUNDOFF

COLUMNS = [
    *("split", "quantity", "scope", "kernel", "parameter", "convention", "lambda", "mu", "C"),
    *("value", "test_error", "best_test_error", "regret", "on_boundary", "boundary", "ties"),
    "reason",
]


def table_of(config, quantities, *, splits=1, reason="because"):
    """Tidy table from arrays (kernels, λ) per quantity; the same on every split."""
    rows = []
    for split, (name, numbers) in product(range(splits), quantities.items()):
        cells = product(enumerate(config.kernels), enumerate(config.lambdas))
        for (row, (family, value)), (column, lam) in cells:
            number = float(
                np.broadcast_to(numbers, (len(config.kernels), len(config.lambdas)))[row, column]
            )
            rows.append(
                {
                    "dataset": "blobs", "split": split, "learner": "krr",
                    "kernel": family.kernel, "parameter": value, "convention": family.convention,
                    "lambda": lam, "mu": 10 * lam, "C": np.nan, "quantity": name,
                    "kind": "criterion", "value": number,
                    "reason": reason if math.isnan(number) else "",
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def joint(table, config, quantity=None):
    """The joint choice of the first split as a dictionary."""
    made = choices(table, config)
    made = made[(made["scope"] == "joint") & (made["split"] == 0)]
    if quantity is not None:
        made = made[made["quantity"] == quantity]
    (row,) = made.to_dict("records")
    return row


def config_of(*families, lambdas=(0.1, 1.0), criteria=("kfold",)):
    return small(
        candidates=families or (Candidates(values=(1, 2, 4)),), lambdas=lambdas, criteria=criteria
    )


# the naive search


def best_by_hand(rows, config, choice, kernels):
    """Chosen row of a list of rows: no arrays, one comparison after the other."""
    lower = choice.criterion.better == "lower"
    usable = [row for row in rows if not math.isnan(row["value"])]
    if not usable:
        return None
    key = (lambda row: row["value"]) if lower else (lambda row: -row["value"])
    best = min(map(key, usable))
    tied = [row for row in usable if key(row) == best or key(row) <= best + 1e-9 * abs(best)]
    order = {name: position for position, name in enumerate(kernels)}

    def preference(row):
        family = next(f for f in config.candidates if f.kernel == row["kernel"])
        smoother = {"2tau": 1, "sigma2": 1}.get(family.convention, -1)
        parameter = 0 if math.isnan(row["parameter"]) else smoother * row["parameter"]
        return (-row["lambda"], order[row["kernel"]], -parameter)

    return min(tied, key=preference)


def naive(table, config):
    found = []
    test = table[
        table["quantity"]
        == ("test_error" if "test_error" in set(table["quantity"]) else "test_squared_error")
    ]
    for split in sorted(set(table["split"])):
        for choice in config.criteria:
            rows = table[(table["split"] == split) & (table["quantity"] == choice.quantity)]
            errors = test[test["split"] == split]
            for lam in [*config.lambdas, None]:
                part = rows if lam is None else rows[rows["lambda"] == lam]
                grid = errors if lam is None else errors[errors["lambda"] == lam]
                kernels = [family.kernel for family in config.candidates]
                row = best_by_hand(part.to_dict("records"), config, choice, kernels)
                error = next(
                    e["value"] for e in grid.to_dict("records")
                    if repr((e["kernel"], e["parameter"], e["lambda"]))
                    == repr((row["kernel"], row["parameter"], row["lambda"]))
                )  # fmt: skip
                best = min(grid["value"])
                found.append((split, choice.quantity, "joint" if lam is None else "per_lambda",
                              row["kernel"], row["parameter"], row["lambda"], row["mu"],
                              row["value"], error, best, error - best))  # fmt: skip
    return found


FAMILIES = (
    Candidates(values=(0.5, 2.0, 8.0), convention="tau"),
    Candidates("polynomial", (1, 2)),
    Candidates("linear"),
)
SEARCHED = [
    *("split", "quantity", "scope", "kernel", "parameter", "lambda", "mu", "value"),
    *("test_error", "best_test_error", "regret"),
]


@pytest.mark.parametrize("data", [blobs(), waves()], ids=lambda data: data.name)
def test_choices_are_those_of_a_naive_search(data):
    criteria = [
        key
        for key, c in d.JUDGES.items()
        if (data.name == "blobs" or "classes" not in c.needs) and c.spread is None
    ]
    config = small(candidates=FAMILIES, criteria=criteria, dataset=data.name)
    table = run_sweep(config, dataset=data)
    made = choices(table, config)
    expected = pd.DataFrame(naive(table, config), columns=SEARCHED)
    assert_frame_equal(made[SEARCHED], expected, check_exact=True)
    assert list(made.columns) == COLUMNS
    assert (made["regret"] >= 0).all()
    assert made["C"].isna().all()
    assert len(made) == 2 * len(criteria) * 4


@given(
    levels=st.lists(st.integers(-3, 3), min_size=18, max_size=18),
    better=st.sampled_from(["kfold", "kta"]),
)
def test_choices_with_many_ties_are_those_of_a_naive_search(levels, better):
    config = config_of(*FAMILIES, lambdas=(0.1, 1.0, 10.0), criteria=(better,))
    numbers = np.array(levels, dtype=float).reshape(6, 3)
    table = table_of(config, {better: numbers, "test_error": numbers**2})
    expected = pd.DataFrame(naive(table, config), columns=SEARCHED)
    assert_frame_equal(choices(table, config)[SEARCHED], expected, check_exact=True)


def test_the_order_of_the_rows_does_not_matter():
    config = small(candidates=FAMILIES)
    table = run_sweep(config, dataset=blobs())
    shuffled = table.sample(frac=1.0, random_state=1)
    assert_frame_equal(choices(shuffled, config), choices(table, config), check_exact=True)


def test_regressions_are_judged_by_their_squared_error():
    config = small(dataset="waves", criteria=["loo"])
    table = run_sweep(config, dataset=waves())
    row = joint(table, config)
    errors = table[(table["quantity"] == "test_squared_error") & (table["split"] == 0)]
    assert row["best_test_error"] == errors["value"].min()


# tie rules


def test_a_difference_below_the_tolerance_is_a_tie_and_above_it_none():
    config = config_of(lambdas=(0.1,))
    for difference, chosen in ((1e-10, 4.0), (1e-8, 1.0)):
        numbers = np.array([[1.0], [2.0], [1.0 + difference]])
        row = joint(table_of(config, {"kfold": numbers, "test_error": 0}), config)
        assert row["parameter"] == chosen
        assert row["ties"] == (chosen == 4.0)


def test_the_tolerance_is_relative_also_below_zero_and_for_higher_is_better():
    config = config_of(lambdas=(0.1,), criteria=("kta",))
    for numbers, chosen in (([-1e-3, -2.0, -1e-3 * (1 + 1e-10)], 4.0), ([1e9, 5.0, 1e9 + 10], 4.0),
                            ([1e9 + 10, 5.0, 1e9], 1.0), ([1e9, 5.0, 1e9 - 0.1], 4.0)):  # fmt: skip
        table = table_of(config, {"kta": np.array(numbers)[:, None], "test_error": 0})
        assert joint(table, config)["parameter"] == chosen


COUNTED = ("kfold", {"loss": "error"})


def test_equal_error_counts_go_to_the_smaller_squared_loss():
    config = config_of(criteria=(COUNTED,))
    counts = np.array([[0.1, 0.1], [0.1, 0.3], [0.2, 0.2]])
    losses = np.array([[0.5, 0.4], [0.3, 0.1], [0.0, 0.0]])
    table = table_of(
        config, {"kfold(loss=error)": counts, "kfold(loss=error)#squared": losses, "test_error": 0}
    )
    row = joint(table, config)
    assert (row["parameter"], row["lambda"], row["value"], row["ties"]) == (2.0, 0.1, 0.1, 2)


def test_without_squared_losses_the_other_rules_decide():
    config = config_of(criteria=(COUNTED,))
    counts = np.array([[0.1, 0.1], [0.1, 0.3], [0.2, 0.2]])
    for extra in ({}, {"kfold(loss=error)#squared": np.full((3, 2), np.nan)}):
        table = table_of(config, {"kfold(loss=error)": counts, "test_error": 0, **extra})
        row = joint(table, config)
        assert (row["parameter"], row["lambda"]) == (1.0, 1.0)


def test_equal_squared_losses_go_to_the_larger_ridge():
    config = config_of(criteria=(COUNTED,))
    losses = np.array([[0.3, 0.3], [0.3, 0.4], [0.4, 0.4]])
    table = table_of(
        config, {"kfold(loss=error)": 0.1, "kfold(loss=error)#squared": losses, "test_error": 0}
    )
    row = joint(table, config)
    assert (row["parameter"], row["lambda"], row["ties"]) == (1.0, 1.0, 5)


def test_the_larger_ridge_comes_before_the_smoother_kernel():
    config = config_of()
    numbers = np.array([[1.0, 0.5], [1.0, 1.0], [0.5, 1.0]])
    row = joint(table_of(config, {"kfold": numbers, "test_error": 0}), config)
    assert (row["parameter"], row["lambda"]) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("family", "smoothest"),
    [
        (Candidates(values=(1, 2, 4), convention="2tau"), 4.0),
        (Candidates(values=(1, 2, 4), convention="sigma2"), 4.0),
        (Candidates(values=(1, 2, 4), convention="tau"), 1.0),
        (Candidates(values=(1, 2, 4), convention="gamma"), 1.0),
        (Candidates("laplacian", (1, 2, 4)), 1.0),
        (Candidates("polynomial", (1, 2, 4)), 1.0),
    ],
)
def test_ties_go_to_the_smoothest_kernel_of_every_convention(family, smoothest):
    config = config_of(family)
    row = joint(table_of(config, {"kfold": 1.0, "test_error": 0}), config)
    assert (row["parameter"], row["lambda"]) == (smoothest, 1.0)


def test_ties_between_families_go_to_the_earlier_one():
    rough = Candidates(values=(1.0,))
    for families in ((rough, Candidates("polynomial", (1, 2, 3))), (Candidates("linear"), rough)):
        config = config_of(*families)
        row = joint(table_of(config, {"kfold": 1.0, "test_error": 0}), config)
        assert row["kernel"] == families[0].kernel


def test_ties_of_a_criterion_without_ridge_count_kernels():
    config = config_of(criteria=("kta", "kfold"))
    numbers = np.array([[1.0], [0.5], [1.0]])
    table = table_of(config, {"kta": numbers, "kfold": -numbers, "test_error": 0})
    assert joint(table, config, "kta")["ties"] == 1
    assert joint(table, config, "kfold")["ties"] == 3


# undefined and infinite values


def test_undefined_values_are_ignored():
    config = config_of(lambdas=(0.1,))
    table = table_of(config, {"kfold": [[np.nan], [2.0], [np.nan]], "test_error": 0})
    row = joint(table, config)
    assert (row["parameter"], row["value"], row["ties"], row["reason"]) == (2.0, 2.0, 0, "")


def test_without_any_value_the_row_says_why():
    config = config_of()
    numbers = np.array([[np.nan, 1.0]] * 3)
    table = table_of(config, {"kfold": numbers, "test_error": [[0.3, 0.2]] * 3}, reason="too small")
    made = choices(table, config).set_index(["scope", "lambda"])
    row = made.loc[("per_lambda", 0.1)]
    assert (row["reason"], row["kernel"], row["convention"], row["mu"]) == (
        "too small",
        "",
        "",
        1.0,
    )
    assert row[["parameter", "value", "test_error", "regret"]].isna().all()
    assert (row["best_test_error"], row["on_boundary"], row["boundary"], row["ties"]) == (
        0.3,
        False,
        "",
        0,
    )
    assert made.loc[("per_lambda", 1.0)]["reason"] == ""
    nothing = joint(table_of(config, {"kfold": np.nan, "test_error": 0.1}), config)
    assert nothing["reason"] == "because"
    assert math.isnan(nothing["lambda"])
    assert math.isnan(nothing["mu"])
    silent = table_of(config, {"kfold": np.nan, "test_error": 0.1}, reason="")
    assert joint(silent, config)["reason"] == "no value on this grid"


def test_infinite_values_are_the_worst():
    config = config_of(lambdas=(0.1,), criteria=("fsm",))
    table = table_of(config, {"fsm": [[np.inf], [2.0], [np.inf]], "test_error": 0})
    assert joint(table, config)["parameter"] == 2.0
    config = config_of(lambdas=(0.1,), criteria=("kta",))
    table = table_of(config, {"kta": [[-np.inf], [-2.0], [np.nan]], "test_error": 0})
    assert joint(table, config)["parameter"] == 2.0


@pytest.mark.parametrize(
    ("key", "numbers"), [("fsm", np.inf), ("fsm", [[np.inf], [np.nan], [np.inf]]), ("kta", -np.inf)]
)
def test_of_infinite_values_alone_none_is_chosen(key, numbers):
    config = config_of(lambdas=(0.1,), criteria=(key,))
    row = joint(table_of(config, {key: numbers, "test_error": 0}), config)
    assert (row["kernel"], row["reason"]) == ("", "no value on this grid is finite")
    assert all(map(math.isnan, (row["parameter"], row["value"], row["regret"])))


def test_an_undefined_test_error_leaves_the_regret_undefined():
    config = config_of(lambdas=(0.1,))
    numbers = {"kfold": [[1.0], [2.0], [3.0]], "test_error": [[np.nan], [0.2], [0.4]]}
    row = joint(table_of(config, numbers), config)
    assert (row["parameter"], row["best_test_error"]) == (1.0, 0.2)
    assert math.isnan(row["test_error"])
    assert math.isnan(row["regret"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        row = joint(table_of(config, {"kfold": 1.0, "test_error": np.nan}), config)
    assert math.isnan(row["best_test_error"])


# boundaries


PLACES = [
    # row, column, words of the joint choice, words of the choice for that λ
    (0, 1, "low end of the parameter", "low end of the parameter"),
    (2, 1, "high end of the parameter", "high end of the parameter"),
    (1, 0, "smallest λ", ""),
    (1, 2, "largest λ", ""),
    (0, 0, "low end of the parameter, smallest λ", "low end of the parameter"),
    (2, 2, "high end of the parameter, largest λ", "high end of the parameter"),
    (1, 1, "", ""),
]


@pytest.mark.parametrize(("row", "column", "words", "alone"), PLACES)
@pytest.mark.parametrize("convention", ["2tau", "gamma"])
def test_a_choice_on_the_boundary_says_which(row, column, words, alone, convention):
    config = config_of(
        Candidates(values=(1, 2, 4), convention=convention), lambdas=(0.1, 1.0, 10.0)
    )
    numbers = np.ones((3, 3))
    numbers[row, column] = 0.5
    table = table_of(config, {"kfold": numbers, "test_error": 0})
    found = joint(table, config)
    assert (found["boundary"], found["on_boundary"]) == (words, bool(words))
    made = choices(table, config).iloc[column]
    assert (made["boundary"], made["on_boundary"]) == (alone, bool(alone))


def test_every_family_has_its_own_ends():
    config = config_of(
        Candidates(values=(1, 2, 4)), Candidates("polynomial", (1, 2, 3)), lambdas=(1.0,)
    )
    for row, words in enumerate(["low", "", "high", "low", "", "high"]):
        numbers = np.ones((6, 1))
        numbers[row] = 0.5
        found = joint(table_of(config, {"kfold": numbers, "test_error": 0}), config)
        assert found["boundary"] == (f"{words} end of the parameter" if words else "")


@pytest.mark.parametrize("family", [Candidates(values=(2,)), Candidates("linear")])
def test_a_single_kernel_and_a_single_ridge_have_no_ends(family):
    config = config_of(family, lambdas=(0.1,))
    found = joint(table_of(config, {"kfold": 1.0, "test_error": 0}), config)
    assert (found["boundary"], found["on_boundary"]) == ("", False)


def test_a_criterion_without_ridge_has_no_ends_in_it():
    config = config_of(criteria=("kta",))
    table = table_of(config, {"kta": [[0.0], [1.0], [0.0]], "test_error": 0})
    assert joint(table, config)["boundary"] == ""


def test_a_tie_with_an_end_of_the_grid_is_said():
    config = config_of(
        Candidates(values=(1, 2, 4, 8), convention="gamma"), lambdas=(0.1, 1.0, 10.0)
    )
    numbers = np.ones((4, 3))
    numbers[1:, 1] = (
        0.5  # the smoothest of the tied is the second kernel, the last one ties with it
    )
    found = joint(table_of(config, {"kfold": numbers, "test_error": 0}), config)
    assert (found["parameter"], found["boundary"]) == (
        2.0,
        "tied with the high end of the parameter",
    )
    numbers = np.ones((4, 3))
    numbers[1, 1] = numbers[0, 0] = 0.5
    found = joint(table_of(config, {"kfold": numbers, "test_error": 0}), config)
    assert (found["parameter"], found["boundary"]) == (
        2.0,
        "tied with the low end of the parameter",
    )


# scopes, splits and parts of tables


def test_the_scopes_are_every_ridge_and_the_whole_grid():
    config = config_of(lambdas=(0.1, 1.0, 10.0))
    numbers = np.array([[1.0, 9, 9], [9, 2.0, 9], [9, 9, 3.0]])
    errors = np.array([[0.5, 0.1, 0.4], [0.2, 0.6, 0.2], [0.3, 0.3, 0.7]])
    made = choices(table_of(config, {"kfold": numbers, "test_error": errors}), config)
    assert list(made["scope"]) == ["per_lambda"] * 3 + ["joint"]
    assert_allclose(made["lambda"], [0.1, 1.0, 10.0, 0.1], **EXACT)
    assert_allclose(made["mu"], [1.0, 10.0, 100.0, 1.0], **EXACT)
    assert_allclose(made["parameter"], [1, 2, 4, 1], **EXACT)
    assert_allclose(made["best_test_error"], [0.2, 0.1, 0.2, 0.1], **EXACT)
    assert_allclose(made["regret"], [0.3, 0.5, 0.5, 0.4], **ROUNDOFF)


def test_every_split_chooses_for_itself():
    config = config_of(lambdas=(0.1,))
    one = table_of(config, {"kfold": [[1.0], [2.0], [3.0]], "test_error": 0})
    other = table_of(config, {"kfold": [[3.0], [1.0], [2.0]], "test_error": 0}).assign(split=1)
    made = choices(pd.concat([one, other]), config)
    assert list(made["split"]) == [0, 0, 1, 1]
    assert list(made["parameter"]) == [1.0, 1.0, 2.0, 2.0]


def test_a_partial_table_gives_the_choices_of_what_is_there():
    config = small(criteria=("loo", "kta"))
    table = run_sweep(config, dataset=blobs())
    part = table[table["parameter"] < 8.0]
    assert set(choices(part, config)["parameter"]) <= {0.5, 2.0}
    assert set(choices(table[table["quantity"] != "kta"], config)["quantity"]) == {"loo"}
    empty = choices(table.iloc[:0], config)
    assert list(empty.columns) == COLUMNS
    assert empty.empty


@pytest.mark.parametrize(
    "change", [{"candidates": Candidates(values=(0.5, 2.0))}, {"lambdas": (0.01, 0.1)}]
)
def test_a_table_of_another_grid_is_refused(change):
    table = run_sweep(small(), dataset=blobs())
    with pytest.raises(DataError, match="holds kernels or ridges outside its grid"):
        choices(table, small(**change))


def test_tables_that_cannot_be_judged_are_refused_in_words():
    config = config_of()
    with pytest.raises(DataError, match="not a sweep table"):
        choices(pd.DataFrame({"a": [1]}), config)
    with pytest.raises(DataError, match=re.escape("no test errors for split 0")):
        choices(table_of(config, {"kfold": 1.0}), config)


# the one-standard-error rule


def one_error_by_hand(values, errors):
    """Kernel number and λ number of the simplest cell within one standard error of the lowest."""
    cells = [(i, j) for i in range(values.shape[0]) for j in range(values.shape[1])]
    lowest = min(values[cell] for cell in cells if not math.isnan(values[cell]))
    at = [cell for cell in cells if values[cell] == lowest]
    (i, j) = max(at, key=lambda cell: (cell[1], cell[0]))  # larger λ, then wider kernel
    limit = lowest + errors[i, j]
    inside = [cell for cell in cells if values[cell] <= limit]
    return max(inside, key=lambda cell: (cell[1], cell[0])), len(inside) - 1


@given(seed=d.seeds)
def test_the_simplest_candidate_within_one_standard_error_is_chosen(seed):
    rng = np.random.default_rng(seed)
    config = config_of(
        Candidates(values=(1, 2, 4, 8), convention="2tau"),
        lambdas=(0.01, 0.1, 1.0),
        criteria=("kfold_se",),
    )
    values = rng.integers(0, 12, (4, 3)) / 7.0
    values[rng.random((4, 3)) < 0.1] = np.nan
    values[0, 0] = 1.0
    errors = rng.random((4, 3))
    table = table_of(config, {"kfold_se": values, "kfold_se#se": errors, "test_error": 0})
    row = joint(table, config, "kfold_se")
    (kernel, ridge), others = one_error_by_hand(values, errors)
    assert (row["parameter"], row["lambda"]) == (config.kernels[kernel][1], config.lambdas[ridge])
    assert row["ties"] == others
    assert row["value"] == values[kernel, ridge]


def test_a_standard_error_of_nothing_leaves_the_minimum():
    config = config_of(criteria=("kfold_se", "kfold"))
    values = np.array([[3.0, 2.0], [1.0, 4.0], [2.0, 5.0]])
    numbers = {"kfold": values, "kfold_se": values, "kfold_se#se": 0 * values, "test_error": 0}
    table = table_of(config, numbers)
    lowest, simplest = (joint(table, config, name) for name in ("kfold", "kfold_se"))
    assert {name for name in COLUMNS if repr(lowest[name]) != repr(simplest[name])} == {"quantity"}


def test_a_table_without_standard_errors_says_so():
    config = config_of(criteria=("kfold_se",))
    table = table_of(config, {"kfold_se": np.ones((3, 2)), "test_error": 0})
    with pytest.raises(DataError, match="holds no kfold_se#se for split 0; its choice needs them"):
        choices(table, config)


def test_a_sweep_holds_the_standard_errors_and_chooses_by_them():
    config = small(criteria=("kfold", "kfold_se"), dataset="blobs")
    table = run_sweep(config, dataset=blobs())
    assert set(table.loc[table["quantity"] == "kfold_se#se", "kind"]) == {"info"}
    made = choices(table, config).query("scope == 'joint'").set_index(["split", "quantity"])
    for split in made.index.levels[0]:
        lowest, simplest = made.loc[(split, "kfold")], made.loc[(split, "kfold_se")]
        assert simplest["lambda"] >= lowest["lambda"]
        assert simplest["value"] >= lowest["value"]


@pytest.mark.parametrize(("values", "ends"), [((1.0, 2.0, 3.0), False), ((0.5, 1.0, 2.0), True)])
def test_gram_matrices_that_are_only_numbered_have_no_ends(values, ends):
    family = Candidates("precomputed", values)
    grid = grid_of(SweepConfig(dataset="grams", candidates=family, preprocessing="none"))
    assert [grid.ends(kernel) for kernel in range(3)] == [
        (ends, False),
        (False, False),
        (False, ends),
    ]


def test_a_table_of_other_criteria_is_refused_with_both():
    config = config_of(Candidates("gaussian", (1.0, 2.0)))
    ones = np.ones((2, 2))
    table = table_of(config, {"kfold": ones, "test_error": ones})
    with pytest.raises(DataError, match=r"criteria of the configuration \(loo\); it has kfold"):
        choices(table, replace(config, criteria=("loo",)))
    assert len(choices(table, replace(config, criteria=("loo", "kfold"))))
