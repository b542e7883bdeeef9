"""Damaged files are refused, asked about or read; nothing else ever comes out."""

from collections import Counter

import numpy as np

from tests.bad.mutations import answer, cases, mutated
from tests.bad.parts import everything

SEED, COUNT = 20, 640


def test_damaged_files_are_refused_asked_about_or_read():
    outcomes = Counter()
    for name, content in cases(everything(), COUNT, SEED):
        try:
            outcomes[answer(content)] += 1
        except Exception as error:
            error.add_note(f"{name}: {content[:400]!r}")
            raise
    assert outcomes.total() == COUNT
    assert set(outcomes) <= {"read", "DataError", "QuestionError", "UnknownNameError"}
    assert min(outcomes["read"], outcomes["DataError"], outcomes["QuestionError"]) > 5


def test_damage_is_drawn_again_from_its_seed():
    first, again = (mutated(b"a,b\n1,2\n" * 9, np.random.default_rng(3)) for _ in range(2))
    assert first == again != b"a,b\n1,2\n" * 9
