"""The folders: few files in each, a sentence for each, no name that repeats its folder."""

import ast
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

import run

ROOT = Path(__file__).parents[2]
HOUSES = ("kselect", "kselect_core", "kselect_ui", "benchmarks", "docs", "tests")
MOST = 15
"""Files that one listing of a folder may have, its own ``__init__`` and README not counted."""

BOUND = re.compile(
    r"\b(no|not|nothing|none|never|only|without|elsewhere|above|below|lives?)\b", re.IGNORECASE
)
"""Words by which a package says what does not belong there, or where that stands."""


def folders(house):
    """Folders of a house that hold files of the project."""
    every = [ROOT / house, *(path for path in (ROOT / house).rglob("*") if path.is_dir())]
    return [path for path in every if path.name != "__pycache__"]


def files(folder):
    """Files of a folder that somebody reads a listing for."""
    aside = ("__init__.py", "README.md")
    return [path for path in folder.iterdir() if path.is_file() and path.name not in aside]


def packages():
    """Folders of the product's Python."""
    return [path for house in HOUSES[:3] for path in folders(house) if list(path.glob("*.py"))]


def broken(rule):
    """What breaks a rule in each package, by its name; a rule gives nothing where it holds."""
    told = {str(package.relative_to(ROOT)): rule(package) for package in packages()}
    return {name: found for name, found in told.items() if found}


@pytest.mark.parametrize("house", HOUSES)
def test_a_folder_is_read_at_a_glance(house):
    counts = {str(path.relative_to(ROOT)): len(files(path)) for path in folders(house)}
    assert {name: count for name, count in counts.items() if count > MOST} == {}


def silent(package):
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    first = text.split("\n\n")[0]
    if not first.endswith("."):
        return f"begins with no sentence: {first!r}"
    return "" if BOUND.search(text) else "does not say what has no place there"


def repeated(package):
    starts = (f"{package.name}_", f"{package.name}.")
    return [path.name for path in package.glob("*.py") if path.stem.startswith(starts)]


def frequent(package):
    modules = {path.stem for path in package.glob("*.py")}
    prefixes = Counter(name.split("_")[0] for name in modules if not name.startswith("_"))
    return [prefix for prefix, times in prefixes.items() if times > 2]


def test_a_folder_says_what_lives_there_and_what_does_not():
    assert broken(silent) == {}


def test_no_file_repeats_the_name_of_its_folder():
    assert broken(repeated) == {}


def test_a_prefix_that_stands_three_times_is_a_folder():
    assert broken(frequent) == {}


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="asks git which files are the project's")
def test_pictures_and_data_are_all_that_is_no_text():
    answer = subprocess.check_output(
        ("git", "-c", "safe.directory=*", "ls-files", "-z"), cwd=ROOT, text=True
    )
    endings = {Path(name).suffix for name in answer.split("\0") if b"\0" in content(name)}
    assert endings <= {".png", ".webp", ".parquet", ".sqlite"}


def content(name):
    """The first bytes of a file that is there; one that was just removed has none."""
    path = ROOT / name
    return path.read_bytes()[:8192] if path.is_file() else b""


def test_layers_whose_shapes_are_checked_do_not_name_self():
    """The check does not understand it, and no module that imports such a one can be imported."""
    files = [path for layer in run.SHAPED for path in (ROOT / "kselect_core" / layer).rglob("*.py")]
    assert files
    assert [str(path) for path in files if "Self" in imported(path)] == []


def imported(path):
    """Names that a file imports from modules."""
    tree = ast.parse(path.read_text("utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {alias.name for node in imports for alias in node.names}
