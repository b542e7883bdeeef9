"""The store when things go wrong: torn files, failing writes, no permission, other formats."""

import os
import shutil
import sqlite3
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from kselect_core.errors import StorageError
from kselect_core.results import storefile
from kselect_core.results.record import digest
from kselect_core.results.store import Store
from tests.results.store_examples import (
    DIGEST,
    EXAMPLES,
    FAILURE,
    OTHER_UNIT,
    PLAN,
    UNIT,
    record,
    write,
)

STORES = Path(__file__).parent / "stores"
UNITS = (UNIT, OTHER_UNIT)
NOBODY = 65534
KEY = bytes.fromhex(UNIT)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    return write(tmp_path_factory.mktemp("written") / "experiments.sqlite")


@pytest.fixture
def path(tmp_path, written):
    return shutil.copyfile(written, tmp_path / "experiments.sqlite")


def changed(path, statement, *values):
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement, values)
    connection.close()


def kept(store):
    return [found for unit in UNITS for found in store.records(unit)]


@pytest.mark.parametrize("stored", sorted(STORES.glob("version-*.sqlite")), ids=lambda p: p.stem)
def test_a_store_of_every_version_opens(stored, tmp_path):
    shutil.copyfile(stored, tmp_path / "old.sqlite")
    for read_only in (True, False):
        with Store(tmp_path / "old.sqlite", read_only=read_only) as store:
            assert digest(kept(store)) == DIGEST
            assert [r.seconds for r in kept(store)] == [0.25] * len(EXAMPLES)
            assert (store.plans(), store.failures(UNITS)) == ((PLAN,), (FAILURE,))
            assert store.damaged == 0


def test_the_store_of_the_present_version_is_among_them():
    assert (STORES / f"version-{storefile.VERSION}.sqlite").is_file()


def test_a_flipped_bit_is_refused_or_left_out_but_never_shown(tmp_path):
    raw, spoilt = (STORES / "version-1.sqlite").read_bytes(), tmp_path / "spoilt.sqlite"
    good = {(r.unit, r.task): repr(r) for r in EXAMPLES}
    rng = np.random.default_rng(1)
    said, left_out = [], 0
    for _ in range(100):
        position = int(rng.integers(len(raw)))
        flipped = bytearray(raw)
        flipped[position] ^= 1 << int(rng.integers(8))
        spoilt.write_bytes(flipped)
        try:
            with Store(spoilt, read_only=True) as store:
                found = kept(store)
                assert sum(store.count(UNITS).values()) == len(found) + store.damaged
                left_out += store.damaged  # any other that is missing counts as not finished
                assert store.plans() in {(), (PLAN,)}
                assert store.failures(UNITS) in {(), (FAILURE,)}
        except StorageError as error:
            said.append(str(error))
            continue
        assert all(good[r.unit, r.task] == repr(r) for r in found)
    assert said
    assert left_out > 20
    assert all("is damaged (" in words for words in said)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (KEY + b"\x07\x08", KEY + b"\x0f\x08", "row not in PRIMARY KEY order"),
        (b"tableplanplan", b"tablepl\xd7nplan", "names that make no sense"),
        (b"CREATE TABLE claim", b"CREATE TABLE clbim", "malformed database schema"),
    ],
    ids=["order", "name", "statement"],
)
def test_a_file_whose_order_or_names_are_damaged_is_refused(path, old, new, words):
    raw = path.read_bytes()
    assert raw.count(old) == 1
    path.write_bytes(raw.replace(old, new))
    with pytest.raises(StorageError, match=rf"is damaged \(.*{words}.*\)\. Move the file away"):
        Store(path)


def test_a_text_that_is_none_any_more_hides_no_other(path):
    with Store(path) as store:
        store.register(PLAN._replace(hash="56" * 32, protocol="another"))
    path.write_bytes(path.read_bytes().replace(b'name = "tiny"', b'name = "t\xffny"'))
    with Store(path) as store:
        assert [plan.protocol for plan in store.plans()] == ["another"]
        assert store.damaged == 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE content SET results = CAST('x' || substr(results, 2) AS BLOB) WHERE id = 4",
        "UPDATE content SET measured = zeroblob(8) WHERE id = 4",
        "UPDATE content SET checksum = zeroblob(32) WHERE id = 4",
        "UPDATE content SET versions = 7 WHERE id = 4",
        "UPDATE done SET content = 5 WHERE content = 4",
        "DELETE FROM content WHERE id = 4",
    ],
    ids=["results", "measured", "checksum", "versions", "another's content", "no content"],
)
def test_a_damaged_row_is_left_out_counted_and_can_be_mended(path, damage):
    changed(path, damage)
    with Store(path) as store:
        assert len(kept(store)) == len(EXAMPLES) - 1
        assert len(kept(store)) == len(EXAMPLES) - 1
        assert store.damaged == 1
        assert (store.mend(UNIT), store.mend(UNIT), store.mend(OTHER_UNIT)) == (1, 0, 0)
        assert (store.damaged, len(store.finished(UNIT))) == (0, 11)
        store.add(EXAMPLES)
        assert repr(kept(store)) == repr(list(EXAMPLES))
    raw = sqlite3.connect(path)
    assert raw.execute("SELECT count(*) FROM content").fetchone() == (len(EXAMPLES),)
    raw.close()


def test_damaged_plans_failures_versions_and_runners_are_not_believed(path):
    changed(path, "UPDATE plan SET contents = '{}'")
    changed(path, "UPDATE failure SET attempts = 3")
    changed(path, "UPDATE versions SET contents = '{}'")
    with Store(path) as store:
        store.enter(PLAN.hash)
        changed(path, "UPDATE runner SET since = 5.0")
        assert (store.plans(), store.failures(UNITS), store.versions(UNIT)) == ((), (), ())
        assert store.damaged == 2
        assert store.runners() == ()
        store.register(PLAN)
        store.fail(FAILURE)
        store.add([record(20)])
        assert (store.plans(), store.failures(UNITS)) == ((PLAN,), (FAILURE,))
        assert len(store.versions(UNIT)) == 1
        assert store.damaged == 0


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda p: changed(p, "PRAGMA user_version = 2"), "newer kselect .*format is 2.*Update"),
        (lambda p: changed(p, "PRAGMA application_id = 7"), "database of another program"),
        (lambda p: changed(p, "PRAGMA user_version = 0"), "database of another program"),
        (lambda p: p.write_text("a text " * 1000), "not a store of results"),
        (lambda p: p.write_bytes(p.read_bytes()[:9000]), "damaged"),
        (lambda p: (p.unlink(), p.mkdir()), "cannot be opened"),
        (lambda p: (p.unlink(), changed(p, "CREATE TABLE t (x)")), "another program"),
    ],
    ids=["newer", "another's", "no version", "text", "cut", "folder", "tables"],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_what_is_no_store_is_refused_with_words_and_left_alone(path, spoil, words, read_only):
    spoil(path)
    before = path.is_file() and path.read_bytes()
    if path.is_dir() and read_only:
        words = "no store of results at"
    with pytest.raises(StorageError, match=words) as caught:
        Store(path, read_only=read_only)
    assert str(path) in str(caught.value)
    assert (path.is_file() and path.read_bytes()) == before


def test_what_is_not_there_cannot_be_viewed(tmp_path):
    path = tmp_path / "experiments.sqlite"
    with pytest.raises(StorageError, match="no store of results at"):
        Store(path, read_only=True)
    assert not path.exists()
    path.touch()
    with pytest.raises(StorageError, match="holds no results yet"):
        Store(path, read_only=True)
    with Store(path) as store:  # the program died before it could make the tables
        store.add(EXAMPLES)


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="KSELECT_HOME"):
        Store(tmp_path / "file" / "experiments.sqlite")


def test_an_old_sqlite_is_refused(path, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(StorageError, match=r"SQLite 3\.37"):
        Store(path)


def test_a_program_that_holds_the_file_is_named_not_waited_for_for_ever(path, monkeypatch):
    monkeypatch.setattr(storefile, "PATIENCE", 0.05)
    with Store(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="Another program has been writing"):
            store.add([record(30)])
        assert digest(kept(store)) == DIGEST
        other.execute("ROLLBACK")
        other.close()
        store.add([record(30)])


def test_a_store_that_another_program_is_just_making_is_waited_for(tmp_path):
    """SQLite itself does not wait here: it says at once that the file is locked."""
    path = tmp_path / "experiments.sqlite"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    done = threading.Timer(0.2, other.execute, ["ROLLBACK"])
    done.start()
    with Store(path) as store:
        done.join()
        store.add([record(1)])
    other.close()


def test_a_store_that_another_program_never_finishes_is_not_waited_for_for_ever(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(storefile, "PATIENCE", 0.05)
    path = tmp_path / "experiments.sqlite"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="Another program has been writing"):
        Store(path)
    other.close()


@pytest.fixture
def public_folder():
    """Return a folder others may enter; pytest's own are closed to all but their user."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.fixture
def powerless():
    """Be a user whom permissions bind."""
    if sys.platform == "win32":
        pytest.skip("permissions are others there")
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    yield
    os.seteuid(0)


@pytest.fixture(params=["closed", "log left behind"])
def locked_store(request, public_folder):
    """Return a store in a folder where nothing may be written."""
    path = public_folder / "experiments.sqlite"
    with Store(path) as store:
        store.add(EXAMPLES[:7])
        store.register(PLAN)
    if request.param == "log left behind":
        with Store(path) as store:
            store.add(EXAMPLES)
            parts = {p: p.read_bytes() for p in public_folder.iterdir() if p.suffix != ".shm"}
        for part, content in parts.items():  # as a crash leaves them
            part.write_bytes(content)
        (public_folder / "experiments.sqlite-shm").unlink(missing_ok=True)
    for part in public_folder.iterdir():
        part.chmod(0o444)
    public_folder.chmod(0o555)
    return path, EXAMPLES if request.param == "log left behind" else EXAMPLES[:7]


@pytest.mark.usefixtures("powerless")
@pytest.mark.parametrize("read_only", [True, False])
def test_a_store_where_nothing_may_be_written_opens_for_viewing(locked_store, read_only):
    path, expected = locked_store
    before = sorted(path.parent.iterdir())
    with Store(path, read_only=read_only) as store:
        assert store.read_only
        assert repr(kept(store)) == repr(list(expected))
        assert store.runners() == ()
        with pytest.raises(StorageError, match="viewing only"):
            store.register(PLAN)
    assert sorted(path.parent.iterdir()) == before


@pytest.mark.usefixtures("powerless")
@pytest.mark.parametrize("locked_store", ["log left behind"], indirect=True)
def test_a_copy_for_viewing_is_removed_also_if_it_is_damaged(locked_store, monkeypatch):
    path, _ = locked_store
    copies = Path(tempfile.mkdtemp(dir=path.parent.parent))
    monkeypatch.setattr(tempfile, "tempdir", str(copies))
    with Store(path):
        (copy,) = copies.iterdir()
        assert (copy / path.name).is_file()
    assert list(copies.iterdir()) == []
    monkeypatch.setattr(storefile, "APPLICATION", 7)
    with pytest.raises(StorageError, match="another program"):
        Store(path)
    assert list(copies.iterdir()) == []
    copies.rmdir()


def test_a_store_can_be_closed_while_another_program_holds_the_file(path, monkeypatch):
    monkeypatch.setattr(storefile, "PATIENCE", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    with Store(path) as store:
        store.enter(PLAN.hash)
        other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="closed"):
        store.plans()
    other.close()


@pytest.fixture
def connections(monkeypatch):
    """Return the list of all connections that are made."""
    made, real = [], sqlite3.connect

    def connect(*place, **options):
        made.append(real(*place, **options))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", connect)
    return made


def test_what_is_written_is_on_the_disk_before_it_is_acknowledged(path, connections):
    with Store(path):
        (connection,) = connections
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_a_store_that_is_just_being_made_is_not_taken_for_a_foreign_one(tmp_path, monkeypatch):
    path, real, done = tmp_path / "s.sqlite", sqlite3.connect, []
    monkeypatch.setattr(storefile, "PATIENCE", 0.05)

    class Interrupted(sqlite3.Connection):
        def execute(self, statement, *values):
            if statement == "PRAGMA user_version" and not done:
                done.append(statement)
                with suppress(StorageError):  # it has to wait
                    Store(path).close()
            return super().execute(statement, *values)

    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: real(*a, **k, factory=Interrupted))
    with Store(path) as store:
        assert store.plans() == ()
    assert done


class Faults:
    """Which writes fail: the k-th and the one after it, which may be the rollback."""

    def __init__(self):
        self.writes, self.failing = 0, ()

    def met(self, statement):
        """Count a write and let it fail if it is its turn."""
        if statement.lstrip().startswith(("SELECT", "PRAGMA")):
            return
        self.writes += 1
        if self.writes in self.failing:
            raise sqlite3.OperationalError("disk I/O error, or so it seems")


@pytest.fixture
def faults(monkeypatch):
    state = Faults()

    class Failing(sqlite3.Connection):
        def execute(self, statement, *values):
            state.met(statement)
            statement = statement.replace("synchronous = FULL", "synchronous = OFF")  # sooner done
            return super().execute(statement, *values)

        def executemany(self, statement, rows):
            state.met(statement)
            return super().executemany(statement, rows)

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: real(*a, factory=Failing, **k))
    return state


def act(path, acknowledged):
    """Do everything a store can be asked for, once; returns what failed."""
    failed = []
    with Store(path) as store:
        state = {}
        steps = (
            lambda: store.register(PLAN),
            lambda: state.update(me=store.enter(PLAN.hash)),
            lambda: state.update(mine=store.claim(state["me"], UNIT, range(3))),
            lambda: (store.add(EXAMPLES[:2]), acknowledged.extend(EXAMPLES[:2])),
            lambda: store.fail(FAILURE),
            lambda: store.beat(state["me"]),
            lambda: (store.add(EXAMPLES[2:3]), acknowledged.extend(EXAMPLES[2:3])),
            lambda: store.forgive([UNIT]),
            lambda: store.leave(state["me"]),
        )
        for step in steps:
            try:
                step()
            except StorageError as error:
                failed.append(str(error))
                shown = [repr(r) for r in store.records(UNIT)]
                assert set(map(repr, acknowledged)) <= set(shown) <= set(map(repr, EXAMPLES))
                step()  # it can be asked again at once
    return failed


def test_a_failing_write_loses_nothing_wherever_it_happens(tmp_path, faults):
    act(tmp_path / "0.sqlite", [])
    total, told = faults.writes, []
    assert total > 50
    for number in range(1, total + 1):
        faults.writes, faults.failing = 0, (number, number + 1)
        path, acknowledged = tmp_path / f"{number}.sqlite", []
        try:
            told += act(path, acknowledged)
        except StorageError as error:
            told.append(str(error))
            faults.failing = ()
            act(path, acknowledged)
        faults.failing = ()
        with Store(path) as store:
            assert repr(list(store.records(UNIT))) == repr(list(EXAMPLES[:3]))
            assert (store.plans(), store.failures(UNITS), store.runners()) == ((PLAN,), (), ())
            assert store.damaged == 0
        for part in tmp_path.glob(f"{number}.sqlite*"):
            part.unlink()
    assert len(told) >= total - 3
    assert all("could not be used (disk I/O error, or so it seems)" in words for words in told)
