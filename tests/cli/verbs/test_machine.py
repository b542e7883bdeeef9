"""``kselect doctor``: what is missing and how it is had, and machine code made ahead of time."""

import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from kselect_core.cli.speech.text import table
from kselect_core.cli.verbs import machine
from kselect_core.extras import adding
from kselect_core.linalg import first_calls
from kselect_core.linalg.first_calls import MachineCode

PROJECT = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))[
    "project"
]


def test_the_extra_that_brings_a_package_is_that_of_the_project():
    for package, extra in machine.EXTRAS.items():
        assert any(one.startswith(package) for one in PROJECT["optional-dependencies"][extra])
    assert set(machine.EXTRAS.values()) | {"all"} == set(PROJECT["optional-dependencies"])
    assert all(any(one.startswith(name) for one in PROJECT["dependencies"])
               for name in machine.PACKAGES)  # fmt: skip


def test_a_path_in_a_table_is_not_torn_at_its_hyphens():
    path = "/somewhere/of/mine/dist/kselect-0.1.0-py3-none-any.whl"
    assert path in table(["folder", "what"], [["kselect", f"there is no such folder: {path}"]])


@pytest.fixture
def bare(monkeypatch):
    """A kselect without skops and loky."""

    def version_of(package):
        if package in ("skops", "loky"):
            raise PackageNotFoundError(package)
        return "9"

    monkeypatch.setattr(machine, "version_of", version_of)


@pytest.mark.usefixtures("bare")
def test_a_line_that_installs_stands_in_one_piece_however_long_it_is(kselect, monkeypatch):
    wheel = "/home/some body/Downloads/kselect/dist/kselect-0.1.0-py3-none-any.whl" * 2
    line = f"pip install '{wheel}[models]'"
    monkeypatch.setattr(machine, "adding", lambda _: line)
    said = kselect("doctor").stdout.splitlines()
    assert said[said.index(line) - 1] == "skops is added by"


@pytest.mark.usefixtures("bare")
def test_what_is_not_installed_stands_with_the_line_that_installs_it(kselect_json):
    said = kselect_json("doctor")
    assert said["skops"] == f"not installed: {adding('models')}"
    assert (said["loky"], said["plotly"]) == ("not installed", "9")


@pytest.mark.parametrize(
    ("states", "asked", "words"),
    [
        ([("there", True)], [], "kept in there"),
        (
            [("there", False)],
            [],
            "not compiled yet (kselect doctor --compile), will be kept in there",
        ),
        ([("", False)], [], "compiled in each process"),
        ([("there", False), ("there", True)], ["--compile"], "made in "),
        ([("there", True)], ["--compile"], "kept in there"),
    ],
)
def test_machine_code_is_made_where_that_is_asked_for(
    kselect_json, monkeypatch, states, asked, words
):
    left, called = list(states), []
    code = lambda: MachineCode(*(left.pop(0) if len(left) > 1 else left[0]))  # noqa: E731
    monkeypatch.setattr(first_calls, "machine_code", code)
    monkeypatch.setattr(first_calls, "first_calls", lambda: [lambda: called.append(1)])
    assert kselect_json("doctor", *asked)["machine code"].startswith(words)
    assert len(called) == len(asked)
