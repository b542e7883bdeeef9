"""Every test, collected once before any runs: a file that cannot be is known in seconds.

What pytest makes of the files is kept beside them, so that the processes that run the tests need
not make it again: ``run.py test`` does this while a core has nothing else to do.
"""

import sys
from collections.abc import Generator

import pytest


class Counted:
    """Has pytest print how many tests there are, not each of them."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collection_finish(self, session: pytest.Session) -> Generator[None]:
        """Hide the tests from who lists them."""
        items, session.items = session.items, []
        try:
            return (yield)
        finally:
            session.items = items


if __name__ == "__main__":
    sys.exit(pytest.main(["--collect-only", "-q", *sys.argv[1:]], plugins=[Counted()]))
