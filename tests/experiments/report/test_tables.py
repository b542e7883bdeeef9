"""Tables of a report over all data sets."""

import numpy as np
import pandas as pd

from kselect_core.experiments.protocol.protocol import parse
from kselect_core.experiments.report.tables import together
from kselect_core.experiments.tables.result_table import result_table
from tests.experiments.test_mending import TEXT


def test_wins_and_ranks_are_told_for_each_setting_with_enough_data_sets():
    rng = np.random.default_rng(3)
    rows = [
        (variant, f"set {d}", setting, name, split, 10 + d + step + rng.normal(0, 0.1))
        for variant, setting, sets in (("", "λ = 1", 4), ("", "λ = 2", 2), ("other", "λ = 1", 4))
        for d in range(sets)
        for name, step in (("CV", 0), ("SM", 2), ("FSM", 20))
        for split in range(3)
    ]
    names = ["variant", "dataset", "setting", "criterion", "split", "value"]
    outcomes = pd.DataFrame(rows, columns=names).assign(reason="")
    protocol = parse(TEXT.replace('kind = "sweep"', 'kind = "sweep"\nreference = "CV"'))
    found = together(result_table(outcomes), outcomes, protocol)
    titles = [title for title, _ in found]
    assert len(found) == 4  # two tables for each of two settings; two data sets are too few
    assert all("λ = 1" in title for title in titles)
    assert sum("variant other" in title for title in titles) == 2
    ranks, wins = found[0][1], found[1][1].set_index("criterion")
    assert ranks["criterion"].tolist() == ["CV", "SM", "FSM"]
    assert ranks["rank"].tolist() == [1.0, 2.0, 3.0]
    assert (wins.loc["CV", "FSM"], wins.loc["FSM", "CV"]) == ("4/0/0", "0/0/4")
