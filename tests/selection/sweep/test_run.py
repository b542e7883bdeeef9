"""A sweep in this process: the table against the definitions, resume, cancel, refusals."""

import re
import threading
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from pandas.testing import assert_frame_equal

from kselect_core.criteria import CRITERIA, KernelFact, Problem
from kselect_core.data import Dataset, load_dataset, splits
from kselect_core.errors import (
    DataError,
    InvalidParameterError,
    KselectError,
    SweepCancelledError,
    TooLargeError,
    UnknownNameError,
)
from kselect_core.kernels import KERNELS
from kselect_core.learners import LEARNERS
from kselect_core.results.table import COLUMNS
from kselect_core.selection import Candidates, SweepConfig, run_sweep, with_digest
from kselect_core.selection.sweep.items import KEPT_SPLITS
from kselect_core.selection.sweep.prepared import fold_seed
from kselect_core.selection.sweep.setup import named_dataset
from tests.criteria import definitions as d
from tests.selection.examples import blobs, clouds, small, waves, with_gaps
from tests.tolerances import ROUNDOFF

BLOBS, WAVES, CLOUDS = blobs(), waves(), clouds()
FAMILIES = (
    Candidates(values=(0.5, 2.0, 8.0)),
    Candidates("polynomial", (1, 3)),
    Candidates("linear"),
    Candidates("laplacian", (0.3,)),
)
CONFIG = small(candidates=FAMILIES, criteria=[*d.JUDGES, ("kfold", {"loss": "error"})])
TABLE = run_sweep(CONFIG, dataset=BLOBS)


def at(table, **wanted):
    """Values over λ of one quantity of one kernel on one split."""
    chosen = np.logical_and.reduce([table[name] == value for name, value in wanted.items()])
    return table[chosen].sort_values("lambda")["value"].to_numpy()


def by_hand(config, data, split):
    """Standardised training and test part by definition: training numbers only."""
    train, test = splits(
        data.y, task=data.task, test_share=config.test_share, repeats=split + 1, seed=config.seed
    )[split]
    columns = []
    for column in data.X.T:
        known = column[train][~np.isnan(column[train])]
        filled = np.where(np.isnan(column), np.median(known), column)
        mean = sum(filled[train]) / len(train)
        spread = np.sqrt(sum((filled[train] - mean) ** 2) / len(train))
        columns.append((filled - mean) / spread)
    X = np.stack(columns, axis=1)
    return X[train], X[test], data.y[train], data.y[test]


def gram(X, Z, kernel, value):
    """Kernel matrix, one entry at a time."""
    functions = {
        "gaussian": lambda x, z: np.exp(-((x - z) @ (x - z)) / (2 * value)),
        "polynomial": lambda x, z: (1 + x @ z) ** value,
        "linear": lambda x, z: x @ z,
        "laplacian": lambda x, z: np.exp(-value * np.sqrt((x - z) @ (x - z))),
    }
    return np.array([[functions[kernel](x, z) for z in Z] for x in X])


def test_the_table_has_the_schema_and_every_row_once():
    assert {name: str(kind) for name, kind in TABLE.dtypes.items()} == COLUMNS
    quantities = len(CONFIG.criteria) + 2 + 6 + 1  # beside two, errors, degrees of freedom
    assert len(TABLE) == len(CONFIG.items) * quantities * len(CONFIG.lambdas)
    keys = ["split", "kernel", "parameter", "lambda", "quantity"]
    assert not TABLE.duplicated(keys).any()
    assert TABLE.index.equals(pd.RangeIndex(len(TABLE)))
    assert (TABLE["reason"] != "").equals(TABLE["value"].isna())


def test_rows_follow_the_order_of_splits_kernels_quantities_and_ridges():
    kernels = [(family.kernel, value) for family, value in CONFIG.kernels]
    found = TABLE.drop_duplicates(["split", "kernel", "parameter"])
    expected = [(split, *kernel) for split in range(2) for kernel in kernels]
    rows = list(found[["split", "kernel", "parameter"]].itertuples(index=False, name=None))
    assert repr(rows) == repr(expected)  # NaN of the linear kernel included
    assert list(TABLE["lambda"][:6]) == [*CONFIG.lambdas, *CONFIG.lambdas]
    judges = [*d.JUDGES]
    judges.insert(judges.index("kfold_se") + 1, "kfold_se#se")
    assert list(TABLE["quantity"].unique()) == [
        *judges,
        *("kfold(loss=error)", "kfold(loss=error)#squared"),
        *("test_error", "training_error", "test_balanced_error", "test_auc"),
        *("test_squared_error", "training_squared_error"),
        "effective_dof",
    ]
    kinds = TABLE.drop_duplicates("quantity").set_index("quantity")["kind"]
    assert set(kinds[[*d.JUDGES, "kfold(loss=error)"]]) == {"criterion"}
    assert set(kinds[["test_error", "test_squared_error"]]) == {"test"}
    assert set(kinds.iloc[-1:]) == set(kinds[["kfold(loss=error)#squared"]]) == {"info"}


def test_constant_columns_say_where_the_rows_come_from():
    assert set(TABLE["dataset"]) == {"blobs"}
    assert set(TABLE["learner"]) == {"krr"}
    assert set(TABLE["convention"]) == {"2tau", "degree", "", "c"}
    assert TABLE["C"].isna().all()
    assert TABLE["parameter"].isna().equals(TABLE["kernel"] == "linear")
    assert_allclose(TABLE["mu"], 28 * TABLE["lambda"], **ROUNDOFF)


CELLS = [(0, "gaussian", 2.0), (1, "polynomial", 3.0), (1, "laplacian", 0.3), (0, "linear", None)]


@pytest.mark.parametrize(("split", "kernel", "value"), CELLS)
@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("ridge", ["n_lambda", "lambda"])
def test_criteria_are_those_of_a_problem_made_by_hand(split, kernel, value, learner, ridge):
    config = replace(CONFIG, learner=learner, ridge=ridge)
    table = run_sweep(config, dataset=BLOBS)
    X, _, y, _ = by_hand(config, BLOBS, split)
    K = gram(X, X, kernel, value)
    parameters = {"gaussian": {"gamma": 0.5 / (value or 1)}, "laplacian": {"c": value}}
    fact = KernelFact.of_sample(X).of_kernel(kernel, parameters.get(kernel))
    problem = Problem(
        *(K, y, np.array(config.lambdas)),
        learner=learner,
        ridge=ridge,
        seed=fold_seed(3, split),
        kernel=fact,
    )
    rows = table[table["kernel"] == kernel]
    rows = rows if value is None else rows[rows["parameter"] == value]
    for choice in config.criteria:
        found = at(rows, split=split, quantity=choice.quantity)
        if choice.key == "ep" and kernel != "gaussian":
            assert np.isnan(found).all()
            continue
        expected = choice.criterion.score(problem, **dict(choice.options))
        assert_allclose(found, expected, rtol=1e-7, atol=1e-10)  # two roundings of the same K
    squared = CRITERIA["kfold"].score(problem)
    assert_allclose(
        at(rows, split=split, quantity="kfold(loss=error)#squared"), squared, **ROUNDOFF
    )


@pytest.mark.parametrize(("split", "kernel", "value"), CELLS)
@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize(
    ("data", "criteria"),
    [
        pytest.param(BLOBS, ["kta"], id="complete"),
        pytest.param(with_gaps(BLOBS), ["gcv"], id="gaps"),
        pytest.param(BLOBS, ["gcv"], id="complete-gcv", marks=pytest.mark.nightly),
        pytest.param(with_gaps(BLOBS), ["kta"], id="gaps-kta", marks=pytest.mark.nightly),
    ],
)
def test_errors_are_those_of_refits_by_definition(split, kernel, value, learner, data, criteria):
    config = replace(CONFIG, learner=learner, criteria=criteria)
    table = run_sweep(config, dataset=data)
    X, X_test, y, y_test = by_hand(config, data, split)
    K, K_test = gram(X, X, kernel, value), gram(X_test, X, kernel, value)
    rows = table[table["kernel"] == kernel]
    rows = rows if value is None else rows[rows["parameter"] == value]
    for position, lam in enumerate(config.lambdas):
        fit = LEARNERS[learner].fit(K, y, len(y) * lam)
        f_test, f = K_test @ fit.alpha + fit.b, K @ fit.alpha + fit.b
        expected = {
            "test_error": np.mean(np.sign(f_test) != y_test),
            "training_error": np.mean(np.sign(f) != y),
            "test_squared_error": np.mean((f_test - y_test) ** 2),
            "training_squared_error": np.mean((f - y) ** 2),
        }
        for name, number in expected.items():
            found = at(rows, split=split, quantity=name)[position]
            assert_allclose(found, number, **ROUNDOFF)


def test_effective_degrees_of_freedom_are_the_trace_of_the_hat_matrix():
    X = by_hand(CONFIG, BLOBS, 0)[0]
    K = gram(X, X, "gaussian", 2.0)
    expected = [
        np.trace(K @ np.linalg.solve(K + 28 * lam * np.eye(28), np.eye(28)))
        for lam in CONFIG.lambdas
    ]
    found = at(TABLE, split=0, kernel="gaussian", parameter=2.0, quantity="effective_dof")
    assert_allclose(found, expected, **ROUNDOFF)


def test_standardising_with_the_test_part_would_be_seen():
    config = small(criteria=["kta"])
    table = run_sweep(config, dataset=BLOBS)
    X = (BLOBS.X - BLOBS.X.mean(axis=0)) / BLOBS.X.std(axis=0)  # the mistake
    train = splits(BLOBS.y, task="binary", test_share=0.3, repeats=1, seed=3)[0].train
    K = gram(X[train], X[train], "gaussian", 2.0)
    wrong = CRITERIA["kta"].score(Problem(K, BLOBS.y[train], np.array(config.lambdas)))
    found = at(table, split=0, parameter=2.0, quantity="kta")
    assert np.abs(found - wrong).max() > 1e-4


@pytest.mark.parametrize("method", ["minmax", "none"])
def test_other_preparations_are_done_on_the_training_part_too(method):
    config = small(criteria=["kta"], preprocessing=method)
    data = replace(BLOBS, X=(BLOBS.X - 5) / 10.0 ** np.arange(3))
    train = splits(data.y, task="binary", test_share=0.3, repeats=1, seed=3)[0].train
    X = data.X[train]
    X = (X - X.min(axis=0)) / np.ptp(X, axis=0) if method == "minmax" else X
    expected = CRITERIA["kta"].score(
        Problem(gram(X, X, "gaussian", 2.0), data.y[train], np.array(config.lambdas))
    )
    table = run_sweep(config, dataset=data)
    assert_allclose(at(table, split=0, parameter=2.0, quantity="kta"), expected, **ROUNDOFF)


def test_folds_are_drawn_anew_for_every_split_and_never_change_silently():
    assert [fold_seed(3, split) for split in (0, 1)] == [15954647309958030174, 4079999264877432319]


def test_a_prediction_of_zero_is_an_error():
    X = np.where(np.arange(40)[:, None] % 4 < 2, BLOBS.X, 0.0)  # f(0) = 0 for the linear kernel
    config = small(
        candidates=Candidates("linear"), criteria=["kta"], preprocessing="none", repeats=1
    )
    data = replace(BLOBS, X=X)
    test = splits(data.y, task="binary", test_share=0.3, repeats=1, seed=3)[0].test
    zeros = (X[test] == 0).all(axis=1).mean()
    table = run_sweep(config, dataset=data)
    assert 0 < zeros <= at(table, split=0, quantity="test_error").min()


def test_regression_targets_are_centred_on_the_training_part():
    config = small(dataset="waves", criteria=["loo", "kta"])
    table = run_sweep(config, dataset=WAVES)
    X, X_test, y, y_test = by_hand(config, WAVES, 1)
    K, K_test = gram(X, X, "gaussian", 2.0), gram(X_test, X, "gaussian", 2.0)
    mean = y.mean()
    expected = []
    for lam in config.lambdas:
        alpha = np.linalg.solve(K + len(y) * lam * np.eye(len(y)), y - mean)
        expected.append(np.mean((mean + K_test @ alpha - y_test) ** 2))
    found = at(table, split=1, parameter=2.0, quantity="test_squared_error")
    assert_allclose(found, expected, **ROUNDOFF)
    assert set(table["quantity"]) == {
        *("loo", "kta", "test_squared_error", "training_squared_error", "effective_dof")
    }
    problem = Problem(K, y - mean, np.array(config.lambdas), seed=fold_seed(3, 1))
    found = at(table, split=1, parameter=2.0, quantity="loo")
    assert_allclose(found, CRITERIA["loo"].score(problem), **ROUNDOFF)


def test_one_class_against_the_rest_is_the_binary_problem():
    config = small(dataset="clouds", positive="red", criteria=["kta", "loo"])
    table = run_sweep(config, dataset=CLOUDS)
    binary = CLOUDS.against_rest("red")
    assert_frame_equal(table, run_sweep(replace(config, positive=None), dataset=binary))
    assert_frame_equal(table, run_sweep(config, dataset=binary))


def test_a_named_data_set_is_loaded():
    table = run_sweep(small(dataset="two_moons", criteria=["kta"], repeats=1))
    assert set(table["dataset"]) == {"two_moons"}
    assert set(table["mu"]) == {210 * lam for lam in (0.01, 0.1, 1.0)}


def test_the_same_sweep_gives_the_same_bits():
    assert_frame_equal(run_sweep(CONFIG, dataset=BLOBS), TABLE, check_exact=True)


def test_more_splits_do_not_change_the_earlier_ones():
    config = replace(CONFIG, repeats=3)
    longer = run_sweep(config, dataset=BLOBS)
    assert_frame_equal(longer.iloc[: len(TABLE)], TABLE, check_exact=True)


def test_the_conventions_of_a_width_give_the_same_numbers():
    tau = (0.5, 2.0, 8.0)
    gamma = tuple(1 / (2 * value) for value in tau)
    written = {"2tau": tau, "sigma2": tuple(2 * v for v in tau), "tau": gamma, "gamma": gamma}
    tables = {}
    for convention, values in written.items():
        family = Candidates(values=values, convention=convention)
        table = run_sweep(small(candidates=family), dataset=BLOBS)
        assert set(table["parameter"]) == set(values)
        wider_first = convention in ("tau", "gamma")
        order = table["parameter"].rank(method="dense", ascending=not wider_first)
        tables[convention] = table.assign(order=order).sort_values(
            ["split", "order", "quantity", "lambda"]
        )
    for table in tables.values():
        assert_allclose(table["value"], tables["2tau"]["value"], **ROUNDOFF)


def test_progress_counts_every_item_and_rows_together_make_the_table():
    steps, parts = [], []
    table = run_sweep(
        CONFIG, dataset=BLOBS, on_progress=lambda *step: steps.append(step), on_rows=parts.append
    )
    total = len(CONFIG.items)
    assert steps == [(step, total) for step in range(1, total + 1)]
    assert_frame_equal(pd.concat(parts, ignore_index=True), table, check_exact=True)


def test_rows_come_in_pieces_while_it_runs(monkeypatch):
    monkeypatch.setattr("kselect_core.selection.sweep.run.ROWS_EVERY", 0.0)
    parts = []
    table = run_sweep(CONFIG, dataset=BLOBS, on_rows=parts.append)
    assert len(parts) == len(CONFIG.items)
    assert_frame_equal(pd.concat(parts, ignore_index=True), table, check_exact=True)


def test_rows_of_slow_items_come_one_by_one_even_where_two_end_together(monkeypatch):
    parts, clock = [], [0.0]
    monkeypatch.setattr("kselect_core.selection.sweep.run.monotonic", lambda: clock[0])

    def pass_time(finished, _):
        clock[0] += 100.0 if finished % 2 else 0.0

    run_sweep(CONFIG, dataset=BLOBS, on_progress=pass_time, on_rows=parts.append)
    assert len(parts) == len(CONFIG.items)


@pytest.mark.parametrize("items", [1, 5, 9])
def test_a_cancelled_sweep_keeps_its_rows_and_resumes_to_the_same_bits(items):
    cancel = threading.Event()

    def stop(finished, _):
        if finished == items:
            cancel.set()

    with pytest.raises(SweepCancelledError, match=rf"Stopped: {items} of 14 kernels") as caught:
        run_sweep(CONFIG, dataset=BLOBS, cancel=cancel, on_progress=stop)
    partial = caught.value.table
    assert len(partial) == items * len(TABLE) // 14
    assert_frame_equal(partial, TABLE.iloc[: len(partial)], check_exact=True)
    steps = []
    resumed = run_sweep(CONFIG, dataset=BLOBS, done=partial, on_progress=lambda *s: steps.append(s))
    assert_frame_equal(resumed, TABLE, check_exact=True)
    assert steps == [(step, 14) for step in range(items + 1, 15)]


def test_a_sweep_cancelled_before_it_starts_has_no_rows():
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(SweepCancelledError) as caught:
        run_sweep(CONFIG, dataset=BLOBS, cancel=cancel)
    assert caught.value.table.empty
    assert list(caught.value.table.columns) == list(COLUMNS)


@pytest.mark.parametrize("seed", range(3))
def test_done_rows_come_in_any_order_and_broken_items_are_computed_again(seed):
    rng = np.random.default_rng(seed)
    kept = TABLE.sample(frac=1.0, random_state=rng.integers(2**31)).iloc[int(rng.integers(900)) :]
    steps = []
    table = run_sweep(CONFIG, dataset=BLOBS, done=kept, on_progress=lambda *s: steps.append(s))
    assert_frame_equal(table, TABLE, check_exact=True)
    items = kept.groupby(["split", "kernel", "parameter"], dropna=False).size()
    assert len(steps) == 14 - (items == len(TABLE) // 14).sum()


def test_everything_done_computes_nothing():
    def never(*_):
        raise AssertionError("nothing is left to do")

    table = run_sweep(CONFIG, dataset=BLOBS, done=TABLE, on_progress=never)
    assert_frame_equal(table, TABLE, check_exact=True)


def test_rows_given_twice_count_once():
    table = run_sweep(CONFIG, dataset=BLOBS, done=pd.concat([TABLE, TABLE], ignore_index=True))
    assert_frame_equal(table, TABLE, check_exact=True)


def test_a_longer_grid_uses_the_rows_of_the_shorter_one():
    longer = CONFIG.extended("gaussian", "high", steps=1)
    steps = []
    table = run_sweep(longer, dataset=BLOBS, done=TABLE, on_progress=lambda *s: steps.append(s))
    assert len(steps) == 2
    assert_frame_equal(table, run_sweep(longer, dataset=BLOBS), check_exact=True)
    back = run_sweep(CONFIG, dataset=BLOBS, done=table, on_progress=lambda *_: 1 / 0)
    assert_frame_equal(back, TABLE, check_exact=True)


OTHER_CONVENTION = (replace(FAMILIES[0], convention="sigma2"), *FAMILIES[1:])


@pytest.mark.parametrize(
    ("change", "again"),
    [
        ({"criteria": ["kta"]}, 14),
        ({"criteria": [*d.JUDGES, ("kfold", {"loss": "error"}), ("ks", {"eta": 2.0})]}, 14),
        ({"lambdas": (0.01, 0.1)}, 14),
        ({"lambdas": (0.01, 0.1, 1.0, 10.0)}, 14),
        ({"candidates": OTHER_CONVENTION}, 6),
    ],
)
def test_rows_of_other_quantities_ridges_or_conventions_are_not_mixed_in(change, again):
    config, steps = replace(CONFIG, **change), []
    table = run_sweep(config, dataset=BLOBS, done=TABLE, on_progress=lambda *s: steps.append(s))
    assert_frame_equal(table, run_sweep(config, dataset=BLOBS), check_exact=True)
    assert len(steps) == again


@pytest.mark.parametrize(("column", "value"), [("learner", "lssvm"), ("dataset", "wine")])
def test_rows_of_another_sweep_are_refused(column, value):
    with pytest.raises(DataError, match=f"belong to another sweep: their {column} is '{value}'"):
        run_sweep(CONFIG, dataset=BLOBS, done=TABLE.assign(**{column: value}))


@pytest.mark.parametrize("change", [{"ridge": "lambda"}, {"test_share": 0.5}])
def test_rows_with_other_ridges_are_refused(change):
    with pytest.raises(DataError, match=r"belong to another sweep: their ridge is μ = .*expected"):
        run_sweep(replace(CONFIG, **change), dataset=BLOBS, done=TABLE)


@pytest.mark.parametrize("dataset", [BLOBS.X, "wdbc"])
def test_data_that_are_no_data_set_are_refused(dataset):
    with pytest.raises(InvalidParameterError, match=r"load_dataset or Dataset\.from_arrays"):
        run_sweep(CONFIG, dataset=dataset)


@pytest.mark.parametrize("name", ["wdbc", "moons"])
def test_other_data_do_not_go_by_the_name_of_a_bundled_set(name):
    with pytest.raises(DataError, match=rf"names the bundled set '{name}', but the data given are"):
        run_sweep(replace(CONFIG, dataset=name), dataset=BLOBS)


def test_a_table_of_something_else_is_refused():
    with pytest.raises(DataError, match="not a sweep table: column split, learner"):
        run_sweep(CONFIG, dataset=BLOBS, done=TABLE[["dataset", "kernel"]].drop(columns="kernel"))


@pytest.mark.parametrize("workers", [0, -2, 10**4, 1.5, "2", True])
def test_a_bad_number_of_workers_is_refused_in_words(workers):
    with pytest.raises(InvalidParameterError, match="the number of workers must be a whole number"):
        run_sweep(CONFIG, dataset=BLOBS, workers=workers)


def test_too_large_a_sweep_is_refused_before_anything_is_allocated(monkeypatch):
    monkeypatch.setattr("kselect_core.selection.sweep.memory.memory_limit", lambda: 60_000)
    monkeypatch.setattr("kselect_core.selection.sweep.run.Bench", None)
    words = r"would need .* for 28 training points with 1 worker\(s\); the limit is .*60% of this"
    with pytest.raises(TooLargeError, match=words) as caught:
        run_sweep(CONFIG, dataset=BLOBS)
    fits = int(re.search(r"About (\d+) training points would fit", str(caught.value))[1])
    assert 2 <= fits < 28


def test_test_points_that_fill_the_memory_are_named(monkeypatch):
    monkeypatch.setattr("kselect_core.selection.sweep.memory.memory_limit", lambda: 1000)
    words = r"for 2 training points and 38 test points .* Use a sub-sample of the data"
    with pytest.raises(TooLargeError, match=words):
        run_sweep(replace(CONFIG, test_share=0.95), dataset=BLOBS)


def test_more_workers_than_the_memory_allows_are_refused(monkeypatch):
    monkeypatch.setattr("kselect_core.selection.sweep.memory.memory_limit", lambda: 2**22)
    monkeypatch.setattr("kselect_core.selection.sweep.run.blocks_from_processes", None)
    run_sweep(small(repeats=1), dataset=BLOBS)
    with pytest.raises(TooLargeError, match=r"with 200 worker\(s\)"):
        run_sweep(small(repeats=1), dataset=BLOBS, workers=200)


@pytest.mark.parametrize("data", [CLOUDS, BLOBS, WAVES], ids=lambda data: data.name)
def test_a_positive_class_that_is_not_there_is_refused(data):
    with pytest.raises(UnknownNameError, match=f"No class of {data.name} is called 'purple'"):
        run_sweep(small(positive="purple"), dataset=data)


def test_other_data_than_those_the_sweep_was_made_for_are_refused():
    config = with_digest(small(), BLOBS)
    assert config.dataset_digest == BLOBS.digest
    run_sweep(config, dataset=BLOBS)
    with pytest.raises(KselectError, match="'blobs' is not the one this sweep was made for"):
        run_sweep(config, dataset=blobs(seed=1))


def test_a_training_part_without_variation_is_refused():
    X = np.zeros((20, 2))
    X[0, 0] = 1.0
    y = np.where(np.arange(20) % 2, 1.0, -1.0)
    data = Dataset.from_arrays(X, y, name="flat")
    config = small(dataset="flat", repeats=10, test_share=0.5)
    with pytest.raises(DataError, match=r"flat: every feature is constant in the training part of"):
        run_sweep(config, dataset=data)


def test_one_class_is_refused():
    with pytest.raises(DataError, match="only one class"):
        run_sweep(small(), dataset=replace(BLOBS, y=np.ones(40)))


def test_a_class_with_a_single_row_is_refused():
    y = np.full(40, -1.0)
    y[0] = 1.0
    with pytest.raises(DataError, match="single row"):
        run_sweep(small(), dataset=replace(BLOBS, y=y))


def test_two_training_points_give_numbers_or_reasons():
    X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([-1.0, 1.0, -1.0, 1.0])
    config = small(dataset="four", criteria=list(d.JUDGES), test_share=0.5)
    table = run_sweep(config, dataset=Dataset.from_arrays(X, y, name="four"))
    assert (table["reason"] != "").equals(table["value"].isna())
    found = table.drop_duplicates("quantity").set_index("quantity")
    assert "needs" not in found["reason"]["kta"]
    assert found["reason"]["fsm"] == "a class has a single member: its spread is undefined"
    assert "k = 5 folds need" in found["reason"]["kfold"]
    assert table[table["kind"] == "test"]["value"].notna().all()


def test_a_degree_that_overflows_says_so_and_the_others_go_on():
    family = Candidates("polynomial", (1, 2, 50))
    data = replace(BLOBS, X=BLOBS.X * 1e4)
    config = small(candidates=family, preprocessing="none", ridge="lambda", lambdas=(1e10, 1e12))
    table = run_sweep(config, dataset=data)
    lost = table[table["parameter"] == 50]
    assert len(lost) == len(table) / 3
    assert lost["value"].isna().all()
    assert lost["reason"].str.contains("missing, infinite or overflowing entries").all()
    assert table[table["parameter"] == 1]["value"].notna().all()


def test_predictions_that_overflow_say_so():
    X = np.linspace(1, 2, 40)[:, None] * 1e36
    y = np.where(np.arange(40) % 2, 1.0, -1.0)
    train = splits(y, task="binary", test_share=0.3, repeats=1, seed=3)[0].train
    X[np.setdiff1d(np.arange(40), train)[0]] = 1e150
    data = Dataset.from_arrays(X, y, name="huge")
    family = Candidates("polynomial", (2,))
    config = small(
        dataset="huge",
        candidates=family,
        preprocessing="none",
        repeats=1,
        lambdas=(1e140,),
        criteria=["kta"],
        ridge="lambda",
    )
    table = run_sweep(config, dataset=data).set_index("quantity")
    assert np.isnan(table["value"][["test_error", "test_squared_error"]]).all()
    assert table["reason"]["test_error"].startswith("the predictions overflow")
    assert table["value"][["training_error", "training_squared_error"]].notna().all()


def test_a_ridge_beyond_the_digits_is_flagged_and_the_others_go_on():
    config = small(lambdas=(1e-300, 0.1, 1e300), criteria=list(d.JUDGES))
    table = run_sweep(config, dataset=BLOBS)
    assert (table["reason"] != "").equals(table["value"].isna())
    tiny = table[(table["lambda"] == 1e-300) & table["value"].isna()]
    assert tiny["reason"].str.startswith("ill-conditioned: the ridge μ").all()
    with_ridge = {key for key, c in d.JUDGES.items() if "ridge" in c.needs}
    errors = {"test_error", "training_error", "test_squared_error", "training_squared_error"}
    errors |= {"test_balanced_error", "test_auc"}
    assert set(tiny["quantity"]) == with_ridge | errors | {"effective_dof", "kfold_se#se"}
    assert table[table["lambda"] > 1e-300]["value"].notna().all()
    alone = run_sweep(replace(config, lambdas=(0.1, 1e300)), dataset=BLOBS)
    others = table[table["lambda"] > 1e-300].reset_index(drop=True)
    assert_allclose(others["value"], alone["value"], **ROUNDOFF)


def test_only_ridges_beyond_the_digits_leave_reasons():
    table = run_sweep(small(lambdas=(1e-300,), criteria=["loo"]), dataset=BLOBS)
    assert table["value"].isna().all()
    assert table["reason"].str.startswith("ill-conditioned").all()


@pytest.mark.parametrize("tau", [1e-300, 1e-12, 1e12, 1e300])
@pytest.mark.parametrize("learner", d.LEARNERS)
def test_kernels_that_are_the_identity_or_constant_give_numbers_or_reasons(tau, learner):
    config = small(
        candidates=Candidates(values=(tau,)), learner=learner, criteria=list(d.JUDGES),
        lambdas=(1e-8, 1.0, 1e8),
    )  # fmt: skip
    table = run_sweep(config, dataset=BLOBS)
    assert (table["reason"] != "").equals(table["value"].isna())
    assert table[table["quantity"] == "test_error"]["value"].notna().all()


def test_beyond_the_sensible_size_a_criterion_is_declined_by_name_and_the_others_go_on(monkeypatch):
    monkeypatch.setattr("kselect_core.criteria.problems.least_squares.EIGH_LIMIT", 20)
    monkeypatch.setattr("kselect_core.criteria.problems.least_squares.KRYLOV_FROM", 10)
    config = small(criteria=list(d.JUDGES))
    table = run_sweep(config, dataset=BLOBS)
    lost = table[table["value"].isna()]
    spectral = {key for key, c in d.JUDGES.items() if "spectrum" in c.needs}
    leading = {"er", "pep"}  # so small a matrix is not for runs
    assert set(lost["quantity"]) == spectral | leading | {"effective_dof"}
    assert set(lost[~lost["quantity"].isin(leading)]["reason"]) == {
        "needs the eigendecomposition of a 28 × 28 matrix, skipped above n = 20; use a sub-sample"
    }
    assert lost["reason"].str.contains("skipped above n = 20; use a sub-sample").all()
    errors = table["kind"] == "test"
    whole = run_sweep(replace(config, criteria=["kta"]), dataset=BLOBS)
    expected = whole[whole["kind"] == "test"]["value"].to_numpy()
    assert_allclose(table[errors]["value"], expected, **ROUNDOFF)


def test_where_nothing_converges_errors_are_declined_too(monkeypatch):
    monkeypatch.setattr("kselect_core.criteria.problems.least_squares.EIGH_LIMIT", 20)
    table = run_sweep(small(criteria=["kta", "gcv"]), dataset=BLOBS)
    lost = table[table["value"].isna()]
    assert set(lost["quantity"]) == set(table["quantity"]) - {"kta"}
    assert lost["reason"].str.contains("skipped above n = 20").all()


def test_constant_columns_and_duplicates_do_no_harm():
    X = np.column_stack([np.repeat(BLOBS.X[:20], 2, axis=0), np.full(40, 7.0)])
    data = Dataset.from_arrays(X, BLOBS.y, name="twins")
    table = run_sweep(small(dataset="twins", criteria=list(d.JUDGES)), dataset=data)
    assert table["value"].notna().all()


def test_an_offset_of_all_features_changes_nothing():
    moved = replace(BLOBS, X=BLOBS.X + 1e8 * 10.0 ** np.arange(3))
    table = run_sweep(small(), dataset=moved)
    expected = run_sweep(small(), dataset=BLOBS)
    assert_allclose(table["value"], expected["value"], rtol=1e-5)  # 8 of 16 digits are the offset


def test_an_error_of_the_caller_ends_the_sweep():
    def broken(*_):
        raise RuntimeError("not ours")

    with pytest.raises(RuntimeError, match="not ours"):
        run_sweep(CONFIG, dataset=BLOBS, on_progress=broken)


def test_kernel_functions_agree_with_the_table_of_kernels():
    X = BLOBS.X[:5] / 100
    for (kernel, value), parameters in {
        ("gaussian", 2.0): {"gamma": 0.25},
        ("polynomial", 3.0): {"degree": 3},
        ("laplacian", 0.3): {"c": 0.3},
        ("linear", None): {},
    }.items():
        assert_allclose(KERNELS[kernel](X, X, **parameters), gram(X, X, kernel, value), **ROUNDOFF)


@pytest.mark.parametrize(
    "change", [{"seed": 99}, {"preprocessing": "minmax"}, {"repeats": CONFIG.repeats + 1}]
)
def test_a_table_remembers_its_seed_and_preparation(change, tmp_path):
    path = tmp_path / "table.parquet"
    TABLE.to_parquet(path)
    other = replace(CONFIG, **change)
    if "repeats" in change:  # more splits go on from fewer
        table = run_sweep(other, dataset=BLOBS, done=pd.read_parquet(path))
        assert set(table["split"]) == set(range(other.repeats))
        return
    with pytest.raises(DataError, match="belong to another sweep: its data, seed"):
        run_sweep(other, dataset=BLOBS, done=pd.read_parquet(path))


def test_the_table_of_a_sweep_is_read_again_as_it_was_read(tmp_path):
    rows = "".join(f"{i}.5,{i % 3},{'yes' if i % 2 else 'no'},x{i % 2}\n" for i in range(20))
    path = tmp_path / "mine.csv"
    path.write_text("a,b,first,second\n" + rows)
    answers = {"label": "first", "drop": ["second"]}
    config = SweepConfig(dataset=str(path), reading=answers)
    assert named_dataset(config).digest == load_dataset(path, **answers).digest


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("workers", [None, 2])
def test_what_was_decomposed_tells_its_eigenvalues(learner, workers):
    config, told = replace(CONFIG, learner=learner), []
    table = run_sweep(config, dataset=BLOBS, workers=workers, on_eigenvalues=told.append)
    assert_frame_equal(table, run_sweep(config, dataset=BLOBS))
    places = {(split, f.kernel, v) for split in (0, 1) for f, v in config.kernels}
    assert sorted(map(repr, places)) == sorted(repr(one[:3]) for one in told)
    for split, kernel, value, eigenvalues in told:
        X = by_hand(config, BLOBS, split)[0]
        expected = np.linalg.eigvalsh(gram(X, X, kernel, value))[::-1]
        assert_allclose(eigenvalues, expected, rtol=0, atol=1e-12 * expected[0])
        assert (eigenvalues >= 0).all()


def test_where_nothing_is_decomposed_and_of_several_classes_no_eigenvalues_are_told():
    told = []
    many = small(criteria=["kta"], candidates=Candidates(values=(2.0,)))
    run_sweep(many, dataset=blobs(300), on_eigenvalues=told.append)
    run_sweep(small(dataset="clouds"), dataset=CLOUDS, on_eigenvalues=told.append)
    assert told == []


def test_the_eigenvalues_of_the_first_splits_alone_are_told():
    config, told = small(repeats=KEPT_SPLITS + 2), []
    run_sweep(config, dataset=BLOBS, on_eigenvalues=told.append)
    assert {one.split for one in told} == set(range(KEPT_SPLITS))
