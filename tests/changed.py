"""The tests of what changed since the last commit, browsers left out: ``run.py test --quick``."""

import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

import pytest

import run

ROOT = Path(__file__).parents[1]
MOST = 25  # files of tests that only import what changed; more take longer than a minute
PLACES = {  # the first that fits
    "kselect_ui/pages": "tests/pages",
    "kselect_ui": "tests/ui",
    "kselect_core": "tests",
}
WHOLE = {"kselect_core/views/": "tests/views/test_views.py"}  # one file of tests for all of them
DOCUMENTS = ("tests/docs/test_docs.py", "tests/docs/test_readme.py")
DEAR = ("tests/browser/", "tests/load/", "tests/lost/")  # unless they have changed themselves
FAST = "not browser and not nightly and not slow"


def main(arguments: list[str]) -> int:
    """Exit status of the tests of what changed; 0 if there are none."""
    changed = changed_files(ROOT)
    texts = {file: (ROOT / file).read_text("utf-8") for file in files_of_tests(ROOT)}
    chosen, left = selection(changed, texts)
    run.say(f"{len(changed)} files changed since the last commit, {len(chosen)} files test them.")
    if left:
        run.say(f"{left} more files of tests import them: left to a whole run.")
    if not chosen:
        return 0
    status = pytest.main(["-n", "2", "-q", run.SHAPES, "-m", FAST, *sorted(chosen), *arguments])
    return 0 if status == pytest.ExitCode.NO_TESTS_COLLECTED else int(status)


def changed_files(root: Path) -> list[str]:
    """Paths that differ from the last commit, or that it does not have."""
    listed = []
    for words in (("diff", "--name-only", "HEAD"), ("ls-files", "--others", "--exclude-standard")):
        done = subprocess.run(
            ["git", *words, "-z"], cwd=root, capture_output=True, text=True, check=True
        )
        listed += done.stdout.split("\0")
    return sorted({path for path in listed if path})


def files_of_tests(root: Path) -> list[str]:
    """Paths of all files of tests and of what helps them."""
    return sorted(path.relative_to(root).as_posix() for path in (root / "tests").rglob("*.py"))


def selection(changed: Iterable[str], texts: Mapping[str, str]) -> tuple[set[str], int]:
    """Files with the tests of what changed, and how many more only import it."""
    near, importing = set[str](), set[str]()
    for path in changed:
        near |= {path} & texts.keys() | set(mirrored(path, texts))
        near |= {WHOLE[house] for house in WHOLE if path.startswith(house)} & texts.keys()
        near |= set(DOCUMENTS) & texts.keys() if path.endswith(".md") else set()
        importing |= {file for file in texts if imports(texts[file], path)}
    cheap = {file for file in importing if not file.startswith(DEAR)}
    near, further = set(filter(is_test, near)), set(filter(is_test, cheap)) - near
    return (near | further, 0) if len(further) <= MOST else (near, len(further))


def is_test(file: str) -> bool:
    """Whether a file holds tests, not what helps them."""
    return PurePosixPath(file).name.startswith("test_")


def mirrored(path: str, files: Iterable[str]) -> list[str]:
    """Files of tests that carry the name of a module, in the folder of its package."""
    module = PurePosixPath(path)
    if module.suffix != ".py":
        return []
    house = next((house for house in PLACES if module.is_relative_to(house)), module.parts[0])
    inside = module.parts[house.count("/") + 1 : -1]
    folder = PurePosixPath(PLACES.get(house, "tests"), *inside)
    name = f"test_{module.stem}.py"
    return [file for file in files if file.endswith(f"/{name}") and folder in parents(file)]


def parents(file: str) -> Iterable[PurePosixPath]:
    """All folders that a file stands in."""
    return PurePosixPath(file).parents


def imports(text: str, path: str) -> bool:
    """Whether a program imports a module by its whole name."""
    if not path.endswith(".py"):
        return False
    package, _, name = path.removesuffix(".py").replace("/", ".").rpartition(".")
    if name == "__init__":  # everybody imports packages
        return False
    whole = re.escape(f"{package}.{name}".strip("."))
    listed = rf"from {re.escape(package)} import [^\n]*\b{re.escape(name)}\b"
    return bool(re.search(rf"^\s*(from|import) {whole}\b|{listed}", text, re.MULTILINE))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
