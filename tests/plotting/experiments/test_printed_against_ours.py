"""Printed means beside ours, and relative times: in the right panel and row, told in words."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import UnknownNameError
from kselect_core.plotting.experiments.printed_against_ours import (
    ITSELF,
    pairs,
    printed_against_ours,
)
from kselect_core.plotting.experiments.runtime_ratios import MEDIAN, runtime_ratios, time_ratios
from kselect_core.plotting.kit.small_multiples import FOOT, HEAD, LEGEND, ROW, ends, grid
from tests.tolerances import EXACT, ROUNDOFF

NAN = float("nan")
CRITERIA, SETS = ("SM", "CV", "ELOO", "FSM"), tuple(f"set <{i}>" for i in range(20))


def result(*, variants=("",), settings=("",), datasets=SETS):
    keys = [(v, d, s, c) for v in variants for d in datasets for s in settings for c in CRITERIA]
    table = pd.DataFrame(keys, columns=["variant", "dataset", "setting", "criterion"])
    i = np.arange(len(table))
    verdict = np.where(i % 5 == 0, "higher", np.where(i % 7 == 0, "not printed", "near"))
    return table.assign(
        printed=np.where(verdict == "not printed", NAN, 10.0 + i),
        printed_sd=np.where(i % 3 == 0, NAN, 1.5),
        mean=np.where(i == 1, NAN, 11.0 + i),
        sd=2.0,
        splits=np.where(i == 1, 0, 50),
        verdict=verdict,
    )


def marks(figure, name):
    """(x, y, whisker, text, panel) of all marks of one kind."""
    return [
        (x, y, s, text, trace.xaxis)
        for trace in figure.data
        if trace.name == name
        for x, y, s, text in zip(
            trace.x,
            trace.y,
            trace.error_x.array or [NAN] * len(trace.x),
            trace.text,
            strict=True,
        )
    ]


def test_every_mean_stands_in_the_row_of_its_data_set_and_the_panel_of_its_criterion():
    table = result()
    figure = printed_against_ours(table)
    printed = marks(figure, "printed mean ± sd")
    ours = marks(figure, "ours") + marks(figure, "ours, more than 2 printed sd away")
    for kind, found in (("printed", printed), ("mean", ours)):
        known = table[table[kind].notna()]
        expected = {
            (row[kind], SETS.index(row["dataset"]), f"x{CRITERIA.index(row['criterion']) + 1}")
            for _, row in known.iterrows()
        }
        assert {(x, round(y), "x1" if p == "x" else p) for x, y, _, _, p in found} == expected
        assert len(found) == len(known)
    assert {s for _, _, s, _, _ in printed} == {0.0, 1.5}
    apart = table[table["verdict"] == "higher"]["mean"]
    far = marks(figure, "ours, more than 2 printed sd away")
    assert_allclose(sorted(x for x, *_ in far), sorted(apart), **EXACT)
    assert sum(trace.showlegend for trace in figure.data) == 3


def test_hovering_tells_both_numbers_and_the_verdict():
    texts = [text for *_, text, _ in marks(printed_against_ours(result()), "ours")]
    told = "set &lt;0&gt;, ELOO<br>printed 12 ± 1.5<br>ours 13 ± 2 (50 splits)<br>near"
    assert told in texts
    assert "<0>" not in "".join(texts)


def test_rows_are_named_by_what_differs():
    assert {cell.row for cell in pairs(result())} == set(SETS)
    two = pairs(result(settings=("λ = 1", "λ = 10")))
    assert {cell.row for cell in two if "<3>" in cell.row} == {
        "set <3> · λ = 1",
        "set <3> · λ = 10",
    }
    variants = pairs(result(variants=("", "unscaled"), datasets=SETS[:1]))
    assert {cell.row for cell in variants} == {ITSELF, "unscaled"}
    assert {cell.row for cell in pairs(result(datasets=SETS[:1]))} == {SETS[0]}


def test_panels_share_their_axis_and_do_not_overlap():
    drawn = grid(["a", "b", "c", "d"], SETS, x={}, title="t", columns=3)
    axes = [drawn.layout[f"xaxis{i or ''}"] for i in ("", 2, 3, 4)]
    heights = [drawn.layout[f"yaxis{i or ''}"] for i in ("", 2, 3, 4)]
    assert axes[0]["domain"] == axes[3]["domain"]
    assert axes[0]["domain"][1] < axes[1]["domain"][0] < axes[2]["domain"][0]
    assert_allclose(axes[2]["domain"][1], 1.0, **ROUNDOFF)
    assert heights[0]["domain"][0] > heights[3]["domain"][1]
    assert all(one["matches"] == "x" for one in axes[1:])
    assert [height["showticklabels"] for height in heights] == [True, False, False, True]
    assert drawn.layout["height"] == 2 * (20 * ROW + HEAD + FOOT) + LEGEND
    assert ends([NAN]) == [0.0, 1.0]
    assert ends([2.0])[0] < 2.0 < ends([2.0])[1]


def timed():
    ours = pd.DataFrame(
        [
            (d, c, s, (s + 1) * 10.0**k)
            for d in "ab"
            for k, c in enumerate(CRITERIA)
            for s in (0, 1)
        ],
        columns=["dataset", "criterion", "split", "seconds"],
    )
    printed = pd.DataFrame(
        [("b", "CV", 8.0), ("b", "SM", 2.0), ("c", "SM", 1.0)],
        columns=["dataset", "criterion", "mean"],
    )
    return ours, printed


def test_times_are_relative_to_those_of_the_reference_on_the_same_data_set():
    table = time_ratios(*timed()).set_index(["dataset", "criterion"])
    assert_allclose(table.loc[("a", "FSM"), ["seconds", "ratio"]].astype(float), [1500, 100])
    assert_allclose(table.loc[("b", "SM"), "printed_ratio"], 0.25, **EXACT)
    assert np.isnan(table.loc[("a", "SM"), "printed_ratio"])
    assert np.isnan(table.loc[("c", "SM"), "printed_ratio"])  # no time of the reference
    with pytest.raises(UnknownNameError):
        time_ratios(*timed(), reference="KTA")


def test_ratios_stand_on_a_common_logarithmic_axis_with_the_reference_at_one():
    figure = runtime_ratios(*timed())
    assert {x for x, *_ in marks(figure, "printed")} == {0.25}
    ours = {(x, round(y), panel) for x, y, _, _, panel in marks(figure, "ours")}
    panels = (("x", 0.1), ("x2", 10.0), ("x3", 100.0))
    assert ours == {(x, y, panel) for panel, x in panels for y in (0, 1, 3)}  # 3: the medians
    assert figure.layout.yaxis.ticktext == ("a", "b", "c", MEDIAN)
    assert "a, SM, ours: 0.1 (1.5 s)" in [text for *_, text, _ in marks(figure, "ours")]
    alone = runtime_ratios(timed()[0].query("dataset == 'a'"))
    assert alone.layout.yaxis.ticktext == ("a",)
    low, high = figure.layout.xaxis.range
    assert low < -1 < 2 < high
    assert figure.layout.xaxis.type == "log"
    assert [line.x0 for line in figure.layout.shapes] == [1.0] * 3
    assert {trace.name for trace in runtime_ratios(timed()[0]).data} == {"ours"}
