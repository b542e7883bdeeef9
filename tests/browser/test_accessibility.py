"""Everybody can use every page: axe's rules, keys alone, a name for every figure, large type."""

from urllib.parse import urlsplit

import pytest

from tests.browser.addresses import NAMES, address
from tests.browser.conftest import settled

pytestmark = pytest.mark.browser

PAYLOAD = 2_000_000  # bytes over the socket for one page
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
SMALL = {"width": 1280, "height": 720}


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
@pytest.mark.parametrize(("scheme", "link"), [("light", ""), ("dark", "big=true")])
def test_a_page_is_there_for_everybody(app, page, name, scheme, link):
    """One visit for each page and look: it is dear to load a page, and cheap to ask it."""
    received = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))),
    )
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(SMALL)
    opened(page, app, name, link)
    assert page.complaints == []
    assert page.get_by_test_id("stException").count() == 0
    assert page.get_by_test_id("stAlertContentError").count() == 0
    hosts = {urlsplit(url).hostname for url in page.requested if not url.startswith("data:")}
    assert hosts <= {"127.0.0.1", None}
    assert sum(received) < PAYLOAD
    assert wider_than_the_window(page) == []
    assert figures_without_a_name(page) == []
    assert grave(page) == []
    if link:
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
        text = page.get_by_test_id("stMarkdownContainer").locator("p").first
        assert float(text.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")) >= 17


def wider_than_the_window(page):
    return page.evaluate(
        "() => [document.documentElement, document.querySelector('[data-testid=stMain]'),"
        " document.querySelector('[data-testid=stSidebarContent]')]"
        ".filter(e => e && e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 80))"
    )


def figures_without_a_name(page):
    return page.evaluate(
        "() => [...document.querySelectorAll('[data-testid=stPlotlyChart]')].filter("
        "f => ![f, ...f.querySelectorAll('*')].some(x => x.getAttribute('aria-label')"
        " && ['figure', 'img'].includes(x.getAttribute('role')))).map(f => f.outerHTML)"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_panels(app, page, scheme):
    page.emulate_media(color_scheme=scheme)
    opened(page, app, "explore", "t=7.3")
    page.get_by_text("Share: link").click()
    settled(page)
    page.get_by_text("What am I looking at?").click()
    settled(page)
    assert grave(page) == []


def test_keys_alone_skip_to_the_content_and_reach_and_move_the_sliders(app, page):
    opened(page, app, "explore")
    page.keyboard.press("Tab")
    assert "Skip" in page.evaluate("document.activeElement.innerText")
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
