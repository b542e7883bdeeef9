"""How processes begin: side by side, with data of any size, whatever was imported before."""

import multiprocessing.context
import os
import pickle
import pickletools
import resource
import tempfile
from contextlib import contextmanager
from functools import partial

import joblib  # noqa: F401  (puts a context of its own in the place of loky's)
import pytest

from kselect_core.selection.sweep.launching import Worker
from kselect_core.selection.sweep.pool import FirstAct, worker_pool

PIPE = 65_536  # bytes that a pipe holds
NUMBERS = list(range(100_000))


class Spawning:
    """A process that is just being started: it is given open files."""

    def __init__(self):
        self.files = []

    def duplicate_for_child(self, file):
        """Return the number under which the process will have an open file."""
        self.files.append(os.dup(file))
        return self.files[-1]


@pytest.fixture
def spawning():
    process = Spawning()
    multiprocessing.context.set_spawning_popen(process)
    yield process
    multiprocessing.context.set_spawning_popen(None)


def keep(numbers):
    keep.kept = numbers


def kept(_):
    return len(keep.kept)


def is_open(file):
    try:
        os.fstat(file)
    except OSError:
        return False
    return True


def test_each_process_finds_all_its_data_though_little_goes_through_the_pipe(spawning):
    act = FirstAct(partial(sorted, NUMBERS))
    for _ in range(3):
        sent = pickle.dumps(act)
        assert len(sent) < 1000
        assert pickle.loads(sent)() == NUMBERS  # noqa: S301 (our own)
    assert len(spawning.files) == 3
    assert not any(map(is_open, spawning.files))


def test_nothing_stays_of_a_first_act(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    act = FirstAct(partial(sorted, NUMBERS))
    file = act._file  # noqa: SLF001
    assert is_open(file)
    assert os.fstat(file).st_size > 200_000
    assert list(tmp_path.iterdir()) == []
    del act
    assert not is_open(file)


@contextmanager
def no_folder():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", "/nowhere")
        yield


@contextmanager
def no_space():
    bounds = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, bounds[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, bounds)


@contextmanager
def windows():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "name", "nt")
        yield


@pytest.mark.parametrize("hindered", [no_folder, no_space, windows])
def test_without_a_file_a_process_reads_all_before_it_imports_for_it(spawning, hindered):
    """Else the pipe to it is full until then, and the next process is not begun."""
    with hindered():
        act = FirstAct(partial(keep, NUMBERS))
    sent = pickle.dumps(act)
    assert spawning.files == []
    code = [(op.name, value, place) for op, value, place in pickletools.genops(sent)]
    assert [value for name, value, _ in code if "UNICODE" in name] == ["_pickle", "loads"]
    (place,) = (place for name, _, place in code if name.startswith(("BINBYTES", "SHORT_BINBYTES")))
    assert len(sent) - place > PIPE
    found = pickle.loads(sent)  # noqa: S301 (our own)
    assert (found.func, found.args) == (keep, (NUMBERS,))


def test_processes_begin_with_their_data_also_where_joblib_was_imported_last():
    executor = worker_pool(2, partial(keep, NUMBERS))
    try:
        assert list(executor.map(kept, range(4))) == [len(NUMBERS)] * 4
        assert {type(p) for p in executor._processes.values()} == {Worker}  # noqa: SLF001
    finally:
        executor.shutdown(wait=True, kill_workers=True)
