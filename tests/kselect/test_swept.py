"""The table that knows its configuration, and is a DataFrame in everything else."""

import pickle
from io import BytesIO

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from kselect import Candidates, SweepConfig, choices, measured_by, plot, run_sweep
from kselect_core.errors import DataError, UnknownNameError

CONFIG = SweepConfig(
    dataset="two_moons",
    candidates=(Candidates("gaussian", (0.1, 1.0, 10.0), "2tau"), lambda X, Z: X @ Z.T + 1.0),
    lambdas=(0.01, 0.1),
    repeats=2,
    criteria=("ckta", "loo"),
)


@pytest.fixture(scope="module")
def table():
    return run_sweep(config=CONFIG)


def same(drawn, other):
    assert (drawn.name, drawn.caption) == (other.name, other.caption)
    assert_frame_equal(drawn.numbers(), other.numbers())


@pytest.mark.parametrize("kind", ["curves", "map", "regrets"])
def test_a_table_draws_what_plot_draws(table, kind):
    same(table.plot(kind), plot(table, CONFIG, kind))
    same(table.plot(kind=kind), plot(pd.DataFrame(table), CONFIG, kind))


def test_it_draws_curves_with_the_options_of_the_view(table):
    same(table.plot(lam=0.1), plot(table, CONFIG, lam=0.1))
    with pytest.raises(UnknownNameError, match="Did you mean 'curves'"):
        table.plot("curve")


def test_rows_of_it_copies_and_another_measure_draw_themselves(table):
    first = table[table["split"] == 0]
    parts = [part for _, part in table.groupby("split")]
    for part in (first, parts[0], first.copy(), table.query("split == 0").sort_values("value")):
        assert part.plot("map").caption == plot(first, CONFIG, "map").caption
    assert measured_by(table, "auc").plot("map").name == "Map of the test 1 − AUC"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda table: table[["kernel", "value"]], "column 'dataset' is missing.*run_sweep gave"),
        (lambda table: table.head(0), "it has no rows.*run_sweep gave"),
        (lambda table: pd.concat([table, table]), r"kselect\.plot\(table, config\)"),
        (lambda table: table[table["quantity"] == "loo"], "leave all quantities in the table"),
    ],
)
def test_what_is_no_sweep_any_more_says_what_to_do(table, change, words):
    with pytest.raises(DataError, match=words):
        change(table).plot("map")


def test_kinds_and_columns_are_drawn_by_pandas(table, monkeypatch):
    drawn = []
    monkeypatch.setattr("pandas.plotting.PlotAccessor.__call__", lambda *_, **b: drawn.append(b))
    table.plot.line(x="lambda", y="value")
    table.plot(kind="hist")
    table.plot("lambda", "value")
    table.plot(x="lambda")
    table.pivot_table(index="lambda", columns="quantity", values="value").plot()
    assert [one.get("kind") for one in drawn] == ["line", "hist", None, None, None]


def test_it_equals_a_plain_table_whichever_comes_first(table):
    plain = pd.DataFrame(table)
    plain.attrs = table.attrs
    assert type(plain) is pd.DataFrame
    file = BytesIO()
    table.to_parquet(file)
    for other in (plain, pd.read_parquet(file)):
        assert table.equals(other)
        assert other.equals(table)
        assert_frame_equal(table, other)
        assert_frame_equal(other, table, check_frame_type=False)
    assert_frame_equal(choices(table, CONFIG), choices(plain, CONFIG))
    assert_frame_equal(run_sweep(CONFIG, done=table), plain)


def test_a_pickled_table_draws_itself_while_its_kernels_are_there(table):
    read = pickle.loads(pickle.dumps(table))  # noqa: S301 (our own)
    assert read.config == CONFIG
    assert read.attrs == table.attrs
    assert_frame_equal(read, table)
    made = CONFIG.candidates[1].kernel.encode()
    elsewhere = pickle.dumps(table).replace(made, made.swapcase())
    assert pickle.loads(elsewhere).config is None  # noqa: S301 (our own)


def test_the_function_itself_can_be_pickled():
    assert pickle.loads(pickle.dumps(run_sweep)) is run_sweep  # noqa: S301 (our own)
