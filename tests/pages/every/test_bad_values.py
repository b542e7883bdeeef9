"""Links and fields with values nobody should hand in: no page breaks, and none repeats them."""

import pytest

from tests.bad.values import LONG, values
from tests.pages import visits

LINKS = [bad for bad in values() if bad.where == "query"]
FIELDS = [bad for bad in values() if bad.where == "page"]
MOST = 400
"""Characters of a link that a page may repeat."""


def shown(at):
    """All that a page shows as text."""
    kinds = (at.error, at.warning, at.info, at.markdown, at.caption)
    return " ".join(element.value for kind in kinds for element in kind).replace("\\", "")


@pytest.mark.parametrize("bad", LINKS, ids=lambda bad: bad.code)
def test_a_strange_link_opens_the_page(bad):
    at = visits.opened(bad.door, **bad.value)
    assert not at.exception
    said = shown(at)
    assert bad.word in said
    assert not {"x" * MOST, "y" * MOST, LONG[:MOST]} & {
        said[i : i + MOST] for i in range(len(said))
    }


@pytest.mark.parametrize("bad", FIELDS, ids=lambda bad: bad.code)
def test_a_bad_number_in_a_field_is_explained_and_nothing_can_be_started(bad):
    at = visits.opened("sweep")
    key, value = bad.value
    at.number_input(key=key).set_value(value).run()
    assert not at.exception
    assert bad.word in shown(at)
    assert next(b for b in at.button if b.label == "Run sweep").disabled
