"""The printed tables: complete, with the claims of the papers about them, and nothing guessed."""

import pytest

from kselect_core.errors import UnknownNameError
from kselect_core.experiments.protocol.printed import TABLES, printed
from kselect_core.experiments.protocol.protocol import load_protocol, shipped

ROWS = {
    "ks_table1": (9, 4, 7),
    "sekm_table1": (1, 3, 3),
    "sekm_table2": (1, 3, 3),
    "sm_table2": (25, 1, 6),
    "sm_table3": (25, 1, 6),
    "sps_table1": (10, 4, 5),
}


def means(table):
    return table.pivot_table("mean", ["setting", "dataset"], "criterion", dropna=False)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_every_cell_once(name):
    table = printed(name)
    datasets, settings, criteria = ROWS[name]
    cells = table[["dataset", "setting", "criterion"]]
    assert len(table) == datasets * settings * criteria
    assert not cells.duplicated().any()
    assert tuple(cells.nunique()) == (datasets, settings, criteria)
    assert table["bold"].dtype == bool
    assert table[["dataset", "setting", "criterion", "note"]].notna().all(axis=None)
    assert (table["mean"].isna() & (table["note"] == "")).sum() == 0
    assert table["sd"].isna().all() == (name == "sm_table3")


def test_only_damaged_lines_are_missing_and_say_so():
    lost = {
        ("Splice", "λ = 0.01"),
        ("Ionosphere", "λ = 0.01"),
        ("Australian", "λ = 0.1"),
        ("Breast", "λ = 0.1"),
        ("Ionosphere", "λ = 10"),
    }
    for name in TABLES:
        missing = printed(name).query("mean.isna()")
        assert set(zip(missing["dataset"], missing["setting"], strict=True)) == (
            lost if name == "sps_table1" else set()
        )
        assert missing["note"].str.contains("damaged").all()
    table = printed("sps_table1").query("setting == 'λ = 10' and dataset == 'Ionosphere'")
    assert "“(2.80 ± 3.34”" in table["note"].iloc[0]


def test_kernel_stability_wins_as_often_as_the_paper_says():
    table = means(printed("ks_table1"))
    for folds in ("5", "10"):
        won = table[f"{folds}-KS"] <= table[f"{folds}-CV"]
        assert won.groupby("setting").sum().ge(7).all()


def test_cross_validation_costs_as_much_more_as_printed():
    seconds = means(printed("sm_table3")).loc[("", "wdbc")]
    assert round(seconds["CV"] / seconds["SM"], 1) == 10.7


@pytest.mark.parametrize("name", [n for n in shipped() if load_protocol(n).printed])
def test_protocols_use_the_names_of_their_printed_table(name):
    protocol = load_protocol(name)
    table = printed(protocol.printed)
    assert set(protocol.datasets) <= set(table["dataset"])
    assert protocol.reference in set(table["criterion"])
    if protocol.kind == "sweep":
        assert set(table["criterion"]) <= set(protocol.labels.values())


def test_an_unknown_table_is_refused_with_a_suggestion():
    with pytest.raises(UnknownNameError, match="sm_table2"):
        printed("sm-table2")
