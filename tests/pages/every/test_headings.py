"""What stands beside the heading of every page: what it shows, and the glossary."""

import pytest

from kselect_ui import PAGES
from tests.pages.visits import opened

MOST = {"heading": 5, "bar": 27, "behind": 4}
"""Elements and blocks of the frame; a browser takes about a millisecond for each."""
NAMES = sorted(path.stem for path in PAGES.glob("[a-z]*.py"))


def elements(node):
    """Return how many elements and blocks there are, with the node itself."""
    return 1 + sum(map(elements, getattr(node, "children", {}).values()))


@pytest.mark.parametrize("name", NAMES)
def test_every_page_says_beside_its_heading_what_is_looked_at(name):
    row = opened(name).main[1]  # after what nobody sees
    title, beside, words = (row.children[place] for place in range(3))
    about = beside.children[0]
    assert title.type == "title"
    assert about.proto.popover.label == "What am I looking at?"
    (sentences,) = (child.value for child in about.children.values())
    assert 2 <= sentences.count(". ") + sentences.count("? ") + 1 <= 6
    assert len(sentences) <= 480
    closed = words.children[0]
    assert closed.proto.popover.label == "Glossary"
    assert not closed.children  # its entries are sent when it is opened


def test_the_frame_of_a_page_about_a_sweep_has_few_elements():
    behind, row, bar, _, notices = (opened("film").main[place] for place in range(5))
    about = row.children[1].children[0]
    assert elements(row) - elements(about) <= MOST["heading"]
    assert elements(bar) <= MOST["bar"]
    assert not notices.children
    assert not any(
        button.help for button in bar.button
    )  # each would be a panel that follows its button
    assert elements(behind) <= MOST["behind"]


@pytest.mark.parametrize("page", ["errors", "perturbation", "film"])
def test_pages_that_name_criteria_spell_them_out(page):
    at = opened(page, crit=["loo", "ks"])
    captions = [caption.value.replace("\\", "") for caption in at.caption]
    assert "leave-one-out cross-validation (LOO); kernel stability (KS)" in captions
