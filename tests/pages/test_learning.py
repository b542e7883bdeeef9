"""The learning curve on the page Errors, under Streamlit's own test driver."""

from functools import partial

from tests.pages import visits
from tests.pages.visits import finished, opened, text

config_of = partial(visits.config_of, criteria=("loo", "ckta"))


def keys(at):
    return {element.proto.id.split("-")[-1] for element in at.get("plotly_chart")}


def test_the_curve_is_offered_computed_and_told(home):
    digest = finished(config_of(repeats=1), home)[:12]
    at = opened("errors", run=digest, learn="true")
    for button in at.button:
        if button.label.startswith("Run the sweep on fewer points"):
            at = visits.until_done(button.click().run())
    assert "learning" in keys(at)
    assert "has the smallest mean regret" in text(at)
    hidden = opened("errors", run=digest, learn="true", te="false")
    assert "learning" not in keys(hidden)
    assert "smallest mean regret" not in text(hidden)
