"""The band over shuffled labels: ranges, choices, titles."""

import numpy as np
import pandas as pd
from numpy.testing import assert_allclose

from kselect_core.plotting.terms.label_bands import label_band_panels, label_bands
from tests.tolerances import EXACT

X = (0.5, 1.0, 2.0, 4.0)


def tables(
    quantity="loo", true=(4, 1, 2, 3), shuffled=((5, 6, 7, 8), (6, 5, 9, 8)), picks=(1, 1, 2)
):
    values = np.array([true, *shuffled], dtype=float)
    table = pd.DataFrame(
        [
            {"quantity": quantity, "split": split, "parameter": x, "value": value}
            for split, line in enumerate(values)
            for x, value in zip(X, line, strict=True)
        ]
    )
    chosen = pd.DataFrame(
        {
            "quantity": quantity,
            "split": range(len(picks)),
            "parameter": [X[p] if p >= 0 else np.nan for p in picks],
        }
    )
    return table, chosen


def test_the_band_is_the_range_of_the_shuffles():
    (band,) = label_bands(*tables())
    assert_allclose(band.x, X, **EXACT)
    assert_allclose(band.true, [4, 1, 2, 3], **EXACT)
    assert_allclose(band.low, [5, 5, 7, 8], **EXACT)
    assert_allclose(band.high, [6, 6, 9, 8], **EXACT)
    assert_allclose(band.middle, [5.5, 5.5, 8, 8], **EXACT)
    assert (band.chosen, list(band.others), band.same) == (1.0, [1.0, 2.0], 1)


def test_gaps_are_gaps():
    (band,) = label_bands(
        *tables(shuffled=((np.inf, 1, 2, 3), (np.nan, 4, 5, 6)), picks=(1, -1, 3))
    )
    assert_allclose(band.low, [np.nan, 1, 2, 3], **EXACT)
    assert band.same == 0
    table, chosen = tables("fsm", true=(np.nan,) * 4, picks=(-1, -1, -1))
    assert label_bands(table, chosen) == []
    assert len(label_band_panels(table, chosen, convention="2tau").data) == 0


def test_every_criterion_has_a_panel_that_says_how_many_shuffles_agree():
    parts = [tables(quantity) for quantity in ("loo", "kta", "fsm", "sps")]
    table, chosen = (pd.concat(side) for side in zip(*parts, strict=True))
    figure = label_band_panels(table, chosen, convention="2tau")
    told = [note.text for note in figure.layout.annotations]
    assert told == [f"{name} · same kernel 1 of 2" for name in ("LOO ↓", "KTA ↑", "FSM ↓", "SPS ↓")]
    assert {trace.xaxis for trace in figure.data} == {"x", "x2", "x3", "x4"}
    first, fourth = figure.layout.yaxis.domain, figure.layout.yaxis4.domain
    assert fourth[1] < first[0]
    assert [figure.layout[f"xaxis{i}"].showticklabels for i in ("", "2", "3", "4")] == [
        False, True, True, True,
    ]  # fmt: skip


def test_the_choices_stand_at_the_foot_and_their_size_counts():
    figure = label_band_panels(*tables(picks=(1, 3, 3)), convention="2tau")
    others = next(t for t in figure.data if (t.name or "").startswith("choices"))
    assert (list(others.x), list(others.customdata)) == ([4.0], [2])
    own = figure.data[-1]
    assert list(own.x) == [1.0]
    assert own.y[0] == others.y[0] < 1.0


def test_values_over_many_decades_have_a_logarithmic_axis():
    figure = label_band_panels(
        *tables(true=(1, 1e-3, 1e-5, 1e-8), shuffled=((1, 1e-4, 1e-6, 1e-9),) * 2),
        convention="2tau",
    )
    assert figure.layout.yaxis.type == "log"
    assert figure.layout.yaxis.range[0] < -9


def test_a_regression_has_targets_in_its_bands():
    figure = label_band_panels(*tables(), convention="2tau", target="targets")
    told = " ".join(f"{trace.name} {trace.hovertemplate}" for trace in figure.data)
    assert "shuffled targets, lowest to highest" in told
    assert "labels" not in told
