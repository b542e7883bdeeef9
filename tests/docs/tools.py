"""Scripts of the documents, loaded as Python loads them when they are run."""

import importlib.util
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "docs" / "tools"


def tool(name):
    """Return a script of the documents, loaded; it may import another one beside it."""
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TOOLS)
        spec.loader.exec_module(module)
    return module
