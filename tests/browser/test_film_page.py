"""The film of a file, opened from a folder: it moves, obeys keys, and asks for nothing."""

import pytest

from kselect_core import views
from tests.views.cases.film import film_at

pytestmark = pytest.mark.browser
SEEN = "() => [...document.querySelectorAll('canvas')].map(canvas => canvas.toDataURL())"
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
    assert page.evaluate(SEEN) != after  # letters and lines are drawn anew
    assert page.complaints == []
    assert page.requested == [file.as_uri()]
