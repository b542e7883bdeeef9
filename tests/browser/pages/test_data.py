"""The Data page in a browser: cards, deep links, names that must not act."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import brought, choose, handed_out, linked, settled
from tests.browser.heading import the_page_is_whole_from_its_first_screen_on

pytestmark = pytest.mark.browser


def test_a_cold_link_to_the_page_comes_up_whole_and_one_click_changes_all_of_it_as_back_does(
    app, page
):
    page.goto(f"{app}/data?ds=xor")
    settled(page)
    page.get_by_text("300 rows, 2 features · unequal / equal").wait_for()
    the_page_is_whole_from_its_first_screen_on(page)
    card = page.locator(".st-key-use_wdbc button").first
    card.hover()
    expect(card).to_have_attribute("title", re.compile("569 rows, 30 features, 2 classes"))
    card.click()
    page.get_by_text("569 rows, 30 features · benign / malignant").wait_for()
    settled(page)
    page.wait_for_selector(".st-key-data_distances .js-plotly-plot .main-svg")
    linked(page, "ds=wdbc")
    page.locator(".st-key-take summary").click()
    settled(page)
    assert handed_out(page.locator(".st-key-take"), app).startswith(app)
    page.go_back()
    linked(page, "ds=xor")
    page.get_by_text("unequal / equal").first.wait_for()


NAMES = "![p](http://tracker.example/p.png),<img src=x onerror=alert(2)>,passed,group\n"


@pytest.mark.nightly  # by day tests/pages/test_data.py, and of a reload test_sweep.py here
def test_a_file_whose_names_do_nothing_is_read_otherwise_is_there_after_a_reload_and_is_used(
    app, page, tmp_path
):
    """One visit with names that would fetch and run something: it is dear to load the app."""
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    words = ("$b$", "<b>a</b>")
    rows = "".join(f"{i % 7},{i % 5},{words[i % 2]},{i % 3}\n" for i in range(40))
    path = tmp_path / "<img src=x onerror=alert(1)>.bin"
    path.write_text(NAMES + rows.replace("0,", ",", 1))
    brought(page, app, path, "Ready: 40 rows")
    page.locator("summary", has_text="How it was read").click()
    choose(page, page.get_by_label("Column to predict"), "passed")
    page.get_by_text("classes $b$ / <b>a</b>").wait_for()
    settled(page)
    choose(page, page.get_by_label("Missing values"), "leave out those rows")
    page.get_by_text("Ready: 39 rows").wait_for()
    page.reload()
    settled(page)
    page.get_by_text("Ready: 39 rows, 3 features, classes $b$ / <b>a</b>").wait_for()
    page.get_by_role("button", name="Use this table").click()
    page.get_by_text("It is in use now").wait_for()
    linked(page, "ds=own-")
    page.wait_for_selector(".st-key-data_plane .js-plotly-plot .main-svg")
    assert dialogs == []
    assert [url for url in page.requested if "127.0.0.1" not in url and url[:4] == "http"] == []
    assert page.complaints == []
