"""Tests of what is behind the pages."""

import pytest

from tests.ui.spared import (  # noqa: F401
    components_are_looked_for_once,
    the_end_of_a_page_is_waited_for,
    words_are_hashed_quickly,
)


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self):
        """Tell the time."""
        return self.now


@pytest.fixture
def clock():
    return Clock()
