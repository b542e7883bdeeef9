"""Configurations: one identity however they are written; every bad value is refused in words."""

import json
import re
from dataclasses import fields, replace
from itertools import count

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.errors import InvalidParameterError, KselectError, TooLargeError, UnknownNameError
from kselect_core.kernels import KERNELS
from kselect_core.selection import Candidates, CriterionChoice, SweepConfig
from tests.criteria import definitions as d
from tests.selection.examples import small

FROZEN = "32bc1ea2552e0ff3a270f31b4db017b1d9ed67dbea6f199f0304b2583f43284c"
FROZEN_DEFAULT = "08125dca3ad16f7d3a280dabd141cf435532df54acfaa70431e000621cf84f4a"

numbers = st.floats(1e-6, 1e6)
grids = st.lists(numbers, min_size=1, max_size=6, unique_by=lambda x: float(f"{x:.9e}")).map(tuple)
degrees = st.lists(st.integers(1, 20), min_size=1, max_size=5, unique=True).map(tuple)
names = st.text(min_size=1, max_size=20)

gaussians = st.builds(
    Candidates, values=grids, convention=st.sampled_from(["2tau", "tau", "gamma", "sigma2"])
)
polynomials = st.builds(
    Candidates, kernel=st.just("polynomial"), values=degrees, normalised=st.booleans()
)
laplacians = st.builds(Candidates, kernel=st.just("laplacian"), values=grids)
linears = st.just(Candidates("linear"))
families = st.permutations(range(4)).flatmap(
    lambda order: st.tuples(
        *[[gaussians, polynomials, laplacians, linears][i] for i in order[: 1 + order[0] % 4]]
    )
)
criteria = st.lists(
    st.one_of(
        st.builds(CriterionChoice, st.sampled_from(sorted(d.JUDGES))),
        st.builds(lambda k: CriterionChoice("kfold", (("k", k),)), st.integers(2, 20)),
        st.builds(lambda eta: CriterionChoice("ks", (("eta", eta),)), st.floats(0, 100)),
    ),
    min_size=1,
    unique_by=lambda choice: choice.quantity,
).map(tuple)
configs = st.builds(
    SweepConfig,
    dataset=names,
    dataset_digest=st.sampled_from(["", "ab12"]),
    positive=st.none() | names,
    preprocessing=st.sampled_from(["standardise", "minmax", "none"]),
    test_share=st.floats(0.01, 0.99),
    repeats=st.integers(1, 50),
    learner=st.sampled_from(["krr", "lssvm"]),
    ridge=st.sampled_from(["n_lambda", "lambda"]),
    candidates=families,
    lambdas=grids,
    criteria=criteria,
    seed=st.integers(0, 2**63 - 1),
)


@given(config=configs)
def test_it_is_shown_as_the_call_that_makes_it(config):
    assert eval(repr(config)) == config  # noqa: S307 (our own)


@pytest.mark.parametrize(
    "text",
    [
        "SweepConfig(dataset='moons')",
        "SweepConfig(dataset='moons', lambdas=(0.1,), criteria=(CriterionChoice('loo'),), seed=3)",
        "SweepConfig(dataset='iris', learner='svm', C=(1.0, 10.0), pair=('setosa', 'virginica'))",
        "SweepConfig(dataset='iris', learner='svm', ridge='n_lambda', lambdas=(0.1,), C=())",
        "SweepConfig(dataset='moons', split='given')",
        "SweepConfig(dataset='moons', candidates=(Candidates('linear'), Candidates('iterated')))",
        "Candidates('gaussian', (0.5, 2.0), convention='gamma')",
        "Candidates('precomputed', (1.0, 2.0))",
        "Candidates('rational_quadratic', options=(('alpha', 2.0),))",
        "CriterionChoice('kfold', options=(('k', 10),))",
    ],
)
def test_what_is_usual_is_not_shown(text):
    made = eval(text)  # noqa: S307 (our own)
    assert repr(made) == text


@given(config=configs)
def test_json_and_toml_read_back_to_the_same_configuration(config):
    from_json = SweepConfig.from_json(config.to_json())
    from_toml = SweepConfig.from_toml(config.to_toml())
    assert from_json == from_toml == config
    assert from_json.digest() == from_toml.digest() == config.digest()
    assert from_json.to_json() == config.to_json()


def test_a_seed_beyond_the_integers_of_toml_survives_it():
    config = small(seed=2**64 - 1)
    assert SweepConfig.from_toml(config.to_toml()) == config


def test_the_digest_never_changes_silently():
    assert small().digest() == FROZEN
    assert SweepConfig(dataset="wdbc").digest() == FROZEN_DEFAULT


def test_json_is_canonical():
    text = small().to_json()
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))


@pytest.mark.parametrize(
    "same",
    [
        {"criteria": ("kta", "loo", ("kfold", {"loss": "error", "k": 5}))},
        {"criteria": ("kta", ["loo", {"loss": "squared"}], ("kfold", (("loss", "error"),)))},
        {"criteria": [{"key": "kta"}, "loo", {"key": "kfold", "options": {"loss": "error"}}]},
        {"candidates": Candidates(values=[8, 0.5, 2])},
        {"candidates": [{"kernel": "gaussian", "values": (2, 8, 0.5), "convention": "2tau"}]},
        {"candidates": (Candidates(values=np.array([8.0, 2.0, 0.5])),)},
        {"candidates": (Candidates(values=np.array([8.0, 2.0, 0.5], dtype=np.float32)),)},
        {"lambdas": (1, 0.1, 0.01)},
        {"lambdas": {0.1, 0.01, 1.0}},
        {"repeats": np.int64(2), "seed": np.uint8(3), "test_share": np.float64(0.3)},
    ],
)
def test_the_digest_does_not_depend_on_how_the_same_values_are_written(same):
    assert small(**same).digest() == FROZEN
    assert small(**same) == small()


def test_the_order_of_options_does_not_matter():
    one = small(criteria=(("ks", {"k": 10, "eta": 2}),))
    other = small(criteria=(("ks", {"eta": 2.0, "k": 10.0}),))
    assert one.digest() == other.digest()
    assert one.criteria[0].quantity == "ks(eta=2.0, k=10)"


def test_a_negative_zero_is_a_zero():
    one, other = (small(criteria=(("ks", {"eta": zero}),)) for zero in (0.0, -0.0))
    assert one.digest() == other.digest()


@pytest.mark.parametrize(
    "change",
    [
        {"dataset": "wine"},
        {"dataset_digest": "ab"},
        {"positive": "1"},
        {"preprocessing": "none"},
        {"test_share": 0.31},
        {"repeats": 3},
        {"learner": "lssvm"},
        {"ridge": "lambda"},
        {"candidates": (Candidates(values=(0.5, 2.0)),)},
        {"candidates": (Candidates(values=(0.5, 2.0, 8.0), convention="tau"),)},
        {"lambdas": (0.01,)},
        {"criteria": ("kta",)},
        {"seed": 4},
        {"multiclass": "one_vs_rest"},
        {"pair": ("a", "b")},
        {"reading": (("label", "a"),)},
        {"split": "given", "repeats": 1},
        {"stratified": False},
        {"engine": "dense"},
        {"engine": "tiled"},
        {"engine": "landmarks"},
        {"landmarks": 500},
        {"class_weights": (1.0, 5.0)},
    ],
)
def test_everything_that_changes_the_numbers_changes_the_digest(change):
    assert small(**change).digest() != FROZEN


def test_every_entry_is_covered_by_that():
    changed = {f.name for f in fields(SweepConfig)}
    assert changed == {
        *("dataset", "dataset_digest", "positive", "preprocessing", "test_share", "repeats"),
        *("learner", "ridge", "candidates", "lambdas", "C", "criteria", "seed"),
        *("multiclass", "pair", "reading", "split", "stratified", "plugins", "engine"),
        *("landmarks", "class_weights"),
    }


def test_strata_are_said_only_where_there_are_none_so_that_older_digests_stay():
    without = small(stratified=False)
    assert "stratified" not in small().to_json()
    assert SweepConfig.from_json(without.to_json()) == without
    assert SweepConfig.from_toml(without.to_toml()) == without
    with pytest.raises(InvalidParameterError, match="stratified must be True or False, got 'no'"):
        small(stratified="no")


def test_a_given_split_is_one_where_no_number_is_named_and_digests_stay():
    config = SweepConfig(dataset="moons", split="given")
    assert (config.repeats, type(config.repeats)) == (1, int)
    assert config.digest() == SweepConfig(dataset="moons", split="given", repeats=1).digest()
    assert SweepConfig.from_toml('dataset = "moons"\nsplit = "given"') == config
    assert type(SweepConfig(dataset="moons").repeats) is int
    with pytest.raises(InvalidParameterError, match="repeats must be 1 where the split is given"):
        SweepConfig(dataset="moons", split="given", repeats=5)


def test_a_family_may_be_named_and_gets_its_usual_grid():
    config = small(candidates=["polynomial", "linear", {"kernel": "laplacian"}, "gaussian"])
    assert [len(family.points) for family in config.candidates] == [20, 1, 21, 31]
    assert [family.convention for family in config.candidates] == ["degree", "", "c", "2tau"]
    assert config.items == range(2 * (20 + 1 + 21 + 31))


@pytest.mark.parametrize("kernel", ["gaussian", "polynomial", "linear", "laplacian"])
def test_a_family_without_values_has_the_usual_grid_however_it_is_written(kernel):
    named, table = small(candidates=[kernel]), small(candidates=[{"kernel": kernel}])
    assert (Candidates(kernel),) == named.candidates == table.candidates


BAD_NUMBERS = [0, 0.0, -1, float("nan"), float("inf"), float("-inf"), "abc", "1", True, None, [1.0]]
HIGHEST_DEGREE = KERNELS["polynomial"].largest
WHOLE = "must be a whole number from"
POSITIVE = "must be a finite number greater than 0, got"

BAD = [
    # widths
    *(({"candidates": {"values": (1.0, bad)}}, f"each value of the grid of τ {POSITIVE}")
      for bad in BAD_NUMBERS),
    ({"candidates": {"values": (10**400,)}}, f"each value of the grid of τ {POSITIVE}"),
    ({"candidates": {"values": (1e-320,)}}, "a width whose γ is a finite positive number"),
    ({"candidates": {"values": 1.0}}, "the grid of τ must be a list"),
    ({"candidates": {"values": "1, 2"}}, "the grid of τ must be a list"),
    ({"candidates": {"values": {1.0: 2.0}}}, "the grid of τ must be a list"),
    ({"candidates": {"values": np.array(1.0)}}, "the grid of τ must be a list"),
    ({"candidates": {"values": ()}}, "the grid of τ must be a list of one or more"),
    ({"candidates": {"values": (2.0, 1.0, 2)}},
     "the grid of τ must be without duplicates, got 2.0"),
    ({"candidates": {"values": (1.0, 1.0 + 1e-14)}}, "without duplicates"),
    ({"candidates": {"values": np.eye(2)}}, f"each value of the grid of τ {POSITIVE}"),
    ({"candidates": {"values": (1,), "convention": "sigma2"}, "lambdas": ("x",)}, "got 'x'"),
    ({"candidates": {"values": (-1,), "convention": "sigma2"}}, "the grid of σ²"),
    ({"candidates": {"kernel": "laplacian", "values": (0,)}},
     "Laplacian kernel: each value of the grid of c"),
    # degrees
    *(({"candidates": {"kernel": "polynomial", "values": (bad,)}}, "polynomial kernel: ")
      for bad in (0, -1, 2.5, 51, "3", True)),
    ({"candidates": {"kernel": "polynomial", "values": (2.5,)}},
     "degree must be a whole number from 1 to 50, got 2.5"),
    ({"candidates": {"kernel": "polynomial", "normalised": "yes"}},
     "normalised must be False or True, got 'yes'"),
    ({"candidates": {"normalised": True}}, "Gaussian kernel: normalised must be False, got True"),
    # λ
    *(({"lambdas": (0.1, bad)}, f"each value of λ (lambdas) {POSITIVE}") for bad in BAD_NUMBERS),
    ({"lambdas": ()}, "λ (lambdas) must be a list of one or more"),
    ({"lambdas": (1.0, 1)}, "λ (lambdas) must be without duplicates"),
    ({"lambdas": None}, "λ (lambdas) must be a list"),
    # names
    ({"candidates": "gausian"}, "candidates must be a list of kernel families"),
    ({"candidates": ["gausian"]}, "No kernel is called 'gausian'. Did you mean 'gaussian'?"),
    ({"candidates": [3]}, "each kernel family must be a name or a table, got 3"),
    ({"candidates": 3}, "candidates must be a list of kernel families"),
    ({"candidates": []}, "one or more different kernel families"),
    ({"candidates": ["gaussian", "gaussian"]}, "each once"),
    ({"candidates": {"kernel": ["gaussian"]}}, "a function or a Kernel, got ['gaussian']"),
    ({"candidates": {"convention": 5}}, "convention must be a name, got 5"),
    ({"candidates": {"convention": "2taus"}},
     "No convention of the Gaussian kernel is called '2taus'. Did you mean '2tau'?"),
    ({"candidates": {"value": (1,)}},
     "No entry of a kernel family is called 'value'. Did you mean 'values'?"),
    ({"learner": "kr"}, "No learner is called 'kr'. Did you mean 'krr'?"),
    ({"learner": ["krr"]}, "learner must be a name"),
    ({"preprocessing": "standardize"},
     "No preprocessing is called 'standardize'. Did you mean 'standardise'?"),
    ({"preprocessing": []}, "No preprocessing is called []"),
    ({"ridge": "nlambda"}, "No ridge convention is called 'nlambda'. Did you mean 'n_lambda'?"),
    ({"dataset": ""}, "dataset must be a name, got ''"),
    ({"dataset": 3}, "dataset must be a name, got 3"),
    ({"dataset": "\ud800"}, "dataset must be a name"),
    ({"dataset_digest": 3}, "dataset_digest must be a name, got 3"),
    ({"positive": 3}, "positive must be a name, got 3"),
    # criteria
    ({"criteria": ["kfolds"]}, "No criterion is called 'kfolds'. Did you mean 'kfold'?"),
    ({"criteria": "kta"}, "criteria must be a list of criteria, got 'kta'"),
    ({"criteria": []}, "criteria must be one or more, each once, got []"),
    ({"criteria": ["kta", "kta"]}, "each once"),
    ({"criteria": [("kfold", {"k": 5}), "kfold"]}, "each once"),
    ({"criteria": [3]}, "each criterion must be a key or (key, options), got 3"),
    ({"criteria": [("kta", "mmd")]}, "options must be a table of names and values, got 'mmd'"),
    ({"criteria": [("kta", 5)]}, "options must be a table of names and values, got 5"),
    ({"criteria": [("kta", ((1, 2),))]}, "options must be a table of names and values"),
    ({"criteria": [("kfold", (("k", 3), ("k", 4)))]}, "options must be given once each"),
    ({"criteria": [{"kee": "kta"}]},
     "No entry of a criterion is called 'kee'. Did you mean 'key'?"),
    ({"criteria": [{}]}, "No criterion is called ''"),
    ({"criteria": [(["kta"], {})]}, "criterion must be a name"),
    ({"criteria": [("kta", {"k": 5})]}, "an option name must be left out: it has no options"),
    *(({"criteria": [("kfold", {"k": bad})]}, "k (k) must be a whole number from 2 to 1000")
      for bad in (1, 0, -3, 2.5, "5", True, float("nan"), 10**4, None, [5])),
    ({"criteria": [("kfold", {"loss": "hinge"})]},
     "loss (loss) must be one of 'squared', 'error', got 'hinge'"),
    ({"criteria": [("sm", {"weighted": 1})]}, "weighted"),
    ({"criteria": [("ks", {"eta": -1.0})]}, "η (eta) must be a number from 0"),
    # splits
    *(({"test_share": bad}, "the test share must be a number in (0, 1)")
      for bad in (0, 1, 1.5, -0.1, float("nan"), "0.3", None, True)),
    *(({"repeats": bad}, f"the number of repetitions {WHOLE} 1 to 10000")
      for bad in (0, -1, 10**6, 2.5, "5", None, True)),
    *(({"seed": bad}, f"the seed {WHOLE} 0 to") for bad in (-1, 2**64, 1.5, "x", None, False)),
]  # fmt: skip


@pytest.mark.parametrize(("entries", "words"), BAD)
def test_a_bad_value_is_refused_in_words(entries, words):
    candidates = entries.get("candidates")
    if isinstance(candidates, dict):
        entries = {**entries, "candidates": [candidates]}
    with pytest.raises((InvalidParameterError, UnknownNameError), match=re.escape(words)):
        small(**entries)


@pytest.mark.parametrize("value", [1e-300, 1e300, 1e-12, 5e-324])
def test_every_positive_ridge_is_allowed(value):
    assert small(lambdas=(value,)).lambdas == (value,)


@pytest.mark.parametrize("value", [1e-300, 1e300])
def test_extreme_widths_are_allowed(value):
    assert Candidates(values=(value,)).values == (value,)


@pytest.mark.parametrize(
    "entries",
    [
        {"candidates": (Candidates(values=np.arange(1.0, 1001.0)),), "lambdas": range(1, 200)},
        {"candidates": [{"values": range(1, 10**7)}]},
        {"candidates": [{"values": count(1)}]},
        {"lambdas": range(1, 10**7 + 1)},
        {"repeats": 10_000, "candidates": ["gaussian"]},
    ],
)
def test_a_grid_of_millions_is_refused_before_it_is_made(entries):
    with pytest.raises(TooLargeError, match=r"points × 0.03 s ≈ .* days; the limit is 100,000"):
        small(**entries)


def test_the_refusal_says_what_ten_million_points_would_cost():
    with pytest.raises(TooLargeError, match=r"10,000,000 points × 0\.03 s ≈ 3\.5 days"):
        small(lambdas=range(1, 10**7 + 1))


TEXTS = [
    ('{"dataset":"wdbc","lambda":[1]}', "called 'lambda'. Did you mean 'lambdas'?"),
    ('{"dataset":"wdbc","schema":2}', "schema 2, written by another version of kselect"),
    ('{"dataset":"wdbc","schema":[]}', "schema []"),
    ("{}", "must name its dataset"),
    ("[]", "must be a table of names and values"),
    ('"wdbc"', "must be a table of names and values"),
    ("", "not a sweep configuration in JSON"),
    ("{", "not a sweep configuration in JSON"),
    ('{"dataset":"wdbc","seed":' + "9" * 5000 + "}", "not a sweep configuration in JSON"),
    ('{"dataset":"wdbc","seed":1,"seed":2}', "two entries called 'seed'"),
    ('{"dataset":"wdbc","lambdas":[NaN]}', "got nan"),
    ('{"dataset":"wdbc","lambdas":[1e999]}', "got inf"),
    ('{"dataset":"wdbc","candidates":[{"kernel":"gaussian","values":[[1]]}]}', "got [1]"),
    ("[" * 200_000, "JSON"),
    ('{"a":' * 200_000, "JSON"),
    ('{"dataset":"wdbc","lambdas":' + "[" * 400 + "]" * 400 + "}", "λ (lambdas)"),
    ('{"dataset":"\\ud800"}', "dataset must be a name"),
]


@pytest.mark.parametrize(("text", "words"), TEXTS, ids=range(len(TEXTS)))
def test_json_that_is_no_configuration_is_refused_in_words(text, words):
    with pytest.raises(KselectError, match=re.escape(words)):
        SweepConfig.from_json(text)


TOML_TEXTS = [
    ('dataset = "wdbc"\nsead = 1', "called 'sead'. Did you mean 'seed'?"),
    ('dataset = "wdbc"\nschema = 9', "schema 9, written by another version of kselect"),
    ('dataset = "wdbc"\nseed = 1\nseed = 2', "not a sweep configuration in TOML"),
    ("seed = 1", "must name its dataset"),
    ('dataset = "wdbc"\ntest_share = "0.3"', "the test share must be a number"),
    ('dataset = "wdbc"\nlambdas = [inf]', "got inf"),
    ('dataset = "wdbc"\nlambdas = 1979-05-27', "λ (lambdas) must be a list"),
    ("x = " + "[" * 20_000, "TOML"),
    ("x = " + "{a=" * 20_000, "TOML"),
    ("!!python/object:os.system", "not a sweep configuration in TOML"),
    ("\x00", "not a sweep configuration in TOML"),
]


@pytest.mark.parametrize(("text", "words"), TOML_TEXTS, ids=range(len(TOML_TEXTS)))
def test_toml_that_is_no_configuration_is_refused_in_words(text, words):
    with pytest.raises(KselectError, match=re.escape(words)):
        SweepConfig.from_toml(text)


@given(text=st.text(max_size=60) | st.text(alphabet='{}[]":,=.0123456789adestn\n', max_size=60))
def test_any_text_is_read_or_refused_in_words(text):
    for read in (SweepConfig.from_json, SweepConfig.from_toml):
        with pytest.raises(KselectError):
            read(text)


def test_an_answer_that_was_not_given_is_not_recorded():
    config = small(reading={"label": None, "drop": ["b", "a"], "header": True})
    assert config.reading == (("drop", ("b", "a")), ("header", True))
    assert SweepConfig.from_toml(config.to_toml()) == config
    assert small(reading={"label": None}) == small()


def test_extending_adds_points_by_the_same_ratio():
    config = small(candidates=(Candidates(values=(0.25, 0.5, 1.0)), Candidates("linear")))
    high = config.extended("gaussian", "high")
    low = config.extended("gaussian", "low", steps=2)
    assert high.candidates[0].values == (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
    assert low.candidates[0].values == (0.0625, 0.125, 0.25, 0.5, 1.0)
    assert high.candidates[1] == config.candidates[1]
    assert replace(high, candidates=config.candidates) == config


def test_extending_keeps_round_numbers_round():
    config = small(candidates=(Candidates(values=(1e-4, 1e-3, 1e-2)),))
    values = config.extended("gaussian", "low", steps=2).candidates[0].values
    assert values == (1e-6, 1e-5, 1e-4, 1e-3, 1e-2)


def test_a_single_point_is_extended_by_doubling():
    config = small(candidates=(Candidates(values=(3.0,)),))
    assert config.extended("gaussian", "high", steps=2).candidates[0].values == (3.0, 6.0, 12.0)
    assert config.extended("gaussian", "low", steps=1).candidates[0].values == (1.5, 3.0)


def test_degrees_are_extended_by_one_within_their_range():
    config = small(candidates=(Candidates("polynomial", (2, 4, HIGHEST_DEGREE - 1)),))
    high, low = (
        config.extended("polynomial", side).candidates[0].values for side in ("high", "low")
    )
    assert high == (2, 4, HIGHEST_DEGREE - 1, HIGHEST_DEGREE)
    assert low == (1, 2, 4, HIGHEST_DEGREE - 1)


@pytest.mark.parametrize(
    ("arguments", "steps", "words"),
    [
        (("gaussian", "left"), 5, "No end of the grid is called 'left'"),
        (("gausian", "low"), 5, "No grid of this sweep is called 'gausian'. Did you mean"),
        (("linear", "low"), 5, "kernel must be a family with a grid, got 'linear'"),
        (("gaussian", "low"), 0, "steps must be a whole number ≥ 1, got 0"),
        (("gaussian", "low"), 2.5, "steps must be a whole number ≥ 1, got 2.5"),
        (("gaussian", "low"), 10**7, "the limit is 100,000"),
        (("gaussian", "high"), 2000, "cannot be extended by 2000 steps"),
        (("gaussian", "low"), 1000, "a width whose γ is a finite positive number"),
    ],
)
def test_an_extension_that_cannot_be_is_refused_in_words(arguments, steps, words):
    config = small(candidates=(Candidates(values=(2.0**-60, 2.0**-59)), Candidates("linear")))
    with pytest.raises(KselectError, match=re.escape(words)):
        config.extended(*arguments, steps=steps)


def test_the_ridges_can_be_extended_as_well():
    config = SweepConfig(dataset="moons", lambdas=(0.01, 0.1, 1.0))
    assert config.extended("lambda", "low", steps=2).lambdas == pytest.approx(
        (1e-4, 1e-3, 0.01, 0.1, 1.0)
    )
    assert config.extended("lambda", "high", steps=1).lambdas == pytest.approx(
        (0.01, 0.1, 1.0, 10.0)
    )


def test_a_grid_of_costs_is_a_grid_of_ridges_read_backwards():
    config = SweepConfig(dataset="moons", learner="svm", C=(10.0, 0.5))
    assert config.C == (0.5, 10.0)
    assert config.lambdas == (0.05, 1.0)
    assert config.ridge == "lambda"
    assert {choice.key for choice in config.criteria} >= {"kta", "svm_loo", "stab"}
    assert "loo" not in {choice.key for choice in config.criteria}
    for copy in (config.from_json(config.to_json()), config.from_toml(config.to_toml())):
        assert copy == config
    assert config.digest() != replace(config, C=(0.5, 20.0)).digest()


def test_without_a_grid_the_machine_gets_the_usual_ones():
    config = SweepConfig(dataset="moons", learner="svm")
    assert (len(config.C), config.C[0], config.C[-1]) == (20, 1e-5, 1e2)
    family = config.candidates[0]
    assert (family.kernel, family.convention, len(family.values)) == ("gaussian", "gamma", 15)


def test_ridges_may_stand_for_costs():
    config = SweepConfig(dataset="moons", learner="svm", lambdas=(0.1,))
    assert (config.C, config.lambdas, config.ridge) == ((), (0.1,), "n_lambda")
    assert config.from_json(config.to_json()) == config


def test_ridges_that_are_costs_are_the_same_sweep_as_those_costs():
    given = SweepConfig(dataset="moons", learner="svm", lambdas=(0.01, 0.1), ridge="lambda")
    assert_allclose(given.C, (5.0, 50.0))
    assert given == SweepConfig(dataset="moons", learner="svm", C=given.C)
    assert given.from_toml(given.to_toml()) == given


def test_the_end_of_large_ridges_is_that_of_small_costs():
    config = SweepConfig(dataset="moons", learner="svm", C=(1.0, 10.0))
    longer = config.extended("lambda", "low", steps=1)
    assert_allclose(longer.C, (1.0, 10.0, 100.0))
    assert_allclose(longer.lambdas, (0.005, 0.05, 0.5))


def test_costs_are_for_the_machine_and_so_are_its_criteria():
    with pytest.raises(InvalidParameterError, match="C must be left out for 'krr'"):
        SweepConfig(dataset="moons", C=(1.0,))
    with pytest.raises(InvalidParameterError, match=r"those that judge the learner 'svm'.*'loo'"):
        SweepConfig(dataset="moons", learner="svm", criteria=("loo",))
    with pytest.raises(InvalidParameterError, match=r"those that judge the learner 'krr'.*'stab'"):
        SweepConfig(dataset="moons", criteria=("stab",))


READING = (("drop", ["day"]), ("label", "kind"), ("skip", 1))


def test_how_a_table_was_read_is_recorded_whatever_the_order_and_read_back():
    config = SweepConfig(dataset="mine", reading=READING)
    assert config.reading == (("drop", ("day",)), ("label", "kind"), ("skip", 1))
    assert config == SweepConfig(dataset="mine", reading=dict(reversed(READING)))
    assert SweepConfig.from_toml(config.to_toml()) == config
    assert SweepConfig.from_json(config.to_json()).digest() == config.digest()
    assert config.digest() != SweepConfig(dataset="mine").digest()


def test_a_sweep_of_a_table_that_needs_no_answer_says_nothing_of_reading():
    assert "reading" not in SweepConfig(dataset="two_moons").to_json()


@pytest.mark.parametrize("reading", [3, "ab", (("labels", "kind"),), {"decimal": ";"}])
def test_answers_that_no_table_can_be_read_with_are_refused(reading):
    with pytest.raises(KselectError):
        SweepConfig(dataset="mine", reading=reading)


@pytest.mark.parametrize("data", [np.eye(2), (np.eye(2), [0, 1])])
def test_data_in_place_of_their_name_are_told_where_they_go(data):
    with pytest.raises(InvalidParameterError, match=r"go into run_sweep\(config, dataset=…\)"):
        SweepConfig(dataset=data)


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("rbf", "gaussian"),
        ("poly", "polynomial"),
        ("matern", "matern32"),
        ("matern12", "laplacian"),
        ("exponential", "laplacian"),
    ],
)
def test_names_of_scikit_learn_are_told_in_ours(name, ours):
    with pytest.raises(UnknownNameError, match=f"Did you mean '{ours}'"):
        Candidates(name)


def test_a_kernel_of_matrices_needs_their_numbers():
    with pytest.raises(InvalidParameterError, match=r"Candidates\('precomputed', dataset\.grid\)"):
        Candidates("precomputed")
