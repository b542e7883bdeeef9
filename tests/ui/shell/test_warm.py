"""The server imports what the first page needs before anybody asks for it."""

import ast
import asyncio
import importlib.util
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

from kselect_ui.shell import warm

ROOT = Path(__file__).parents[3]


def test_the_modules_of_the_pages_exist():
    program = (
        "from kselect_ui.shell import warm; warm.import_all(warm.FIRST_PAGE + warm.OTHER_PAGES)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_every_page_starts_with_holds_nothing_of_a_single_page():
    tree = ast.parse((ROOT / "kselect_ui" / "shell" / "router.py").read_text(encoding="utf-8"))
    lines = [ast.unparse(n) for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
    program = "\n".join([*lines, "import sys", "print(*sys.modules)"])
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = {name for name in done.stdout.split() if name.startswith("kselect_")}
    assert "kselect_ui.sweep.switches" in loaded
    assert not loaded & {
        "kselect_core.selection.points.perturbation",
        "kselect_core.selection.places.worked",
        "kselect_ui.grid.builder",
        "kselect_ui.sweep.export",
        "kselect_ui.perturbation.page",
        "kselect_ui.svm.source",
    }


def test_the_server_does_not_wait_for_them(monkeypatch):
    asked, let_go, done = threading.Event(), threading.Event(), threading.Event()

    def slow(names):
        assert names in (warm.FIRST_PAGE, warm.OTHER_PAGES)
        asked.set()
        let_go.wait(10)

    async def started():
        usual = sys.getswitchinterval()
        async with warm.warm(None):
            assert sys.getswitchinterval() < usual  # what is ready is sent while a page computes
            assert asked.wait(10)
            assert not let_go.is_set()
        assert sys.getswitchinterval() == usual

    monkeypatch.setattr(warm, "import_all", slow)
    monkeypatch.setattr(warm, "load_loops", done.set)
    monkeypatch.setattr(warm, "LATER", 0.0)
    asyncio.run(started())
    let_go.set()
    assert done.wait(10)  # it would go on in the next test


def test_the_other_pages_and_their_loops_are_loaded_long_after_the_first_page(monkeypatch):
    order = []
    monkeypatch.setattr(warm, "import_all", order.append)
    monkeypatch.setattr(warm, "time", SimpleNamespace(sleep=order.append))  # not of other threads
    monkeypatch.setattr(warm, "load_loops", lambda: order.append("loops"))
    warm.prepare()
    assert order == [warm.FIRST_PAGE, warm.LATER, warm.OTHER_PAGES, "loops"]
    assert warm.LATER >= 10


def test_every_loop_is_called_once_with_a_pause_after_each(monkeypatch):
    called = []
    module = SimpleNamespace(first_calls=lambda: [lambda k=k: called.append(k) for k in range(3)])
    monkeypatch.setattr(warm, "import_module", {warm.COMPILED: module}.__getitem__)
    monkeypatch.setattr(warm, "PAUSE", 0.0)
    warm.load_loops()
    assert called == [0, 1, 2]


def test_the_module_of_the_compiled_loops_exists():
    assert importlib.util.find_spec(warm.COMPILED) is not None
