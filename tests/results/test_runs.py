"""The folder of runs: what was saved comes back, what is torn hides nothing."""

import json
import os
import time
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from pandas.testing import assert_frame_equal

from kselect_core.errors import InvalidParameterError, KselectError, StorageError
from kselect_core.results import runs
from kselect_core.results.table import COLUMNS, KernelEigenvalues, empty

DIGEST = "ab" * 32
CONFIG = 'dataset = "moons"\nseed = 0\n'


def row(value):
    words = {name: "x" for name, kind in COLUMNS.items() if kind == "str"}
    return {name: words.get(name, 1) for name in COLUMNS} | {"value": value}


def table(*values):
    return pd.DataFrame([row(v) for v in values]).astype(COLUMNS)


def run(digest=DIGEST, **changes):
    facts = {"state": "finished", "done": 2, "total": 2, "saved": 10.0, "title": "moons"}
    return runs.Run(digest=digest, config=CONFIG, **(facts | changes))


def test_a_saved_run_comes_back(tmp_path):
    runs.save(run(), table(0.5, float("nan")), folder=tmp_path)
    assert runs.read(DIGEST, folder=tmp_path) == run()
    assert_frame_equal(runs.load(DIGEST, folder=tmp_path), table(0.5, float("nan")))


def test_a_run_without_rows_comes_back(tmp_path):
    runs.save(run(state="running"), empty(), folder=tmp_path)
    assert runs.load(DIGEST, folder=tmp_path).empty


def test_saving_again_replaces_and_leaves_no_temporary_file(tmp_path):
    runs.save(run(state="running", done=1), table(0.5), folder=tmp_path)
    place = runs.save(run(), table(0.5, 0.25), folder=tmp_path)
    assert len(runs.load(DIGEST, folder=tmp_path)) == 2
    assert sorted(p.name for p in place.iterdir()) == ["config.toml", "state.json", "table.parquet"]


def test_the_newest_run_is_listed_first(tmp_path):
    runs.save(run("aa" * 32, saved=1.0), table(1.0), folder=tmp_path)
    runs.save(run("bb" * 32, saved=2.0), table(1.0), folder=tmp_path)
    assert [r.digest for r in runs.listing(folder=tmp_path).runs] == ["bb" * 32, "aa" * 32]


def test_a_folder_that_does_not_exist_holds_no_runs(tmp_path):
    assert runs.listing(folder=tmp_path / "nowhere") == runs.Listing((), ())


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda p: (p / "state.json").write_text('{"digest": '), "cannot be read"),
        (lambda p: (p / "state.json").write_text("[]"), "cannot be read"),
        (lambda p: (p / "state.json").unlink(), "cannot be read"),
        (lambda p: (p / "config.toml").unlink(), "cannot be read"),
        (lambda p: edit(p, digest="cd" * 32), "does not hold the run"),
        (lambda p: edit(p, format=99), "another version"),
        (lambda p: edit(p, state="exploded"), "makes no sense"),
        (lambda p: edit(p, seconds="long"), "makes no sense"),
        (lambda p: edit(p, title=3), "makes no sense"),
    ],
)
def test_a_torn_run_is_named_and_hides_no_other(tmp_path, spoil, words):
    good = "cd" * 32 if words != "does not hold the run" else "ef" * 32
    runs.save(run(good), table(1.0), folder=tmp_path)
    spoil(runs.save(run(), table(1.0), folder=tmp_path))
    found = runs.listing(folder=tmp_path)
    assert [r.digest for r in found.runs] == [good]
    assert found.unreadable[0].name == DIGEST
    assert words in found.unreadable[0].reason


def test_a_changed_state_or_setting_is_told_by_its_seal(tmp_path):
    place = runs.save(run(), table(1.0), folder=tmp_path)
    for name, words in (("state.json", "its state was changed"), ("config.toml", "its settings")):
        good = (place / name).read_text()
        (place / name).write_text(good.replace("0", "1", 1))
        with pytest.raises(StorageError, match=words):
            runs.read(DIGEST, folder=tmp_path)
        (place / name).write_text(good)
    assert runs.read(DIGEST, folder=tmp_path) == run()


def test_a_number_of_a_process_that_was_given_again_is_another_process():
    now = run(state="running", pid=os.getpid(), saved=1.0)
    assert runs.interrupted(now).state == "cancelled"


def test_a_run_that_cannot_be_kept_leaves_no_torn_folder(tmp_path, monkeypatch):
    def full(path, write):  # noqa: ARG001
        raise StorageError("full")

    monkeypatch.setattr(runs, "write_atomically", full)
    with pytest.raises(StorageError):
        runs.save(run(), table(1.0), folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_run_whose_first_table_is_not_written_yet_has_no_rows(tmp_path, monkeypatch):
    real = runs.write_atomically

    def dies(path, write):
        if path.name == "table.parquet":
            raise KeyboardInterrupt
        real(path, write)

    monkeypatch.setattr(runs, "write_atomically", dies)
    with pytest.raises(KeyboardInterrupt):
        runs.save(run(state="running", done=1), table(1.0), folder=tmp_path)
    assert runs.read(DIGEST, folder=tmp_path).done == 0
    assert runs.load(DIGEST, folder=tmp_path).empty


def test_a_new_run_is_never_seen_without_its_settings_and_its_state(tmp_path, monkeypatch):
    real, seen = runs.write_atomically, []

    def looked_at(path, write):
        seen.append(runs.listing(folder=tmp_path))
        real(path, write)
        seen.append(runs.listing(folder=tmp_path))

    monkeypatch.setattr(runs, "write_atomically", looked_at)
    runs.save(run(), table(1.0), folder=tmp_path)
    assert [listing.unreadable for listing in seen] == [()] * len(seen)
    assert {run.state for listing in seen for run in listing.runs} == {"running", "finished"}


def test_a_run_that_two_programs_begin_at_once_is_one(tmp_path, monkeypatch):
    real = runs.write_atomically

    def overtaken(path, write):
        real(path, write)
        if path.parent.name.startswith(".new"):
            monkeypatch.setattr(runs, "write_atomically", real)
            runs.save(run(), table(1.0), folder=tmp_path)

    monkeypatch.setattr(runs, "write_atomically", overtaken)
    runs.save(run(), table(1.0), folder=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [DIGEST]
    assert runs.read(DIGEST, folder=tmp_path).state == "finished"
    assert len(runs.load(DIGEST, folder=tmp_path)) == 1


def test_folders_that_a_killed_process_was_making_or_deleting_are_removed_later(tmp_path):
    left, others = tmp_path / ".deleted-dead-1", tmp_path / ".new-alive-1"
    for folder in (left, others):
        folder.mkdir()
        (folder / "state.json").touch()
    os.utime(left, (1.0, 1.0))
    runs.save(run(), table(1.0), folder=tmp_path)
    assert not left.exists()
    assert others.exists()


def test_what_a_killed_process_left_half_written_is_removed_later(tmp_path):
    place = runs.save(run(), table(1.0), folder=tmp_path)
    left, others = place / ".table.parquet-dead", place / ".table.parquet-alive"
    left.touch()
    others.touch()
    os.utime(left, (1.0, 1.0))
    runs.save(run(), table(1.0), folder=tmp_path)
    assert not left.exists()
    assert others.exists()


def edit(place, **changes):
    state = json.loads((place / "state.json").read_text())
    del state["seal"]  # as it was written before there were seals
    (place / "state.json").write_text(json.dumps(state | changes))


def test_a_foreign_folder_is_named(tmp_path):
    (tmp_path / "holiday pictures").mkdir()
    assert runs.listing(folder=tmp_path).unreadable[0].name == "holiday pictures"


def test_a_folder_that_is_a_file_is_reported_not_raised(tmp_path):
    (tmp_path / "runs").write_text("no folder")
    found = runs.listing(folder=tmp_path / "runs")
    assert found.runs == ()
    assert "directory" in found.unreadable[0].reason


@pytest.mark.parametrize("keep", [0, 4, 200])
def test_a_cut_table_is_an_error_with_words(tmp_path, keep):
    path = runs.save(run(), table(1.0), folder=tmp_path) / "table.parquet"
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(StorageError, match="Run the sweep again"):
        runs.load(DIGEST, folder=tmp_path)


def test_eigenvalues_that_cannot_be_written_hold_up_no_run(tmp_path, logged):
    place = runs.save(run(), table(0.5), folder=tmp_path)
    (place / runs.EIGENVALUES).mkdir()  # no file can take its place
    runs.save(run(), table(0.25), eigenvalues=of_kernels(), folder=tmp_path)
    assert runs.load(DIGEST, folder=tmp_path)["value"].tolist() == [0.25]
    assert runs.read(DIGEST, folder=tmp_path).state == "finished"
    assert runs.load_eigenvalues(DIGEST, folder=tmp_path) == ()
    assert ["are not kept" in record.getMessage() for record in logged] == [True]


def test_a_flipped_byte_never_shows_a_wrong_number(tmp_path):
    values = np.random.default_rng(0).standard_normal(400)
    good = table(*values)
    path = runs.save(run(), good, folder=tmp_path) / "table.parquet"
    raw = path.read_bytes()
    refused = 0
    for position in range(5, len(raw), len(raw) // 150):
        spoilt = bytearray(raw)
        spoilt[position] ^= 1 << position % 8
        path.write_bytes(bytes(spoilt))
        try:
            found = runs.load(DIGEST, folder=tmp_path)
        except KselectError:
            refused += 1
        else:
            assert_frame_equal(found, good)
    assert refused > 50


def test_a_crash_between_table_and_state_leaves_a_run_that_goes_on(tmp_path, monkeypatch):
    runs.save(run(state="cancelled", done=1), table(0.5), folder=tmp_path)
    real, written = runs.write_atomically, []

    def dies_before_the_last(path, write):
        written.append(path.name)
        if written.count("state.json") == 2:
            raise KeyboardInterrupt
        real(path, write)

    monkeypatch.setattr(runs, "write_atomically", dies_before_the_last)
    with pytest.raises(KeyboardInterrupt):
        runs.save(run(), table(0.5, 0.25), folder=tmp_path)
    assert runs.interrupted(runs.read(DIGEST, folder=tmp_path)).state == "cancelled"
    assert len(runs.load(DIGEST, folder=tmp_path)) == 2


def test_a_deleted_run_is_gone_and_may_be_deleted_twice(tmp_path):
    runs.save(run(), table(1.0), folder=tmp_path)
    runs.delete(DIGEST, folder=tmp_path)
    runs.delete(DIGEST, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("digest", ["../../etc", "", "AB" * 32, "a" * 65, "g" * 64])
def test_only_digests_name_folders(tmp_path, digest):
    with pytest.raises(InvalidParameterError, match="hexadecimal"):
        runs.load(digest, folder=tmp_path)


def test_a_place_that_cannot_be_written_says_where_and_what_to_do(tmp_path):
    (tmp_path / "runs").write_text("a file where the folder should be")
    with pytest.raises(StorageError, match="KSELECT_HOME"):
        runs.save(run(), table(1.0), folder=tmp_path / "runs")


def test_a_full_disk_leaves_the_old_file_and_no_rubbish(tmp_path):
    target = tmp_path / "table.parquet"
    target.write_text("old")

    def full(path):
        path.write_text("half")
        raise OSError(28, "No space left on device")

    with pytest.raises(StorageError, match="No space left"):
        runs.write_atomically(target, full)
    assert [p.name for p in tmp_path.iterdir()] == ["table.parquet"]
    assert target.read_text() == "old"


def test_home_follows_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path / "my home"))
    assert runs.runs_folder() == tmp_path / "my home" / "runs"
    monkeypatch.delenv("KSELECT_HOME")
    assert runs.home().name == "kselect"


def test_a_run_of_a_dead_process_counts_as_cancelled():
    dead = run(state="running", pid=2**22 + 1, saved=time.time())
    assert runs.interrupted(dead).state == "cancelled"
    assert runs.interrupted(replace(dead, pid=os.getpid())).state == "running"
    assert runs.interrupted(run()) == run()


def of_kernels(n=30):
    rng = np.random.default_rng(0)
    places = [(0, "gaussian", 0.5), (0, "linear", float("nan")), (1, "gaussian", 0.5)]
    return [KernelEigenvalues(*place, np.sort(rng.random(n))[::-1]) for place in places]


def assert_the_same(found, expected):
    for one, other in zip(found, expected, strict=True):
        assert repr(one[:3]) == repr(other[:3])  # NaN is NaN
        assert_array_equal(one.eigenvalues, other.eigenvalues)


def test_eigenvalues_come_back_to_the_last_bit(tmp_path):
    runs.save(run(), table(0.5), eigenvalues=of_kernels(), folder=tmp_path)
    assert_the_same(runs.load_eigenvalues(DIGEST, folder=tmp_path), of_kernels())
    assert len(runs.load(DIGEST, folder=tmp_path)) == 1


def test_a_run_without_eigenvalues_is_whole(tmp_path):
    assert runs.load_eigenvalues(DIGEST, folder=tmp_path) == ()
    place = runs.save(run(), table(0.5), folder=tmp_path)
    assert runs.load_eigenvalues(DIGEST, folder=tmp_path) == ()
    state = json.loads((place / "state.json").read_text())
    del state["seal"], state["eigenvalues"]  # as earlier versions wrote it
    (place / "state.json").write_text(json.dumps(state))
    assert runs.load_eigenvalues(DIGEST, folder=tmp_path) == ()


def test_rows_that_are_saved_alone_vouch_for_no_eigenvalues_of_before(tmp_path):
    place = runs.save(run(), table(0.5), eigenvalues=of_kernels(), folder=tmp_path)
    runs.save(run(state="running"), table(0.5), folder=tmp_path)
    assert runs.load_eigenvalues(DIGEST, folder=tmp_path) == ()
    runs.save(run(), table(0.5), eigenvalues=of_kernels(), folder=tmp_path)
    (place / runs.EIGENVALUES).unlink()
    assert runs.load_eigenvalues(DIGEST, folder=tmp_path) == ()


def test_a_flipped_byte_never_shows_a_wrong_eigenvalue(tmp_path):
    place = runs.save(run(), table(0.5), eigenvalues=of_kernels(), folder=tmp_path)
    path = place / runs.EIGENVALUES
    raw = path.read_bytes()
    for position in range(0, len(raw), 13):
        spoilt = bytearray(raw)
        spoilt[position] ^= 1 << position % 8
        path.write_bytes(bytes(spoilt))
        with pytest.raises(StorageError, match="eigenvalues of run abab"):
            runs.load_eigenvalues(DIGEST, folder=tmp_path)
