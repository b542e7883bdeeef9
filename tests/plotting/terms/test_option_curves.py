"""Test errors against options: means, ranges, panels, defaults."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.terms.option_curves import option_curves, option_lines, turned
from tests.tolerances import EXACT


def means(dial="ks", option="eta", settings=(0.5, 1.0, 2.0), mean=(0.1, 0.2, np.nan), spread=0.05):
    known = np.array(mean)
    return pd.DataFrame(
        {
            "dial": dial,
            "key": dial.partition("(")[0],
            "option": option,
            "setting": settings,
            "splits": 5,
            "mean": known,
            "low": known - spread,
            "high": known + spread,
            "best": 0.04,
            "kernels": 2,
        }
    )


def several():
    return pd.concat(
        [
            means(),
            means("ks(k=10)"),
            means("sm", "r", (1, 2, 3), (0.3, 0.2, 0.1)),
            means("er", "t", (1, 10, 15), (0.3, 0.2, 0.1)),
            means("kfold", "k", (2, 5, 10), (0.1, 0.1, 0.1)),
        ],
        ignore_index=True,
    )


def test_settings_without_a_choice_are_left_out():
    (line,) = option_lines(means())
    assert_allclose(line.x, [0.5, 1.0], **EXACT)
    assert_allclose(line.mean, [0.1, 0.2], **EXACT)
    assert option_lines(means(mean=(np.nan,) * 3)) == []


def test_every_option_has_a_panel_and_its_default():
    figure = option_curves(several(), rate=True)
    told = [note.text for note in figure.layout.annotations]
    assert [text.partition(":")[0] for text in told] == ["KS", "SM", "ER", "k-fold CV"]
    by_panel = {trace.name: trace.xaxis for trace in figure.data if "by" in (trace.name or "")}
    assert by_panel == {
        "KS, by η": "x", "KS (k = 10), by η": "x", "SM, by r": "x2", "ER, by t": "x3",
        "k-fold CV, by k": "x4",
    }  # fmt: skip
    defaults = {shape.xref: shape.x0 for shape in figure.layout.shapes}
    assert defaults == {"x": 1.0, "x2": 3.0, "x4": 5.0}  # t follows from the sample


def test_criteria_share_the_panel_of_an_option_that_is_the_same():
    both = [means(name, "t", (1, 10), (0.3, 0.2)) for name in ("er", "pep")]
    (note,) = option_curves(pd.concat(both), rate=True).layout.annotations
    assert note.text == "ER and PEP: number t of leading eigenvalues"


def test_fixed_options_of_a_criterion_that_names_the_turned_one_are_told():
    assert turned("kfold(loss=error)", "kfold", "k") == "k-fold CV (0/1)"


def test_panels_share_the_scale_of_the_error():
    figure = option_curves(several(), rate=True)
    ranges = {tuple(figure.layout[f"yaxis{i}"].range) for i in ("", "2", "3", "4")}
    ((low, high),) = ranges
    assert low <= 0.04
    assert high >= 0.35


def test_the_band_is_the_range_over_the_splits():
    figure = option_curves(means(), rate=True)
    band = next(trace for trace in figure.data if trace.fill == "toself")
    assert_allclose(band.y, [0.15, 0.25, 0.15, 0.05], rtol=1e-12)
    alone = option_curves(means(spread=0.0), rate=True)
    assert not [trace for trace in alone.data if trace.fill == "toself"]


@pytest.mark.parametrize(("rate", "form"), [(True, ".0%"), (False, "~g")])
def test_errors_are_shares_or_squares(rate, form):
    figure = option_curves(means(), rate=rate)
    assert figure.layout.yaxis.tickformat == form
    assert figure.layout.xaxis.domain == (0.0, 1.0)  # alone


def test_ticks_stand_on_the_settings_of_folds_and_eigenvalues():
    figure = option_curves(several(), rate=True)
    assert list(figure.layout.xaxis3.ticktext) == ["1", "10", "15"]
    assert figure.layout.xaxis4.type == "log"
    assert figure.layout.xaxis2.type == "linear"
    alone = option_curves(means("kfold", "k", (5,), (0.1,)), rate=True)
    assert alone.layout.xaxis.range[0] < np.log10(5) < alone.layout.xaxis.range[1]


def test_nothing_to_show_is_an_empty_figure():
    assert len(option_curves(means(mean=(np.nan,) * 3), rate=True).data) == 0


def test_variants_of_a_criterion_are_told_by_open_marks():
    marks = {t.name: t.marker.symbol for t in option_curves(several(), rate=True).data if t.marker}
    assert marks["KS, by η"] == "hexagon"
    assert marks["KS (k = 10), by η"] == "hexagon-open"
