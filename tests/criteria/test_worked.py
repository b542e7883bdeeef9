"""Formulas with numbers: the terms make the score, and so does what is printed of them."""

import inspect
import math
import re

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, KernelFact, Problem
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from kselect_core.results.worked import number
from tests.criteria import definitions as d
from tests.criteria.test_contract import with_all_options
from tests.tolerances import EXACT, ROUNDOFF

N = 24
every_criterion = pytest.mark.parametrize("criterion", d.JUDGES.values(), ids=lambda c: c.name)
every_learner = pytest.mark.parametrize("learner", d.LEARNERS)
every_ridge = pytest.mark.parametrize("ridge", d.RIDGES)
FACT = KernelFact("gaussian", (("gamma", 0.5),), features=2, variance=1.0)
NUMBERS = {
    "t": (1, 7),
    "order": (2, 9),
    "side": (0.5, 3.0),
    "k": (3, 11),
    "eta": (0.0, 8.0),
    "r": (1, 2, 5),
    "h": (0.0, 2.5),
}


def matrices():
    """Gram matrices and labels: unit diagonal, varying diagonal, negative entries."""
    rng = np.random.default_rng(3)
    X = rng.standard_normal((N, 2))
    y = rng.permutation(np.repeat([1.0, -1.0], [13, 11]))  # enough of each class for 11 folds
    K = d.gaussian(X)
    scale = 1 + rng.random(N)
    return {"gaussian": (K, y), "scaled": (K * np.outer(scale, scale), y), "linear": (X @ X.T, y)}


def with_numbers_too(criterion):
    """Options as in the contract, and a few numbers for each option that takes one."""
    for options in with_all_options(criterion):
        yield options
        for option in criterion.options:
            for value in NUMBERS.get(option.name, ()):
                yield options | {option.name: value}


def printed(worked):
    """Value of the formula as it is printed, with the exact numbers in its slots."""
    text = worked.template
    symbols = {r"\cdot": "*", r"\sqrt": "math.sqrt", r"\log": "math.log", "^2": "**2"}
    for symbol, code in (symbols | {r"\Bigl(": "(", r"\Bigr)": ")"}).items():
        text = text.replace(symbol, code)
    text = re.sub(r"#(\d+)", lambda slot: f"(v[{int(slot[1]) - 1}])", text)
    text = text.replace(r"\frac", "FRACTION").replace("}{", ")/(")
    text = re.sub(r"FRACTION\{", "(", text).replace("{", "(").replace("}", ")")
    values = [np.float64(term.value) for term in worked.terms]
    with np.errstate(divide="ignore"):
        return eval(text, {"math": math, "v": values})  # noqa: S307 (our own templates)


@every_criterion
@every_learner
@every_ridge
@pytest.mark.parametrize("name", matrices())
def test_the_terms_make_the_score(criterion, learner, ridge, name):
    K, y = matrices()[name]
    problem = Problem(K, y, [0.05], learner=learner, ridge=ridge, seed=4, kernel=FACT)
    for options in with_numbers_too(criterion):
        score = criterion.score(problem, **options)
        worked = criterion.with_numbers(problem, **options)
        assert_allclose(worked.result, score[0], **EXACT)
        assert_allclose(worked.recombined, score[0], **ROUNDOFF)
        assert_allclose(printed(worked), score[0], **ROUNDOFF)


@pytest.mark.parametrize("name", [c.name for c in d.JUDGES.values() if "classes" not in c.needs])
@every_learner
def test_the_terms_make_the_score_of_a_regression(name, learner):
    rng = np.random.default_rng(8)
    X = rng.standard_normal((N, 2))
    problem = Problem(
        d.gaussian(X), 30 * X[:, 0] + rng.standard_normal(N), [0.01], learner=learner, kernel=FACT
    )
    worked = CRITERIA[name].with_numbers(problem)
    assert_allclose(worked.result, CRITERIA[name].score(problem)[0], **EXACT)
    assert_allclose(worked.recombined, worked.result, **ROUNDOFF)
    assert_allclose(printed(worked), worked.result, **ROUNDOFF)


@every_criterion
def test_every_term_has_its_slot_symbol_and_words(criterion):
    K, y = matrices()["gaussian"]
    for options in with_numbers_too(criterion):
        worked = criterion.with_numbers(Problem(K, y, [0.1], seed=4, kernel=FACT), **options)
        slots = [int(slot) for slot in re.findall(r"#(\d+)", worked.template)]
        assert list(dict.fromkeys(slots)) == list(range(1, len(worked.terms) + 1))
        for term in (*worked.terms, *worked.besides):
            assert term.symbol
            assert term.words
            assert isinstance(float(term.value), float)
        assert "#" not in worked.in_numbers + worked.in_symbols.replace(r"\#", "")


@every_criterion
def test_each_criterion_has_a_term_that_can_be_seen(criterion):
    K, y = matrices()["gaussian"]
    worked = criterion.with_numbers(Problem(K, y, [0.1], seed=4, kernel=FACT))
    assert any(term.place for term in worked.terms)


@every_criterion
def test_the_options_of_the_formula_are_those_of_the_criterion(criterion):
    _, *keywords = inspect.signature(criterion.worked).parameters.values()
    assert {k.name for k in keywords} == {option.name for option in criterion.options}
    assert all(k.kind is k.KEYWORD_ONLY for k in keywords)


UNDEFINED = {
    "one class": (np.eye(6), np.ones(6), [0.1]),
    "one point of a class": (np.eye(6), [1.0, -1, -1, -1, -1, -1], [0.1]),
    "a zero matrix": (np.zeros((6, 6)), [1.0, -1, 1, -1, 1, -1], [0.1]),
    "a constant matrix": (np.ones((6, 6)), [1.0, -1, 1, -1, 1, -1], [0.1]),
    "a ridge that is too small": (1e20 * np.eye(6), [1.0, -1, 1, -1, 1, -1], [1e-9]),
    "an indefinite matrix": (np.eye(6) - 0.5, [1.0, -1, 1, -1, 1, -1], [1e-3]),
    "labels that are no classes": (np.eye(6), np.arange(6.0), [0.1]),
}


@every_criterion
@pytest.mark.parametrize("case", UNDEFINED)
def test_a_formula_without_value_says_why_as_the_score_does(criterion, case):
    for options in with_all_options(criterion):
        reasons = []
        for asked in (criterion.score, criterion.with_numbers):
            try:
                asked(Problem(*UNDEFINED[case], kernel=FACT), **options)
                reasons.append("")
            except UndefinedScoreError as error:
                reasons.append(error.reason)
        assert reasons[0] == reasons[1]


def test_numbers_are_those_of_one_ridge():
    with pytest.raises(InvalidParameterError, match="λ must be a single value"):
        CRITERIA["gcv"].with_numbers(Problem(np.eye(4), [1.0, -1, 1, -1], [0.1, 1.0]))


def test_coinciding_class_means_are_infinitely_bad_in_the_formula_too():
    worked = CRITERIA["fsm"].with_numbers(Problem(np.ones((4, 4)), [1.0, -1, 1, -1], [1.0]))
    assert worked.result == worked.recombined == np.inf
    assert number(worked.result) == r"\infty"


def test_kta_reads_as_on_paper():
    K = np.array([[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 2.0]])
    worked = CRITERIA["kta"].with_numbers(Problem(K, [1.0, 1.0, -1.0], [1.0]))
    assert worked.in_symbols == r"\frac{y^\top Ky}{n\cdot \lVert K\rVert_F}"
    assert worked.in_numbers == r"\frac{8}{3\cdot 3.742}"  # ‖K‖² = 3·4 + 2
    assert_allclose(worked.result, 8 / (3 * np.sqrt(14)), **ROUNDOFF)


def test_the_worst_point_of_ks_is_counted_from_one():
    K = np.eye(6)
    K[1, 2] = K[2, 1] = 0.5
    K[1, 3] = K[3, 1] = 0.4
    worked = CRITERIA["ks"].with_numbers(Problem(K, [1.0, -1, 1, -1, 1, -1], [0.1]), k=2)
    assert "i = 2" in worked.terms[3].words
    assert_allclose(worked.terms[4].value, 0.5**2 + 0.4**2, **ROUNDOFF)


def test_the_identity_of_the_first_order_is_the_trace():
    K, y = matrices()["scaled"]
    worked = CRITERIA["sps"].with_numbers(Problem(K, y, [0.1]))
    assert worked.identity.endswith(rf"\operatorname{{tr}}K={number(float(np.trace(K)))}")
