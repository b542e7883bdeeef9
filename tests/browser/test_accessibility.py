"""Everybody can use every page: axe's rules, keys alone, a name for every figure, large type."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.addresses import NAMES, address, turn_to
from tests.browser.conftest import PATIENCE, linked, settled, still
from tests.load.crowd import serving

pytestmark = pytest.mark.browser

PAYLOAD = 2_000_000  # bytes over the socket for one page
LONGEST = 200  # characters of the link of a usual view, with its address
GRID = ("use_n3=sps", "o_kfold_k=10")  # what a link says of a grid
FREE_OF_A_GRID = "() => !/(use_|g_low|o_kfold)/.test(location.search)"
GRAVE = ("serious", "critical")
FAULTS = {"resultTypes": ["violations"]}  # every rule, told in full where it is broken
# What is Streamlit's and cannot be changed from here: (rule, part of the selector) -> reason.
EXCEPTIONS = {
    ("presentation-role-conflict", "stFileUploader"): "the drop zone of Streamlit's uploader",
    (
        "scrollable-region-focusable",
        "katex-display",
    ): "a long formula; no tab stop can be set on it",
}
SMALL = {"width": 1280, "height": 720}


def opened(page, app, name, link=""):
    page.goto(address(app, name, link))
    return rested(page)


def rested(page):
    settled(page)
    page.wait_for_load_state("networkidle")
    return still(page)


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
    found = axe.Axe().run(page, options=FAULTS).response["violations"]
    return [
        f"{fault['id']}: {' '.join(map(str, node['target']))}: {node['html'][:160]}"
        for fault in found
        if fault["impact"] in GRAVE
        for node in fault["nodes"]
        for node["around"] in [around(page, node)]
        if not excused(fault["id"], node)
    ]


@pytest.mark.nightly  # by day tests/browser/test_hostile.py asks pages of each kind
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("scheme", "link"), [("light", ""), ("dark", "big=true")])
def test_every_page_is_there_for_everybody(app, page, scheme, link):
    """One walk through all pages for each look: it is dear to load the app, and cheap to ask it.

    A grid that is chosen on the way stands in the link of its own page and of no other.
    """
    received = heard(page)
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(SMALL)
    opened(page, app, NAMES[0], link)
    faults = {NAMES[0]: faults_of(page, received, link)}
    turn_to(page, "sweep")
    choose_a_grid(page)
    received.clear()
    for name in NAMES[1:]:
        turn_to(page, name)
        page.wait_for_url(f"**/{name}*")
        if name == "sweep":
            linked(page, *GRID)
        else:
            page.wait_for_function(FREE_OF_A_GRID)
        rested(page)
        faults[name] = faults_of(page, received, link)
    assert {name: found for name, found in faults.items() if found} == {}


def heard(page):
    """Give the sizes of the messages that a page gets from now on."""
    received = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))),
    )
    return received


def choose_a_grid(page):
    """Take a usual grid on the page Sweep, which its link then says."""
    page.get_by_text("Kernels, λ, learner and criteria").click()
    page.locator(".st-key-preset_sps button").first.click()
    linked(page, *GRID)


def faults_of(page, received, link):
    """Everything that somebody could stumble over on the page that is open, in words."""
    found = [f"complaint: {words}" for words in page.complaints]
    for kind in ("stException", "stAlertContentError"):
        found += [kind] * page.get_by_test_id(kind).count()
    hosts = {urlsplit(url).hostname for url in page.requested if not url.startswith("data:")}
    found += [f"asks {host}" for host in hosts - {"127.0.0.1", None}]
    if sum(received) >= PAYLOAD:
        found.append(f"{sum(received)} bytes")
    received.clear()
    if len(page.url) > LONGEST:
        found.append(f"a link of {len(page.url)} characters")
    found += wider_than_the_window(page) + figures_without_a_name(page) + grave(page)
    if link:
        found += small_type(page)
    return found


def small_type(page):
    root = page.evaluate("getComputedStyle(document.documentElement).fontSize")
    text = page.get_by_test_id("stMarkdownContainer").locator("p").first
    size = text.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    return [f"large type of {root}, text of {size}px"] if root != "20px" or size < 17 else []


def wider_than_the_window(page):
    return page.evaluate(
        "() => [document.documentElement, document.querySelector('[data-testid=stMain]')]"
        ".filter(e => e && e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 80))"
    )


def figures_without_a_name(page):
    return page.evaluate(
        "() => [...document.querySelectorAll('[data-testid=stPlotlyChart]')].filter("
        "f => ![f, ...f.querySelectorAll('*')].some(x => x.getAttribute('aria-label')"
        " && ['figure', 'img'].includes(x.getAttribute('role')))).map(f => f.outerHTML)"
    )


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.nightly), "dark"])
def test_keys_alone_reach_the_sliders_and_axe_finds_nothing_serious_in_the_panels(
    app, page, scheme
):
    page.emulate_media(color_scheme=scheme)
    opened(page, app, "explore", "t=7.3")
    keys_alone_skip_to_the_content_and_reach_and_move_the_sliders(page)
    a_link_in_the_text_shows_that_keys_have_reached_it(page)
    page.get_by_text("Share: link").click()
    settled(page)
    page.get_by_text("The formulas").click()
    settled(page)
    page.get_by_text("What am I looking at?").click()
    settled(page)
    assert grave(page) == []


@pytest.mark.nightly
def test_axe_finds_nothing_serious_on_either_side_of_a_class(chromium, tmp_path):
    with serving(tmp_path) as server:
        teacher, learner = (visitor(chromium, server, teacher=leads) for leads in (True, False))
        teacher.goto(f"{server.address}/learn?lesson=6_criteria_that_fail&step=2")
        teacher.get_by_role("button", name="Open the class").click()
        learner.goto(f"{server.address}/learn")
        learner.locator(".st-key-question input[type=range]").focus()
        learner.keyboard.press("ArrowRight")
        learner.get_by_role("button", name="Answer", exact=True).click()
        teacher.get_by_text("1 of 1 answered").wait_for()
        assert grave(rested(teacher)) + grave(rested(learner)) == []
        teacher.get_by_role("button", name="Reveal").click()
        learner.get_by_text("Your answer:").wait_for()
        for scheme in ("light", "dark"):
            for one in (teacher, learner):
                one.emulate_media(color_scheme=scheme)
                assert grave(rested(one)) == []


def visitor(chromium, server, *, teacher):
    """Return a page of a new browser, as wide as a phone, with a ticket for a shared server."""
    name, ticket = server.cookie(teacher=teacher).split("=", 1)
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    context.add_cookies([{"name": name, "value": ticket, "url": server.address}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def a_link_in_the_text_shows_that_keys_have_reached_it(page):
    link = page.locator(".st-key-first [data-testid=stPageLink-NavLink]").filter(visible=True).first
    link.focus()  # as Tab does: a key was the last that was used
    expect(link).to_have_css("outline-style", "solid")
    link.blur()


def keys_alone_skip_to_the_content_and_reach_and_move_the_sliders(page):
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
