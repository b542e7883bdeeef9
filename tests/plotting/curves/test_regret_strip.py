"""The strip of choices and their regret."""

from itertools import pairwise

import numpy as np
from numpy.testing import assert_allclose

from kselect_core.plotting.curves.regret_strip import ROW, families, regret_rows, regret_strip
from kselect_core.plotting.kit.theme import GREY
from tests.plotting.examples import DEGREES, KEYS, LAMBDAS, TAU, chosen, swept
from tests.tolerances import EXACT, ROUNDOFF

TABLE = swept(splits=3)
CHOICES = chosen(TABLE)
LAM = LAMBDAS[2]


def test_rows_are_sorted_by_mean_regret():
    rows = regret_rows(CHOICES)
    means = [row.mean for row in rows]
    assert means == sorted(means)
    assert {row.quantity for row in rows} == set(KEYS)


def test_mean_and_deviation_are_those_of_the_splits():
    row = next(r for r in regret_rows(CHOICES, lam=LAM) if r.quantity == "sm")
    here = CHOICES[(CHOICES["quantity"] == "sm") & (CHOICES["scope"] == "per_lambda")]
    regrets = here.loc[here["lambda"] == LAM, "regret"].to_numpy()
    assert_allclose([row.mean, row.sd], [regrets.mean(), regrets.std(ddof=1)], **ROUNDOFF)


def test_one_split_has_no_deviation():
    assert {row.sd for row in regret_rows(CHOICES, split=1)} == {0.0}
    assert all(len(row.regrets) == 1 for row in regret_rows(CHOICES, split=1))


def undefined():
    rows = CHOICES.copy()
    where = rows["quantity"] == "kta"
    rows.loc[where, ["kernel", "reason"]] = ["", "only one <class>"]
    rows.loc[where, ["parameter", "regret"]] = np.nan
    return rows


def test_a_criterion_without_choice_comes_last_and_says_why():
    row = regret_rows(undefined())[-1]
    assert (row.quantity, row.reason) == ("kta", "only one <class>")
    figure = regret_strip(undefined(), families(TABLE))
    assert figure.layout.yaxis2.ticktext[-1] == "no choice"
    assert figure.data[-1].hovertext[-1] == (
        "kernel-target alignment (KTA): no choice: only one &lt;class&gt;"
    )


def test_a_choice_without_test_error_says_so():
    rows = CHOICES.assign(regret=np.where(CHOICES["quantity"] == "kta", np.nan, CHOICES["regret"]))
    figure = regret_strip(rows, families(TABLE))
    assert figure.layout.yaxis2.ticktext[-1] == "no test error"


def test_families_carry_their_grids():
    table = swept(families=("gaussian", "polynomial", "linear"), splits=1, keys=("loo",))
    assert families(table) == [
        ("gaussian", "2tau", TAU),
        ("polynomial", "degree", DEGREES),
        ("linear", "", (0.0,)),
    ]


def test_every_choice_is_a_marker_coloured_by_its_regret():
    figure = regret_strip(CHOICES, families(TABLE), lam=LAM)
    markers, bars = figure.data
    rows = regret_rows(CHOICES, lam=LAM)
    assert len(markers.x) == 3 * len(KEYS)
    assert_allclose(markers.marker.color, np.concatenate([r.regrets for r in rows]), **EXACT)
    assert_allclose(bars.x, [r.mean for r in rows], **EXACT)
    assert list(markers.customdata[0]) == ["gaussian", rows[0].parameters[0], LAM]


def test_marks_of_many_splits_stay_in_their_row():
    table = swept(splits=20)
    markers, _ = regret_strip(chosen(table), families(table)).data
    row = np.repeat(np.arange(len(KEYS)), 20)
    assert np.abs(markers.y - row).max() * ROW + markers.marker.size / 2 < ROW / 2
    closed = [not symbol.endswith("-open") for symbol in markers.marker.symbol]
    assert max(np.array(markers.marker.line.width)[closed]) < 1.0  # rims leave the colours seen


def test_a_choice_on_the_boundary_is_an_open_marker():
    rows = CHOICES.assign(boundary=np.where(CHOICES["quantity"] == "kta", "smallest τ", ""))
    rim, markers, _ = regret_strip(rows, families(TABLE), split=0).data
    (at,) = (i for i, s in enumerate(markers.marker.symbol) if s.endswith("-open"))
    assert (*rim.x, *rim.y) == (markers.x[at], markers.y[at])  # seen also where it is light
    assert rim.marker.color == GREY
    assert rim.marker.line.width > markers.marker.line.width[at]


def test_numbers_are_written_beside_the_bars():
    texts = regret_strip(CHOICES, families(TABLE)).layout.yaxis2.ticktext
    assert all("±" in text and text.endswith("%") for text in texts)
    squared = regret_strip(CHOICES, families(TABLE), rate=False)
    assert not any("%" in text for text in squared.layout.yaxis2.ticktext)
    assert squared.layout.xaxis2.title.text == "regret (y²)"
    alone = regret_strip(CHOICES, families(TABLE), split=0, rate=False).layout.yaxis2.ticktext
    assert not any("±" in text for text in alone)


def test_families_are_panels_with_their_names():
    table = swept(families=("gaussian", "polynomial", "linear"), splits=2)
    figure = regret_strip(chosen(table), families(table))
    assert [a.text for a in figure.layout.annotations] == ["Gaussian", "polynomial", "linear"]
    assert [t.type for t in figure.data] == ["scatter"] * 3 + ["bar"]
    assert sum(len(t.x) for t in figure.data[:3]) == 2 * len(KEYS)
    domains = [figure.layout[f"xaxis{i}"].domain for i in ("", 2, 3, 4)]
    assert all(a[1] <= b[0] for a, b in pairwise(domains))


def test_no_choices_is_an_empty_strip():
    assert regret_rows(CHOICES.iloc[:0]) == []
    assert len(regret_strip(CHOICES.iloc[:0], families(TABLE)).data) == 2


def test_where_nothing_is_lost_the_axis_of_regret_is_short():
    rows = CHOICES.assign(regret=0.0)
    figure = regret_strip(rows, families(TABLE))
    assert figure.layout[f"xaxis{len(families(TABLE)) + 1}"].range[1] < 0.02


def test_the_axis_of_regret_holds_its_bars_and_small_changes_do_not_move_it():
    ends = set()
    for times in (1.0, 1.01):
        figure = regret_strip(CHOICES.assign(regret=times * CHOICES["regret"]), families(TABLE))
        bars = figure.data[-1]
        ends.add(figure.layout[f"xaxis{len(families(TABLE)) + 1}"].range)
        assert max(bars.x + bars.error_x.array) < max(ends)[1]
    assert len(ends) == 1
