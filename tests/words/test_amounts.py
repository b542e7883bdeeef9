"""How much there is of something, and how long it takes, as people say it."""

import pytest

from kselect_core.words.amounts import about_text


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0, "less than a second"), (0.99, "less than a second"), (1, "about 1.0 s")],
)
def test_a_button_says_of_what_takes_no_time_that_it_takes_less_than_a_second(seconds, words):
    assert about_text(seconds) == words
