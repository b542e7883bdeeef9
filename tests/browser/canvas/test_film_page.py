"""The film of a file, opened from a folder: it moves, obeys keys, and asks for nothing."""

import pytest

from kselect_core import views
from tests.lost.server import until
from tests.views.cases.film import film_at
from tests.views.test_grams import film_of

pytestmark = pytest.mark.browser
SEEN = "() => [...document.querySelectorAll('canvas[role]')].map(canvas => canvas.toDataURL())"
GROUND = "() => getComputedStyle(document.body).backgroundColor"


def test_a_film_plays_from_a_file_without_a_server(page, tmp_path):
    at = film_at("two classes")
    file = tmp_path / "film.html"
    file.write_text(views.film_page(at, quantities=("loo",)), encoding="utf-8")
    page.goto(file.as_uri())
    slider, figure = page.get_by_role("slider"), page.locator("figure[data-frame]")
    assert figure.get_attribute("data-frame") == str(at.frame_of(at.cursor)) == "1"
    before = page.evaluate(SEEN)
    assert len(before) == 4
    slider.fill("2")
    assert slider.get_attribute("aria-valuetext") == f"{at.names[2]} · frame 3 of 3"
    assert page.get_by_role("status").inner_text() == f"{at.names[2]} · frame 3 of 3"
    after = page.evaluate(SEEN)
    assert all(one != two for one, two in zip(before, after, strict=True))
    slider.blur()
    page.keyboard.press("ArrowLeft")  # also where nothing has the focus
    assert figure.get_attribute("data-frame") == "1"
    assert page.evaluate(SEEN) == before
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector("figure[data-frame='2'][data-playing='false']")
    light = page.evaluate(GROUND)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(GROUND) != light
    until(lambda: page.evaluate(SEEN) != after)  # letters and lines are drawn anew
    assert page.complaints == []
    assert page.requested == [file.as_uri()]


def test_a_film_of_gram_matrices_has_no_picture_in_a_plane(page, tmp_path):
    file = tmp_path / "film.html"
    file.write_text(views.film_page(film_of(("kmer", "walk", "tree"))), encoding="utf-8")
    page.goto(file.as_uri())
    assert page.get_by_role("status").inner_text() == "walk · frame 2 of 3"
    canvases = page.locator("canvas[role]")
    assert [one.is_visible() for one in canvases.all()] == [False, True, True, True]
    gram, spectrum = (canvases.nth(k).bounding_box() for k in (1, 2))
    assert gram["width"] == spectrum["width"] > page.viewport_size["width"] / 4
    before = page.evaluate(SEEN)
    page.keyboard.press("ArrowRight")
    assert all(one != two for one, two in zip(before[1:], page.evaluate(SEEN)[1:], strict=True))
    with page.expect_download() as taken:
        page.get_by_role("button", name="PNG").click()
    assert taken.value.suggested_filename == "kselect_film.png"
    assert page.complaints == []


def test_the_slider_of_a_report_moves_its_pictures_and_its_numbers(page, chromium, tmp_path):
    at = film_at("two classes")
    file = tmp_path / "report.html"
    file.write_text(views.film_report(at, quantities=("loo",)), encoding="utf-8")
    page.goto(file.as_uri())
    row, rows = page.locator("[aria-current]"), page.locator(".steps tbody tr")
    assert row.inner_text().startswith(at.names[1])
    before = page.evaluate(SEEN)
    page.keyboard.press("ArrowRight")
    assert row.inner_text().startswith(at.names[2])
    assert page.get_by_role("status").inner_text() == f"{at.names[2]} · kernel 3 of 3"
    assert all(one != two for one, two in zip(before, page.evaluate(SEEN), strict=True))
    rows.first.click()
    assert page.locator("figure[data-frame]").get_attribute("data-frame") == "0"
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert [one.is_visible() for one in rows.all()] == [True, False, False]
    assert not page.get_by_role("slider").is_visible()
    assert page.evaluate(GROUND) == "rgb(255, 255, 255)"
    assert page.complaints == []
    assert page.requested == [file.as_uri()]
    reader = chromium.new_context(java_script_enabled=False)
    plain = reader.new_page()
    plain.goto(file.as_uri())
    assert [one.is_visible() for one in plain.locator(".still .three svg").all()] == [True] * 3
    assert [one.is_visible() for one in plain.locator(".steps tbody tr").all()] == [True] * 3
    assert not plain.locator("input").is_visible()
    reader.close()
