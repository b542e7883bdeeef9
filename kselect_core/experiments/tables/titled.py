"""Data sets of an experiment by their names for people: *Breast cancer* where a table has wdbc."""

import pandas as pd

from kselect_core.data.catalogue.cards import title_of


def titled(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose data sets have titles; where two have the same one, labels stay."""
    if "dataset" not in table or not len(table):
        return table
    titles = {str(label): title_of(str(label)) for label in table["dataset"].unique()}
    if len(set(titles.values())) < len(titles):
        return table
    return table.assign(dataset=table["dataset"].map(titles))


def row_title(row: str) -> str:
    """Return what a row is called, data set and setting, with the title of its data set."""
    label, comma, setting = row.partition(", ")
    return f"{title_of(label)}{comma}{setting}"
