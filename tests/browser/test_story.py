"""The whole story: a pin, its spectrum, the point it hangs on, the choice that moves, the link."""

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from tests.browser.addresses import turn_to
from tests.browser.conftest import handed_out, linked, settled

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]  # the grid anew

CHOSEN = re.compile(r"[?&](t=[^&]+)")
CURVES = ".st-key-curves figure"
SPECTRUM = ".st-key-spectrum figure"
NUMBERS = "g => JSON.stringify(g.data.map(t => [t.name, t.x, t.y]))"


def numbers(page, chart):
    """The numbers of a figure as the browser has them."""
    page.wait_for_selector(f"{chart} .main-svg")
    return page.locator(chart).first.evaluate(NUMBERS)


def click_pin(page, criterion):
    page.locator(CURVES).get_by_role("button", name=f"{criterion} chooses").click()


def go(page, title):
    turn_to(page, title.lower())
    page.wait_for_url(re.compile(f"/{title.lower()}"))
    settled(page)


def words(page, pattern):
    """The first paragraph that says so."""
    return page.get_by_test_id("stMarkdownContainer").filter(has_text=pattern).first.inner_text()


def shown_of_the_point(page):
    """The selected point, the finding about it, its spectra and the choices before and after."""
    finding = words(page, "changes K by")
    named = re.search(r"point (\d+)", finding)
    number = page.locator(".st-key-pt input")
    expect(number).to_have_value(named[1] if named else "")  # drawn a moment after the words
    return (
        number.input_value(),
        finding,
        numbers(page, ".st-key-norms .js-plotly-plot"),
        numbers(page, ".st-key-choices .js-plotly-plot"),
    )


def seen_by_a_stranger(page, link):
    """What somebody else sees who opens the link: this browser, with nothing of the visit left.

    At night tests/browser/test_share.py opens one in a browser of its own, which is dear to warm.
    """
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.goto("about:blank")
    page.context.clear_cookies()
    page.goto(link)
    settled(page)
    assert unquote(page.url) == unquote(link)
    return shown_of_the_point(page)


def test_from_a_pin_to_the_point_it_hangs_on_and_by_link_to_somebody_else(app, page):
    page.set_default_timeout(150_000)  # the grid is evaluated again on the way
    page.goto(app)
    settled(page)
    page.locator(".st-key-bar_criteria button").first.click()
    page.get_by_role("button", name="MMD²", exact=True).click()
    page.keyboard.press("Escape")
    settled(page)
    before = page.locator(SPECTRUM).get_attribute("data-step")
    click_pin(page, "MMD²")
    page.wait_for_url(CHOSEN)
    chosen = CHOSEN.search(page.url)
    expect(page.locator(SPECTRUM)).not_to_have_attribute("data-step", before)

    go(page, "Spectrum")
    linked(page, chosen[1])
    assert "the fit uses an effective dimension of" in words(page, "effective dimension of")

    go(page, "Perturbation")
    linked(page, chosen[1])
    sent = shown_of_the_point(page)
    assert f"Removing point {sent[0]} (class" in sent[1]
    assert "ranks 1 of 210" in sent[1]
    assert re.search("would choose .* instead of", sent[1])

    page.locator(".st-key-take summary").click()
    settled(page)
    link = handed_out(page.locator(".st-key-take"), app)
    assert unquote(link) == unquote(page.url)
    assert seen_by_a_stranger(page, link) == sent
    assert page.complaints == []
