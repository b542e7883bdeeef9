"""What tests of pages share: finished sweeps in a home of their own, and visits by a link."""

from html.parser import HTMLParser

import pandas as pd
from streamlit.testing.v1 import AppTest

from kselect_core import Candidates, SweepConfig, load_dataset, run_sweep
from kselect_core.results import runs
from kselect_core.selection import with_digest
from kselect_ui import PAGES, ROUTER
from kselect_ui.server.tasks import tasks
from tests.ui.stepper import until

WIDTHS = (0.1, 1.0, 10.0, 100.0)
FAMILIES = (
    Candidates("gaussian", WIDTHS, "2tau"),
    Candidates("polynomial", (1.0, 2.0, 3.0), "degree"),
    Candidates("linear"),
)
PATIENCE = 120.0  # seconds


def config_of(name="two_moons", positive=None, **changes):
    """Configuration of a small sweep of a bundled data set; in λ where it is not in C."""
    usual = {"candidates": (Candidates("gaussian", WIDTHS, "2tau"),), "repeats": 2}
    if "C" not in changes:
        usual["lambdas"] = (0.01, 0.1)
    config = SweepConfig(dataset=name, positive=positive, **usual | changes)
    return with_digest(config, load_dataset(name))


def finished(config, home, change=lambda table: table):
    """Put a finished sweep among the runs; gives its digest."""
    return _kept(config, change(run_sweep(config)), home)


def finished_elsewhere(config, home):
    """Put a sweep of data that are not here among the runs; gives its digest."""
    text = config.to_toml().replace(f'"{config.dataset}"', '"mine"')
    elsewhere = SweepConfig.from_toml(text.replace(config.dataset_digest, "0" * 64))
    return _kept(elsewhere, run_sweep(config), home)


def opened(page="explore", /, **query):
    """Open a page of the application by a link."""
    return by_link(_unopened(page), **query)


def opened_to_take(page="explore", /, **query):
    """Open a page with its panel of all that can be taken along."""
    at = _unopened(page)
    at.session_state["take"] = True
    return by_link(at, **query)


def _unopened(page):
    at = AppTest.from_file(str(ROUTER), default_timeout=PATIENCE)
    if page != "explore":
        at.switch_page(str(PAGES / f"{page}.py"))
    return at


def by_link(at, **query):
    """Run a script with what stands in its link."""
    for key, value in query.items():
        at.query_params[key] = value
    return at.run()


def text(at):
    """All that a page says in words."""
    found = [*at.markdown, *at.caption, *at.info, *at.warning]
    return " ".join(element.value for element in found).replace("\\", "")


class _Cells(HTMLParser):
    """The cells of a table that is a part of the page; numbers as they stand in their tips."""

    def __init__(self):
        super().__init__()
        self.rows = []
        self._tip = None

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            given = dict(attrs)
            self._tip = given.get("title")
            self.rows[-1].append(float(self._tip) if self._tip else "")

    def handle_data(self, data):
        if self.rows and not self._tip:
            self.rows[-1][-1] += data


def tables(at):
    """Short tables of a page, with missing numbers for the sign of what is missing."""
    found = []
    for html in at.get("html"):
        if 'class="short-table"' in html.proto.body:
            cells = _Cells()
            cells.feed(html.proto.body)
            table = pd.DataFrame(cells.rows[1:], columns=cells.rows[0])
            found.append(table.replace("–", float("nan")))
    return found


def elements(block):
    """Every element of a page in the order in which it stands there."""
    for one in block.children.values():
        yield one
        yield from elements(one) if hasattr(one, "children") else ()


def until_done(at):
    """Run a page again when all tasks have ended."""
    until(lambda: not tasks().active())
    return at.run()


def _kept(config, table, home):
    run = runs.Run(config.digest(), "finished", config.to_toml(), title=config.digest())
    runs.save(run, table, folder=home / "runs")
    return config.digest()
