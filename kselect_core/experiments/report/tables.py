"""What a report says of all data sets together: ranks and tests, wins, ties and losses."""

from collections.abc import Iterator

import pandas as pd

from kselect_core.experiments.protocol.protocol import Protocol
from kselect_core.experiments.statistics.wins import win_tie_loss
from kselect_core.experiments.tables.over_datasets import ROPE, over_datasets
from kselect_core.experiments.tables.result_table import errors

Titled = tuple[str, pd.DataFrame]


def together(
    results: pd.DataFrame, outcomes: pd.DataFrame, protocol: Protocol
) -> tuple[Titled, ...]:
    """Tables over the data sets, for each variant and setting that has several of them."""
    return tuple(_together(results, outcomes, protocol))


def _together(
    results: pd.DataFrame, outcomes: pd.DataFrame, protocol: Protocol
) -> Iterator[Titled]:
    for key, rows in results.groupby(["variant", "setting"], sort=False):
        variant, setting = map(str, key)
        names = (setting, f"variant {variant}" if variant else "")
        where = "".join(f", {text}" for text in names if text)
        reference = protocol.reference or str(rows["criterion"].iloc[0])
        overall = over_datasets(rows, reference=reference, variant=variant, better=protocol.better)
        if not len(overall):
            continue
        sets = int(overall["datasets"].max())
        unit = "per cent point" if protocol.measure.startswith("test_") else "unit"
        yield (
            f"Against {reference} over {sets} data sets{where}: average ranks, p of the rank test "
            "and of Wilcoxon's (Holm), probabilities that a criterion is better, alike within "
            f"{ROPE:g} {unit}, worse",
            overall.drop(columns=["p_signed_rank", "datasets"]),
        )
        mine = outcomes[(outcomes["variant"] == variant) & (outcomes["setting"] == setting)]
        wins = win_tie_loss(errors(mine, variant=variant), better=protocol.better)
        yield (
            f"Wins/ties/losses of the row against the column, by means{where}",
            _square(wins),
        )


def _square(wins: pd.DataFrame) -> pd.DataFrame:
    """Wins/ties/losses with one row and one column per criterion."""
    names = list(dict.fromkeys(wins["criterion"]))
    cells = {
        (row["criterion"], row["other"]): f"{row['wins']}/{row['ties']}/{row['losses']}"
        for row in wins.to_dict("records")
    }
    rows = [[name, *(cells.get((name, other), "–") for other in names)] for name in names]
    return pd.DataFrame(rows, columns=["criterion", *names])
