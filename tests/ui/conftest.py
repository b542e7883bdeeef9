"""Tests of what is behind the pages."""

from tests.ui.components import components_are_looked_for_once  # noqa: F401
