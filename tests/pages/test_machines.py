"""A sweep of support vector machines on every page: C in place of λ, and programs that draw it."""

import pytest

from kselect_core import Candidates, CriterionChoice, SweepConfig, load_dataset, run_sweep
from kselect_core.results import runs
from kselect_core.selection import with_digest
from kselect_ui import ROUTER, charts, export
from tests.pages.test_reproduction import run, same, traces
from streamlit.testing.v1 import AppTest

COSTS, WIDTHS = (0.05, 0.4, 3.0, 25.0), (0.05, 0.5, 5.0)
KEYS = ("kta", "svm_kfold", "svm_loo", "stab", "marg", "span_hinge")
CONFIG = with_digest(
    SweepConfig(
        dataset="two_moons",
        learner="svm",
        C=COSTS,
        candidates=(Candidates("gaussian", WIDTHS, "gamma"),),
        criteria=tuple(CriterionChoice(key) for key in KEYS),
        repeats=2,
        test_share=0.6,
    ),
    load_dataset("two_moons"),
)
RUN = CONFIG.digest()[:12]
PAGES = ("explore", "spectrum", "perturbation", "errors", "film")


@pytest.fixture(scope="module")
def table():
    return run_sweep(CONFIG)


@pytest.fixture(scope="module")
def home(tmp_path_factory, table):
    folder = tmp_path_factory.mktemp("home")
    kept = runs.Run(CONFIG.digest(), "finished", CONFIG.to_toml(), title="moons by machines")
    runs.save(kept, table, folder=folder / "runs")
    return folder


@pytest.fixture(autouse=True)
def _own_home(home, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(home))


def opened(page="explore", **query):
    at = AppTest.from_file(str(ROUTER), default_timeout=120)
    for key, value in ({"run": RUN} | query).items():
        at.query_params[key] = value
    at.run()
    if page != "explore":
        at.switch_page(f"../pages/{page}.py").run()
    assert not at.exception
    assert [element.value for element in at.error] == []
    return at


def text(at):
    every = [*at.markdown, *at.caption, *at.info, *at.warning]
    return " ".join(element.value for element in every).replace("\\", "")


@pytest.mark.parametrize("page", PAGES)
def test_every_page_says_c_in_place_of_lambda(page):
    at = opened(page)
    assert "λ" not in text(at)
    assert "C = " in text(at)
    for group in at.get("button_group"):
        assert not any("λ" in str(option) for option in group.options)
