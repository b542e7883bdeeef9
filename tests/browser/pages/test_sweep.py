"""From a table of one's own to an exported figure, with a real mouse and a real sweep."""

import math
import re

import pytest
from playwright.sync_api import expect

from tests.browser.addresses import turn_to
from tests.browser.conftest import brought, choose, linked, settled

pytestmark = pytest.mark.browser
FEW, MANY = 140, 420  # rows
LONG = 120_000  # milliseconds; the machine may be busy
STOPPED = 12  # splits that last until Stop is clicked


def table_of(rows, folder):
    """Give a CSV with words as labels and one missing value."""
    lines = ["height,weight,age,patient is"]
    for i in range(rows):
        x, z, sick = math.sin(3.1 * i), math.cos(1.7 * i), math.sin(5 * math.sin(3.1 * i)) > 0
        lines.append(
            f"{x:.4f},{'' if i == 7 else f'{z:.4f}'},{20 + i % 50},{'ill' if sick else 'well'}"
        )
    path = folder / "my patients.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def imported(page, address, table):
    brought(page, address, table, "First 20 rows as they are in the file")
    return settled(page)


def click(page, name):
    page.get_by_role("button", name=name).first.click()
    return settled(page)


def used(page, address, table, rows):
    """Answer what is asked about the table and use it."""
    imported(page, address, table)
    page.get_by_text(f"1 missing value in 1 of {rows} rows").first.wait_for()
    answer = page.locator("[data-testid=stSelectbox]:has-text('Answer (missing)') input")
    choose(page, answer, "leave out those rows")
    ready = page.get_by_text(f"Ready: {rows - 1} rows, 3 features, classes ill / well")
    ready.wait_for()
    settled(page)
    page.reload()  # the file and what was answered are there again
    settled(page)
    ready.wait_for()
    click(page, "Use this table")
    page.get_by_text(f"{rows - 1} rows, 3 features · ill / well").wait_for()
    return page


STOP = "() => document.querySelectorAll('[class*=st-key-halt_] button').forEach(e => e.click())"
"""Stop what runs; nothing where it has ended meanwhile."""


def stopped(page):
    """Stop the sweep that runs; gives its digest, which its card carries."""
    halt = page.locator("[class*=st-key-halt_]").first
    digest = re.search(r"st-key-halt_(\w+)", halt.get_attribute("class"))[1]
    halt.get_by_role("button").click()
    return digest


def a_name_that_is_cut_off_is_whole_on_hover_and_in_the_list(page):
    name = page.get_by_role("combobox", name="Finished sweep")
    name.hover()
    expect(name).to_have_attribute("title", re.compile("^my patients: .+ λ$"))
    name.click()
    cut = "all => all.some(one => one.scrollWidth > one.clientWidth)"
    assert not page.get_by_role("option").locator("div").evaluate_all(cut)
    page.keyboard.press("Escape")
    settled(page)


@pytest.mark.timeout(600)  # twelve splits, beside other tests
@pytest.mark.parametrize(
    ("rows", "splits"), [(FEW, 2), pytest.param(MANY, STOPPED, marks=pytest.mark.nightly)]
)
def test_a_table_is_uploaded_asked_about_swept_and_exported(app, page, tmp_path, rows, splits):
    """At night its sweep is stopped and resumed on the way: one that lasts so long ends late.

    By day another is, whose end nobody awaits.
    """
    used(page, app, table_of(rows, tmp_path), rows)
    click(page, "Choose the grid first")
    page.get_by_role("heading", name="Sweep").wait_for()
    linked(page, "ds=own-")
    linked(page, "g_low=")
    page.get_by_role("spinbutton", name="Splits").fill(str(splits))
    page.keyboard.press("Enter")
    page.get_by_text(f"λ × {splits} splits").wait_for()
    settled(page)
    click(page, "Run sweep")
    if splits == STOPPED:
        page.get_by_text("So far, at λ").wait_for(timeout=LONG)
        expect(page.locator("[class*=st-key-partial] .js-plotly-plot")).to_have_count(1)
        page.locator(f".st-key-resume_{stopped(page)} button").click()
    page.wait_for_selector(".st-key-curves figure[data-at]", timeout=LONG)  # by itself
    page.locator(".st-key-answer", has_text="Recommended").wait_for(timeout=LONG)
    a_name_that_is_cut_off_is_whole_on_hover_and_in_the_list(page)
    page.locator(".st-key-curves_table button").click()
    settled(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Numbers (CSV)").first.click()
    assert "kfold" in download.value.path().read_text()


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_a_quick_sweep_of_breast_cancer_takes_two_clicks(app, page, whole):
    """By day it is stopped once it is seen to run; another is awaited in the test above."""
    page.goto(f"{app}/data")
    settled(page)
    picture = page.get_by_alt_text("Points of Breast cancer, by class").bounding_box()
    page.mouse.click(picture["x"] + picture["width"] / 2, picture["y"] + picture["height"] / 2)
    page.get_by_text("569 rows, 30 features · benign").wait_for()
    settled(page)
    page.get_by_role("button", name="Run a first sweep").first.click()
    page.get_by_text("So far, at λ").wait_for(timeout=LONG)
    expect(page.locator("[class*=st-key-partial] .js-plotly-plot")).to_have_count(1)
    if not whole:
        page.evaluate(STOP)
        expect(page.locator("[class*=st-key-halt_]")).to_have_count(0, timeout=LONG)
        return
    page.locator(".st-key-answer", has_text="Recommended").wait_for(timeout=LONG)
    page.get_by_text("On Breast cancer at").wait_for()
    linked(page, "run=")


@pytest.mark.nightly  # by day tests/ui/widgets/linked/test_values.py and tests/pages/sweep
def test_a_reload_and_another_page_whose_link_is_free_of_it_keep_the_grid(app, page):
    page.goto(f"{app}/sweep?ds=circles&g_low=-3&g_n=13&learner=lssvm&use_n2=ckta&reps=3")
    settled(page)
    page.get_by_role("spinbutton", name="Seed").fill("7")
    page.keyboard.press("Enter")
    settled(page)
    page.reload()
    settled(page)
    for part in ("ds=circles", "g_n=13", "learner=lssvm", "use_n2=ckta", "reps=3", "seed=7"):
        linked(page, part)
    page.get_by_text("13 kernels × 7 λ × 3 splits").wait_for()
    expect(page.get_by_role("spinbutton", name="Seed")).to_have_value("7")
    turn_to(page, "data")
    page.get_by_role("heading", name="Data").wait_for()
    page.get_by_text("300 rows, 2 features · outer / inner").wait_for()
    page.wait_for_function("() => !location.search.includes('g_low')")
    turn_to(page, "sweep")
    page.get_by_text("13 kernels × 7 λ").wait_for()
    expect(page.get_by_role("spinbutton", name="from 2^").first).to_have_value("-3")
    linked(page, "ds=circles")
    linked(page, "use_n2=ckta")


@pytest.mark.nightly  # by day tests/pages/sweep and tests/ui/sweep/test_awaited.py
def test_the_pages_answer_while_a_sweep_runs_which_is_stopped_and_goes_on(app, page):
    page.goto(f"{app}/sweep?ds=moons&seed=11&reps=200")  # until it is stopped
    settled(page)
    click(page, "Run sweep")
    page.locator("[class*=st-key-halt] button").first.wait_for()
    turn_to(page, "data")
    page.get_by_role("heading", name="Data").wait_for()
    turn_to(page, "sweep")
    again = page.locator(f".st-key-resume_{stopped(page)} button")
    again.click()
    stopped(page)
    again.wait_for()
