"""Compiled functions work where their machine code can be kept, and where it cannot."""

import importlib.util

import numba
import pytest

from kselect_core.linalg.machine import compiled as module


def doubled(x):
    return 2 * x


@pytest.fixture
def said(logged):
    """What is logged, in a process that has said nothing yet."""
    module.tell.cache_clear()
    yield logged
    module.tell.cache_clear()


def test_a_compiled_function_gives_what_the_function_gives():
    assert module.compiled(doubled)(21) == doubled(21)


def test_without_a_place_for_the_machine_code_it_is_compiled_all_the_same(monkeypatch, said):
    def nowhere(_):
        raise RuntimeError("cannot cache function: no locator available")

    monkeypatch.setattr(module, "KeptCode", nowhere)
    assert module.compiled(doubled)(21) == doubled(21)
    assert [record.getMessage().partition(":")[0] for record in said] == [
        "kselect compiles its loops (up to a minute), in each process, because no cache folder is "
        "writable"
    ]


def test_without_numba_the_function_is_left_as_it_is(monkeypatch):
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    assert module.compiled(doubled) is doubled


def loaded(path):
    """Module of a file, read again: its functions know no machine code but that on disk."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """File of a compiled function whose machine code is on disk."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    path = tmp_path / "tripling.py"
    path.write_text(
        "from kselect_core.linalg.machine.compiled import compiled\n"
        "@compiled\n"
        "def tripled(x):\n"
        "    return 3 * x\n"
    )
    assert loaded(path).tripled(2) == 6
    return path


def files(path, suffix):
    return sorted(path.parent.rglob(f"*.{suffix}"))


def test_machine_code_on_disk_is_used_again(kept, said):
    tripled = loaded(kept).tripled
    assert tripled(2) == 6
    assert sum(tripled.stats.cache_hits.values()) == 1
    assert said == []


def test_that_machine_code_is_made_is_said_once(kept, said):
    for kind in (2.0, 2j):  # two kinds of arguments that are not on disk
        loaded(kept).tripled(kind)
    (record,) = said
    assert "once on this computer; kselect doctor --compile does" in record.getMessage()


def test_whether_machine_code_is_there_is_known_without_loading_it(kept):
    assert vars(loaded(kept).tripled)["_cache"].is_there()
    for file in files(kept, "nbi"):
        file.write_bytes(b"half")
    assert not vars(loaded(kept).tripled)["_cache"].is_there()


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 0.95])
def test_half_a_file_of_machine_code_is_made_again(kept, suffix, share):
    (file,) = files(kept, suffix)
    whole = file.read_bytes()
    file.write_bytes(whole[: int(share * len(whole))])
    assert loaded(kept).tripled(2) == 6
    again = loaded(kept).tripled
    assert again(2) == 6
    assert sum(again.stats.cache_hits.values()) == 1


def test_a_disk_that_takes_nothing_does_not_matter(kept, monkeypatch):
    from numba.core.caching import IndexDataCacheFile

    def full(*_):
        raise OSError(28, "No space left on device")

    for file in files(kept, "nbi"):
        file.write_bytes(b"")
    monkeypatch.setattr(IndexDataCacheFile, "_save_index", full)
    assert loaded(kept).tripled(2) == 6


def test_the_first_page_does_not_wait_for_the_compiler():
    """The names from the smallest to the largest: one start of Python tells which is the first."""
    import subprocess
    import sys

    names = (
        *("kselect_core", "kselect_core.selection", "kselect_core.selection.places.cursor"),
        *("kselect_core.selection.points.perturbation", "kselect_ui.explore.page"),
    )
    code = "import sys\n" + "\n".join(
        f"import {name}\nif {{'numba', 'llvmlite'}} & {{*sys.modules}}: sys.exit({name!r})"
        for name in names
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
