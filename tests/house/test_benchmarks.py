"""Benchmarks are run by hand now and then: what they import must still be there when they are."""

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("kselect", "kselect_core", "kselect_ui", "tests")
FILES = sorted((ROOT / "benchmarks").rglob("*.py"))


@pytest.mark.nightly
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_what_a_benchmark_imports_is_there(file):
    for one in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(one, ast.ImportFrom) and one.module.split(".")[0] in OURS:
            module = import_module(one.module)
            for name in (alias.name for alias in one.names):
                assert hasattr(module, name) or find_spec(f"{one.module}.{name}"), name
