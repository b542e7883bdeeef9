"""All parts of the corpus: ``corpus.py`` and every module in ``files``."""

import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent


@cache
def parts():
    """Return the files of every part, made once: name and bytes."""
    names = ["corpus", *(f"files.{path.stem}" for path in sorted(HERE.glob("files/[a-z]*.py")))]
    return [import_module(f"tests.bad.{name}").files() for name in names]


def everything():
    """Return the files of all parts together."""
    return {name: content for part in parts() for name, content in part.items()}


def expected():
    """Return what must happen to every file, from every file in ``expected``."""
    return {
        name: outcome
        for path in sorted(HERE.glob("expected/*.toml"))
        for name, outcome in tomllib.loads(path.read_text(encoding="utf-8")).items()
    }
