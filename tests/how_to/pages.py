"""What a how-to page tells to do, done on a copy of the program."""

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = ("kselect", "kselect_core", "kselect_ui", "sample_data", "app.py")
TESTS = (
    "__init__.py", "added.py", "collection.py", "conftest.py", "once.py", "shapes.py",
    "surroundings.py", "tolerances.py",
)  # fmt: skip
FAMILIES = ("criteria", "plotting/kit", "views")
REWRITTEN = "*-pytest-*.pyc"  # modules of tests name the place they were compiled at
FILE = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)
SNIPPET = re.compile(r"<!-- run -->\n```python\n(.*?)```", re.DOTALL)
CHANGE = re.compile(r"<!-- change: (\S+) -->\n```diff\n(.*?)```", re.DOTALL)


def ran(page):
    """Run the snippets of a page of docs in their order; gives the names they left."""
    path = ROOT / "docs" / page
    names = {"__name__": f"{path.stem}_page"}
    for snippet in SNIPPET.findall(path.read_text(encoding="utf-8")):
        exec(compile(snippet, path.name, "exec"), names)  # noqa: S102 (the page itself)
    return names


def copied(folder):
    """Copy the program into a folder, with the tests of what is added."""
    tests = (f"tests/{name}" for name in (*TESTS, *FAMILIES))
    for name in (*PROGRAM, "run.py", "pyproject.toml", *tests):
        source = ROOT / name
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns(REWRITTEN))
        else:
            shutil.copy(source, folder / name)
    return folder


def follow(page, folder):
    """Do in a copy of the program what a page of docs/how_to says; gives the files touched."""
    text = (ROOT / "docs" / "how_to" / page).read_text(encoding="utf-8")
    files, changes = FILE.findall(text), CHANGE.findall(text)
    for name, code in files:
        assert not (folder / name).exists()
        (folder / name).write_text(code, encoding="utf-8")
    for name, change in changes:
        for hunk in change.split("@@\n"):
            replace(folder / name, hunk.splitlines())
    return [name for name, _ in (*files, *changes)]


def replace(path, lines):
    """Put the lines of a difference into a file; the ones it leaves must stand there once."""
    old = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
    new = "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name}: not found once:\n{old}"
    path.write_text(text.replace(old, new), encoding="utf-8")
