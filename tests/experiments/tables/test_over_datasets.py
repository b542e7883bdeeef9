"""Ranks and tests of several data sets against one criterion."""

import numpy as np
import pandas as pd
import pytest

from kselect_core.experiments.statistics.rank_tests import against_control
from kselect_core.experiments.statistics.signed_rank import bayesian_signed_rank
from kselect_core.experiments.tables.over_datasets import over_datasets


def results(scores, setting=""):
    rows = [
        {"variant": "", "dataset": d, "setting": setting, "criterion": c, "mean": scores.loc[d, c]}
        for d in scores.index
        for c in scores.columns
    ]
    return pd.DataFrame(rows)


@pytest.fixture
def scores():
    rng = np.random.default_rng(0)
    base = rng.uniform(5, 30, 9)
    table = {"CV": base, "SM": base + rng.normal(0.2, 0.1, 9), "FSM": base + rng.uniform(5, 20, 9)}
    return pd.DataFrame(table, index=[f"set {i}" for i in range(9)])


def test_the_table_says_what_the_tests_say(scores):
    found = over_datasets(results(scores), reference="CV").set_index("criterion")
    tested = against_control(scores, control="CV").set_index("criterion")
    pd.testing.assert_series_equal(
        found["p_signed_rank_holm"], tested["p_signed_rank_holm"], check_exact=True
    )
    pd.testing.assert_series_equal(found["rank"], tested["rank"], check_exact=True)
    bayes = bayesian_signed_rank(scores["SM"].to_numpy(), scores["CV"].to_numpy(), rope=1.0, seed=0)
    assert (found.loc["SM", "better"], found.loc["SM", "alike"]) == (bayes.left, bayes.within)
    assert found.loc["SM", "alike"] > 0.99
    assert found.loc["FSM", "worse"] > 0.99
    assert found.loc["CV", ["better", "alike", "worse"]].isna().all()


def test_where_higher_is_better_the_other_side_is_the_better_one(scores):
    found = over_datasets(results(100 - scores), reference="CV", better="higher")
    assert found.set_index("criterion").loc["FSM", "worse"] > 0.99


def test_rows_of_one_set_under_several_settings_take_no_part(scores):
    twice = pd.concat([results(scores), results(scores.iloc[:7], "λ = 1")])
    assert over_datasets(twice, reference="CV").empty
    assert not over_datasets(results(scores), reference="CV").empty
