"""Contract: every criterion has the properties it declares, and only those."""

import inspect
import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import criteria
from kselect_core.criteria import CRITERIA, EVIDENCE, KernelFact, Problem
from kselect_core.errors import InvalidParameterError, UnknownNameError
from tests.criteria import definitions as d
from tests.tolerances import EXACT, ROUNDOFF

N = 33
X = np.random.default_rng(0).standard_normal((N, 2))
Y = np.where(X[:, 0] + 0.4 * X[:, 1] ** 2 > 0.2, 1.0, -1.0)
K = np.where(np.eye(N) > 0, 1.0, 0.9) * d.gaussian(X)
K = np.multiply.outer(1 + 0.2 * np.abs(X[:, 0]), 1 + 0.2 * np.abs(X[:, 0])) * K  # K_ii vary
LAM = np.array([1e-3, 0.1, 2.0])
FACT = KernelFact("gaussian", (("gamma", 0.5),), features=2, variance=1.0)

every_criterion = pytest.mark.parametrize("criterion", d.JUDGES.values(), ids=lambda c: c.name)
every_learner = pytest.mark.parametrize("learner", d.LEARNERS)


def exam(*given, **more):
    """Problem whose kernel is said to be Gaussian, for the criteria that ask."""
    return Problem(*given, kernel=FACT, **more)


def with_all_options(criterion):
    """Every combination of the choices of a criterion; numbers stay at their default."""
    worded = [option for option in criterion.options if option.choices]
    for values in itertools.product(*(option.choices for option in worded)):
        yield dict(zip((option.name for option in worded), values, strict=True))


def scores(criterion, problem):
    """Values for every combination of options, one row each."""
    return np.array(
        [criterion.score(problem, **options) for options in with_all_options(criterion)]
    )


CHANGES = {
    "scale": lambda learner: exam(3.0 * K, Y, LAM, learner=learner),
    "scale with mu": lambda learner: exam(3.0 * K, Y, 3.0 * LAM, learner=learner),
    "shift": lambda learner: exam(K + 0.5, Y, LAM, learner=learner),
}


def holds(criterion, change, learner, evaluated):
    before = evaluated(criterion, exam(K, Y, LAM, learner=learner))
    after = evaluated(criterion, CHANGES[change](learner))
    return bool((np.abs(after - before) <= ROUNDOFF["rtol"] * np.abs(before).max()).all())


def declared(criterion, change, learner):
    """Whether the declaration covers the change: the stronger property contains the weaker."""
    known = criterion.invariant_to
    if change == "scale with mu" and "ridge" not in criterion.needs:
        return "scale" in known
    if change == "shift":
        return "shift" in known or ("shift for lssvm" in known and learner == "lssvm")
    return change in known


@every_criterion
@every_learner
@pytest.mark.parametrize("change", CHANGES)
def test_invariance_is_exactly_as_declared(criterion, change, learner):
    plain = holds(criterion, change, learner, lambda c, given: c.score(given))
    assert plain == declared(criterion, change, learner)


@every_criterion
@every_learner
@pytest.mark.parametrize("change", CHANGES)
def test_declared_invariance_holds_for_all_options(criterion, change, learner):
    if declared(criterion, change, learner):
        assert holds(criterion, change, learner, scores)


@every_criterion
@every_learner
def test_order_of_the_data_is_irrelevant(criterion, learner, monkeypatch):
    p = np.random.default_rng(1).permutation(N)
    original = exam(K, Y, LAM, learner=learner)
    permuted = exam(K[np.ix_(p, p)], Y[p], LAM, learner=learner)
    before, position = scores(criterion, original), np.argsort(p)
    folds = {k: tuple(position[fold] for fold in original.folds(k)) for k in (5,)}
    monkeypatch.setattr(Problem, "_folds", lambda _, k: folds[k])  # the same points held out
    assert_allclose(scores(criterion, permuted), before, **ROUNDOFF)


@every_criterion
@every_learner
def test_swapping_the_class_names_changes_nothing(criterion, learner):
    swapped = exam(K, -Y, LAM, learner=learner)
    before = scores(criterion, exam(K, Y, LAM, learner=learner))
    assert_allclose(scores(criterion, swapped), before, **ROUNDOFF)


@every_criterion
@every_learner
def test_the_ideal_kernel_beats_noise_in_the_declared_direction(criterion, learner):
    F = np.random.default_rng(5).standard_normal((N, 4))
    F /= np.linalg.norm(F, axis=1, keepdims=True)
    lam = np.array([0.01])
    ideal, noise = (
        scores(criterion, exam(G, Y, lam, learner=learner)).ravel()
        for G in (np.outer(Y, Y), np.exp(5 * (F @ F.T - 1)))
    )
    worded = list(with_all_options(criterion))
    compared = [
        o.get("perturbation") != "max"
        and o.get("normalisation") != "printed"
        and "measure" not in o
        for o in worded  # EP compares with the operator of a Gaussian kernel, which neither is
    ]
    better = ideal < noise if criterion.better == "lower" else ideal > noise
    assert better[compared].all()


@every_criterion
def test_a_score_has_one_value_per_ridge(criterion):
    for lam in (LAM, LAM[:1]):
        value = criterion.score(exam(K, Y, lam))
        assert value.shape == (len(lam),)
        assert value.dtype == np.float64
        assert np.isfinite(value).all()


@every_criterion
@every_learner
def test_the_ridge_matters_exactly_where_it_is_declared(criterion, learner):
    value = criterion.score(exam(K, Y, LAM, learner=learner))
    assert (np.ptp(value) > 0) == ("ridge" in criterion.needs)


@every_criterion
def test_the_folds_matter_exactly_where_they_are_declared(criterion):
    one, other = (criterion.score(exam(K, Y, LAM, seed=seed)) for seed in (0, 1))
    assert (one != other).any() == ("folds" in criterion.needs)


@every_criterion
def test_the_spectrum_is_computed_exactly_where_it_is_declared(criterion):
    problem = exam(K, Y, LAM)
    problem.well_posed  # noqa: B018 (looks at the spectrum only if the cheap bound does not do)
    by_blocks = criterion.cost == "lanczos" and "ridge" in criterion.needs  # n is small for them
    criterion.score(problem)
    assert ("spectrum" in vars(problem)) == ("spectrum" in criterion.needs or by_blocks)


@every_criterion
def test_two_classes_are_needed_exactly_where_they_are_declared(criterion):
    problem = exam(K, X[:, 0], LAM)
    if "classes" in criterion.needs:
        with pytest.raises(criteria.base.UndefinedScoreError, match="needs labels −1 and \\+1"):
            criterion.score(problem)
    else:
        assert np.isfinite(criterion.score(problem)).all()


@every_criterion
def test_inputs_are_left_alone_and_read_only_ones_accepted(criterion):
    matrix, labels, lam = K.copy(), Y.copy(), LAM.copy()
    scores(criterion, exam(matrix, labels, lam))
    assert_allclose(matrix, K, **EXACT)
    assert_allclose(labels, Y, **EXACT)
    assert_allclose(lam, LAM, **EXACT)
    for array in (matrix, labels, lam):
        array.flags.writeable = False
    assert_allclose(
        criterion.score(exam(matrix, labels, lam)), criterion.score(exam(K, Y, LAM)), **EXACT
    )


@every_criterion
def test_the_same_question_has_the_same_answer(criterion):
    one, same = (scores(criterion, exam(K, Y, LAM)) for _ in range(2))
    assert_allclose(one, same, **EXACT)


@every_criterion
def test_a_score_that_is_changed_changes_no_later_one(criterion):
    problem = exam(K, Y, LAM)
    first = criterion.score(problem)
    before = first.copy()
    first *= 100
    assert_allclose(criterion.score(problem), before, **EXACT)


@every_criterion
def test_declared_options_are_the_keywords_of_the_function(criterion):
    for function in (criterion.function, criterion.tie_break):
        if function is not None:
            _, *keywords = inspect.signature(function).parameters.values()
            assert {k.name for k in keywords} == {option.name for option in criterion.options}
            assert all(k.kind is k.KEYWORD_ONLY for k in keywords)


@every_criterion
def test_an_unknown_option_is_refused_by_name(criterion):
    known = ", ".join(option.name for option in criterion.options)
    allowed = f"one of {known}" if known else "left out: it has no options"
    with pytest.raises(InvalidParameterError) as caught:
        criterion.score(exam(K, Y, LAM), colour="red")
    assert str(caught.value) == (
        f"{criterion.label}: an option name must be {allowed}, got 'colour'."
    )


@every_criterion
def test_a_bad_option_is_refused_by_words(criterion):
    for option in criterion.options:
        for value in ("purple", None, np.nan, 10.0**9, [1]):
            with pytest.raises(InvalidParameterError) as caught:
                criterion.score(exam(K, Y, LAM), **{option.name: value})
            assert str(caught.value).startswith(
                f"{criterion.label}: {option.symbol} ({option.name}) must be {option.allowed}, got "
            )


@every_criterion
def test_defaults_are_allowed_and_explained(criterion):
    for option in criterion.options:
        option.check("default", option.default)
        assert option.help
    assert criterion.checked({}) == {option.name: option.default for option in criterion.options}


@every_criterion
def test_an_error_count_has_a_rule_for_its_ties(criterion):
    counts = any("error" in option.choices for option in criterion.options)
    assert counts == (criterion.tie_break is not None)
    if counts:
        score = criterion.tie_break_score(exam(K, Y, LAM), loss="error")
        assert_allclose(score, criterion.score(exam(K, Y, LAM), loss="squared"), **EXACT)
        assert criterion.tie_break_score(exam(K, Y, LAM)) is None


@every_criterion
def test_the_descriptor_says_what_it_is(criterion):
    assert criterion.better in ("lower", "higher")
    assert criterion.cost in ("n2", "lanczos", "n3", "machine")
    assert (criterion.cost == "machine") == ("machine" in criterion.needs)
    assert criterion.evidence in EVIDENCE
    for text in (criterion.label, criterion.formula, criterion.summary, criterion.source):
        assert text.strip()
    assert criterion.oddity
    assert criterion.summary.endswith(".")


@every_criterion
def test_the_full_name_has_no_abbreviation_and_the_summary_is_two_sentences_at_most(criterion):
    full = re.sub(r"\{\w+\}", "", criterion.full_name)
    assert not re.search(r"[A-Z]{2}", full)
    assert len(full) > len(criterion.short or criterion.label) or " " in full
    assert 1 <= len(re.findall(r"\.(?:\s|$)", criterion.summary)) <= 2


@every_criterion
def test_the_function_says_source_and_cost(criterion):
    doc = inspect.getdoc(criterion.function)
    assert "Cost: O(" in doc or "Cost: that of" in doc
    assert "Source:" in doc or criterion.evidence == "ours"


@every_criterion
def test_every_criterion_has_its_oracle(criterion):
    assert list(Path(__file__).parent.glob(f"*/test_{criterion.name}.py"))


def test_every_module_of_the_family_is_in_the_table():
    folder = Path(criteria.__file__).parent
    wings = [path for path in folder.glob("*/*.py") if path.parent.name != "problems"]
    modules = {path.stem for path in wings} - {"__init__"}
    assert modules == {c.function.__module__.rpartition(".")[2] for c in CRITERIA.values()}


def test_an_unknown_criterion_is_named_with_its_neighbour():
    with pytest.raises(
        UnknownNameError, match=r"No criterion is called 'ktaa'\. Did you mean 'kta'\?"
    ):
        CRITERIA["ktaa"]


@every_criterion
def test_options_that_are_tried_exist_and_say_what_they_are(criterion):
    for tried in criterion.tried:
        option, values = criterion.option(tried.option), tried.on(N)
        for value in values:
            option.check(criterion.label, value)
        assert tried.title
        assert tried.axis == "linear" or min(values) > 0
