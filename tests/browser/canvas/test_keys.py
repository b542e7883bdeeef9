"""Keys that a lecturer presses: every one is a step, however busy the server is."""

import pytest
from playwright.sync_api import expect

from kselect_ui.explore import tries
from tests.browser.addresses import turn_to
from tests.browser.conftest import settled

pytestmark = pytest.mark.browser
PRESSED = 10


def slider(page, key):
    return page.locator(f".st-key-{key} input[type=range]")


def place(page, key):
    return int(slider(page, key).input_value())


def test_keys_step_the_cursor_frame_the_page_and_are_a_fields_own_in_a_field(app, page):
    page.goto(f"{app}/explore?t=0.03125")
    expect(slider(page, "t")).to_be_visible()
    page.wait_for_selector(".st-key-curves figure[data-at]")
    ten_presses_are_ten_steps_wherever_the_focus_is(page)
    a_frame_stands_about_the_page_for_those_who_use_tab_and_not_after_a_click(settled(page))
    a_button_says_on_hover_what_it_does_and_which_key_does_it(page)
    sliders_call_their_symbols_by_name_to_who_points_at_them_or_listens(page)
    keys_in_a_field_are_those_of_the_field(page)


def ten_presses_are_ten_steps_wherever_the_focus_is(page):
    page.locator("h1").first.click()
    before = place(page, "t")
    for _ in range(PRESSED):
        page.keyboard.press("ArrowRight")
    page.wait_for_url("**t=32**")
    assert place(page, "t") == before + PRESSED
    ridge = place(page, "lam")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_url("**lam=**")
    assert (place(page, "t"), place(page, "lam")) == (before + PRESSED, ridge + 1)


def a_frame_stands_about_the_page_for_those_who_use_tab_and_not_after_a_click(page):
    main = page.get_by_test_id("stMain")
    frame = "e => getComputedStyle(e, '::before').boxShadow"
    page.locator("h1").first.click()
    page.keyboard.press("ArrowUp")
    expect(main).to_be_focused()
    assert main.evaluate(frame) == "none"
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(main).to_be_focused()
    assert main.evaluate(frame) != "none"


def a_button_says_on_hover_what_it_does_and_which_key_does_it(page):
    told = {
        "lam_later": ("+", "One grid point up (key: Shift+Right)"),
        "answer_show": ("Show it", "Put the cursor there"),
        "try_memorise": ("make it memorise", tries.NARROW),
        "try_stop": ("where would you stop?", tries.STOP),
    }
    for key, (name, words) in told.items():
        button = page.locator(f".st-key-{key} button")
        button.hover()
        expect(button).to_have_attribute("title", words)
        expect(button).to_have_accessible_name(name)
        expect(page.get_by_test_id("stTooltipContent")).to_have_count(0)


def sliders_call_their_symbols_by_name_to_who_points_at_them_or_listens(page):
    for key, word in (("t", "width"), ("lam", "ridge")):
        label = page.locator(f".st-key-{key} [data-testid=stWidgetLabel] p")
        whole = f"{label.inner_text()} ({word})".replace("\u00a0", " ")
        expect(label).to_have_attribute("title", whole)
        expect(slider(page, key)).to_have_attribute("aria-label", whole)


def keys_in_a_field_are_those_of_the_field(page):
    turn_to(page, "perturbation")
    number = page.locator(".st-key-pt input")
    expect(number).to_be_visible()
    before = place(page, "t")
    number.click()
    for key in ("ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
        assert place(page, "t") == before


def test_a_clicker_steps_through_a_lesson_whatever_was_clicked_before(app, page):
    page.goto(f"{app}/learn?lesson=1_width&step=2")
    answers = page.locator(".st-key-question")
    answers.get_by_text("It makes more mistakes than before").click()
    settled(page)
    page.keyboard.press("ArrowLeft")  # this is the question's own
    settled(page)
    assert "step=2" in page.url
    page.keyboard.press("PageDown")
    page.wait_for_url("**step=3**")
    settled(page)
    page.get_by_role("radio", name="4", exact=True).click()
    page.wait_for_url("**step=4**")
    settled(page)
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**step=3**")
    settled(page)
    page.locator("label", has_text="Large type").click()
    settled(page)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=4**")
