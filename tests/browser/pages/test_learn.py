"""The class as a browser shows it: what its teacher has in sight."""

import pytest
from playwright.sync_api import expect

from tests.load.crowd import serving

pytestmark = pytest.mark.browser

SMALL = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def teacher(chromium, tmp_path):
    """A teacher whose class is open at a step whose question is below the window."""
    with serving(tmp_path) as server:
        context = chromium.new_context(viewport=SMALL)
        name, ticket = server.cookie(teacher=True).split("=", 1)
        context.add_cookies([{"name": name, "value": ticket, "url": server.address}])
        page = context.new_page()
        page.goto(f"{server.address}/learn?lesson=6_criteria_that_fail&step=7")
        page.get_by_role("button", name="Open the class").click(timeout=120_000)
        yield page
        context.close()


def test_what_counts_answers_stays_in_sight_and_leads_to_them(teacher):
    """One class for both windows: it is dear to start its server."""
    the_bar_of_the_class_stays_in_sight_and_leads_to_the_answers(teacher)
    teacher.set_viewport_size(PHONE)
    teacher.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
    on_a_phone_the_count_of_answers_stays_in_sight(teacher)


def the_bar_of_the_class_stays_in_sight_and_leads_to_the_answers(teacher):
    bar, answered = (teacher.locator(f".st-key-class_{name}") for name in ("bar", "answered"))
    expect(answered).to_be_attached()
    expect(answered).not_to_be_in_viewport()
    bar.get_by_role("link", name="0 of 0 answered").click()
    expect(answered).to_be_in_viewport(ratio=1)
    expect(bar).to_be_in_viewport(ratio=1)
    below = "([bar, row]) => row.getBoundingClientRect().top - bar.getBoundingClientRect().bottom"
    assert teacher.evaluate(below, [bar.element_handle(), answered.element_handle()]) >= 0
    assert "#" not in teacher.url


def on_a_phone_the_count_of_answers_stays_in_sight(teacher):
    line, answered = (teacher.locator(f".st-key-class_{name}") for name in ("there", "answered"))
    expect(answered).not_to_be_in_viewport()
    line.get_by_role("link", name="0 of 0 answered").click()
    expect(answered).to_be_in_viewport(ratio=1)
    expect(line).to_be_in_viewport(ratio=1)
