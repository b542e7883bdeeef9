"""What stands beside the heading of every page: what it shows, and the glossary."""

import pytest

from kselect_ui import PAGES
from tests.pages.visits import opened

NAMES = sorted(path.stem for path in PAGES.glob("[a-z]*.py"))


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
    closed = words.children[0].children[0]
    assert closed.proto.popover.label == "Glossary"
    assert not closed.children  # its entries are sent when it is opened


@pytest.mark.parametrize("page", ["errors", "perturbation", "film"])
def test_pages_that_name_criteria_spell_them_out(page):
    at = opened(page, crit=["loo", "ks"])
    captions = [caption.value.replace("\\", "") for caption in at.caption]
    assert "leave-one-out cross-validation (LOO); kernel stability (KS)" in captions
