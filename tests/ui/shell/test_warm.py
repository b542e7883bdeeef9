"""The server imports what the first page needs before anybody asks for it."""

import ast
import asyncio
import importlib.util
import re
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from kselect_ui import PAGES, ROUTER
from kselect_ui.shell import warm

ROOT = Path(__file__).parents[3]


TOGETHER = """
import sys, threading
from pathlib import Path
from kselect_ui.shell import loading

sys.setswitchinterval(0.0005)
threads = [threading.Thread(target=loading.load, args=(Path(one),)) for one in sys.argv[1:]]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_two_pages_that_load_for_the_first_time_at_the_same_moment_do_not_fail(tmp_path):
    # the one begins inside a package, the other with the whole of it: each has what both need
    inside, whole = tmp_path / "inside.py", tmp_path / "whole.py"
    inside.write_text("import kselect_ui.explore.page\n")
    lines = ROUTER.read_text(encoding="utf-8") + (PAGES / "learn.py").read_text(encoding="utf-8")
    whole.write_text("\n".join(re.findall(r"^(?:from|import) .+$", lines, re.MULTILINE)))
    done = subprocess.run(
        [sys.executable, "-c", TOGETHER, inside, whole],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""


def test_a_script_is_read_and_what_it_imports_is_loaded_once(tmp_path):
    script = tmp_path / "page.py"
    script.write_text("import json.tool\nfrom xml.dom import minidom as m\nraise SystemExit\n")
    program = f"""
import sys
from pathlib import Path
from kselect_ui.shell.loading import load
load(Path({str(script)!r}))
assert {{"json.tool", "xml.dom.minidom"}} <= set(sys.modules)
Path({str(script)!r}).unlink()
load(Path({str(script)!r}))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""


def test_every_page_is_among_those_that_are_loaded():
    pages = {path for path in PAGES.glob("*.py") if path.stem != "__init__"}
    assert pages | {ROUTER} == {*warm.FIRST, *warm.OTHERS}


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


def garbage(told):
    """What looks for garbage; it only writes down how seldom it is to do so."""
    return SimpleNamespace(
        collect=bool,
        freeze=bool,
        get_threshold=lambda: (700, 10, 10),
        set_threshold=lambda *numbers: told.append(numbers),
    )


def test_the_server_does_not_wait_for_them_but_the_first_page_does(monkeypatch):
    asked, let_go, done = threading.Event(), threading.Event(), threading.Event()
    served, seldom = [], []

    def slow(script):
        assert script in warm.FIRST + warm.OTHERS
        asked.set()
        assert let_go.wait(10)

    async def app(scope, _receive, _send):
        served.append(scope["type"])

    async def started():
        usual = sys.getswitchinterval()
        one = warm.Warm()
        held = one.hold(app)
        async with one.lifespan(None):
            assert sys.getswitchinterval() < usual  # what is ready is sent while a page computes
            assert seldom == [warm.COLLECT]
            assert await asyncio.to_thread(asked.wait, 10)
            page = asyncio.create_task(held({"type": "websocket"}, None, None))
            await held({"type": "http"}, None, None)
            assert served == ["http"]
            let_go.set()
            await page
            assert served == ["http", "websocket"]
            assert await asyncio.to_thread(done.wait, 10)  # it would go on in the next test
        assert (sys.getswitchinterval(), seldom[1:]) == (usual, [(700, 10, 10)])

    monkeypatch.setattr(warm, "load", slow)
    monkeypatch.setattr(warm, "load_loops", done.set)
    monkeypatch.setattr(warm, "gc", garbage(seldom))
    monkeypatch.setattr(warm, "LATER", 0.0)
    monkeypatch.setattr(warm, "SETTLED", 0.0)
    asyncio.run(started())


def test_a_page_that_cannot_be_loaded_keeps_nobody_waiting(monkeypatch):
    called = []

    def broken(script):
        raise ImportError(script)

    monkeypatch.setattr(warm, "load", broken)
    with pytest.raises(ImportError):
        warm.prepare(SimpleNamespace(call_soon_threadsafe=called.append), "ready")
    assert called == ["ready"]


@pytest.mark.parametrize(("stands", "pause"), [(True, [warm.SETTLED]), (False, [])])
def test_the_other_pages_are_loaded_when_the_first_one_stands_and_their_loops_much_later(
    monkeypatch, stands, pause
):
    order = []

    def wait(seconds):
        order.append(seconds)
        return stands

    module = SimpleNamespace(begin=lambda _loop: order.append("tidying"))
    monkeypatch.setattr(warm, "load", order.append)
    monkeypatch.setattr(warm, "import_module", {warm.TIDYING: module}.__getitem__)
    monkeypatch.setattr(warm, "drawn", SimpleNamespace(wait=wait))
    monkeypatch.setattr(warm, "time", SimpleNamespace(sleep=order.append))  # not of other threads
    settling = SimpleNamespace(collect=bool, freeze=lambda: order.append("settled"))
    monkeypatch.setattr(warm, "gc", settling)
    monkeypatch.setattr(warm, "load_loops", lambda: order.append("loops"))
    warm.prepare(SimpleNamespace(call_soon_threadsafe=order.append), "ready")
    begun = [*warm.FIRST, "ready", "tidying", warm.LATER]
    last = [*warm.OTHERS, "settled", warm.LATER, "loops", "settled"]
    assert order == [*begun, *pause, *last]
    assert warm.LATER >= 10
    assert warm.SETTLED >= 1


def test_every_loop_is_called_once_with_a_pause_after_each(monkeypatch):
    called = []
    module = SimpleNamespace(first_calls=lambda: [lambda k=k: called.append(k) for k in range(3)])
    monkeypatch.setattr(warm, "import_module", {warm.COMPILED: module}.__getitem__)
    monkeypatch.setattr(warm, "PAUSE", 0.0)
    warm.load_loops()
    assert called == [0, 1, 2]


def test_the_module_of_the_compiled_loops_exists():
    assert importlib.util.find_spec(warm.COMPILED) is not None
