"""The page about spectra under a real mouse: a click moves the cursor, the slider the picture."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import click_in, linked, settled, taken

pytestmark = pytest.mark.browser


def opened(page, address):
    page.goto(address)
    settled(page)
    page.wait_for_selector(".st-key-waterfall .js-plotly-plot .main-svg")
    page.wait_for_selector(".st-key-eigenvector .js-plotly-plot .main-svg")
    return page


def click_plot(page, chart, across, up):
    """Click at shares of the width and the height of a chart's drawing area."""
    click_in(page, page.locator(f".st-key-{chart} .js-plotly-plot .nsewdrag").first, across, up)


PLACES = """(() => {
  window.heights = {};
  window.tops = {};
  const styled = () => {  // the page has its styles, and parts of Streamlit above are loaded
    const [main, vec] = ['[data-testid=stMainBlockContainer]', '.st-key-vec'].map(
      one => document.querySelector(one));
    const top = vec?.getBoundingClientRect().top;
    return vec && getComputedStyle(main).minHeight === `${2 * innerHeight}px`
      && ![...document.querySelectorAll('[data-testid=stSkeleton]')].some(
        one => one.getBoundingClientRect().top < top);
  };
  new MutationObserver(() => {
    if (document.querySelector('.st-key-rest_awaited') && styled()) {
      for (const key of ['vec', 'eigenvector', 'scree']) {
        const top = document.querySelector(`.st-key-${key}`)?.getBoundingClientRect().top;
        if (top !== undefined) window.tops[key] = top;
      }
    }
    const figures = '[class*="_awaited"]:not([class*="rest_"], .st-key-all_cards *)';  // a frame
    for (const place of document.querySelectorAll(figures)) {
      const key = place.className.match(/st-key-(\\w+)_awaited/)[1];
      window.heights[key] = place.getBoundingClientRect().height;
    }
  }).observe(document, {subtree: true, childList: true});
})()"""
POINTS = ".st-key-eigenvector .js-plotly-plot .points path"
COLOURS = f"() => [...document.querySelectorAll('{POINTS}')].map(p => p.style.fill).join()"


def test_a_visit_from_the_first_figure_to_the_eigenvector_that_a_link_keeps(app, page):
    """One visit that asks everything in turn: it is dear to load the app, and cheap to ask it."""
    page.add_init_script(PLACES)
    page.goto(f"{app}/data")
    settled(page)
    nothing_jumps_when_a_figure_takes_its_place(page)
    opened(page, f"{app}/spectrum?t=0.5&lam=0.1")
    while not page.evaluate("() => Object.keys(window.tops).length"):
        opened(page, f"{app}/spectrum?t=0.5&lam=0.1")  # the rest came before there were styles
    nothing_jumps_when_the_rest_of_a_page_comes(page)
    the_first_click_into_a_figure_that_came_later_concerns_the_whole_page(page)
    spectrum_and_cursor_follow_the_hand_and_a_click_takes_a_kernel(page)
    a_click_into_a_column_moves_the_cursor_and_the_link(page)
    the_slider_changes_the_eigenvector_in_the_picture_and_in_the_link(page)


def nothing_jumps_when_a_figure_takes_its_place(page):
    heights = page.evaluate("() => window.heights")
    assert len(heights) > 1
    for key, place in heights.items():
        drawn = page.locator(f".st-key-{key}").bounding_box()["height"]
        assert abs(drawn - place) <= 1, key


def nothing_jumps_when_the_rest_of_a_page_comes(page):
    tops = page.evaluate("() => window.tops")
    assert set(tops) == {"vec", "eigenvector", "scree"}
    for key, top in tops.items():
        assert abs(page.locator(f".st-key-{key}").bounding_box()["y"] - top) <= 1, key


def the_first_click_into_a_figure_that_came_later_concerns_the_whole_page(page):
    finding = page.get_by_text("effective dimension of").first
    before = finding.inner_text()
    click_in(page, page.locator(".st-key-dof .js-plotly-plot .points path").nth(2))
    linked(page, "lam=0.01")
    expect(finding).not_to_have_text(before)
    assert page.complaints == []


def spectrum_and_cursor_follow_the_hand_and_a_click_takes_a_kernel(page):
    figure, link = page.locator(".st-key-scree figure"), page.url
    before = figure.locator("output").inner_text()
    line = page.locator(".st-key-waterfall .kselect-cursor path")
    stood = line.get_attribute("d")
    taken(page, "t", 40)
    expect(figure).not_to_have_attribute("data-step", "14,2")
    expect(figure.locator("output")).not_to_have_text(before)
    expect(line).not_to_have_attribute("d", stood)
    expect(page.locator(".st-key-alignment[data-unknown]")).to_be_visible()
    expect(page.locator(":is(.st-key-scree, .st-key-waterfall)[data-unknown]")).to_have_count(0)
    assert page.url == link  # nobody has asked the server
    matrix = page.locator(".st-key-gram canvas")
    drawn = int(matrix.get_attribute("data-drawn"))
    page.mouse.up()
    page.wait_for_function("link => location.href !== link", arg=link)
    settled(page)
    expect(matrix).to_have_attribute("data-drawn", str(drawn + 1))
    link = page.url
    click_in(page, figure.locator("canvas"), 0.105, 0.88)  # where the lines are close together
    page.wait_for_function("link => location.href !== link", arg=link)
    settled(page)
    assert page.complaints == []


def a_click_into_a_column_moves_the_cursor_and_the_link(page):
    finding = page.get_by_text("effective dimension of").first
    before = finding.inner_text()
    click_plot(page, "waterfall", 0.8, 0.5)  # the 25th of 31 columns
    linked(page, "t=512")
    expect(finding).not_to_have_text(before)
    assert page.complaints == []


def the_slider_changes_the_eigenvector_in_the_picture_and_in_the_link(page):
    before = page.evaluate(COLOURS)
    page.locator(".st-key-vec input[type='range']").focus()
    page.keyboard.press("ArrowRight")
    linked(page, "vec=3")
    page.wait_for_function(f"before => ({COLOURS})() !== before", arg=before)
    link = page.url
    page.reload()
    settled(page)
    assert page.url == link
    expect(page.get_by_text("Eigenvector 3:")).to_have_count(1)
