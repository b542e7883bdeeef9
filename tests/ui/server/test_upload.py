"""Files that people bring are found again by their content, and never fill the disk."""

import json
import os
from hashlib import sha256

import pytest

from kselect_core.errors import DataError
from kselect_ui.server import upload, upload_files
from kselect_ui.server.upload import Accepted, UploadStore
from tests.browser.conftest import serving
from tests.ui.visit import slowest_health


@pytest.fixture
def store(tmp_path):
    return UploadStore(lambda: tmp_path / "uploads", bound=100)


def record(file, digest="d" * 64, **changes):
    return Accepted(digest, file, "mine", **changes)


def test_a_file_is_found_by_its_content_also_by_another_server(store, tmp_path):
    digest = store.keep(b"a,b\n1,2\n", "mine.csv")
    other = UploadStore(lambda: tmp_path / "uploads")
    assert other.content(digest) == b"a,b\n1,2\n"
    assert other.name(digest) == "mine.csv"
    assert other.find(digest[:12]) == digest


def test_the_same_content_is_kept_once(store, tmp_path):
    assert store.keep(b"x", "a.csv") == store.keep(b"x", "b.csv")
    assert len(list((tmp_path / "uploads").glob("*.table"))) == 1


@pytest.mark.parametrize("name", ["../../etc/passwd", "<img src=x onerror=alert(1)>.csv", "a\0b"])
def test_a_name_is_kept_as_text_and_never_as_a_path(store, tmp_path, name):
    digest = store.keep(b"x", name)
    assert store.name(digest) == name
    assert {p.parent for p in tmp_path.rglob("*.*")} == {tmp_path / "uploads"}


@pytest.mark.parametrize("digest", ["", "../../etc/passwd", "f" * 63, "F" * 64])
def test_what_is_no_digest_finds_nothing(store, digest):
    assert store.content(digest) is None
    assert store.accepted(digest) is None


def test_a_short_or_unknown_start_finds_nothing(store):
    digest = store.keep(b"x", "a")
    assert store.find(digest[:7]) is None
    assert store.find("0" * 12) is None


def test_a_file_beyond_the_limit_is_refused_with_the_limit(store, monkeypatch):
    monkeypatch.setattr(upload, "largest", lambda: 10)
    with pytest.raises(DataError, match="Take a sample"):
        store.keep(b"x" * 11, "big.csv")


def test_the_oldest_files_go_when_the_bound_is_reached(store, tmp_path):
    first = store.keep(b"1" * 60, "first")
    os.utime(tmp_path / "uploads" / f"{first}.table", (1, 1))
    second = store.keep(b"2" * 60, "second")
    assert store.content(first) is None
    assert store.content(second) == b"2" * 60


def test_a_file_that_a_data_set_is_made_from_never_goes(store, tmp_path):
    first = store.keep(b"1" * 60, "first")
    store.accept(record(first))
    os.utime(tmp_path / "uploads" / f"{first}.table", (1, 1))
    second = store.keep(b"2" * 60, "second")
    os.utime(tmp_path / "uploads" / f"{second}.table", (2, 2))
    store.keep(b"3" * 60, "third")
    assert store.content(first) == b"1" * 60
    assert store.content(second) is None
    assert store.every_accepted() == (record(first),)


def test_tables_in_use_that_fill_the_folder_are_not_lost_to_another_one(store):
    first = store.keep(b"1" * 100, "first")
    store.accept(record(first))
    with pytest.raises(DataError, match="make room"):
        store.keep(b"2" * 60, "second")
    assert store.content(first) == b"1" * 100


def test_a_file_that_was_changed_on_the_disk_is_no_file(store, tmp_path):
    digest = store.keep(b"a,b\n1,2\n", "mine.csv")
    (tmp_path / "uploads" / f"{digest}.table").write_bytes(b"a,b\n1,3\n")
    assert store.content(digest) is None


def test_what_is_only_in_memory_is_told_and_written_when_there_is_room(tmp_path, monkeypatch):
    monkeypatch.setattr(upload_files, "TRY_AGAIN", -1.0)
    (tmp_path / "uploads").write_text("a file where the folder should be")
    store = UploadStore(lambda: tmp_path / "uploads")
    digest = store.keep(b"content", "mine.csv")
    store.accept(record(digest))
    assert "exists" in store.unkept()
    (tmp_path / "uploads").unlink()
    assert store.unkept() == ""
    other = UploadStore(lambda: tmp_path / "uploads")
    assert other.content(digest) == b"content"
    assert other.every_accepted() == (record(digest),)


def test_the_newest_file_stays_even_beyond_the_bound(store):
    digest = store.keep(b"3" * 200, "large")
    assert store.content(digest) is not None


def test_an_accepted_data_set_comes_back_with_its_answers(store):
    file = store.keep(b"x", "mine.csv")
    made = record(file, answers=(("label", "class"), ("missing", "median")))
    store.accept(made)
    assert store.accepted("d" * 64) == made
    assert store.every_accepted() == (made,)


def test_an_accepted_data_set_whose_file_is_gone_is_not_offered(store):
    store.accept(record("e" * 64))
    assert store.accepted("d" * 64) is None
    assert store.every_accepted() == ()


WHOLE = {"digest": "d" * 64, "file": sha256(b"x").hexdigest(), "name": "mine", "answers": []}


@pytest.mark.parametrize(
    "content",
    [
        *("", "[]", "{}", "3", '"text"', '{"answers": 3}', '{"answers": [], "x": 1}'),
        json.dumps(WHOLE | {"name": ["mine"]}),
        json.dumps(WHOLE | {"test": 7}),
        json.dumps(WHOLE | {"digest": "e" * 64}),
        json.dumps(WHOLE | {"answers": [["rows", {"most": 3}]]}),
    ],
)
def test_a_torn_record_is_no_record_and_hides_no_other(store, tmp_path, content):
    file = store.keep(b"x", "mine.csv")
    store.accept(Accepted("a" * 64, file, "mine"))
    (tmp_path / "uploads" / f"{'d' * 64}.accepted").write_text(content)
    assert store.accepted("d" * 64) is None
    assert [record.digest for record in store.every_accepted()] == ["a" * 64]


def test_memory_holds_the_file_where_nothing_can_be_written(tmp_path, monkeypatch):
    (tmp_path / "uploads").write_text("a file where the folder should be")
    store = UploadStore(lambda: tmp_path / "uploads")
    digest = store.keep(b"content", "mine.csv")
    store.accept(record(digest))
    assert store.content(digest) == b"content"
    assert store.find(digest[:8]) == digest
    assert store.every_accepted() == (record(digest),)
    monkeypatch.setattr(upload_files, "IN_MEMORY", 300)
    with pytest.raises(DataError, match="memory for tables is full"):
        store.keep(b"x" * 250, "next.csv")
    assert store.content(digest) == b"content"


def test_the_server_answers_while_it_reads_files_that_hang_or_take_memory(tmp_path):
    said = []
    with serving(tmp_path, "tests/ui/bomb_page.py") as address:
        bombs = ("holds the interpreter", "takes memory")
        slowest = slowest_health(address, [({"does": does}, said) for does in bombs])
    assert "longer than 1.2 seconds" in " ".join(said)
    assert "of memory and was stopped" in " ".join(said)
    assert slowest < 0.5  # it would wait for the whole reading


def test_what_another_visitor_is_refused_at_this_moment_does_not_matter(monkeypatch):
    known = {}

    class Until(float):
        def __lt__(self, now):
            known["e" * 64, "{}", str(len(known))] = (now, "It will not be read.")
            return False

    known["f" * 64, "{}", ""] = (Until(), "It will not be read.")
    monkeypatch.setattr(upload, "refused", lambda: known)
    assert upload.read("f" * 64, "{}").error == "It will not be read."


def test_what_was_refused_is_not_tried_again_for_a_while(monkeypatch):
    tried = []

    def fails(*given):
        tried.append(given)
        raise DataError("It will not be read.")

    monkeypatch.setattr(upload, "_read", fails)
    assert [upload.read("f" * 64, "{}").error for _ in range(2)] == ["It will not be read."] * 2
    assert len(tried) == 1
    upload.refused().clear()  # as after each file of tests
    monkeypatch.setattr(upload, "REFUSED_FOR", -1.0)
    for _ in range(2):
        upload.read("f" * 64, "{}")
    assert len(tried) == 3
