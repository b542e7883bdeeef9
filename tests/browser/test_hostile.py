"""A sweep of a table whose every word tries to act, on every page of the app, in a browser."""

import pytest

from tests.security import hostile, kept
from tests.security.journey import walked

pytestmark = pytest.mark.browser


def test_no_word_of_a_table_acts_on_any_page(app, home, page):
    data = kept.accepted(home)
    config = kept.swept(home, data, **kept.LEAST_SQUARES)
    link = f"run={config.digest()[:12]}&ds=own-{data.digest[:12]}"
    faults, said = walked(page, app, link)
    assert {name: found for name, found in faults.items() if found} == {}
    named = hostile.FILE.removesuffix(".csv")[:30]
    silent = [name for name in said if named not in said[name]]
    assert silent == ["play", "learn", "experiments"]  # these pages are about no sweep
