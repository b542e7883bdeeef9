"""What moves while a slider is dragged, before the server is asked, and what is not drawn again."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import choose, linked, settled, taken

pytestmark = pytest.mark.browser

PICTURE = ".st-key-picture figure"
ROWS = ".st-key-curves figure"


def test_what_moves_under_the_hand_and_what_is_drawn_when_it_lets_go(app, page):
    page.goto(f"{app}/?t=0.5&lam=0.01")
    settled(page)
    page.wait_for_selector(f"{PICTURE}[data-step='14,2']")
    page.wait_for_selector(f"{ROWS}[data-at]")
    picture_line_and_errors_move_under_the_hand_and_only_where_it_lets_go_is_told(page)
    what_only_the_server_knows_is_grey_under_the_hand_and_a_step_draws_no_curve_again(page)


def test_a_picture_of_another_split_is_grey_until_the_new_one_is_here(app, page):
    page.goto(app)
    settled(page)
    spectrum = page.locator(".st-key-spectrum figure")
    expect(spectrum).not_to_have_attribute("data-unknown", "")
    spectrum.evaluate(
        """figure => {
            const grey = () => figure.hasAttribute("data-unknown") && (globalThis.wasGrey = true);
            new MutationObserver(grey).observe(figure, { attributes: true });
        }"""
    )
    choose(page, page.locator(".st-key-split input"), "2")
    linked(page, "split=2")
    settled(page)
    page.wait_for_function("() => kselectSaid.get('hand').of.endsWith(' 1 gaussian')")
    expect(spectrum).not_to_have_attribute("data-unknown", "")
    assert page.evaluate("() => globalThis.wasGrey")


def picture_line_and_errors_move_under_the_hand_and_only_where_it_lets_go_is_told(start):
    words = start.locator(".st-key-bar_line [data-testid=stMarkdown] p")
    line, told, link = start.locator(ROWS).get_attribute("data-at"), words.inner_text(), start.url
    x, y = taken(start, "t", 40)
    expect(words).not_to_have_text(told)
    start.mouse.move(x, y, steps=8)
    expect(start.locator(PICTURE)).to_have_attribute("data-step", "14,2")
    expect(words).to_have_text(told)
    start.mouse.up()  # the hand that comes back leaves everything as it was
    taken(start, "t", 40)
    expect(start.locator(PICTURE)).not_to_have_attribute("data-step", "14,2")
    expect(start.locator(ROWS)).not_to_have_attribute("data-at", line)
    expect(words).not_to_have_text(told)
    expect(start.locator(f"{PICTURE}[data-unknown]")).to_have_count(0)
    assert start.url == link  # nobody has asked the server
    start.mouse.up()
    start.wait_for_function("link => location.href !== link", arg=link)
    settled(start)
    step = start.locator(".st-key-t input[type=range]").input_value()
    expect(start.locator(PICTURE)).to_have_attribute("data-step", f"{step},2")


def what_only_the_server_knows_is_grey_under_the_hand_and_a_step_draws_no_curve_again(start):
    step = start.locator(PICTURE).get_attribute("data-step")
    taken(start, "lam", 20)
    expect(start.locator(PICTURE)).not_to_have_attribute("data-step", step)
    expect(start.locator(f"{ROWS}[data-unknown]")).to_be_visible()
    expect(start.locator("html[data-moving]")).to_have_count(1)
    start.mouse.up()
    linked(start, "lam=")
    expect(start.locator("[data-unknown]")).to_have_count(0)
    expect(start.locator("html[data-moving]")).to_have_count(0)
    start.evaluate("() => document.querySelectorAll('.js-plotly-plot .main-svg')"
                   ".forEach(drawn => { drawn.kept = true; })")  # fmt: skip
    start.locator(".st-key-t input[type=range]").focus()
    link = start.url
    start.keyboard.press("ArrowRight")
    start.wait_for_function("link => location.href !== link", arg=link)
    settled(start)
    kept = "() => [...document.querySelectorAll('.js-plotly-plot .main-svg')].map(d => d.kept)"
    drawn = start.evaluate(kept)
    assert drawn == [True] * len(drawn)
    assert drawn
