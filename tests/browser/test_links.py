"""Links in a browser: the page shows what Back and Forward say."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import linked, settled

pytestmark = pytest.mark.browser


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
