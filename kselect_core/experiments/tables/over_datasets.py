"""What the data sets say together: ranks of the criteria, tests against one of them, wins."""

import pandas as pd

from kselect_core.experiments.statistics.rank_tests import against_control
from kselect_core.experiments.statistics.signed_rank import bayesian_signed_rank
from kselect_core.experiments.statistics.significance import Direction
from kselect_core.experiments.tables.result_table import ranks_input

FEWEST = 3
"""Data sets and criteria from which ranks are compared."""

ROPE = 1.0
"""Half-width of a difference that does not matter in practice: one per cent point."""

COLUMNS = (
    *("criterion", "rank", "p_ranks_holm", "p_signed_rank", "p_signed_rank_holm"),
    *("better", "alike", "worse", "datasets"),
)


def over_datasets(
    results: pd.DataFrame,
    *,
    reference: str,
    variant: str = "",
    better: Direction = "lower",
) -> pd.DataFrame:
    """One row per criterion, best average rank first: how it stands against the reference.

    ``results`` is a result table whose values are in per cent; of a data set with several settings
    none takes part, for its rows are not independent. Columns: criterion, rank (average),
    p_ranks_holm (test on average ranks, Holm), p_signed_rank and p_signed_rank_holm (Wilcoxon),
    better, alike, worse (probabilities that the criterion errs less, differs by at most `ROPE`,
    errs more: Bayesian signed-rank test), datasets. Empty below three data sets or criteria.
    """
    mine = results[results["variant"] == variant]
    several = mine.groupby("dataset")["setting"].nunique()
    mine = mine[mine["dataset"].map(several) == 1]
    scores = ranks_input(mine, variant=variant).dropna()
    if min(scores.shape) < FEWEST or reference not in scores:
        return pd.DataFrame(columns=list(COLUMNS))
    tested = against_control(scores, control=reference, better=better)
    sign = 1.0 if better == "lower" else -1.0
    rows = []
    for row in tested.to_dict("records"):
        name = str(row["criterion"])
        pair = (sign * scores[column].to_numpy(dtype=float) for column in (name, reference))
        test = bayesian_signed_rank(*pair, rope=ROPE, seed=0)
        own = name == reference
        rows.append(
            {
                "criterion": name,
                "rank": row["rank"],
                "p_ranks_holm": row["p_holm"],
                "p_signed_rank": row["p_signed_rank"],
                "p_signed_rank_holm": row["p_signed_rank_holm"],
                "better": float("nan") if own else test.left,
                "alike": float("nan") if own else test.within,
                "worse": float("nan") if own else test.right,
                "datasets": test.datasets,
            }
        )
    return pd.DataFrame(rows, columns=list(COLUMNS))
