"""What is added as the how-to pages say can be swept, every page shows it, and its tests pass."""

import os
import subprocess
import sys

import pytest

from kselect_core import SweepConfig
from tests.how_to.pages import copied, follow

ADDED = {
    "add_kernel.md": ["kselect_core/kernels/cauchy.py", "kselect_core/kernels/__init__.py"],
    "add_criterion.md": [
        "kselect_core/criteria/alignment/separability.py",
        "tests/criteria/alignment/test_separability.py",
        "kselect_core/criteria/__init__.py",
    ],
    "add_figure.md": [
        "kselect_core/plotting/spectra/trace_shares.py",
        "kselect_core/views/spectra.py",
        "kselect_core/views/__init__.py",
        "tests/views/cases/spectra.py",
        "kselect_ui/pages/spectrum.py",
    ],
    "add_page.md": ["kselect_ui/pages/ridge.py", "kselect_ui/shell/router.py"],
}
PROGRAM = """
import os
from functools import cache
from pathlib import Path

from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

import kselect_core
from kselect_core import Candidates, SweepConfig, load_dataset, run_sweep
from kselect_core.criteria import CRITERIA
from kselect_core.kernels import KERNELS
from kselect_core.plotting.kit.quantities import label
from kselect_core.plotting.kit.theme import TEAL, style
from kselect_core.results import runs
from kselect_core.selection import with_digest
from kselect_ui import PAGES, ROUTER

assert kselect_core.__file__.startswith({folder!r})
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


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


def formulas(at):
    return " ".join(element.value for element in at.latex)


def words(at):
    return [element.value for element in (*at.markdown, *at.caption)]


def keys(at):
    return [element.proto.id.split("-")[-1] for element in at.get("plotly_chart")]


def traces(at):
    charts = at.get("plotly_chart")
    return " ".join(element.proto.spec for element in charts)


assert SweepConfig(dataset="two_moons").digest() == {digest!r}
assert KERNELS["cauchy"]([[0.0]], [[2.0]], gamma=0.25)[0, 0] == 0.5
assert len(Candidates("cauchy").values) == len(KERNELS["cauchy"].grid)
assert (style("separability").colour, label("separability")) == (TEAL, "Separability")

families = (
    Candidates("gaussian", (0.5, 5.0), "2tau"),
    Candidates("cauchy", (0.1, 1.0, 10.0)),
    Candidates("linear"),
)
config = SweepConfig(
    dataset="two_moons",
    candidates=families,
    lambdas=(0.01, 0.1),
    criteria=("separability", "loo", "kfold"),
    repeats=2,
)
config = with_digest(config, load_dataset("two_moons"))
assert SweepConfig.from_toml(config.to_toml()).digest() == config.digest()
table = run_sweep(config)
assert set(table["kernel"]) == {{"gaussian", "cauchy", "linear"}}
assert table.loc[table["quantity"] == "separability", "value"].notna().all()
run = runs.Run(config.digest(), "finished", config.to_toml(), title="added")
runs.save(run, table, folder=Path(os.environ["KSELECT_HOME"]) / "runs")

at = page(opened=("formulas",), run=config.digest(), kernel="cauchy")
assert "s^2" in formulas(at)
assert CRITERIA["separability"].formula in formulas(at)
assert any("Cauchy kernel" in text for text in words(at))
assert "Separability" in traces(at)
assert "Separability" in traces(page("errors", run=config.digest()))
assert "Separability" in traces(page("rewards", run=config.digest()))
assert "shares" in keys(page("spectrum", run=config.digest()))
assert "errors_curves" in keys(page("ridge", run=config.digest()))
for name in {further!r}:
    page(name, run=config.digest(), kernel="cauchy")
at = page("sweep", ds="two_moons", fam="cauchy", use_n2="separability", opened=("formulas",))
assert "s^2" in formulas(at)
assert CRITERIA["separability"].formula in formulas(at)
assert any("s²" in text for text in words(at))
print("swept and shown")
"""


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """A copy in which every page was followed, and the files that each of them touched."""
    program = copied(tmp_path_factory.mktemp("program"))
    return program, {page: follow(page, program) for page in ADDED}


def run(program, *arguments):
    """Run Python on a copy of the program."""
    around = {**os.environ, "KSELECT_HOME": str(program / "home"), "PYTHONPATH": str(program)}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=program,
        env=around,
        capture_output=True,
        text=True,
        check=False,
    )


PLAIN = ("--assert=plain",)  # to rewrite what asserts takes longer than the tests
FURTHER = ("perturbation", "design", "bounds", "film")


@pytest.mark.parametrize(
    "further", [FURTHER[:1], pytest.param(FURTHER, marks=pytest.mark.nightly)], ids=len
)
def test_what_is_added_by_the_pages_is_swept_and_shown(followed, further):
    program, touched = followed
    assert touched == ADDED
    script = program / "try_it.py"
    digest = SweepConfig(dataset="two_moons").digest()
    text = PROGRAM.format(folder=str(program), digest=digest, further=further)
    script.write_text(text, encoding="utf-8")
    done = run(program, str(script))
    assert done.returncode == 0, done.stderr[-3000:]
    assert "swept and shown" in done.stdout


def test_what_is_added_by_the_pages_passes_the_tests_of_its_family(followed):
    program, _ = followed
    chosen = ("-k", "separability or shares_of_trace or style or literals or every_view")
    done = run(program, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *PLAIN, *chosen)
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
