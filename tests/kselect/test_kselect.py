"""The package ``kselect``: every name is there, told in a line, and that of the library."""

import re
import subprocess
import sys
from importlib import import_module
from inspect import unwrap
from pathlib import Path

import pytest

import kselect
import kselect_core

DOCUMENT = (Path(__file__).parents[2] / "docs" / "how_to" / "from_python.md").read_text("utf-8")
TOLD = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", DOCUMENT, re.MULTILINE)))
HOMES = (
    *("", ".criteria", ".data", ".estimators", ".kernels", ".learners", ".selection"),
    ".selection.terms.learning",
)


@pytest.mark.parametrize("name", kselect.__all__)
def test_a_public_name_is_that_of_the_library(name):
    homes = [import_module(f"kselect_core{home}") for home in HOMES]
    values = [getattr(home, name) for home in homes if hasattr(home, name)]
    values = values or [import_module(f"kselect_core.{name}")]
    assert all(unwrap(value) is unwrap(getattr(kselect, name)) for value in values)
    assert name == "__version__" or getattr(kselect, name).__doc__


def test_the_names_that_are_told_are_those_that_are_there():
    assert sorted(TOLD) == sorted(kselect.__all__)
    assert set(kselect.__all__) <= set(dir(kselect))
    assert {"TYPE_CHECKING", "deferred"}.isdisjoint(dir(kselect))


def test_all_that_the_core_exports_at_its_top_is_public():
    assert set(kselect_core.__all__) <= set(kselect.__all__)


def test_a_name_that_does_not_exist_is_refused():
    with pytest.raises(AttributeError, match="module 'kselect' has no attribute 'runsweep'"):
        kselect.runsweep  # noqa: B018 (asked for)


def test_the_programs_of_the_document_run(capsys):
    names, table, film, slider = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    exec(names, {})  # noqa: S102 (our own text is what is tested)
    assert "moons" in capsys.readouterr().out
    exec(table, {})  # noqa: S102 (our own text is what is tested)
    exec(film, space := {})  # noqa: S102 (our own text is what is tested)
    assert space["page"]._repr_html_().startswith("<iframe srcdoc=")
    exec(slider, space)  # noqa: S102 (our own text is what is tested)
    assert ", kernel by kernel</h1>" in space["page"]


def test_importing_it_loads_nothing_that_computes():
    code = "import sys, kselect; print(sorted({'numpy', 'pandas', 'click'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
