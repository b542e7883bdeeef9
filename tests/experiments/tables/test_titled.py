"""Data sets of an experiment have the names that people know."""

import pandas as pd

from kselect_core.experiments.tables.titled import row_title, titled


def named(*labels):
    return titled(pd.DataFrame({"dataset": labels}))["dataset"].tolist()


def test_a_label_of_the_catalogue_has_its_title_and_any_other_stays():
    assert named("wdbc", "two_moons", "mine") == ["Breast cancer", "Two moons", "mine"]
    assert row_title("circles, λ = 0.1") == "Circles, λ = 0.1"


def test_labels_stay_where_two_would_have_one_title():
    assert named("wdbc", "Breast cancer") == ["wdbc", "Breast cancer"]


def test_a_table_without_data_sets_is_left_alone():
    assert titled(pd.DataFrame({"seconds": [1.0]})).columns.tolist() == ["seconds"]
