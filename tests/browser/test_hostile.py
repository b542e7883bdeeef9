"""A sweep of a table whose every word tries to act, on every page of the app, in a browser.

On the same walk everybody must be able to use every page: it is dear to open one, cheap to ask it.
"""

import pytest

from tests.browser.addresses import NAMES
from tests.browser.test_accessibility import SMALL, faults_of, heard, rested
from tests.security import hostile, kept
from tests.security.journey import walked

pytestmark = pytest.mark.browser
BY_DAY = ("explore", "errors", "film", "data", "sweep", "experiments", "learn")
"""Pages of each kind; tests/pages/every/test_hostile.py asks what words become on the others."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("names", [BY_DAY, pytest.param(NAMES, marks=pytest.mark.nightly)], ids=len)
def test_no_word_of_a_table_acts_and_every_page_is_there_for_everybody(app, home, page, names):
    data = kept.accepted(home)
    config = kept.swept(home, data, **kept.LEAST_SQUARES)
    link = f"run={config.digest()[:12]}&ds=own-{data.digest[:12]}"
    received = heard(page)
    page.set_viewport_size(SMALL)
    asked = lambda: faults_of(rested(page), received, "")  # noqa: E731
    faults, said = walked(page, app, link, names=names, asked=asked)
    assert {name: found for name, found in faults.items() if found} == {}
    named = hostile.FILE.removesuffix(".csv")[:30]
    silent = {name for name in said if named not in said[name]}
    assert silent == {"play", "learn", "experiments"} & {*names}  # these pages are about no sweep
