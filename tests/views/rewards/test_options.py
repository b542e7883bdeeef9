"""The effect of an option that no criterion of kselect has: its words and its panel."""

from dataclasses import replace

import pytest

from kselect_core.criteria import CRITERIA
from kselect_core.criteria.base import Tried
from kselect_core.data import load_dataset
from kselect_core.parameters import Parameter
from kselect_core.selection import Candidates, SweepConfig
from kselect_core.selection.terms.option_effect import option_effect, option_means
from kselect_core.views.rewards import options
from kselect_core.views.rewards.options import finding, gaps

SHARPNESS = Parameter("sharpness", "ς", 1.0, low=0.0, high=9.0)
EVERY = ("log", "linear", "ticks")


@pytest.fixture(params=EVERY)
def sharpened(request, monkeypatch):
    """A criterion of a package whose option is tried, alone in the table."""
    plain = CRITERIA["hsic"]
    one = replace(
        plain,
        name="sharpened",
        label="Sharp",
        function=lambda problem, sharpness: plain.function(problem) ** sharpness,
        options=(SHARPNESS,),
        tried=(Tried("sharpness", (0.5, 1.0, 2.0), axis=request.param),),
    )
    others = {name: replace(other, tried=()) for name, other in CRITERIA.own.items()}
    monkeypatch.setattr(CRITERIA, "_items", {**others, "sharpened": one})
    return request.param


def test_any_option_has_its_panel_and_its_words(sharpened):
    widths = Candidates(values=(0.1, 1.0, 8.0))
    config = SweepConfig(dataset="iris", candidates=(widths,), lambdas=(0.1,), positive="virginica")
    table = option_effect(config, load_dataset("iris"), lam=0.1)
    means = option_means(table)
    figure = options.option_curves(means, rate=True)
    assert {trace.name for trace in figure.data} >= {"Sharp, by ς", "smallest on the grid"}
    (note,) = figure.layout.annotations
    assert note.text == "Sharp: ς (sharpness)"
    assert figure.layout.xaxis.title.text == "ς"
    assert figure.layout.xaxis.type == ("linear" if sharpened == "linear" else "log")
    low, high = figure.layout.xaxis.range
    assert low < high
    assert "Turning Sharp by ς changes nothing" in finding(means, "binary", str)
    moved = means.assign(mean=[0.1, 0.2, 0.3])
    assert "**Sharp** from **10.0 %** (ς = 0.5) to " in finding(moved, "binary", str)
    missing = table.assign(reason="too dull")
    assert gaps(missing) == ["No choice by Sharp at every ς: too dull"]
