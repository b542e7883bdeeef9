"""What a test of pages need not do again and again: look for components, look at the clock, hash.

Streamlit looks for components in all installed packages whenever a page is opened by a test, and
looks a thousand times a second whether the page has ended. An access word is hashed slowly.
"""

from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import local_script_runner

from kselect_core.cli.sharing import word

AWHILE = 3.0  # seconds in which a thread that has ended has said so
QUICK = 2  # the least cost that scrypt allows


@pytest.fixture(scope="session", autouse=True)
def components_are_looked_for_once():
    """Keep what is found: looking takes four fifths of the time in which a page is opened."""
    with pytest.MonkeyPatch.context() as patch:
        name = "scan_component_manifests"
        patch.setattr(manifest_scanner, name, cache(getattr(manifest_scanner, name)))
        yield


@pytest.fixture(scope="session", autouse=True)
def the_end_of_a_page_is_waited_for():
    """Wait for the thread of a page, and look then."""
    looked = local_script_runner.require_widgets_deltas

    def waited(runner, timeout):
        thread = runner._script_thread  # noqa: SLF001
        thread.join(timeout)
        looked(runner, 0.0 if thread.is_alive() else AWHILE)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_script_runner, "require_widgets_deltas", waited)
        yield


@pytest.fixture(scope="module", autouse=True)
def words_are_hashed_quickly():
    """Make a guess cheap here; how dear it is, tests/cli/sharing says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word, "COST", QUICK)
        yield
