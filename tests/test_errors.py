"""Errors: one tree, messages for people, and safe passage between processes."""

import inspect
import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import errors
from kselect_core.errors import (
    BusyError,
    ClusterError,
    DataError,
    InvalidParameterError,
    KselectError,
    Question,
    QuestionError,
    StoppedError,
    StorageError,
    SweepCancelledError,
    SweepFailedError,
    TooLargeError,
    UndefinedScoreError,
    UnknownNameError,
    shortened,
)
from tests.tolerances import EXACT

BUILT_IN = {
    InvalidParameterError: ValueError,
    UnknownNameError: KeyError,
    DataError: ValueError,
    QuestionError: ValueError,
    UndefinedScoreError: ArithmeticError,
    TooLargeError: MemoryError,
    StorageError: OSError,
    BusyError: StorageError,
    StoppedError: Exception,
    SweepCancelledError: Exception,
    ClusterError: Exception,
    SweepFailedError: Exception,
}

EXAMPLES = [
    KselectError("plain"),
    InvalidParameterError("Gaussian kernel", "γ", "a finite number greater than 0", float("nan")),
    UnknownNameError("kernel", "rbg", ["rbf", "linear"]),
    DataError("no rows"),
    QuestionError([Question("label", "Which column?", ("a", "b"), "a"), Question("sep", "Which?")]),
    UndefinedScoreError("only one class in the labels"),
    TooLargeError("too large"),
    StorageError("disk full"),
    BusyError("process 7 is at work"),
    StoppedError("stopped"),
    SweepCancelledError("cancelled", {"rows": 3}),
    SweepFailedError("died", {"rows": 3}),
]


def test_every_error_is_in_the_tree_and_is_what_a_caller_expects():
    defined = {
        item
        for _, item in inspect.getmembers(errors, inspect.isclass)
        if issubclass(item, BaseException)
    }
    assert defined - {KselectError} == set(BUILT_IN)
    for error, parent in BUILT_IN.items():
        assert issubclass(error, KselectError)
        assert issubclass(error, parent)
        assert error.__name__ in errors.__doc__


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_arrives_unchanged_in_another_process(error):
    arrived = pickle.loads(pickle.dumps(error))  # noqa: S301 (our own bytes)
    assert type(arrived) is type(error)
    assert str(arrived) == str(error)
    assert vars(arrived) == vars(error)


def test_an_undefined_score_carries_its_values_to_another_process():
    error = UndefinedScoreError("ill-conditioned", np.array([1.0, np.nan]))
    arrived = pickle.loads(pickle.dumps(error))  # noqa: S301 (our own bytes)
    assert arrived.reason == "ill-conditioned"
    assert_allclose(arrived.values, error.values, **EXACT)


def test_a_bad_parameter_says_where_what_allowed_and_got():
    error = InvalidParameterError("Gaussian kernel", "γ", "a number greater than 0", -1)
    assert str(error) == "Gaussian kernel: γ must be a number greater than 0, got -1."
    assert error.parameter == "γ"


def test_an_unknown_name_reads_as_a_sentence_and_not_as_a_quoted_key():
    error = UnknownNameError("kernel", "zzz", ["rbf"])
    assert str(error) == "No kernel is called 'zzz'. Known: rbf."


def test_questions_read_as_sentences_with_their_answers():
    questions = [Question("label", "Which column is it?", ("a", "b"), "a"), Question("n", "Why?")]
    error = QuestionError(questions)
    assert str(error) == (
        "Which column is it? Answer with label=… ('a' | 'b'). Why? Answer with n=…."
    )
    assert error.questions == tuple(questions)


def test_long_values_are_cut_to_fit_a_message():
    assert shortened("abc") == "'abc'"
    text = shortened("x" * 1000)
    assert len(text) == 80
    assert text.endswith("…")


def test_an_error_without_words_is_empty():
    assert not str(KselectError())


def test_every_error_can_be_made_anew_by_its_class_as_libraries_do():
    for error in EXAMPLES:
        kind = type(error)
        assert kind.__new__(kind, "text").args == ("text",)


def test_names_with_a_comma_are_told_apart():
    error = UnknownNameError("column", "nope", ["breite, cm", "länge"])
    assert str(error).endswith("Known: 'breite, cm', länge.")
