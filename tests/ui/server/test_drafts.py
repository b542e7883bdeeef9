"""Lessons that visitors of a shared server write, in its memory."""

from kselect_core.lessons.catalogue import MOST_BYTES
from kselect_ui.server.drafts import Drafts


def test_everybody_has_the_own_last_text():
    drafts = Drafts()
    drafts.keep("a", "one")
    drafts.keep("b", "two")
    drafts.keep("a", "three")
    assert [drafts.of(who) for who in ("a", "b", "c")] == ["three", "two", ""]


def test_the_text_that_was_changed_longest_ago_makes_room():
    drafts = Drafts(2)
    for who in ("a", "b", "a", "c"):
        drafts.keep(who, f"of {who}")
    assert [drafts.of(who) for who in ("a", "b", "c")] == ["of a", "", "of c"]


def test_what_is_longer_than_a_lesson_is_not_kept():
    drafts = Drafts()
    drafts.keep("a", "ä" * (MOST_BYTES // 2))
    assert drafts.of("a")
    drafts.keep("a", "ä" * MOST_BYTES)
    assert drafts.of("a") == ""
