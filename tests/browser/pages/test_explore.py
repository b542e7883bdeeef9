"""The start page under a real mouse: click, keys, reload, download."""

from contextlib import contextmanager
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import linked, settled

pytestmark = pytest.mark.browser


def opened(page, address):
    page.goto(address)
    settled(page)
    page.wait_for_selector(".st-key-curves :is(figure[data-at], .js-plotly-plot .main-svg)")
    return page


def parameter(page):
    """Where the bar shows the parameter."""
    return page.locator(".st-key-t [data-testid='stSliderThumbValue']")


HEADLESS = """() => {
  window.headless = 0;
  new MutationObserver(() => {
    window.headless += document.querySelector('.st-key-heading h1') === null;
  }).observe(document.body, {subtree: true, childList: true});
}"""


def click_row(page, fraction):
    """Click into the first row, so far along it."""
    rows = page.locator(".st-key-curves canvas")
    rows.click(position={"x": fraction * rows.bounding_box()["width"], "y": 30})


@contextmanager
def slow(page):
    """Give the page a fifth of the processor."""
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 5})
    try:
        yield
    finally:
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        tools.detach()


def test_a_visit_from_a_link_of_unknown_values_to_a_figure_that_leaves(app, page):
    """One visit that asks everything in turn: it is dear to load the app, and cheap to ask it."""
    opened(page, f"{app}/?t=99&lam=x&crit=nonsense&te=maybe&axis=%3Cb%3E&split=77&run=zzz")
    unknown_values_in_a_link_are_dropped(page)
    a_click_on_a_curve_and_the_arrow_keys_move_the_cursor_and_the_link(page)
    a_step_draws_the_rows_once_and_a_run_that_changes_nothing_not_at_all(page)
    the_switches_reach_the_link(page)
    a_figure_leaves_as_a_vector_picture_and_as_a_page_that_works_offline(page)


def unknown_values_in_a_link_are_dropped(page):
    assert page.get_by_test_id("stException").count() == 0
    assert page.complaints == []


def a_click_on_a_curve_and_the_arrow_keys_move_the_cursor_and_the_link(page):
    shown = parameter(page)
    before = shown.inner_text()
    click_row(page, 0.4)
    expect(shown).not_to_have_text(before)
    before = shown.inner_text()
    linked(page, f"t={before}")
    page.keyboard.press("ArrowRight")
    expect(shown).not_to_have_text(before)
    assert float(shown.inner_text()) > float(before)
    settled(page)
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_text(before)
    settled(page)


def a_step_draws_the_rows_once_and_a_run_that_changes_nothing_not_at_all(page):
    rows = page.locator(".st-key-curves figure")
    drawn = lambda: int(rows.get_attribute("data-drawn"))  # noqa: E731
    page.locator(".st-key-t input[type=range]").focus()
    before, presses = drawn(), ["ArrowRight", "ArrowLeft"]
    page.evaluate(HEADLESS)
    with slow(page):  # else what the hand and the server say of a step comes in one order only
        for number, key in enumerate(presses, start=1):
            page.keyboard.press(key)
            settled(page)
            assert drawn() == before + number
    assert page.evaluate("window.headless") == 0  # the heading stands while the page is made anew
    page.get_by_text("Large type").click()
    settled(page)
    assert drawn() > before + len(presses)  # another size is another picture


def the_switches_reach_the_link(page):
    page.get_by_text("own units", exact=True).click()
    settled(page)
    page.get_by_text("Show test error").click()
    settled(page)
    linked(page, "axis=own+units")
    linked(page, "te=false")
    expect(page.get_by_text("test error", exact=False).filter(has_text="%")).to_have_count(0)


def a_figure_leaves_as_a_vector_picture_and_as_a_page_that_works_offline(page):
    page.locator(".st-key-curves .js-plotly-plot").hover()
    with page.expect_download() as waiting:
        page.locator(".st-key-curves .modebar-btn[data-title^='Download']").click()
    assert waiting.value.suggested_filename == "kselect_criterion_curves.svg"
    assert "<svg" in waiting.value.path().read_text(encoding="utf-8")[:500]
    page.locator(".st-key-spectrum_table button:visible").first.click()
    settled(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Figure (HTML, works offline)").click()
    content = waiting.value.path().read_text(encoding="utf-8")
    assert "Plotly" in content
    assert 'src="http' not in content


@pytest.mark.nightly  # by day tests/browser/test_links.py asks the same
def test_a_reload_keeps_the_view(app, page):
    opened(
        page, f"{app}/?t=0.5&lam=0.1&crit=kta&crit=loo&te=false&axis=own+units&scope=joint&split=2"
    )
    settled(page)
    expect(parameter(page)).to_have_text("0.5")
    link = page.url
    page.reload()
    settled(page)
    assert page.url == link
    expect(parameter(page)).to_have_text("0.5")


CHIPS = """() => {
  const chips = [...document.querySelectorAll(
    '.st-key-tries :is(button, [data-testid="stPageLink-NavLink"])')];
  return chips.map(e => e.getBoundingClientRect()).filter(box => box.width)
    .map(({left, top, right, bottom}) => ({left, top, right, bottom}));
}"""
CAPTION = """() => [...document.querySelectorAll('[data-testid="stCaptionContainer"]')]
  .find(e => e.innerText.startsWith('Only the criteria are shown')).getBoundingClientRect().top"""

HIDDEN_BEHIND_A_LONG_CHOICE = """() => [...document.querySelectorAll('[class*="st-key-verdicts_"]')]
  .filter(row => {
    row.querySelectorAll('p')[1].textContent = 'walk of length 8 or '.repeat(9);
    row.scrollIntoView({block: 'center'});
    const link = [...row.querySelectorAll('a')].find(e => e.offsetWidth);
    const {left, top, width, height} = link.getBoundingClientRect();
    return !link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  }).length"""


def test_what_to_try_does_not_overlap(app, page):
    page.goto(f"{app}/?te=false")
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        expect(page.locator(".st-key-tries").get_by_text("your data").first).to_be_attached()
        boxes, caption = page.evaluate(CHIPS), page.evaluate(CAPTION)
        assert len(boxes) == 5
        assert len({round(box["bottom"] - box["top"]) for box in boxes}) == 1
        rows = sorted({(box["top"], box["bottom"]) for box in boxes})
        assert all(below[0] > above[1] + 2 for above, below in pairwise(rows))
        assert caption > rows[-1][1] + 2
        assert page.evaluate(HIDDEN_BEHIND_A_LONG_CHOICE) == 0


def test_with_large_type_no_step_is_cut_off_and_full_names_are_there(app, page):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app}/?big=true")
    settled(page)
    for key in ("t_earlier", "lam_later"):
        (inside, button) = page.locator(f".st-key-{key} button").first.evaluate(
            "e => [e.closest('[data-testid=stVerticalBlock]').offsetWidth, e.offsetWidth]"
        )
        assert button <= inside
        label = page.locator(f".st-key-{key.split('_')[0]} label p")
        assert label.evaluate("e => e.scrollWidth <= e.clientWidth")
        assert label.evaluate("e => e.scrollHeight <= e.clientHeight")
    assert page.locator(".js-plotly-plot, canvas").first.bounding_box()["y"] < 500
    page.locator('.st-key-verdicts_ckta [data-testid="stTooltipIcon"]').first.hover()
    expect(page.get_by_text("centred kernel-target alignment (CKTA)").first).to_be_visible()
