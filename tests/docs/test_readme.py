"""The README's examples run as they are printed, and its number is that of the benchmark."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from kselect import CRITERIA, __version__
from kselect_ui import PAGES, ROUTER

ROOT = Path(__file__).parents[2]
GALLERY = ROOT / "docs" / "gallery"
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def example():
    """Return the Python block of the README that sweeps."""
    return block("run_sweep")


def block(word):
    """Return the Python block of the README that has a word."""
    (code,) = (
        code for code in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if word in code
    )
    return code


def test_the_first_example_prints_what_is_said_beside_it(capsys):
    code = block("SVCSearch")
    assert len([line for line in code.splitlines() if line.strip()]) <= 5
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102  (our own README)
    (said,) = re.findall(r"prints `(\{.*\})`", README)
    assert capsys.readouterr().out.strip() == said


def test_what_it_saves_is_what_the_benchmark_measured():
    (here, there), (ratio,) = (
        re.findall(r"([\d.]+) s (?:here|with)", README),
        re.findall(r"cross-validation, (\d+) times", README),
    )
    measured = (ROOT / "benchmarks" / "README.md").read_text("utf-8")
    assert f"{ratio} × ({here} s, {there} s; the same choice)" in measured
    assert "`SVCSearch` (5-fold, 15 γ × 20 C, n = 569)" in measured  # 300 settings


def test_the_example_has_five_lines(example):
    assert len([line for line in example.splitlines() if line.strip()]) <= 5


def test_the_example_runs_and_prints_the_regret_of_every_criterion(example, capsys):
    names = {}
    exec(compile(example, "README.md", "exec"), names)  # noqa: S102  (our own README)
    printed = capsys.readouterr().out
    config = names["config"]
    assert "regret" in printed
    for criterion in config.criteria:
        assert re.search(rf"^{re.escape(criterion.quantity)} +0\.\d+$", printed, re.MULTILINE)


def test_the_readme_names_the_two_commands():
    assert re.search(r"^python3 run\.py +#", README, re.MULTILINE)
    assert re.search(r"^python3 run\.py test +#", README, re.MULTILINE)


def test_there_are_as_many_ways_of_choosing_as_it_says():
    assert "more than thirty other ways" in README
    assert len(CRITERIA) > 31


def test_pictures_are_those_of_this_version():
    made = json.loads((GALLERY / "made.json").read_text("utf-8"))
    again = "run: python docs/tools/refresh_gallery.py"
    assert made["version"] == __version__, again
    files = [path for path in GALLERY.rglob("*") if path.suffix in (".png", ".webp")]
    digests = {
        str(path.relative_to(GALLERY)): sha256(path.read_bytes()).hexdigest() for path in files
    }
    assert made["files"] == digests, again
    assert (GALLERY / "explore.webp").stat().st_size <= 2_000_000


@pytest.mark.nightly
def test_pictures_show_the_pages_there_are():
    made = json.loads((GALLERY / "made.json").read_text("utf-8"))
    there = re.findall(r"\w+", ROUTER.read_text("utf-8"))
    pages = {path.stem for path in PAGES.glob("[!_]*.py")} & set(there)
    assert set(made["pages"]) == pages, "run: python docs/tools/refresh_gallery.py"
