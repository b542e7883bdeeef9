"""What every page has and nobody sees: scripts of the frame, and what the browser is told.

It stands in one place on every page, so that a change of page leaves it as it is.
"""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_ui.shell.cut import WHOLE
from kselect_ui.shell.unbroken import UNBROKEN
from kselect_ui.widgets import linked

KEY = "behind"

_MENU = """<script>
// in Streamlit's menu of a phone the pages of a section are in no list: each section is made one
if (!window.kselectMenu) {
  const menu = '[data-testid="stSidebarNavItems"]';
  const name = () => {
    for (const section of document.querySelectorAll(`${menu} > div:not([role])`)) {
      section.parentElement.setAttribute("role", "group");
      section.setAttribute("role", "list");
      section.setAttribute("aria-label", section.querySelector("header p")?.textContent ?? "Pages");
    }
  };
  window.kselectMenu = new MutationObserver(name);
  window.kselectMenu.observe(document.body, {childList: true, subtree: true});
  name();
}
</script>"""

_FRAME = """<script>
// a click beside all controls puts the focus on the page: its frame is for those who use Tab
if (!window.kselectFrame) {
  const root = document.documentElement;
  window.kselectFrame = hand => () => root.toggleAttribute("data-by-hand", hand);
  addEventListener("pointerdown", window.kselectFrame(true), true);
  const byKey = window.kselectFrame(false);
  addEventListener("keydown", ({key}) => key === "Tab" && byKey(), true);
}
</script>"""

_PAPER = """<script>
// a figure is as wide as the window, which is wider than a sheet
if (!window.kselectPaper) {
  const WIDTH = 680;  // pixels between the margins of a sheet of A4
  const zoom = size => () => {
    for (const figure of document.querySelectorAll(".stPlotlyChart")) {
      figure.style.zoom = size(figure);
    }
  };
  window.kselectPaper = zoom(figure => Math.min(1, WIDTH / figure.offsetWidth));
  addEventListener("beforeprint", window.kselectPaper);
  addEventListener("afterprint", zoom(() => ""));
}
</script>"""


def begin() -> DeltaGenerator:
    """Draw the scripts of the frame; returns the place for what a page tells the browser."""
    place = st.container(key=KEY)
    scripts = (_MENU, _PAPER, _FRAME, linked.ONE_ENTRY_A_HAND, UNBROKEN, WHOLE)
    text = "\n".join(scripts)
    place.html(f"<span></span>{text}", unsafe_allow_javascript=True)  # else the first is dropped
    return place
