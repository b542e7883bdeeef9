"""Where the terms of a formula live: the link to that panel, and the frame around it there.

A link carries ``hl`` with the name of a place and ``of`` with the criterion it comes from. The
panel that owns the place draws itself inside ``with places.panel("trace"):`` and is framed, with a
caption that repeats the numbers, when the link says so.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from json import dumps

import streamlit as st
from streamlit.errors import StreamlitPageNotFoundError

from kselect_core.errors import KselectError
from kselect_core.results.worked import Term, Worked
from kselect_core.words.labels import quantities, quantity_text
from kselect_ui import PAGES
from kselect_ui.server.messages import plain
from kselect_ui.sweep import cursor, finished, switches, worked
from kselect_ui.widgets import charts, linked

ASKED, OF = "hl", "of"


@dataclass(frozen=True)
class Place:
    """A panel of a page, and in words what of it is meant."""

    page: str  # file in kselect_ui/pages/, without its ending
    words: str  # on the link
    caption: str  # beside the frame


PLACES = {
    "trace": Place("spectrum", "eigenvalues", "these eigenvalues, added up"),
    "spectrum": Place("spectrum", "eigenvalues", "made of these eigenvalues"),
    "alignment": Place(
        "spectrum", "labels on the eigenvectors", "how much of the labels lies on each eigenvector"
    ),
    "blocks": Place(
        "spectrum", "blocks of the matrix", "sums over the blocks that the classes make of K"
    ),
    "rows": Place("perturbation", "norm per point", "one number for each row of K"),
    "residuals": Place("errors", "error curves", "this error, where the curve meets the cursor"),
    "folds": Place("errors", "error curves", "this error, where the curve meets the cursor"),
}
SEVERAL = 3  # terms that a caption repeats
BY_THEMSELVES = (  # in the bar of every page, too: Streamlit itself takes them along
    cursor.KERNEL,
    cursor.PARAMETER,
    cursor.LAMBDA,
    cursor.SPLIT,
)
WITH_THE_LINK = (  # in the bar of every page
    finished.RUN,
    finished.PAIR,
    finished.MEASURE,
    switches.CRITERIA,
    switches.TEST_ERROR,
    charts.LARGE,
)
FORMULAS = "formula"  # the way back: the formulas on the start page, by their key

_FRAME = """<style>
.st-key-place_{name} {{
  outline: 3px dashed #D55E00; outline-offset: 6px; border-radius: 4px; scroll-margin: 5rem;
}}
</style>"""
_SCROLL = """<span></span><script>
document.querySelector(".st-key-{key}")?.scrollIntoView({{block: "{block}"}});
</script>"""
# A click follows the link within the application and takes the bar along. A new tab and a
# copied address have the address alone: it gets what the bar shows from that of the page.
_NEW_TAB = """<span></span><script>
if (!window.kselectNewTab) {
  window.kselectNewTab = true;
  const BAR = $bar;
  const complete = event => {
    const link = event.target.closest?.('[data-testid="stPageLink-NavLink"][href*="hl="]');
    if (!link) return;
    const address = new URL(link.href), view = new URLSearchParams(location.search);
    for (const name of [...view.keys()]) if (!BAR.includes(name)) view.delete(name);
    for (const name of ["hl", "of"]) view.set(name, address.searchParams.get(name));
    address.search = view;
    link.href = address.href;
    if (event.type === "click" && (event.ctrlKey || event.metaKey || event.shiftKey))
      event.stopPropagation();  // the browser opens it, not the application
  };
  for (const kind of ["pointerdown", "contextmenu", "click"])
    document.addEventListener(kind, complete, true);
}
</script>"""


def framed() -> str:
    """Place that the link asks to be framed; empty if none, or one that nobody knows."""
    name, _ = _linked()
    return name if name in PLACES else ""


@contextmanager
def panel(*names: str) -> Iterator[None]:
    """Draw a panel; framed and captioned if the link asks for one of the places it owns."""
    name = next((one for one in names if one == framed()), "")
    with st.container(key=f"place_{names[0]}"):
        if name:
            _stays()
            st.html(_FRAME.format(name=names[0]))
            _caption(name)
        yield
    if name:
        keep_view()
        _scroll_to(f"place_{names[0]}", "center")


def returned() -> str:
    """Criterion whose formula the link leads back to; empty if it does not."""
    name, quantity = _linked()
    if name != FORMULAS:
        return ""
    _stays()
    return quantity


def keep_view() -> None:
    """Let links to places keep the whole view in a new tab as well."""
    bar = dumps((*BY_THEMSELVES, *WITH_THE_LINK))
    st.html(_NEW_TAB.replace("$bar", bar), unsafe_allow_javascript=True)


def scroll_to_formulas() -> None:
    """Bring the formulas into sight, where a link leads back to them."""
    _scroll_to(FORMULAS, "start")


def link(name: str, quantity: str) -> None:
    """Draw the link from a criterion to a place of its formula; the present view stays."""
    _link(PLACES[name].page, PLACES[name].words, name, quantity)


def why(quantity: str, words: str = "why", told: str = "") -> None:
    """Draw the link from a verdict to the formula of its criterion, on the start page."""
    _link("explore", words, FORMULAS, quantity, icon=None, told=told)


def _link(
    page: str,
    words: str,
    name: str,
    quantity: str,
    *,
    icon: str | None = "forward",
    told: str = "",
) -> None:
    """Draw a link that keeps what the bar shows; only its words where that page is not there."""
    view = {key: texts for key, texts in linked.everything().items() if key in WITH_THE_LINK}
    try:
        st.page_link(
            PAGES / f"{page}.py",
            label=words,
            icon=icon and f":material/arrow_{icon}:",
            help=told or None,
            query_params={**view, ASKED: name, OF: quantity},
        )
    except StreamlitPageNotFoundError:
        st.caption(words)


def _linked() -> tuple[str, str]:
    """Place and criterion of the link; a criterion that the sweep has not is left out."""
    shown = quantities(finished.current().config)
    linked.no_widget(ASKED, (*PLACES, FORMULAS))
    linked.no_widget(OF, shown)
    quantity = linked.now(OF)
    return linked.now(ASKED), quantity if quantity in shown else ""


def _stays() -> None:
    """Leave in the link what is framed here."""
    for key in (ASKED, OF):
        linked.draws(key)


def _scroll_to(key: str, block: str) -> None:
    st.html(_SCROLL.format(key=key, block=block), unsafe_allow_javascript=True)


def _caption(name: str) -> None:
    """Draw what is meant by the frame: the criterion, its terms that live here, with values."""
    sweep = finished.current()
    (_, quantity), meaning = _linked(), PLACES[name].caption
    if not quantity:
        st.caption(f":material/crop_free: **From a formula:** {meaning}.")
        return
    terms = _terms(worked.point(sweep, cursor.at_cursor(sweep)), quantity, name)
    more = "; …" if len(terms) > SEVERAL else ""
    values = "; ".join(worked.text(term) for term in terms[:SEVERAL])
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(
            f":material/crop_free: **From the formula of {plain(quantity_text(quantity))}:** "
            f"{values}{more}{': ' if terms else ''}{meaning}.",
            width="content",
        )
        _link("explore", "back to the formula", FORMULAS, quantity, icon="back")


def _terms(at: worked.Point, quantity: str, name: str) -> list[Term]:
    """Terms of a criterion that live at a place; none where they cannot be had at once."""
    with suppress(KselectError):
        outcome = worked.outcome(at, quantity) if worked.affordable(at, (quantity,)) else ""
        if isinstance(outcome, Worked):
            return [term for term in (*outcome.terms, *outcome.besides) if term.place == name]
    return []
