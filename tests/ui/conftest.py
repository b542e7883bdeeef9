"""Tests of what is behind the pages."""

from tests.ui.spared import (  # noqa: F401
    components_are_looked_for_once,
    the_end_of_a_page_is_waited_for,
    words_are_hashed_quickly,
)
