"""A kernel that is added as the page says can be swept, and every page shows it."""

import os
import subprocess
import sys

import pytest

from tests.how_to.pages import copied, follow

PROGRAM = """
import os
from pathlib import Path

from streamlit.testing.v1 import AppTest

import kselect_core
from kselect_core import Candidates, SweepConfig, load_dataset, run_sweep
from kselect_core.kernels import KERNELS
from kselect_core.results import runs
from kselect_core.selection import with_digest
from kselect_ui import PAGES, ROUTER

assert kselect_core.__file__.startswith({folder!r})


def page(name="", opened=(), **query):
    at = AppTest.from_file(str(ROUTER), default_timeout=120)
    if name:
        at.switch_page(str(PAGES / f"{{name}}.py"))
    for key, value in query.items():
        at.query_params[key] = value
    for key in opened:
        at.session_state[key] = True
    at.run()
    assert not at.exception, at.exception
    assert not at.error, at.error
    return at


assert KERNELS["cauchy"]([[0.0]], [[2.0]], gamma=0.25)[0, 0] == 0.5
usual = Candidates("cauchy")
assert len(usual.values) == len(KERNELS["cauchy"].grid)
families = (Candidates("cauchy", (0.1, 1.0, 10.0)), Candidates("linear"))
config = SweepConfig(dataset="two_moons", candidates=families, lambdas=(0.01, 0.1), repeats=2)
config = with_digest(config, load_dataset("two_moons"))
assert SweepConfig.from_toml(config.to_toml()).digest() == config.digest()
table = run_sweep(config)
assert set(table["kernel"]) == {{"cauchy", "linear"}}
assert table.loc[table["kind"] == "criterion", "value"].notna().any()
run = runs.Run(config.digest(), "finished", config.to_toml(), title="cauchy")
runs.save(run, table, folder=Path(os.environ["KSELECT_HOME"]) / "runs")

at = page(opened=("formulas",), run=config.digest())
formulas = [latex.value for latex in at.latex]
assert any("s^2" in one for one in formulas), formulas
assert any("Cauchy kernel" in one.value for one in (*at.markdown, *at.caption))
for name in ("spectrum", "errors", "perturbation", "rewards", "design", "bounds", "film"):
    page(name, run=config.digest())
at = page("sweep", ds="two_moons", fam="cauchy")
assert any("s^2" in one.value for one in at.latex), at.latex
assert any("s²" in one.value for one in at.caption), at.caption
print("swept and shown")
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return copied(tmp_path_factory.mktemp("copy"))


def test_the_page_adds_one_file_and_changes_one(program):
    touched = follow("add_kernel.md", program)
    assert touched == ["kselect_core/kernels/cauchy.py", "kselect_core/kernels/__init__.py"]
    script = program / "try_it.py"
    script.write_text(PROGRAM.format(folder=str(program)), encoding="utf-8")
    around = {**os.environ, "KSELECT_HOME": str(program / "home"), "PYTHONPATH": str(program)}
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=program,
        env=around,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "swept and shown" in done.stdout
