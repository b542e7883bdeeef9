"""A lesson on paper in a real browser: what is printed, what is folded, what it asks for."""

import pytest
from playwright.sync_api import expect

from kselect_core.lessons.handout.page import handout
from tests.lessons.conftest import lesson, stage  # noqa: F401 (fixtures)

pytestmark = pytest.mark.browser
A4 = {"width": 666, "height": 1000}  # pixels between the margins


def test_the_sheet_is_printed_step_by_step_and_the_solutions_only_if_they_are_unfolded(
    page,
    tmp_path,
    lesson,  # noqa: F811
    stage,  # noqa: F811
):
    file = tmp_path / "handout.html"
    file.write_text(handout(lesson, {"moons": stage}, still=False), encoding="utf-8")
    page.set_viewport_size(A4)
    page.goto(file.as_uri())
    page.wait_for_selector(".main-svg")
    page.emulate_media(media="print")
    solutions = page.locator("details")
    expect(solutions).to_be_hidden()
    solutions.evaluate("details => details.open = true")
    expect(page.get_by_text("LOO chooses")).to_be_visible()
    assert solutions.evaluate("details => getComputedStyle(details).breakBefore") == "page"
    steps = page.locator("main > section").all()
    breaks = {step.evaluate("step => getComputedStyle(step).breakInside") for step in steps}
    assert breaks == {"avoid"}  # a question stands beside its picture
    formula = page.locator("math").first.bounding_box()
    assert formula["width"] > 5
    assert formula["height"] > 5
    assert page.evaluate("document.documentElement.scrollWidth") <= A4["width"]
    assert page.complaints == []
    assert page.requested == [file.as_uri()]
