"""A plug-in made as the page says is installed, sweeps in workers, and stands on the pages."""

import os
import re
import shlex
import subprocess
import sys

import pytest

from tests.how_to.pages import FILE, ROOT

PAGE = (ROOT / "docs" / "how_to" / "write_plugin.md").read_text(encoding="utf-8")
RUN = re.compile(r"<!-- run -->\n```sh\n(.*?)\n```", re.DOTALL)
LOOK = """
import sys
from streamlit.testing.v1 import AppTest
from kselect_core import Candidates, SweepConfig, load_dataset, run_sweep
from kselect_core.results import runs
from kselect_core.selection import with_digest
from kselect_ui import PAGES, ROUTER

config = SweepConfig(dataset="two_moons", candidates=(Candidates("multiquadric", (0.1, 1.0)),),
    lambdas=(0.1,), criteria=("kernel_variance", "loo"), repeats=1)
data = load_dataset("two_moons")
config = with_digest(config, data)
assert SweepConfig.from_toml(config.to_toml()) == config
runs.save(runs.Run(config.digest(), "finished", config.to_toml(), title="added"),
    run_sweep(config, dataset=data), folder=runs.home() / "runs")

def page(name, **query):
    at = AppTest.from_file(str(ROUTER), default_timeout=120)
    at.switch_page(str(PAGES / f"{name}.py"))
    for key, value in query.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception, at.exception
    said = (*at.caption, *at.warning, *at.markdown)
    return " ".join(one.value for one in said).replace("\\\\", "")

text = page("sweep", ds="two_moons", fam="multiquadric", use_n2="kernel_variance")
assert "from package kselect-bent 1.2" in text, text
assert "variance of the kernel values (Var K) (from package kselect-bent 1.2)" in text, text
assert "broken-thing 0.3 is left out: ZeroDivisionError: division by zero" in text, text
text = page("explore", run=config.digest())
assert "from package kselect-bent 1.2" in text, text

from kselect_core.cli import main
sys.argv[1:] = ["doctor"]
main()
"""

FACADE = """
from dataclasses import replace
from kselect import *

WAY = kernels.Convention("gamma_facade", "γ", "exp(−γ‖x−z‖²)", "k(x,z)")
KERNEL = replace(kernels.GAUSSIAN, name="facade", conventions=(WAY,), short="")
"""


def python(folder, *arguments, path="installed"):
    """Run Python in a folder, with this program and what is installed there."""
    found = os.pathsep.join(str(part) for part in (ROOT, folder / path))
    around = {**os.environ, "PYTHONPATH": found, "KSELECT_HOME": str(folder / "home")}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=around,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def put(installed, name, code):
    """Install a package with a kernel, as a folder of installed packages has it."""
    about = installed / f"{name}_thing-0.3.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-thing\nVersion: 0.3\n")
    (about / "entry_points.txt").write_text(f"[kselect.kernels]\n{name} = {name}_thing:KERNEL\n")
    (installed / f"{name}_thing.py").write_text(code, encoding="utf-8")


@pytest.fixture(scope="module")
def plugin(tmp_path_factory):
    """Folder in which everything of the page has been done, and what its sweep printed."""
    folder = tmp_path_factory.mktemp("plugin")
    for name, text in FILE.findall(PAGE):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    said = ""
    for line in RUN.findall(PAGE):
        words = [word for word in shlex.split(line) if not word.startswith("PYTHONPATH=")]
        assert words[0] == "python"
        said = python(folder, *words[1:])
    return folder, said


def test_the_page_is_carried_out_word_for_word(plugin):
    _, said = plugin
    assert "(('kselect-bent', '1.2'),)" in said
    assert "kernel_variance" in said


def test_it_stands_on_the_pages_and_a_broken_one_beside_it_is_named(plugin):
    folder, _ = plugin
    put(folder / "installed", "broken", "1 / 0\n")
    said = " ".join(python(folder, "-c", LOOK).split())
    assert "kernels of kselect-bent 1.2: multiquadric" in said
    assert "views of kselect-bent 1.2: histogram" in said
    assert "The kernel 'broken' of package broken-thing 0.3 is left out: ZeroDivision" in said


@pytest.mark.parametrize(
    "first",
    [
        "from kselect import SweepConfig",
        pytest.param("import kselect_ui.grid.builder", marks=pytest.mark.nightly),
    ],
)
def test_a_package_may_import_every_public_name_of_kselect(tmp_path, first):
    put(tmp_path / "installed", "facade", FACADE)
    look = "from kselect import KERNELS; assert 'facade' in KERNELS, KERNELS.problems"
    python(tmp_path, "-c", f"{first}; {look}")


def test_the_program_and_its_help_load_no_plug_in(plugin):
    folder, _ = plugin
    none = "assert 'kselect_bent' not in sys.modules"
    words = ("import sys, kselect_core", none, "from kselect_core import Problem", none)
    python(folder, "-c", "; ".join(words))
