"""Everybody can use every page: axe's rules, keys alone, a name for every figure, large type."""

import pytest

from tests.browser.addresses import NAMES, address
from tests.browser.conftest import settled

pytestmark = pytest.mark.browser

GRAVE = ("serious", "critical")
# What is Streamlit's and cannot be changed from here: (rule, part of the selector) -> reason.
EXCEPTIONS = {
    ("presentation-role-conflict", "stFileUploader"): "the drop zone of Streamlit's uploader",
    ("list", "stSidebarNavItems"): "Streamlit puts the sections of the navigation into one list",
    ("listitem", "stSidebarNav"): "the same: its entries stand in a part of that list",
    (
        "scrollable-region-focusable",
        "katex-display",
    ): "a long formula; no tab stop can be set on it",
}
SIZES = [("", 1280), ("", 1400), ("big=true", 1280), ("big=true", 1400)]


def opened(page, app, name, link=""):
    page.goto(address(app, name, link))
    settled(page)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    return page


def excused(rule, node):
    return any(rule == known and part in node["around"] for known, part in EXCEPTIONS)


def around(page, node):
    """Return the names and classes of what an element stands in."""
    return page.evaluate(
        "s => { const names = []; for (let e = document.querySelector(s); e; e = e.parentElement)"
        " names.push(e.dataset.testid || '', e.classList.value); return names.join(' '); }",
        node["target"][-1],
    )


def grave(page):
    """Faults by axe's rules that are serious or critical and not excused."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {' '.join(map(str, node['target']))}: {node['html'][:160]}"
        for fault in found
        if fault["impact"] in GRAVE
        for node in fault["nodes"]
        for node["around"] in [around(page, node)]
        if not excused(fault["id"], node)
    ]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(app, page, name, scheme):
    page.emulate_media(color_scheme=scheme)
    assert grave(opened(page, app, name)) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_panels(app, page, scheme):
    page.emulate_media(color_scheme=scheme)
    opened(page, app, "explore", "t=7.3")
    page.get_by_text("Share: link").click()
    settled(page)
    page.get_by_text("What am I looking at?").click()
    settled(page)
    assert grave(page) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_has_a_name_for_the_screen_reader(app, page, name):
    opened(page, app, name)
    figures = page.locator("[data-testid='stPlotlyChart']")
    for k in range(figures.count()):
        named = figures.nth(k).evaluate(
            "e => [e, ...e.querySelectorAll('*')].some(x => x.getAttribute('aria-label')"
            " && ['figure', 'img'].includes(x.getAttribute('role')))"
        )
        assert named, figures.nth(k).evaluate("e => e.outerHTML.slice(0, 300)")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("link", "width"), SIZES)
def test_nothing_scrolls_sideways(app, page, name, link, width):
    page.set_viewport_size({"width": width, "height": 720})
    opened(page, app, name, link)
    wide = page.evaluate(
        "() => [document.documentElement, document.querySelector('[data-testid=stMain]'),"
        " document.querySelector('[data-testid=stSidebarContent]')]"
        ".filter(e => e && e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 80))"
    )
    assert wide == []


@pytest.mark.parametrize("name", NAMES)
def test_large_type_is_large(app, page, name):
    opened(page, app, name, "big=true")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
    text = page.get_by_test_id("stMarkdownContainer").locator("p").first
    assert float(text.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")) >= 17


def test_the_sliders_are_reached_and_moved_by_keys_alone(app, page):
    opened(page, app, "explore")
    before = page.url
    for _ in range(60):
        page.keyboard.press("Tab")
        inside = page.evaluate(
            "() => !!document.activeElement.closest('.st-key-t')"
            " && document.activeElement.matches('input[type=range], [role=slider]')"
        )
        if inside:
            break
    assert inside
    page.keyboard.press("ArrowRight")
    page.wait_for_url(lambda url: "t=" in url and url != before)
    settled(page)


def test_the_first_stop_of_the_tab_key_skips_to_the_content(app, page):
    opened(page, app, "explore")
    page.keyboard.press("Tab")
    assert "Skip" in page.evaluate("document.activeElement.innerText")
