"""A small protocol, a home of its own, and the command line in this process."""

import json

import pytest
from click.testing import CliRunner

from kselect_core.cli.common.executing import Manner
from kselect_core.cli.program import program
from kselect_core.experiments.engines.computing import in_this_process

SWEEP = """
name = "short"
title = "Four widths"
source = "Nobody, table 0"
about = "A sweep that takes no time."
kind = "sweep"
datasets = ["wdbc"]
printed = "sm_table2"
reference = "CV"
[labels]
sm = "SM"
kfold = "CV"
[sweep]
learner = "lssvm"
ridge = "lambda"
repeats = 3
lambdas = [1.0]
criteria = ["sm", "kfold"]
candidates = [{ kernel = "gaussian", convention = "2tau", powers = [2, 2, 5] }]
[[silent]]
field = "sweep.seed"
here = "0"
why = "It is not said."
[variants.half]
about = "Half of the points are test points"
set = { "sweep.test_share" = 0.5 }
"""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    monkeypatch.setenv("KSELECT_HOME", str(folder))
    monkeypatch.delenv("KSELECT_DATA", raising=False)
    return folder


@pytest.fixture
def protocol(tmp_path):
    path = tmp_path / "short.toml"
    path.write_text(SWEEP, "utf-8")
    return str(path)


@pytest.fixture
def alone(monkeypatch):
    """Tasks are computed in this process."""
    monkeypatch.setattr(Manner, "engine", property(lambda _: in_this_process))


@pytest.fixture
def kselect():
    """Call the command line: status, what it printed, and what it said besides."""

    def call(*words, status=0):
        found = CliRunner().invoke(program, [str(word) for word in words], prog_name="kselect")
        assert found.exit_code == status, found.output
        return found

    return call


@pytest.fixture
def kselect_json(kselect):
    """Call the command line with --json; what it printed as values."""

    def call(*words, status=0):
        return json.loads(kselect(*words, "--json", status=status).stdout)

    return call
