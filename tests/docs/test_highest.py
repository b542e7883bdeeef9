"""The highest means over the settings, as the figure of the paper shows them."""

from kselect_core.experiments.protocol.printed import printed
from tests.docs.tools import tool


def test_sps_is_highest_where_the_paper_says_so():
    table = tool("refresh_reproduction").highest(printed("sps_table1"))
    best = table.pivot_table("mean", "dataset", "criterion")
    for other in ("KTA", "CKTA", "FSM"):
        assert (best["SPS"] > best[other]).all()
    won = set(best.index[best["SPS"] > best["CV"]])
    named = {"Breast", "Diabetes", "Guide", "Heart", "Sonar", "Ionosphere"}
    assert won == named | {"Liver"}  # the paper says six or more
    assert len(table) == 50
    cell = table.query("dataset == 'Diabetes' and criterion == 'SPS'")
    assert cell[["setting", "mean", "sd"]].to_numpy().tolist() == [["λ = 1", 71.09, 2.06]]
