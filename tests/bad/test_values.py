"""Values nobody should hand in are refused with help, or go through: never a traceback."""

from collections import Counter

import pytest

from kselect_core.errors import KselectError
from tests.bad.judging import OF_VALUE, fault
from tests.bad.values import DOORS, NO_NUMBERS, PAGES, Bad, values

VALUES = values()
WITHOUT_PAGES = [bad for bad in VALUES if bad.where not in PAGES]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("KSELECT_DATA", raising=False)


def named(bad):
    return f"{bad.code} through {bad.door}"


@pytest.mark.parametrize("bad", WITHOUT_PAGES, ids=named)
def test_the_value_is_refused_with_help_or_goes_through(bad):
    assert not fault(bad, DOORS[bad.door])


def test_the_corpus_of_values_is_complete():
    assert len(VALUES) >= 78
    assert [n for n, times in Counter(map(named, VALUES)).items() if times > 1] == []
    assert {bad.where for bad in VALUES} == {"python", "cli", "config", "environment", *PAGES}
    assert {bad.outcome for bad in VALUES} == {"refuse", "allowed", "flagged"}
    assert all(bad.word for bad in VALUES if bad.outcome == "flagged")
    assert len(NO_NUMBERS) > 10


def refuse(words):
    raise KselectError(words)


@pytest.mark.parametrize(
    ("outcome", "act", "words"),
    [
        ("refuse", lambda _: None, "was accepted"),
        ("refuse", lambda _: 1 / 0, "ZeroDivisionError"),
        ("refuse", lambda _: refuse("a long sentence"), "is not in"),
        ("refuse", lambda _: refuse("word " + "x" * OF_VALUE), "characters"),
        ("refuse", lambda _: refuse("word " * 200), "characters"),
        ("refuse", lambda _: refuse("word Traceback"), "a traceback"),
        ("refuse", lambda _: refuse("the word is said"), ""),
        ("allowed", lambda _: refuse("the word is said"), "was refused"),
        ("flagged", lambda _: "another", "is not said"),
        ("flagged", lambda _: None, "is not said"),
        ("flagged", lambda _: "the word", ""),
    ],
)
def test_a_wrong_outcome_would_be_seen(outcome, act, words):
    found = fault(Bad("V0", "python", "door", 1, outcome, "word"), act)
    assert words in found
    assert bool(words) == bool(found)
