"""The access word: easy to read out, hard to guess, never kept in the clear."""

import pytest

from kselect_core.cli.sharing import word


def test_a_made_up_word_has_letters_of_every_keyboard_and_is_new_each_time():
    made = {word.new_word() for _ in range(50)}
    assert len(made) >= 45  # of five million: two equal ones come once in 4,000 times, six never
    moved = set("qwzyamäöüéè0123456789-")  # between English, German and French keyboards
    assert all(len(one) == 8 and not set(one) & moved for one in made)
    assert len(word.new_word(word.TEACHERS)) == 12


def test_only_the_word_fits_its_hash_however_it_is_typed():
    kept = word.hashed("Tobe-Riku")
    assert all(word.fits(typed, kept) for typed in ("tobe riku", " TOBERIKU ", "tobe\u2010riku"))
    assert not any(word.fits(typed, kept) for typed in ("", "toberikv", "tobe", "toberiku1", kept))


def test_a_guess_takes_sixteen_megabytes():
    cost, block, _ways, *_ = word.hashed("toberiku").split("$")
    assert 128 * int(cost) * int(block) == 16 * 2**20  # scrypt's memory, by RFC 7914


def test_the_same_word_has_another_hash_each_time_and_does_not_stand_in_it():
    first, second = word.hashed("toberiku"), word.hashed("toberiku")
    assert first != second
    assert "toberiku" not in first + second


@pytest.mark.parametrize(
    "kept",
    ["", "toberiku", "16384$8$1$00", "1$1$1$00$00", "16384$8$1$zz$00", "16384$8$1$00$", "$$$$"],
)
def test_nothing_fits_what_is_no_hash_of_ours(kept):
    assert not word.fits("toberiku", kept)
    assert not word.fits("", kept)
