"""The look of the frame that the configuration cannot set: icon, margins, sizes of titles."""

import streamlit as st

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    '<path d="M3 5 C9 34 15 30 29 6" fill="none" stroke="#0072B2" stroke-width="4"/>'
    '<circle cx="14" cy="24" r="5" fill="#D55E00"/></svg>'
)
WORDMARK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 124 32" width="124" height="32">'
    '<path d="M3 5 C9 34 15 30 29 6" fill="none" stroke="#0072B2" stroke-width="4"/>'
    '<circle cx="14" cy="24" r="5" fill="#D55E00"/>'
    '<text x="38" y="23" font-family="sans-serif" font-size="21" font-weight="600" '
    'fill="#7a7a7a">kselect</text></svg>'
)
_CSS = """
<style>
[data-testid="stMainBlockContainer"] { padding: 3.8rem 2rem 2rem; }  /* the header is above */
[data-testid="stLayoutWrapper"]:has(> :is(.st-key-bar, .st-key-next, .st-key-class_bar)) {
  position: sticky; top: 3.6rem; z-index: 90; padding-bottom: 0.2rem;
  background: light-dark(#ffffff, #171614);
  border-bottom: 1px solid light-dark(#d8d8d8, #3a3a3a);
}
@media (max-width: 640px), (max-height: 480px) {  /* it would cover the picture */
  [data-testid="stLayoutWrapper"]:has(> :is(.st-key-bar, .st-key-next, .st-key-class_bar)) {
    position: static;
  }
}
[data-testid="stLayoutWrapper"]:has(> .st-key-sliders), .st-key-sliders { display: contents; }
.st-key-sliders [data-testid="stWidgetLabel"] > span { min-width: 0; }
.st-key-t_named_row .st-key-t label p {  /* long names; whole when pointed at */
  overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
}
@media (max-width: 640px), (max-height: 480px) {  /* sliders stay with the picture they move */
  .st-key-bar .st-key-sliders {
    display: flex; align-items: end; position: fixed; inset: auto 0 0; z-index: 95;
    padding: 0.2rem 0.75rem 0.6rem; background: light-dark(#ffffff, #171614);
    border-top: 1px solid light-dark(#d8d8d8, #3a3a3a);
  }
  .st-key-bar .st-key-sliders label p {
    font-size: 0.8rem; overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
  }
  .st-key-bar [data-testid="stHorizontalBlock"]:not([class*="_row"]) { gap: 0.25rem 0.5rem; }
  [data-testid="stMainBlockContainer"]:has(.st-key-bar) { padding-bottom: 8rem; }
  [data-testid="stMain"]:has(.st-key-bar) { scroll-padding-bottom: 7rem; }
}
@media (max-width: 640px) and (min-height: 481px), (max-width: 559px) {  /* labels above them */
  .st-key-bar .st-key-sliders label { margin-inline: -2rem; justify-content: center; }
}
@media (max-height: 480px) {
  .st-key-heading [data-testid="stHeading"] h1 { font-size: 1.2rem; padding: 0; }
}
@media (max-height: 480px) and (min-width: 560px) {  /* a phone on its side, or 200 %: one line */
  .st-key-bar .st-key-sliders { align-items: center; padding-block: 0.25rem; }
  .st-key-bar .st-key-sliders > * > * { align-items: center; }
  .st-key-bar .st-key-sliders [data-testid="stSlider"] {
    display: flex; align-items: center; gap: 0.75rem; padding-inline: 0.5rem;
  }
  .st-key-bar .st-key-sliders label { flex: none; max-width: 50%; margin: 0; min-height: 0; }
  .st-key-bar .st-key-sliders > :not(:has(> .st-key-t_named_row)) label p {
    white-space: normal; line-height: 1.2;  /* in large type two lines: no higher than a button */
  }
  .st-key-bar .st-key-sliders [role="group"] { flex: 1; }
  [data-testid="stMainBlockContainer"]:has(.st-key-bar) { padding-bottom: 5rem; }
  [data-testid="stMain"]:has(.st-key-bar) { scroll-padding-bottom: 4rem; }
}
@media (max-width: 640px) {  /* the picture begins on the first screen */
  .st-key-bar .st-key-run { flex-grow: 1; }
  .st-key-bar_line [data-testid="stMarkdown"] p span { display: none; }
  .st-key-first > :has(> .st-key-look) { order: -1; }
  :is(.st-key-first, .st-key-look) > :has(> * > [data-testid="stColumn"]),
  :is(.st-key-first, .st-key-look) > * > :has(> [data-testid="stColumn"]) { display: contents; }
  :is(.st-key-first, .st-key-look) > * > * > [data-testid="stColumn"] { flex: none; width: 100%; }
  :is(.st-key-first, .st-key-look) > * > * > [data-testid="stColumn"]:first-child { order: -1; }
}
[data-testid="stSidebar"][data-collapsed="true"] { visibility: hidden; }  /* no stop of Tab */
@media (max-width: 639px) {  /* panels side by side, and cells of tables, would be too narrow */
  [data-testid="stMainBlockContainer"] { padding-inline: 1rem; }
  [class*="st-key-"][class*="_wide"] { overflow-x: auto; }
  [class*="st-key-"][class*="_wide"] > [data-testid="stElementContainer"] { min-width: 40rem; }
  .st-key-class_there {  /* how many have answered, wherever one has scrolled */
    position: fixed; inset: auto 0 0; width: 100% !important; z-index: 95;
    padding: 0.25rem 0.75rem; background: light-dark(#ffffff, #171614);
    border-top: 1px solid light-dark(#d8d8d8, #3a3a3a);
  }
  [data-testid="stButtonGroup"] > [role] { flex-wrap: wrap; }  /* no switch is cut off */
  .short-table :is(th, td):not(.number):not(:first-child) { min-width: 6.5rem; }
}
@media (hover: none) { .modebar { display: none !important; } }  /* it would stay over the curves */
@media print {
  [data-testid="stLayoutWrapper"]:has(> :is(.st-key-bar, .st-key-next, .st-key-class_bar)),
  [data-testid="stHeader"],
  [data-testid="stSidebar"], .modebar, [data-testid="stPopover"], [data-testid="stButton"],
  [data-testid="stButtonGroup"], [data-testid="stCheckbox"], [data-testid="stSelectbox"],
  [data-testid="stSlider"], [data-testid="stNumberInput"], [data-testid="stPageLink"],
  [data-testid="stDownloadButton"], [data-testid="stFileUploader"], .st-key-tries,
  [data-testid="stExpander"]:not(:has(details[open])) {
    display: none !important;
  }
  /* blocks break between pages as they should, and figures keep the width they had */
  [data-testid="stVerticalBlock"],
  [data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"]) {
    display: block !important;
  }
  [data-testid="stVerticalBlock"] > * { margin-bottom: 0.4rem; }
  [data-testid="stColumn"] { width: 100% !important; }
  :is([data-testid="stElementContainer"], [data-testid="stFullScreenFrame"]):has(.stPlotlyChart) {
    height: auto !important;
  }
  [data-testid="stMainBlockContainer"] { padding: 0; }
  [data-testid="stElementContainer"]:has(.stPlotlyChart) { break-inside: avoid; }
}
[data-testid="stLayoutWrapper"]:has(> .st-key-behind) { display: none; }
[data-testid="stMainBlockContainer"]:has(.st-key-rest_awaited) { min-height: 200vh; }
.st-key-heading { row-gap: 0; }
.st-key-heading [data-testid="stHeading"] { margin-bottom: 0; }
.st-key-heading > :has(> * > .st-key-glossary) { flex: none; width: auto; margin-left: -5rem; }
.st-key-heading > :nth-child(2) { padding-right: 5rem; }  /* both go into the next line together */
.st-key-heading button:hover p, [data-testid="stBaseButton-tertiary"]:hover p,
[kind="tertiary"]:is(:hover, :focus, [aria-expanded="true"]) p {
  color: light-dark(#00629b, #8fcdf2) !important;  /* Streamlit's is too dark on black */
}
:is(.st-key-heading, .st-key-bar_line) button { min-height: 1.6rem; padding-block: 0; }
[data-testid="stMainBlockContainer"] h1 { font-size: 1.5rem; padding: 0 0 0.5rem; }
[data-testid="stMainBlockContainer"] h2 { font-size: 1.2rem; padding: 0.6rem 0 0.3rem; }
[data-testid="stMainBlockContainer"] .st-key-learn_head h2 { font-size: 1.6rem; padding: 0; }
.st-key-class_answered { scroll-margin-top: 8rem; }  /* below the bar of the class */
.st-key-learn_head h2:focus { outline: none; }  /* a script puts the focus there, for readers */
:is([data-testid="stMainBlockContainer"] > [data-testid="stVerticalBlock"],
  .st-key-first:has(> * > .st-key-look), .st-key-look, .st-key-designed) { gap: 0.6rem; }
[data-testid="stMainBlockContainer"] [data-testid="stHeading"] { margin-bottom: 0.5rem; }
[class*="st-key-t_"] button, [class*="st-key-lam_"] button { padding: 0; min-width: 1.6rem; }
[class*="st-key-t_"] button kbd, [class*="st-key-lam_"] button kbd { display: none; }
.short-table { overflow-x: auto; font-size: 0.875rem; }
.short-table table { border-collapse: collapse; }
.short-table :is(th, td) {
  padding: 0.35rem 0.6rem; text-align: left; font-weight: 400;
  border-bottom: 1px solid light-dark(#d8d8d8, #3a3a3a);
}
.short-table th { opacity: 0.8; vertical-align: bottom; }
.short-table .number { text-align: right; white-space: nowrap; }
:is(.st-key-t, .st-key-lam) [data-testid="stSliderThumbValue"],
:is(.st-key-t, .st-key-lam) [data-testid="stSliderTickBar"] {
  display: none;  /* the text of the link, such as 0.5, where the label says 2⁻¹ */
}
:is(.st-key-t, .st-key-lam) label p { text-wrap: balance; }  /* "τ = 2⁻¹" stays in one line */
[data-testid="stSelectbox"] input { text-overflow: ellipsis; }
[data-testid="stSelectboxVirtualDropdown"] :is([role="option"], [data-item-hl]) {
  height: auto; white-space: normal; overflow: visible;  /* long names in full */
}
[data-testid="stSelectboxVirtualDropdown"] [role="option"] { padding-block: 0.4rem; }
[data-testid^="stBaseButton"] p { white-space: normal; overflow: visible; }  /* never cut off */
[data-testid="stPageLink-NavLink"]:not(:hover) { background: none; }  /* also to this page */
[data-testid="stPageLink-NavLink"]:focus-visible {  /* Streamlit shows it by the background alone */
  outline: 2px solid light-dark(#00629b, #8fcdf2); outline-offset: 1px;
}
[data-testid="stPageLink-NavLink"] p { font-weight: 400; }
[data-testid="stCaptionContainer"] { color: inherit; opacity: 0.8; }
[data-testid^="stBaseButton-primary"]:not(:disabled) p {
  color: light-dark(#ffffff, #0e1117) !important;
}
[data-testid="stFullScreenFrame"]:has(.stPlotlyChart) { width: round(down, 100%, 1px); }
.js-plotly-plot { visibility: inherit !important; }  /* as soon as it is drawn: it has its width */
.js-plotly-plot .hovertext path {
  fill: light-dark(#ffffff, #171614) !important;
  stroke: light-dark(rgba(47, 45, 43, 0.2), rgba(237, 235, 232, 0.2)) !important;
}
.js-plotly-plot tspan:is([style*="font-size:70%"], [style*="font-size: 70%"]) {
  font-size: 85% !important;  /* indices and exponents of 11 pixels instead of 9 */
}
[data-by-hand] [data-testid="stMain"]::before { box-shadow: none !important; }
.js-plotly-plot .annotation rect[style*="rgb(255, 255, 255)"] {
  fill: light-dark(#ffffff, #171614) !important;
}
.js-plotly-plot .annotation rect[style*="rgb(255, 255, 255)"] + text {
  fill: currentColor !important;
}
.js-plotly-plot :is(.xtick, .ytick, .cbaxis) text, .js-plotly-plot .legendtext,
.js-plotly-plot :is(.xtitle, .ytitle, .x2title, .y2title, .cbtitle text) {
  fill: currentColor !important; fill-opacity: 0.85;
}
.js-plotly-plot text[style*="rgb(128, 132, 149)"] {
  fill: currentColor !important; fill-opacity: 0.85;  /* the frame's grey is too faint on white */
}
</style>
"""


_LARGE = """
<style>
:root { font-size: 20px !important; }
:is(.st-key-first > :has(> .st-key-look), .st-key-designed > :has(> .st-key-designed_look)) {
  order: -1;  /* the picture before what is said of it */
}
</style>
"""


def apply(*, large: bool = False) -> None:
    """Put the frame's style into the page; ``large``: letters for a lecture room."""
    st.html(_CSS + _LARGE if large else _CSS)
