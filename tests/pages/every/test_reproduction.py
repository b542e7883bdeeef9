"""Every figure of every page comes with a program that draws it again, number by number."""

import re

import pytest

import kselect
from kselect_core import load_dataset
from kselect_core.experiments import views as of_experiments
from kselect_core.views import programs, sweep as places
from kselect_ui import PAGES, ROUTER
from kselect_ui.sweep import export, finished as sweeps
from kselect_ui.widgets import charts
from tests.once import once
from tests.pages import visits
from tests.pages.redrawn import run, same, traces

ROUTES = ROUTER.read_text(encoding="utf-8")
PAGE_NAMES = sorted(path.stem for path in PAGES.glob("*.py") if f'"{path.stem}' in ROUTES)
WITHOUT_FIGURES = {"sweep", "learn"}  # progress; lessons, whose figures tests/lessons draws again
ON_CANVAS = {"film", "play", "explore"}  # figures are drawn for who takes them along
TAKEN = {"play", "explore"}
# Charts whose code is honestly impossible: key of the chart -> reason.
WITHOUT_CODE: dict[str, str] = {}
VIEWS = {
    "explore": [
        {},
        {"axis": "own units", "scope": "joint", "split": "2", "tr": "true"},
        {"axis": "over λ", "t": "1", "te": "false", "crit": ["kta", "loo"]},
    ],
    "experiments": [{}, {"exp": "example", "xtest": "corrected_t", "xrow": "xor"}],
    "play": [{}],
    "data": [{}, {"ds": "iris", "prep": "minmax", "seed": "3"}, {"ds": "diabetes_regression"}],
}
OF_POINTS = ("explore", "spectrum", "perturbation", "errors")
SPLIT_ONE = {"split": "3", "t": "0.5", "lam": "0.1"}


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))


@pytest.fixture
def seen(monkeypatch):
    """Collect the charts that a page draws and what it hands out with them."""
    drawn, parcels = [], []
    monkeypatch.setattr(charts, "_note", drawn.append)
    offered = export.offer
    monkeypatch.setattr(export, "offer", lambda made: (parcels.append(made()), offered(made)))
    return drawn, parcels


@pytest.fixture(scope="module")
def redraw():
    """Run a program; what several of them sweep or report is computed once."""
    swept, reported = once(kselect.run_sweep), once(of_experiments.report_of)

    def again(program):
        with pytest.MonkeyPatch.context() as patch:  # no longer: modules keep what they import
            patch.setattr(kselect, "run_sweep", swept)
            patch.setattr(places, "run_sweep", swept)
            patch.setattr(of_experiments, "report_of", reported)
            return run(program)

    return again


def opened(name, query):
    at = visits.opened(name, **query)
    assert not at.exception
    return at


AT_NIGHT = (  # the same views as in tests/views, in another visit of a page that has one by day
    ("explore", "over λ"),
    ("data", "minmax"),
)


def marks(name, query):
    """At night also the first look where by day a program must say another split, kernel and λ."""
    first = not query and name not in ("data", "play")
    again = any((name, value) in AT_NIGHT for value in query.values() if isinstance(value, str))
    return (pytest.mark.nightly,) if first or again else ()


CASES = [
    pytest.param(
        name, query, id=f"{name}-{'-'.join(query) or 'first look'}", marks=marks(name, query)
    )
    for name in PAGE_NAMES
    if name not in WITHOUT_FIGURES
    for query in VIEWS.get(name, [{}, SPLIT_ONE])
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "query"), CASES)
def test_every_figure_is_drawn_again_by_its_program(name, query, seen, redraw):
    drawn, parcels = seen
    at = opened(name, query)
    has_numbers_and_words(name, drawn)
    if name in TAKEN:
        drawn.clear(), parcels.clear()
        at.session_state[export.OPEN] = True
        at.run()
    keys = {element.proto.id.split("-")[-1] for element in at.get("plotly_chart")}
    charts_here = {chart.key: chart for chart in drawn if chart.key in keys}
    assert set(charts_here) == keys, "figures go through charts.show"
    if name == "explore":
        charts_here = {chart.key: chart for chart in drawn}
        assert set(charts_here) >= keys | {"curves", "picture", "spectrum"}
    assert keys or name in ON_CANVAS
    if name == "play":
        charts_here = {chart.view: chart for chart in drawn}
        assert set(charts_here) == {"criterion_rows", "decision", "spectrum"}
    assert parcels, "the page has a way out: export.panel(sweep)"
    for key, chart in charts_here.items():
        assert chart.code or key in WITHOUT_CODE, f"{key} has no program"
        if chart.code:
            again = redraw(export.program_of(parcels[-1], chart))
            same(traces(again.to_json()), traces(chart.figure.to_json()), key)


def has_numbers_and_words(name, drawn):
    """Ask of each figure for a table, a caption and a name, and for where its numbers are from."""
    for chart in drawn:
        assert len(chart.numbers()), chart.key
        assert chart.caption, chart.key
        assert chart.name, chart.key
        assert name not in OF_POINTS or "n = " in chart.caption, chart.key
        assert name not in OF_POINTS or "seed 0" in chart.caption, chart.key


def test_the_figure_in_the_browser_is_the_figure_of_the_program(seen):
    drawn, _ = seen
    at = opened("explore", {})
    sent = {
        element.proto.id.split("-")[-1]: element.proto.spec for element in at.get("plotly_chart")
    }
    for chart in drawn:
        same(traces(sent[chart.key]), traces(chart.figure.to_json()), chart.key)


def test_a_program_shows_its_figure_in_a_notebook_only():
    text = programs.picture("dataset = 1", "figure = dataset")
    assert run(text) == 1
    assert re.search(r"__name__ == \"__main__\".*\n +figure.show\(\)", text)


def test_the_start_of_a_program_needs_only_the_public_library():
    text = programs.preamble(sweeps.load(sweeps.demo_digest()).config, "A title.")
    space = {}
    exec(compile(text, "program", "exec"), space)  # noqa: S102 - our own program
    assert space["dataset"].digest == load_dataset(space["config"].dataset).digest
