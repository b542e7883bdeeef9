"""The wheel, installed outside the project with what the library needs and no more."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

import kselect

ROOT = Path(__file__).parents[2]
PACKAGES = ("kselect", "kselect_core", "kselect_ui")
SEARCH = """
from importlib.util import find_spec
import kselect
names = ("streamlit", "itsdangerous", "distributed", "kaleido", "skops", "pages", "sample_data")
print(kselect.__file__, [name for name in names if find_spec(name)])

from kselect import KernelClassifierSearch, load_dataset
data = load_dataset("two_moons")
search = KernelClassifierSearch(param_grid={"gamma": [0.1, 1.0], "alpha": [0.1]}, criterion="loo")
search.fit(data.X, data.y)
print(search.best_params_, set(search.predict(data.X)) == set(data.y))
"""


def run(*command, status=0, **variables):
    """Run a command; what it printed, and what it said besides."""
    around = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    around.pop("VIRTUAL_ENV", None)
    done = subprocess.run(
        [str(word) for word in command],
        cwd=variables.pop("cwd", ROOT),
        env=around | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    uv = (sys.executable, "-m", "uv")
    here = ("--no-build-isolation", "--python", sys.executable)
    run(*uv, "build", "--wheel", "--offline", *here, "--out-dir", folder, ROOT)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """Folder of an environment with the locked packages of the library and the wheel."""
    place = tmp_path_factory.mktemp("environment") / "env"
    uv = (sys.executable, "-m", "uv")
    python = ("--python", sys.executable)
    locked = ("--frozen", "--no-install-project", "--no-default-groups")
    run(*uv, "sync", *locked, *python, UV_PROJECT_ENVIRONMENT=str(place))
    bring_what_is_compiled(place)
    run(*uv, "pip", "install", "--offline", "--no-deps", "--python", place, wheel)
    return place


def bring_what_is_compiled(place):
    """Compiled modules of packages that are here as well: to compile them anew takes seconds."""
    there = Path(sysconfig.get_path("purelib", "venv", vars={"base": str(place)}))
    here = Path(sysconfig.get_path("purelib"))
    for package in there.iterdir():
        for compiled in (here / package.name).rglob("__pycache__/*.pyc"):
            goal = there / compiled.relative_to(here)
            goal.parent.mkdir(exist_ok=True)
            shutil.copy(compiled, goal)


@pytest.fixture
def installed(environment, tmp_path):
    """Run a program of the environment, in a folder and with a home of its own."""

    def program(name, *words, status=0):
        folder = environment / ("Scripts" if os.name == "nt" else "bin")
        return run(folder / name, *words, status=status, cwd=tmp_path, KSELECT_HOME=str(tmp_path))

    return program


def test_the_wheel_holds_our_packages_with_their_types_and_nothing_beside_them(wheel):
    with ZipFile(wheel) as whole:
        names = whole.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert tops == {*PACKAGES, f"kselect-{kselect.__version__}.dist-info"}
    assert {f"{package}/py.typed" for package in PACKAGES} <= set(names)


def test_a_package_index_shows_no_link_that_leads_nowhere(wheel):
    with ZipFile(wheel) as whole:
        (name,) = (name for name in whole.namelist() if name.endswith("/METADATA"))
        text = whole.read(name).decode()
    assert "# kselect\n" in text
    assert re.findall(r"\]\((?!https?:)[^)]*\)", text) == []


def test_a_search_runs_where_no_app_is(installed, environment):
    found, best = installed("python", "-c", SEARCH)[0].splitlines()
    assert found.startswith(str(environment))
    assert found.endswith(" []")
    assert best == "{'gamma': 1.0, 'alpha': 0.1} True"


def test_the_command_says_its_version_and_how_the_app_is_added(installed, wheel):
    assert installed("kselect", "--version")[0] == f"kselect {kselect.__version__}\n"
    said = installed("kselect", "app", status=1)[1]
    assert said.startswith(
        f"kselect: The app is not installed here: pip install '{wheel}[app]' adds"
    )
    assert len(said.splitlines()) == 1
