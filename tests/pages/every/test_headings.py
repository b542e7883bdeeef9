"""A visitor who goes everywhere: what stands beside each heading, and what the server keeps."""

import pytest
from streamlit.testing.v1 import AppTest

from kselect_ui import PAGES, ROUTER
from kselect_ui.server.shelf import size_of
from tests.pages.visits import PATIENCE, opened

MOST = {"heading": 5, "bar": 27, "behind": 4}
"""Elements and blocks of the frame; a browser takes about a millisecond for each."""
NAMES = sorted(path.stem for path in PAGES.glob("[a-z]*.py"))
LARGEST = 2**20  # bytes of what a session keeps


def elements(node):
    """Return how many elements and blocks there are, with the node itself."""
    return 1 + sum(map(elements, getattr(node, "children", {}).values()))


def test_every_page_says_what_is_looked_at_and_a_session_keeps_less_than_a_megabyte(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    at = AppTest.from_file(str(ROUTER), default_timeout=PATIENCE)
    for name in NAMES:
        at.switch_page(str(PAGES / f"{name}.py")).run()
        it_says_beside_its_heading_what_is_looked_at(name, at)
        state = at.session_state.to_dict()
        large = {key: size_of(value) for key, value in state.items()}
        assert sum(large.values()) < LARGEST, (name, max(large, key=large.get))
    assert len(state) > 3


def it_says_beside_its_heading_what_is_looked_at(name, at):
    row = at.main[1]  # after what nobody sees
    title, beside, words = (row.children[place] for place in range(3))
    about = beside.children[0]
    assert title.type == "title", name
    assert about.proto.popover.label == "What am I looking at?", name
    (sentences,) = (child.value for child in about.children.values())
    assert 2 <= sentences.count(". ") + sentences.count("? ") + 1 <= 6, name
    assert len(sentences) <= 480, name
    closed = words.children[0]
    assert closed.proto.popover.label == "Glossary", name
    assert not closed.children, name  # its entries are sent when it is opened


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


@pytest.mark.parametrize(
    ("page", "key"),
    [("errors", "answer_show"), ("perturbation", "pt_usual"), ("data", "use_wdbc")],
)
def test_buttons_of_the_first_window_have_no_panel_that_follows_them(page, key):
    assert not opened(page).button(key=key).help


def test_the_pictures_of_all_points_say_that_a_click_chooses_one():
    captions = [one.value.replace("\\", "") for one in opened("perturbation").caption]
    assert sum("Click a point to choose it." in caption for caption in captions) == 2
