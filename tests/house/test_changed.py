"""What changed is found, and so are its tests: by the name of the module, and by who imports it."""

import subprocess

import pytest

from tests import changed
from tests.changed import changed_files, selection

TEXTS = {
    "tests/test_errors.py": "",
    "tests/docs/test_docs.py": "",
    "tests/selection/examples.py": "from kselect_core.selection.sweep.cube import grid_of\n",
    "tests/selection/sweep/test_cube.py": "",
    "tests/selection/sweep/classes/test_cube.py": "",
    "tests/plotting/test_cube.py": "",
    "tests/selection/test_cube.py": "",
    "tests/plotting/test_maps.py": "from kselect_core.selection.sweep import cube, rows\n",
    "tests/plotting/test_bars.py": "import kselect_core.selection.cubes\n",
    "tests/lost/test_left.py": "from kselect_core.selection.sweep.cube import grid_of\n",
    "tests/pages/test_sweep.py": "from tests.selection.examples import small\n",
    "tests/ui/test_sweep.py": "",
    "tests/views/test_views.py": "",
}


@pytest.fixture
def repository(tmp_path):
    """Give a folder under version control, and what carries out git there."""

    def git(*words):
        names = ("-c", "user.name=n", "-c", "user.email=n@example.invalid")
        subprocess.run(["git", *names, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    for name in ("same.py", "old é.py", "gone.py"):
        (tmp_path / name).write_text("first")
    git("add", ".")
    git("commit", "-m", "first")
    return tmp_path, git


def test_changed_is_what_the_last_commit_has_otherwise_or_not_at_all(repository):
    folder, git = repository
    assert changed_files(folder) == []
    (folder / "old é.py").write_text("second")
    (folder / "staged.py").write_text("new")
    git("add", "staged.py")
    (folder / "new.py").write_text("new")
    (folder / "gone.py").unlink()
    assert changed_files(folder) == ["gone.py", "new.py", "old é.py", "staged.py"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (
            "kselect_core/selection/sweep/cube.py",
            [
                *(
                    "tests/selection/sweep/test_cube.py",
                    "tests/selection/sweep/classes/test_cube.py",
                ),
                "tests/plotting/test_maps.py",
            ],
        ),
        ("kselect_core/selection/sweep/rows.py", ["tests/plotting/test_maps.py"]),
        ("kselect_core/errors.py", ["tests/test_errors.py"]),
        ("kselect_core/views/design/designs.py", ["tests/views/test_views.py"]),
        ("kselect_ui/sweep.py", ["tests/ui/test_sweep.py"]),
        ("kselect_ui/pages/sweep.py", ["tests/pages/test_sweep.py"]),
        ("tests/selection/examples.py", ["tests/pages/test_sweep.py"]),
        ("tests/lost/test_left.py", ["tests/lost/test_left.py"]),
        ("docs/notation.md", ["tests/docs/test_docs.py"]),
        ("kselect_core/selection/__init__.py", []),
        ("LICENSE", []),
    ],
)
def test_the_tests_of_a_file_carry_its_name_or_import_it(path, expected):
    assert selection([path], TEXTS) == (set(expected), 0)


def test_tests_that_only_import_a_module_of_everybody_are_left_to_a_whole_run():
    many = {f"tests/data/test_{k}.py": "import kselect_core.errors\n" for k in range(99)}
    assert selection(["kselect_core/errors.py"], TEXTS | many) == ({"tests/test_errors.py"}, 99)


@pytest.mark.parametrize(("status", "expected"), [(0, 0), (1, 1), (5, 0)])
def test_pytest_is_given_the_tests_of_what_changed(monkeypatch, status, expected):
    monkeypatch.setattr(changed, "changed_files", lambda _: ["tests/changed.py"])
    given = []
    monkeypatch.setattr(changed.pytest, "main", lambda words: given.append(words) or status)
    assert changed.main(["-x"]) == expected
    assert given[0][-2:] == ["tests/house/test_changed.py", "-x"]
    assert "not browser and not nightly and not slow" in given[0]


def test_where_nothing_changed_nothing_is_tested(monkeypatch, capsys):
    monkeypatch.setattr(changed, "changed_files", lambda _: [])
    monkeypatch.setattr(changed.pytest, "main", lambda _: pytest.fail("there is nothing to test"))
    assert changed.main([]) == 0
    assert "0 files changed" in capsys.readouterr().out
