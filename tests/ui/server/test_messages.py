"""User text stays text, expected errors are sentences, bugs get a number."""

import pytest
from streamlit.testing.v1 import AppTest

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.kit.theme import escaped
from kselect_ui.server.messages import plain, unmarked

HOSTILE = (
    "[click](https://evil.example)",
    "![x](https://evil.example/p.png)",
    "<script>alert(1)</script>",
    ":material/home:",
    ":smile:",
    ":red[text]",
    "$x^2$",
    "`code` **bold** _it_ ~~no~~",
    "# title",
    "www.evil.example",
    "a@evil.example",
    "| a | b |",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_plain_escapes_every_punctuation_mark(text):
    escaped = plain(text)
    visible = escaped.replace("\N{WORD JOINER}", "")
    for before, mark in zip(" " + visible, visible, strict=False):
        assert mark.isalnum() or mark in " \\" or before == "\\"


@pytest.mark.parametrize("text", HOSTILE)
def test_plain_keeps_what_is_read(text):
    assert plain(text).replace("\N{WORD JOINER}", "").replace("\\", "") == text


@pytest.mark.parametrize("text", [":smile:", ":material/home:", "a@evil.example"])
def test_plain_breaks_what_is_recognised_after_parsing(text):
    assert "\N{WORD JOINER}" in plain(text)


def test_plain_joins_lines_and_cuts_long_text():
    assert plain("a\n\nb") == "a b"
    assert len(plain("x" * 1000)) == 200


def _deliberate():
    from contextlib import suppress

    from kselect_core.errors import InvalidParameterError
    from kselect_ui.server.messages import PageEndsError, error_ends_page

    with suppress(PageEndsError), error_ends_page():
        raise InvalidParameterError("ridge", "λ", "greater than 0", -1.0)


def test_a_deliberate_error_is_shown_as_its_sentence():
    at = AppTest.from_function(_deliberate).run()
    assert not at.exception
    assert at.error[0].value.replace("\\", "").startswith("ridge: λ must be greater than 0")


def _bug():
    from kselect_ui.server.messages import unexpected

    unexpected(ZeroDivisionError("secret path /home/me"))


def test_a_bug_is_shown_by_number_and_logged_under_it(logged):
    at = AppTest.from_function(_bug).run()
    number = logged[0].getMessage().split()[-1]
    assert number in at.error[0].value
    assert "secret" not in at.error[0].value
    assert "secret" in str(logged[0].exc_info[1])


def _deliberate_in_callback():
    from kselect_core.errors import InvalidParameterError
    from kselect_ui.server.messages import unexpected

    unexpected(InvalidParameterError("ridge", "λ", "greater than 0", -1.0))


def test_a_deliberate_error_that_nobody_caught_is_still_a_sentence():
    at = AppTest.from_function(_deliberate_in_callback).run()
    assert "must be" in at.error[0].value
    assert issubclass(InvalidParameterError, ValueError)


def test_what_turns_the_direction_of_writing_stands_as_its_code():
    assert unmarked(plain("a\u202egnp.exe")) == "a\\u202egnp.exe"
    assert "\u202e" not in escaped("a\u202egnp.exe")
