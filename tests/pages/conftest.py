"""Every file of tests has a home of its own: finished sweeps of others are not seen."""

import pytest

from tests.ui.spared import (  # noqa: F401
    components_are_looked_for_once,
    the_end_of_a_page_is_waited_for,
    words_are_hashed_quickly,
)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(autouse=True)
def _own_home(home, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(home))
