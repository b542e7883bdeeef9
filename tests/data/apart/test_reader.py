"""A reader apart reads what the one here reads, and whatever happens to it is told in words."""

import io
import os
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import replace

import numpy as np
import psutil
import pytest

from kselect_core.data.apart import carried, child, reader as apart
from kselect_core.data.apart.reader import Reader
from kselect_core.data.set.dataset import Dataset
from kselect_core.data.table.preview import Preview, preview
from kselect_core.errors import BusyError, DataError, UnknownNameError
from tests.bad import corpus
from tests.collection import mostly_at_night
from tests.lost.left import until
from tests.lost.server import alive

GOOD = corpus.table().encode()
FILES = [
    "table.txt", "semicolon.csv", "no_header.csv", "empty.csv", "decimal_comma.csv",
    "utf16_bom.csv", "gzip.csv.gz", "header_emoji.csv",
]  # fmt: skip
SAME = Preview(encoding="utf-8")


@pytest.fixture(scope="module")
def reader():
    made = Reader()
    yield made
    made.close()


@pytest.fixture(scope="module")
def odd():
    made = Reader(1.0, 2**29, most=2, patience=0.1, module="tests.data.odd_child")
    made.warm()
    yield made
    made.close()


def bytes_of(content):
    return content if isinstance(content, bytes) else content.encode()


def same(first, second):
    assert replace(first, dataset=None) == replace(second, dataset=None)
    assert (first.dataset is None) == (second.dataset is None)
    if first.dataset is not None:
        assert first.dataset.digest == second.dataset.digest
        assert first.dataset.report == second.dataset.report
        assert first.dataset.name == second.dataset.name


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_apart_as_it_is_here(reader, name):
    content = bytes_of(corpus.files()[name])
    same(reader.preview(content, name=name), preview(content, name=name))


def test_answers_reach_the_reader_apart(reader):
    answers = {"drop": ("b",), "label": "label", "positive": "n"}
    same(reader.preview(GOOD, **answers), preview(GOOD, **answers))


def test_several_classes_and_numbers_to_predict_come_back_as_they_are(reader):
    rows = [f"{i % 7}.5,{'abc'[i % 3]},{i * 0.37}" for i in range(30)]
    content = "\n".join(["x,kind,target", *rows]).encode()
    for label in ("kind", "target"):
        seen = reader.preview(content, label=label)
        same(seen, preview(content, label=label))
        assert seen.dataset.y.dtype == preview(content, label=label).dataset.y.dtype


def test_wrong_options_are_refused_as_they_are_here(reader):
    with pytest.raises(UnknownNameError, match="labels"):
        reader.preview(GOOD, labels="x")


def test_a_file_above_the_limit_is_refused_before_it_is_sent(reader):
    with pytest.raises(DataError, match="the limit is 200 MB"):
        reader.preview(bytes(200_000_001))


def test_a_large_file_has_a_process_of_its_own_with_more_time(monkeypatch):
    monkeypatch.setattr(apart, "MOST_BYTES", len(GOOD) - 1)
    monkeypatch.setattr(apart, "LARGER", 200)
    monkeypatch.setattr(apart, "busy", lambda: 1.0)
    short = Reader(0.3, 2**29, module="tests.data.odd_child")
    monkeypatch.setattr(short, "warm", lambda: None)
    assert short.preview(GOOD, name="naps").dataset is not None  # for half a second
    assert short.processes() == []


def test_a_process_is_used_again_and_one_waits(reader):
    reader.preview(GOOD)
    before = reader.processes()
    reader.preview(GOOD)
    assert set(reader.processes()) == set(before)


HOSTILE = {
    "sleeps": "longer than 1 seconds",
    "holds the interpreter": "longer than 1 seconds",
    "takes memory": "more than 0.5 GB of memory",
    "aborts": "ended (status -6)",
    "fails": "failed on this one",
    "babbles": "The reader sent",
    "writes": "failed on this one",
}


@pytest.mark.parametrize(
    "name", mostly_at_night(HOSTILE, lambda name: name not in {"sleeps", "fails", "babbles"})
)
def test_whatever_a_reader_does_is_told_in_words_and_the_next_file_is_read(odd, name, tmp_path):
    content = str(tmp_path / "written").encode() if name == "writes" else GOOD
    with pytest.raises(DataError) as caught:
        odd.preview(content, name=name)
    assert HOSTILE[name] in str(caught.value)
    assert "Traceback" not in str(caught.value)
    assert not list(tmp_path.glob("*")) or (tmp_path / "written").stat().st_size == 0
    assert odd.preview(GOOD).dataset is not None


def test_other_files_are_read_while_one_hangs_and_one_too_many_is_told_to_wait(monkeypatch):
    asked = after_each_request(monkeypatch, lambda _: None)
    reader = Reader(seconds=30, most=2, patience=0.1, module="tests.data.odd_child")
    told = []
    threads = [
        threading.Thread(target=lambda: told.append(refused(reader, "sleeps"))) for _ in range(2)
    ]
    threads[0].start()
    until(lambda: len(asked) == 1)
    assert reader.preview(GOOD).dataset is not None
    threads[1].start()
    until(lambda: len(asked) == 3)
    with pytest.raises(BusyError, match="Try again"):
        reader.preview(GOOD)
    reader.close()
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # another may have ended this moment
            if "tests.data.odd_child" in process.cmdline() and "30" in process.cmdline():
                process.kill()
    for thread in threads:
        thread.join()
    assert len(told) == 2


def after_each_request(monkeypatch, then):
    """Do something with the stream to a reader when it was asked; a list of what that gave."""
    gave = []

    def sent(stream, *message):
        carried.send(stream, *message)
        gave.append(then(stream))

    monkeypatch.setattr(apart, "send", sent)
    return gave


def refused(reader, name):
    with pytest.raises(DataError) as caught:
        reader.preview(GOOD, name=name)
    return str(caught.value)


def test_a_process_killed_while_it_waits_is_replaced(odd):
    odd.preview(GOOD)
    for number in odd.processes():
        psutil.Process(number).kill()
    until(lambda: not odd.processes())
    assert odd.preview(GOOD).dataset is not None


def test_a_process_killed_while_it_reads_is_told_in_words(odd, monkeypatch):
    odd.preview(GOOD)
    numbers = odd.processes()
    after_each_request(monkeypatch, lambda _: [psutil.Process(n).kill() for n in numbers])
    assert "ended (status -9)" in refused(odd, "sleeps")


def waiting_bytes(stream):
    """How many bytes nobody has read yet."""
    fcntl, termios = map(pytest.importorskip, ("fcntl", "termios"))  # not on Windows
    return struct.unpack("i", fcntl.ioctl(stream, termios.FIONREAD, b"\0" * 4))[0]


def test_what_is_written_while_a_file_is_read_ends_nothing(monkeypatch):
    """The system may tell of a write only after what was written has been read."""

    def late(stream):
        until(lambda: waiting_bytes(stream) == 0)
        return os.write(stream.fileno(), b"\0")

    came = after_each_request(monkeypatch, late)
    made = Reader(module="tests.data.odd_child")
    try:
        assert made.preview(GOOD, name="naps").dataset is not None
        assert came == [1]
    finally:
        made.close()


PARENT = """
import sys, threading, time
from kselect_core.data.apart.reader import Reader, busy
reader = Reader(module="tests.data.odd_child", seconds=60)
def at_once(*names):
    threads = [
        threading.Thread(target=reader.preview, args=(b"x",), kwargs={"name": name}, daemon=True)
        for name in names
    ]
    [thread.start() for thread in threads]
    return threads
[thread.join() for thread in at_once("warm", "warm too")]
at_once("holds the interpreter", "sleeps")
time.sleep(0.5)
reader.warm()
print("asked", flush=True)
time.sleep(60)
"""


def test_no_process_outlives_the_one_that_asks():
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE)
    parent.stdout.readline()
    children = psutil.Process(parent.pid).children()
    assert len(children) >= 2
    parent.kill()
    parent.communicate()
    until(lambda: not alive(children))


def test_a_closed_reader_leaves_no_process():
    made = Reader()
    made.warm()
    (number,) = made.processes()
    made.close()
    assert not psutil.pid_exists(number)
    assert made.processes() == []


def message(plain, blocks=()):
    stream = io.BytesIO()
    carried.send(stream, plain, blocks)
    return stream.getvalue()


@pytest.mark.parametrize(
    "sent",
    [
        b"\xff" * 8,
        (7).to_bytes(8, "big") + b"[1,2,3]",
        (4).to_bytes(8, "big") + b"nope",
        (14).to_bytes(8, "big") + b'{"sizes":[-1]}',
        message({}, [b"too large"]),
    ],
)
def test_what_is_no_message_is_refused(sent):
    with pytest.raises(DataError, match="The reader sent"):
        carried.receive(io.BytesIO(sent), 8)


def test_a_message_that_is_cut_is_the_end():
    with pytest.raises(EOFError):
        carried.receive(io.BytesIO(message({"a": 1}, [b"abc"])[:-1]), 8)


@pytest.mark.parametrize(
    "change",
    [
        {"report": 3},
        {"unknown": 1},
        {"dataset": {"shape": [1]}},
        {"dataset": {"shape": [3, 3], "report": []}},
    ],
)
def test_what_is_no_preview_is_refused(change):
    plain, blocks = carried.packed(preview(GOOD))
    with pytest.raises(DataError):
        carried.unpacked(plain | change, blocks)


def test_a_data_set_goes_there_and_back():
    data = Dataset.from_arrays(np.arange(12.0).reshape(6, 2), np.array([0, 1, 2] * 2))
    plain, blocks = carried.packed(replace(SAME, dataset=data))
    sent, numbers = carried.receive(io.BytesIO(message(plain, blocks)), 1000)
    same(carried.unpacked(sent, numbers), replace(SAME, dataset=data))


def out_of_memory(*_, **__):
    raise MemoryError


def wrong(*_, **__):
    raise ValueError("a bug")


def test_a_child_answers_with_a_preview_or_says_why_not():
    asked = {"name": "x", "options": {"drop": ["b"]}}
    answer, blocks = child.answered(asked, [GOOD], preview)
    same(carried.unpacked(answer["preview"], blocks), preview(GOOD, name="x", drop=("b",)))
    assert child.answered(asked, [GOOD], out_of_memory) == ({"memory": True}, [])
    assert "a bug" in child.answered(asked, [GOOD], wrong)[0]["broken"]
    unknown = {"name": "x", "options": {"labels": "b"}}
    assert "labels" in child.answered(unknown, [GOOD], preview)[0]["error"]
