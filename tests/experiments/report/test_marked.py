"""Tables of an experiment as people read them, and what it says of a part of it."""

import pytest

from kselect_core.errors import DataError
from kselect_core.experiments import views
from kselect_core.experiments.report.marked import (
    BEST,
    NOT_WORSE,
    marked_results,
    marked_sheets,
    split_values,
    variants_beside,
)
from tests.views.cases.experiments import experiment_at


def test_marks_say_which_means_are_best_and_which_are_not_worse():
    results = experiment_at("the shipped one").results
    shown = marked_results(results)
    assert shown["ours"].str.startswith(BEST).tolist() == results["best"].tolist()
    alike = results["not_worse"] & ~results["best"]
    assert shown["ours"].str.startswith(NOT_WORSE).tolist() == alike.tolist()
    assert set(shown["verdict"]) == {"● as printed", "not printed"}
    assert "setting" not in shown
    ours = marked_results(experiment_at("every setting").results)
    assert not {"printed", "verdict", "difference in printed sd"} & set(ours)
    assert set(ours["setting"]) == {"λ = 0.1", "λ = 0.01"}


def test_a_sheet_has_data_sets_down_and_criteria_across():
    ((_, wide),) = marked_sheets(experiment_at("the shipped one").part)
    assert {"SM", "ER", "data set"} <= set(wide)
    assert wide.set_index("data set").loc["wdbc", "CV"] == "★ 1.99 ± 0.89 (2.43 ± 1.07)"


def test_splits_stand_across_by_their_number():
    at = experiment_at("a variant")
    mine = at.outcomes[views.row_names(at.outcomes) == "circles, λ = 0.1"]
    wide = split_values(mine)
    assert wide.columns.tolist() == ["1", "2"]
    assert wide.loc["LOO", "2"] == mine.set_index(["criterion", "split"])["value"]["LOO", 1]


def test_variants_stand_beside_each_other_with_one_mean_each():
    results = experiment_at("a variant").content.results
    wide = variants_beside(results).set_index(["data set", "setting", "criterion"])
    assert wide.columns.tolist() == ["as the protocol says", "raw"]
    assert len(wide) == len(results) / 2
    for row in results.to_dict("records"):
        name = row["variant"] or "as the protocol says"
        shown = wide.loc[(row["dataset"], row["setting"], row["criterion"]), name]
        assert abs(shown - row["mean"]) <= 0.005


def test_what_is_said_is_about_the_part_that_is_shown():
    at = experiment_at("a variant")
    assert any("best" in text or "mean of" in text for text in views.finding(at))
    assert any(text.startswith("Lowest mean of 4 rows") for text in at.content.headlines)
    assert not any("4 rows" in text for text in views.finding(at))
    whole = experiment_at("the shipped one")
    assert sorted(views.finding(whole)) == sorted(whole.content.headlines)


def test_rows_of_one_data_set_are_not_ranked():
    with pytest.raises(DataError, match="several settings are not independent"):
        views.average_ranks(experiment_at("every setting"))
