"""The papers' printed tables, number by number, with what is odd about a number beside it.

A mean that cannot be read in the text of a paper is missing here, not guessed, and its note says
what stands there. ``bold`` is true where the text of the paper shows that a number is set in bold;
the text of some papers has lost that, wholly (SM, SEKM) or in part (SPS).
"""

from importlib.resources import files

import pandas as pd

from kselect_core.errors import UnknownNameError

TABLES = ("ks_table1", "sekm_table1", "sekm_table2", "sm_table2", "sm_table3", "sps_table1")
COLUMNS = ("dataset", "setting", "criterion", "mean", "sd", "bold", "note")


def printed(name: str) -> pd.DataFrame:
    """Printed table: dataset, setting, criterion, mean, sd, bold, note; in the printed unit.

    Tables: ``sps_table1`` (accuracies in per cent), ``ks_table1`` and ``sm_table2`` (errors in per
    cent), ``sm_table3`` (seconds, as the mean), ``sekm_table1`` and ``sekm_table2`` (squared errors
    as printed). What is not printed is NaN.
    """
    if name not in TABLES:
        raise UnknownNameError("printed table", name, TABLES)
    place = files("kselect_core.experiments") / "printed" / f"{name}.csv"
    types = dict.fromkeys(("dataset", "setting", "criterion", "note"), str)
    with place.open(encoding="utf-8") as file:
        table = pd.read_csv(
            file,
            dtype=types | {"mean": float, "sd": float, "bold": bool},
            keep_default_na=False,
            na_values={"mean": [""], "sd": [""]},
        )
    return table[list(COLUMNS)]
