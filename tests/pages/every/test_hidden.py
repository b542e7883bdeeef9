"""With the test error hidden no page tells it: no table, figure, sentence or file."""

import io
import json
import re

import pandas as pd
import pytest

from kselect_ui.widgets import charts, hidden
from tests.pages.visits import config_of, finished, opened_to_take

PAGES = ("explore", "film", "svm", "errors", "perturbation", "spectrum", "bounds", "rewards")
TOLD = re.compile(r"regret|\btest[ _](balanced |squared )?error|\btest points?\b", re.IGNORECASE)
ABOUT = re.compile(
    r"[^.]*(error is hidden|error hidden|No criterion sees|Each curve|show the test error)[^.]*"
)


@pytest.fixture
def shown(monkeypatch):
    """Charts and tables of a page as they leave it."""
    found = {"charts": [], "tables": [], "numbers": []}

    def noted(chart, note=charts._note):  # noqa: SLF001
        found["charts"].append(chart)
        note(chart)

    def told(table, kept=hidden.table):
        found["tables"].append(kept(table))
        return found["tables"][-1]

    def later(numbers, made=hidden.made):
        found["numbers"].append(made(numbers))
        return found["numbers"][-1]

    monkeypatch.setattr(charts, "_note", noted)
    monkeypatch.setattr(hidden, "table", told)
    monkeypatch.setattr(hidden, "made", later)
    return found


def told_in(table):
    """Columns and quantities of a table that tell of the test part."""
    names = [str(name) for name in table.columns if TOLD.search(str(name).replace("_", " "))]
    names += ["worst_change"] * ("worst_change" in table)  # of the test error
    for name in ("quantity", "part"):
        if name in table:
            names += [one for one in table[name].astype(str).unique() if one.startswith("test")]
    return names


@pytest.mark.parametrize("page", PAGES)
def test_a_hidden_test_error_is_told_nowhere(page, shown, files, tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    query = {"te": "false"}
    if page == "svm":
        query["run"] = finished(config_of(learner="svm", C=(1.0, 10.0)), tmp_path)
    at = opened_to_take(page, **query)
    assert not at.exception
    tables = [*shown["tables"], *(numbers() for numbers in shown["numbers"])]
    tables += [
        (pd.read_csv if name.endswith("csv") else pd.read_parquet)(io.BytesIO(data()))
        for name, data in files.items()
        if name.endswith((".csv", ".parquet"))
    ]
    assert tables
    assert [told_in(table) for table in tables if told_in(table)] == []
    assert [name for name in files if name.endswith((".md", ".tex"))] == []
    for chart in shown["charts"]:
        figure = getattr(chart.figure, "figure", None)
        drawn = figure() if callable(figure) else chart.figure
        assert TOLD.findall(json.dumps(drawn.to_dict(), default=str)) == [], chart.name
        assert TOLD.findall(chart.caption) == [], chart.name
    words = " ".join(
        one.value for one in [*at.markdown[1:], *at.caption] if not ABOUT.search(one.value)
    )
    assert TOLD.findall(words) == [], words
