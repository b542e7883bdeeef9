"""The glossary: complete, plain, and the document that is made of it."""

import re

import pytest

from kselect_core.criteria import CRITERIA
from kselect_core.kernels import CONVENTIONS, KERNELS
from kselect_core.words import glossary

ENTRIES = [entry for entries in glossary.groups().values() for entry in entries]
TERMS = {term for entry in ENTRIES for term in re.split(r", | ", entry.term)}


def test_every_criterion_and_every_kernel_has_its_entry():
    entries = glossary.groups()
    assert len(entries["Criteria"]) == len(CRITERIA)
    assert [entry.term for entry in entries["Kernels"]] == [k.label for k in KERNELS.values()]
    (fsm,) = (entry for entry in entries["Criteria"] if entry.term == "FSM")
    assert fsm.full == CRITERIA["fsm"].full_name
    assert fsm.plain == f"{CRITERIA['fsm'].summary} The lowest value is chosen."
    assert "k-fold CV" in {entry.term for entry in entries["Criteria"]}


def test_every_symbol_of_an_option_and_of_a_width_is_explained():
    options = {o.symbol for criterion in CRITERIA.values() for o in criterion.options}
    widths = {convention.symbol for convention in CONVENTIONS.values()}
    letters = {symbol for symbol in options | widths if len(symbol.rstrip("²")) == 1}
    assert {"τ", "γ", "σ²", "η", "δ"} <= letters
    assert letters <= TERMS


def test_the_symbols_of_the_bounds_are_explained():
    assert {"m", "κ", "M", "δ", "β", "λ", "C", "n", "H", "K"} <= TERMS


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.full or entry.term)
def test_an_entry_is_a_few_plain_sentences(entry):
    assert entry.plain.endswith(".")
    assert len(entry.plain) <= 260
    assert entry.plain[0].isupper() or not entry.plain[0].isalpha() or entry.plain[0] == "k"


def test_a_name_that_only_repeats_the_term_is_not_written_twice():
    entry = glossary.Entry("Margin bound", "It bounds.", "margin bound")
    assert glossary.line(entry) == "**Margin bound**: It bounds."
    assert glossary.line(entry._replace(full="another")) == "**Margin bound**, another: It bounds."


def test_a_word_is_spelled_out_where_there_is_something_to_spell_out():
    assert glossary.spelled("SVM") == "support vector machine (SVM)"
    assert glossary.spelled("kernel") == glossary.spelled("nobody") == ""
