"""A card: a frame with one button that covers it, so that a click anywhere is one on the button."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

_CSS = """<style>
[class*="st-key-card_"] { position: relative; padding: 0.6rem 0.4rem 0.4rem; }
[class*="st-key-card_"] img { display: block; width: 100%; }
[class*="st-key-card_"]:hover { border-color: light-dark(#0072b2, #6cb6e6); }
[class*="st-key-card_"] .stElementContainer:has(button) { position: static; }
[class*="st-key-card_"] button { min-height: 2rem; padding: 0 0.2rem; }
[class*="st-key-card_"] button p { font-size: 0.875rem; overflow-wrap: normal; word-break: normal; }
@media (max-width: 639px) {  /* a row stays a row: one card each would be a page of scrolling */
  [data-testid="stHorizontalBlock"]:has(> * > * > * > [class*="st-key-card_"]) {
    flex-wrap: nowrap; gap: 0.4rem;
  }
  :has(> * > * > * > [class*="st-key-card_"]) > [data-testid="stColumn"] { min-width: 0; }
  [class*="st-key-card_"] { padding-inline: 0.2rem; }
  [class*="st-key-card_"] button p { font-size: max(13px, 0.8rem); }
  [class*="st-key-card_"] button { padding: 0; }
  :has(> .st-key-all_cards), .st-key-all_cards { height: auto !important; flex: none !important; }
}
[class*="st-key-card_"] button::after { content: ""; position: absolute; inset: 0; }
</style>"""


def style() -> None:
    """Put the look of cards into the page, once before they are drawn."""
    st.html(_CSS)


def frame(name: str) -> DeltaGenerator:
    """Draw an empty card; returns its inside."""
    return st.container(border=True, gap="small", key=f"card_{name}")
