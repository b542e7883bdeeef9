"""The side bar: finished sweeps, the job that runs, and what is forgotten with another sweep."""

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from kselect_core import CriterionChoice, SweepConfig
from kselect_core.results import runs
from kselect_core.results.run_names import Label, put_label
from kselect_ui import ROUTER
from kselect_ui.server import runs as ui_runs
from kselect_ui.server.book import Stage, Status
from kselect_ui.sweep import datasets, finished as sweeps, switches


class Registry:
    """A registry of jobs with one that runs."""

    def __init__(self, *statuses):
        self.running, self.stopped, self.changes = list(statuses), [], 7

    def statuses(self):
        """Return the jobs."""
        return tuple(self.running)

    def active(self):
        """Return the jobs that run."""
        return tuple(self.running)

    def status(self, digest):
        """Return one job."""
        return next((s for s in self.running if s.key == digest), None)

    def stop(self, digest):
        """Stop a job."""
        self.stopped.append(digest)
        self.running.clear()


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    return tmp_path


def keep(home, seed):
    """Put the shipped sweep among the runs under another seed; gives its digest."""
    demo = sweeps.load(sweeps.demo_digest())
    text = demo.config.to_toml().replace("seed = 0", f"seed = {seed}")
    digest = SweepConfig.from_toml(text).digest()
    run = runs.Run(digest, "finished", text, title="other *moons*")
    runs.save(run, demo.table, folder=home / "runs")
    return digest


def opened(**query):
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    for key, value in query.items():
        at.query_params[key] = value
    return at.run()


def test_a_running_job_is_shown_and_can_be_stopped(monkeypatch):
    job = Status("a" * 64, "my [data]", "running", done=3, total=10, seconds_left=12.4)
    jobs = Registry(job)
    for module in (switches, ui_runs):
        monkeypatch.setattr(module, "registry", lambda: jobs)
    at = opened()
    assert not at.exception
    at.button(key=f"stop_{'a' * 64}").click().run()
    assert jobs.stopped == ["a" * 64]


def test_a_job_that_compares_by_more_rows_says_so(monkeypatch):
    stage = Stage("compared", 1, 2)
    job = Status("a" * 64, "my data", "running", done=10, total=10, stage=stage)
    for module in (switches, ui_runs):
        monkeypatch.setattr(module, "registry", lambda: Registry(job))
    told = [one.proto.text for one in opened().get("progress")]
    assert "my data: order still open: 1/2 compared" in told


def test_another_sweep_starts_with_its_own_cursor_and_criteria(home):
    digest = keep(home, seed=1)
    at = opened(t="16", crit="kta")
    assert at.session_state["t"] == 16.0
    at.selectbox(key="run").set_value(digest).run()
    assert not at.exception
    assert at.session_state["t"] != 16.0
    assert at.session_state["crit"] != ["kta"]
    assert digest[:12] in at.query_params["run"]


def test_the_name_of_a_run_is_plain_text(home):
    put_label(keep(home, seed=2), Label("other *moons*"))
    assert "other *moons*" in opened().selectbox(key="run").options


def test_runs_with_equal_names_can_be_told_apart(home):
    digests = [keep(home, seed=seed) for seed in (5, 6)]
    for digest in digests:
        put_label(digest, Label("other *moons*"))
    options = opened().selectbox(key="run").options
    assert len(set(options)) == len(options)
    assert {f"other *moons* · {digest[:6]}" for digest in digests} <= set(options)


def test_a_sweep_of_a_set_by_its_other_name_finds_its_data(home):
    config = SweepConfig.from_toml(
        sweeps.load(sweeps.demo_digest()).config.to_toml().replace('"two_moons"', '"moons"')
    )
    assert config.dataset == "moons"
    table = sweeps.load(sweeps.demo_digest()).table
    runs.save(runs.Run(config.digest(), "finished", config.to_toml()), table, folder=home / "runs")
    assert sweeps.data(config.digest()).name == "two_moons"
    assert datasets.name_of(config) == "two_moons"


def test_a_run_that_was_deleted_gives_way_to_the_example(home):
    digest = keep(home, seed=3)
    at = opened(run=digest[:12])
    assert at.session_state["run"] == digest
    runs.delete(digest, folder=home / "runs")
    at.run()
    assert not at.exception
    assert at.session_state["run"] == sweeps.demo_digest()


def test_a_torn_run_says_so_in_one_sentence(home):
    digest = keep(home, seed=4)
    (home / "runs" / digest / "table.parquet").write_bytes(b"torn")
    at = opened(run=digest[:12])
    assert not at.exception
    assert len(at.error) == 1


def test_only_the_criteria_switched_on_are_shown_in_the_order_of_the_sweep():
    config = SweepConfig(
        dataset="iris",
        criteria=tuple(CriterionChoice(key) for key in ("kta", "loo", "fsm", "kfold", "sps")),
    )
    sweep = sweeps.Sweep("0" * 64, config, pd.DataFrame(), pd.DataFrame(), "binary", (0,))
    assert switches.shown(sweep) == ("loo", "fsm", "kfold", "sps")


def test_a_link_that_was_written_with_a_power_of_ten_opens_where_it_did():
    at = opened(t="1.02e+03")
    assert at.session_state["t"] == 1024
    assert "".join(at.query_params["t"]) == "1024"
    assert "The link asked for" not in " ".join(one.value for one in (*at.info, *at.warning))
