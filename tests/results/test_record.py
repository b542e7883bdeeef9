"""Records: exact bytes and a digest of what was computed, not of what the clock said."""

import math
import struct

import numpy as np
import pytest

from kselect_core.errors import InvalidParameterError
from kselect_core.results.record import (
    Line,
    Record,
    checked,
    digest,
    from_bytes,
    measured_bytes,
    results_bytes,
)
from tests.results.store_examples import DIGEST, EXAMPLES, ODD, UNIT, record


def test_the_digest_is_the_one_it_always_was():
    assert digest(EXAMPLES) == DIGEST


def test_the_digest_does_not_ask_in_which_order_or_how_often_records_come():
    shuffled = [EXAMPLES[k] for k in np.random.default_rng(0).permutation(len(EXAMPLES))]
    assert shuffled != list(EXAMPLES)
    assert digest(shuffled) == DIGEST
    assert digest([*shuffled, shuffled[3]]) == DIGEST
    turned = [r._replace(lines=r.lines[::-1]) for r in shuffled]
    assert digest(iter(turned)) == DIGEST


def test_what_was_measured_is_in_no_digest_and_in_no_bytes_of_results():
    slow, fast = record(3, seconds=60.0), record(3, seconds=0.001)
    untimed = slow._replace(lines=tuple(x for x in slow.lines if x.kind != "seconds"))
    assert digest([slow]) == digest([fast]) == digest([untimed])
    assert results_bytes(slow) == results_bytes(fast) == results_bytes(untimed)
    assert measured_bytes(slow) != measured_bytes(fast)


@pytest.mark.parametrize(
    "change",
    [
        {"name": "loo"},
        {"kind": "test"},
        {"reason": "another"},
        {"numbers": (0.0, 1.0)},
        {"numbers": (-0.0,)},
        {"numbers": (5e-324,)},
        {"numbers": (math.nan,)},
    ],
)
def test_anything_that_was_computed_changes_the_digest(change):
    line = Line("kta", "criterion", (0.0,))
    changed = line._replace(**change)
    assert digest([Record(UNIT, 0, (line,), 0.0)]) != digest([Record(UNIT, 0, (changed,), 0.0)])
    assert digest([Record(UNIT, 0, (line,), 0.0)]) != digest([Record(UNIT, 1, (line,), 0.0)])


@pytest.mark.parametrize("example", [EXAMPLES[5], Record(UNIT, 0, (), 0.5)])
def test_a_record_comes_back_from_its_bytes_to_the_last_bit(example):
    back = from_bytes(example.unit, example.task, results_bytes(example), measured_bytes(example))
    assert digest([back]) == digest([example])
    assert repr(back) == repr(example)  # NaN is not equal to itself


def test_odd_numbers_keep_their_bits():
    (line,) = from_bytes(
        UNIT,
        0,
        results_bytes(Record(UNIT, 0, (Line("odd", "info", ODD),), 0.0)),
        measured_bytes(Record(UNIT, 0, (), 0.0)),
    ).lines
    assert struct.pack("7d", *line.numbers) == struct.pack("7d", *ODD)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"unit": "ab"}, "64 hexadecimal digits, got 'ab'"),
        ({"unit": "AB" * 32}, "64 hexadecimal"),
        ({"task": -1}, "task must be a number from 0, got -1"),
        ({"task": 2**63}, "task must be"),
        ({"lines": (Line("x", "guess", ()),)}, "one of criterion, test, .*, got 'guess'"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_words(change, words):
    with pytest.raises(InvalidParameterError, match=words):
        checked(record(0)._replace(**change))
