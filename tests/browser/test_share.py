"""What leaves a page works elsewhere: the link, the files, the report without a network."""

import io
import re
from urllib.parse import unquote

import pandas as pd
import pytest
from playwright.sync_api import expect

from tests.browser.addresses import NAMES, address
from tests.browser.conftest import PATIENCE, WINDOW, choose, handed_out, settled

pytestmark = pytest.mark.browser

KINDS = (("PNG", b"\x89PNG"), ("SVG", b"<svg"), ("PDF", b"%PDF"))
LOOK = [name for name in NAMES if name not in ("data", "sweep")]


def opened(page, app, name, link=""):
    page.goto(address(app, name, link))
    settled(page)
    page.locator(".st-key-take summary").click()
    settled(page)
    return page.locator(".st-key-take")


def tab(panel, name):
    panel.get_by_role("tab", name=name, exact=True).click()


def fetched(page, button):
    with page.expect_download(timeout=60_000) as waiting:
        button.click()
    return waiting.value.path().read_bytes()


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["explore", "errors"])  # by day: tests/browser/pages/test_data.py
def test_every_page_hands_out_its_link(app, page, name):
    panel = opened(page, app, name)
    assert handed_out(panel, app).startswith(app)


@pytest.mark.nightly  # by day the story of tests/browser/test_story.py ends with that
def test_a_link_gives_a_stranger_the_same_view(app, page, chromium):
    panel = opened(page, app, "explore", "t=0.125&lam=0.1&split=2&crit=loo&crit=kta&axis=own+units")
    link = handed_out(panel, app)
    sent = curves(page)
    stranger = chromium.new_context(viewport=WINDOW).new_page()
    stranger.goto(link)
    settled(stranger)
    assert curves(stranger) == sent
    assert unquote(stranger.url) == unquote(link)
    stranger.context.close()


def curves(page):
    """The numbers of the curves as the browser has them."""
    page.wait_for_selector(".st-key-curves .js-plotly-plot .main-svg")
    return page.locator(".st-key-curves .js-plotly-plot").evaluate(
        "g => JSON.stringify(g.data.map(t => [t.name, t.x, t.y]))"
    )


def test_report_figures_numbers_and_the_program_leave_as_files(app, page, chromium, tmp_path):
    panel = opened(page, app, "explore")
    the_report_opens_without_a_network(page, panel, chromium, tmp_path / "report.html", stills=3)
    figures_numbers_and_the_program_leave_as_files(page, panel, KINDS[-1:])


@pytest.mark.nightly
def test_figures_leave_as_files_of_every_kind(app, page):
    panel = opened(page, app, "explore")
    figures_numbers_and_the_program_leave_as_files(page, panel, KINDS)


@pytest.mark.nightly
def test_the_report_of_a_film_opens_without_a_network(app, page, chromium, tmp_path):
    panel = opened(page, app, "film")
    the_report_opens_without_a_network(page, panel, chromium, tmp_path / "report.html", stills=2)


def the_report_opens_without_a_network(page, panel, chromium, file, *, stills):
    """What moves is in it as it is at the cursor: the stills."""
    figures = page.locator("[data-testid='stPlotlyChart']").count()
    tab(panel, "Report")
    content = fetched(page, panel.get_by_role("button", name="Report (HTML"))
    file.write_bytes(content)
    context = chromium.new_context(offline=True)
    reader = context.new_page()
    reader.set_default_timeout(PATIENCE)
    asked, complaints = [], []
    reader.on("request", lambda request: asked.append(request.url))
    reader.on("pageerror", lambda error: complaints.append(str(error)))
    reader.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    reader.goto(file.as_uri())
    drawn = reader.locator(".js-plotly-plot .main-svg:first-child")
    expect(drawn).to_have_count(figures + stills)
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert complaints == []
    expect(reader.locator("main")).to_contain_text("Where this comes from")
    context.close()


def figures_numbers_and_the_program_leave_as_files(page, panel, kinds):
    pytest.importorskip("kaleido")
    tab(panel, "Figures")
    for kind, start in kinds:
        content = fetched(page, panel.get_by_role("button", name=kind, exact=True).first)
        assert content.startswith(start)
    tab(panel, "Data")
    text = fetched(page, panel.get_by_role("button", name="All numbers (CSV)"))
    packed = fetched(page, panel.get_by_role("button", name="All numbers (Parquet)"))
    pd.testing.assert_frame_equal(
        pd.read_csv(io.BytesIO(text)).drop(columns="reason"),
        pd.read_parquet(io.BytesIO(packed)).drop(columns="reason"),
        check_dtype=False,
        rtol=1e-12,
    )
    tab(panel, "Code")
    choose(page, panel.get_by_role("combobox"), re.compile("Spectrum"))
    program = page.locator(".st-key-take [data-testid='stCode']").nth(1)
    expect(program).to_contain_text("views.spectrum(at).figure")
    assert len(fetched(page, panel.get_by_role("button", name="Program (Python)"))) > 500
