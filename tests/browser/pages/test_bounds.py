"""The page of bounds as it is opened: its figures stand when they are drawn, and are drawn once."""

import pytest

from tests.browser.addresses import turn_to
from tests.browser.conftest import settled

pytestmark = pytest.mark.browser

DRAWINGS = """() => {
  const figures = window.figures = new Map();
  new MutationObserver(records => {
    for (const {target} of records) {
      const figure = target.closest?.('.js-plotly-plot');
      if (!figure?.on || figures.has(figure)) continue;
      const {visibility} = getComputedStyle(figure), {width} = figure._fullLayout;
      const first = {visibility, width, drawn: 1};
      figures.set(figure, first);
      figure.on('plotly_beforeplot', () => { first.drawn += 1; });
    }
  }).observe(document, {subtree: true, childList: true, attributes: true});
}"""
DRAWN = """() => [...window.figures].filter(([figure]) => figure.isConnected).map(
  ([figure, {visibility, width, drawn}]) => [
    figure.closest('[class*="st-key-"]').className.match(/st-key-(\\w+)/)[1],
    visibility, drawn, width === figure._fullLayout.width,
  ])"""


def test_figures_stand_when_they_are_drawn_and_are_drawn_once(app, page):
    page.goto(app)
    settled(page).evaluate(DRAWINGS)
    turn_to(page, "bounds")
    page.wait_for_selector(".st-key-bound_curve .main-svg")
    drawn = settled(page).evaluate(DRAWN)
    assert {name for name, *_ in drawn} >= {"demo_fsm", "bound_curve"}
    for name, *how in drawn:
        assert how == ["visible", 1, True], name
    assert page.complaints == []
