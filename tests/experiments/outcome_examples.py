"""Small tables of outcomes and of printed numbers."""

import numpy as np
import pandas as pd


def outcomes(values, *, dataset="d", setting="", variant="", reason=""):
    """Rows of outcomes from criterion -> values over the splits."""
    rows = [
        (variant, dataset, setting, name, split, value, reason if np.isnan(value) else "")
        for name, row in values.items()
        for split, value in enumerate(row)
    ]
    names = ["variant", "dataset", "setting", "criterion", "split", "value", "reason"]
    return pd.DataFrame(rows, columns=names)


def paper(cells, *, dataset="d", setting=""):
    """Printed table from criterion -> (mean, sd)."""
    rows = [(dataset, setting, name, *cell, False, "") for name, cell in cells.items()]
    names = ["dataset", "setting", "criterion", "mean", "sd", "bold", "note"]
    return pd.DataFrame(rows, columns=names)
