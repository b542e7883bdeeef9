"""Pages on a phone: nothing lies over something else, nothing is cut off."""

import pytest
from playwright.sync_api import expect

from tests.browser.addresses import turn_to
from tests.browser.conftest import WINDOW, seen, settled
from tests.browser.test_accessibility import grave, wider_than_the_window
from tests.pages.every.test_grams import finished_sweep

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
ZOOMED = {"width": 640, "height": 360}  # 1280 × 720 with letters of 200 %
SMALLEST = 24  # pixels of what a finger meets
ROOM = 600  # pixels that panels side by side have at least


def turned(page, name):
    """Go to a page in a wide window, which shows the navigation, and look at it as a phone."""
    page.set_viewport_size(WINDOW)
    turn_to(page, name)
    page.wait_for_url(f"**/{name}*")
    page.set_viewport_size(PHONE)
    return settled(seen(page))


def test_on_a_phone_every_kind_of_page_is_whole(app, page):
    page.set_viewport_size(PHONE)
    page.goto(app)
    settled(page)
    the_picture_has_nearly_all_of_the_window(page)
    the_picture_begins_on_the_first_screen(page)
    links_that_are_folded_away_are_no_stops_of_tab(page)
    numbers_stay_with_what_they_are_of(page)
    a_switch_is_whole(page, "over λ")
    the_sliders_stay_in_the_window_with_the_picture(page)
    turned(page, "errors")
    the_map_begins_on_the_first_screen(page)
    the_sliders_stay_in_the_window_with_the_picture(page)
    panels_side_by_side_keep_their_width_and_scroll(page)
    turned(page, "bounds")
    a_switch_is_whole(page, "support vector machine")
    turned(page, "sweep")
    cards_are_whole(page)
    turned(page, "film")
    the_sliders_stay_in_the_window_with_the_picture(page)
    the_slider_of_the_film_stands_right_below_the_picture_that_it_moves(page)
    most_of_a_low_window_is_the_picture_with_the_sliders_in_one_line_below(page)
    what_explains_a_page_stands_in_one_line(page)
    page.goto(f"{app}/film?big=true")
    labels_of_sliders_are_whole_and_no_higher_than_their_buttons(page)


def the_picture_has_nearly_all_of_the_window(page):
    picture = page.get_by_test_id("stMain").locator("canvas").filter(visible=True).first
    assert picture.bounding_box()["width"] > 0.85 * PHONE["width"]


def the_picture_begins_on_the_first_screen(page):
    picture = page.get_by_test_id("stMain").locator("canvas").filter(visible=True).first
    assert picture.bounding_box()["y"] < 450
    words = page.locator(".st-key-first").get_by_text("and LOO find it").first  # read first
    assert words.bounding_box()["y"] > picture.bounding_box()["y"]


def the_map_begins_on_the_first_screen(page):
    maps = page.locator(".st-key-look .stPlotlyChart")
    assert maps.first.bounding_box()["y"] < 600
    chooser = page.locator(".st-key-map").bounding_box()  # of the second map, and right above it
    assert maps.first.bounding_box()["y"] < chooser["y"] < maps.last.bounding_box()["y"]


def links_that_are_folded_away_are_no_stops_of_tab(page):
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("stSkipToContent")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("stExpandSidebarButton")).to_be_focused()


def numbers_stay_with_what_they_are_of(page):
    words = page.locator(".st-key-first p").first.inner_text()
    assert "λ\u00a0=\u00a00.001" in words
    assert "2.7\u00a0±\u00a01.5\u00a0%" in words
    assert "5-fold CV" in words  # a name that is copied keeps its letters


def panels_side_by_side_keep_their_width_and_scroll(page):
    frame = page.locator("[class*=st-key-][class*=_wide]").filter(has_text="CKTA").first
    expect(frame.locator(".main-svg").first).to_be_attached()
    width, shown, way = frame.evaluate(
        "e => [e.scrollWidth, e.clientWidth, getComputedStyle(e).overflowX]"
    )
    assert width > ROOM > shown
    assert way == "auto"
    assert wider_than_the_window(page) == []
    assert grave(page) == []  # what scrolls can be reached by keys


def the_sliders_stay_in_the_window_with_the_picture(page):
    picture = page.get_by_test_id("stMain").locator(".stPlotlyChart, canvas")
    picture.filter(visible=True).first.evaluate("one => one.scrollIntoView({block: 'center'})")
    settled(seen(page))
    for key in ("t", "lam"):
        box = page.locator(f".st-key-bar .st-key-{key}_row").bounding_box()
        assert 0 <= box["y"] <= page.viewport_size["height"] - box["height"]
    heights = [page.locator(f".st-key-bar .st-key-{key}").bounding_box() for key in ("t", "lam")]
    assert heights[0]["y"] == heights[1]["y"]


def most_of_a_low_window_is_the_picture_with_the_sliders_in_one_line_below(page):
    page.set_viewport_size(ZOOMED)
    the_sliders_stay_in_the_window_with_the_picture(page)
    top = page.get_by_test_id("stHeader").bounding_box()["height"]
    foot = page.locator(".st-key-sliders").bounding_box()
    assert foot["y"] - top > 2 / 3 * ZOOMED["height"]
    for key in ("t", "lam"):
        label = page.locator(f".st-key-{key} label").bounding_box()
        track = page.locator(f".st-key-{key} [role=group]").bounding_box()
        assert label["x"] + label["width"] <= track["x"]
        assert track["width"] > 2 * SMALLEST


def what_explains_a_page_stands_in_one_line(page):
    boxes = [page.get_by_text(words).bounding_box() for words in ("What am I looking", "Glossary")]
    assert boxes[0]["y"] == boxes[1]["y"]


def labels_of_sliders_are_whole_and_no_higher_than_their_buttons(page):
    settled(page)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
    for key in ("t", "lam"):
        words = page.locator(f".st-key-{key} label p")
        assert words.evaluate("one => one.scrollWidth <= one.clientWidth")
        button = page.locator(f".st-key-{key}_later").bounding_box()
        assert words.bounding_box()["height"] <= button["height"]


def a_switch_is_whole(page, switch):
    box = page.get_by_role("radio", name=switch).first.bounding_box()
    assert box["x"] + box["width"] <= PHONE["width"]


def cards_are_whole(page):
    card = page.locator(".st-key-card_scale_quick").get_by_test_id("stMarkdownContainer").first
    assert card.inner_text().replace("\u00a0", " ").startswith("12 widths × 4 λ")
    assert "×\u00a04\u00a0λ" in card.inner_text()


def the_slider_of_the_film_stands_right_below_the_picture_that_it_moves(page):
    boxes = [
        page.locator(place).first.bounding_box()
        for place in (
            "figure .three canvas[role]",
            "figure .lane",
            "figure .three div:nth-child(2)",
        )
    ]
    tops = [box["y"] for box in boxes]
    assert tops == sorted(tops)
    assert {round(box["width"]) for box in boxes} == {round(boxes[0]["width"])}


MOST = """() => { const count = () => document.querySelectorAll('.st-key-learn_next').length;
  window.most = count();
  new MutationObserver(() => { window.most = Math.max(window.most, count()); })
    .observe(document, {subtree: true, childList: true}); }"""


def test_on_a_phone_back_and_next_of_a_lesson_stay_side_by_side_while_its_sweep_runs(app, page):
    page.set_viewport_size(PHONE)
    page.goto(f"{app}/learn?lesson=6_criteria_that_fail&step=7")  # no room for both beside it
    page.evaluate(MOST)
    expect(page.locator(".st-key-question")).to_be_visible()  # the sweep has run
    settled(page)
    assert page.evaluate("window.most") == 1
    back, onwards = (
        page.get_by_role("button", name=way, exact=True).bounding_box() for way in ("Back", "Next")
    )
    assert back["y"] == onwards["y"]
    assert back["x"] + back["width"] < onwards["x"]
    assert onwards["x"] + onwards["width"] <= PHONE["width"]
    axe_finds_nothing_serious_in_the_menu(page)


def axe_finds_nothing_serious_in_the_menu(page):
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_role("list", name="Understand").get_by_role("link", name="Learn").wait_for()
    assert grave(page) == []


LONG = "Tanimoto of Morgan fingerprints, radius = 2, 2048 bits"


def test_a_long_name_of_a_matrix_is_one_line_of_the_bar_and_whole_when_pointed_at(
    app, page, home, monkeypatch
):
    monkeypatch.setenv("KSELECT_HOME", str(home))
    run = finished_sweep(home, ("kmer", LONG, "tree"))
    page.set_viewport_size(WINDOW)
    page.goto(f"{app}/spectrum?run={run[:12]}&t=1")
    settled(page)
    label = page.locator(".st-key-t [data-testid=stWidgetLabel] p")
    expect(label).to_have_text("Gram matrix: kmer")
    height = page.locator(".st-key-bar").bounding_box()["height"]
    slider = page.locator(".st-key-t input[type=range]")
    slider.press("ArrowRight")
    settled(page)
    whole = f"Gram matrix: {LONG}"
    expect(label).to_have_attribute("title", whole)
    assert label.inner_text().replace("\u00a0", " ") == whole
    expect(slider).to_have_attribute("aria-label", whole)
    assert page.locator(".st-key-bar").bounding_box()["height"] == height
    assert label.evaluate("one => one.scrollWidth > one.clientWidth")
    assert label.evaluate("one => getComputedStyle(one).textOverflow") == "ellipsis"
