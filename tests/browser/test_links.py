"""Links in a browser: short, of what the page shows, and what Back and Forward say."""

import pytest
from playwright.sync_api import expect

from tests.browser.addresses import NAMES, turn_to
from tests.browser.conftest import linked, settled

pytestmark = pytest.mark.browser
LONGEST = 200  # characters of the link of a usual view, with its address


def go(page, name):
    """Change to a page by its name in the navigation."""
    turn_to(page, name)
    page.wait_for_function("name => location.pathname.endsWith(name)", arg=name)
    settled(page)


def test_the_link_of_every_page_is_short_and_says_what_the_page_shows(app, page):
    page.goto(f"{app}/sweep?ds=wdbc")
    settled(page)
    page.get_by_text("Kernels, λ, learner and criteria").click()
    page.locator(".st-key-preset_sps button").first.click()
    linked(page, "use_n3=sps", "o_kfold_k=10")
    assert len(page.url) <= LONGEST
    for name in (name for name in NAMES if name not in ("explore", "sweep")):
        go(page, name)
        page.wait_for_function("!/(use_|g_low|o_kfold)/.test(location.search)")
        assert len(page.url) <= LONGEST, name
    go(page, "sweep")
    linked(page, "use_n3=sps", "o_kfold_k=10")


def test_back_and_forward_show_what_the_address_says(app, page):
    page.goto(f"{app}/?t=1")
    settled(page)
    page.locator(".st-key-t_later button").first.click()
    linked(page, "t=2")
    expect(page.locator(".st-key-t_row")).to_contain_text("τ = 2¹")
    page.go_back()
    linked(page, "t=1")
    expect(page.locator(".st-key-t_row")).to_contain_text("τ = 2⁰")
    page.go_forward()
    linked(page, "t=2")
    expect(page.locator(".st-key-t_row")).to_contain_text("τ = 2¹")


def test_back_brings_the_data_set_that_the_address_names(app, page):
    page.goto(f"{app}/data?ds=xor")
    settled(page)
    page.locator(".st-key-use_wdbc button").first.click()
    linked(page, "ds=wdbc")
    page.go_back()
    linked(page, "ds=xor")
    page.get_by_text("unequal / equal").first.wait_for()
