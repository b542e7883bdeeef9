"""Links in a browser: the page shows what Back, Forward and a reload say."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.addresses import turn_to
from tests.browser.conftest import linked, settled

pytestmark = pytest.mark.browser


@pytest.mark.nightly  # by day the next test, and the reload of tests/browser/pages/test_play.py
def test_back_and_forward_show_what_the_address_says_and_the_cursor_survives(app, page):
    a_width_that_the_link_of_play_brings_is_there_on_the_next_page(app, page)
    page.locator(".st-key-t_later button").first.click()
    linked(page, "t=2")
    expect(page.locator(".st-key-t_row")).to_contain_text("τ = 2¹")
    page.go_back()
    linked(page, "t=1")
    expect(page.locator(".st-key-t_row")).to_contain_text("τ = 2⁰")
    page.go_forward()
    linked(page, "t=2")
    expect(page.locator(".st-key-t_row")).to_contain_text("τ = 2¹")
    here = page.url.partition("?")[2]
    the_cursor_survives_a_change_of_page_and_a_reload(page, here)


def test_back_goes_through_what_was_done_and_each_link_has_what_its_page_shows(app, page):
    page.goto(f"{app}/explore?nobody=1&vec=3&t=1")
    settled(page)
    assert told(page) == {"t": ["1"]}
    been = [told(page)]
    for name, act in (
        ("rewards", "Show test error"),
        ("play", ""),  # it has a slider of its own
        ("learn", "Large type"),  # the switch stands in another place
        ("film", "Show test error"),
    ):
        turn_to(page, name)
        page.wait_for_url(f"**/{name}*")
        been.append(told(settled(page)))
        if act:
            page.get_by_text(act, exact=True).click()
            been.append(told(settled(page)))
    assert been[-1] == {"t": ["1"], "big": ["true"]}
    for before in reversed(been[:-1]):
        page.go_back()
        assert told(settled(page)) == before
    page.go_forward()
    assert told(settled(page)) == been[1]


def a_width_that_the_link_of_play_brings_is_there_on_the_next_page(app, page):
    page.goto(f"{app}/play?t=1")
    settled(page)
    turn_to(page, "explore")
    page.wait_for_url(lambda url: "/play" not in url)
    linked(page, "t=1")
    expect(page.locator(".st-key-t_row")).to_contain_text("τ = 2⁰")


def told(page):
    """Return what the address says, each name with its texts."""
    return parse_qs(urlsplit(page.url).query)


def the_cursor_survives_a_change_of_page_and_a_reload(page, here):
    turn_to(page, "spectrum")
    page.wait_for_url("**/spectrum*")
    settled(page)
    turn_to(page, "explore")
    settled(page)
    assert page.url.partition("?")[2] == here
    page.reload()
    settled(page)
    assert page.url.partition("?")[2] == here
