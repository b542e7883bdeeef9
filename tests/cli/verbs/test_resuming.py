"""``kselect sweep --resume``: rows that are kept while a sweep runs, and what goes on from them."""

import subprocess
import sys

import pandas as pd
import psutil
import pytest

from kselect_core.cli.common.row_files import read_rows, write_rows
from kselect_core.cli.verbs import keeping, sweeping
from kselect_core.cli.verbs.keeping import SAVE_EVERY, Keeper, partial_file
from kselect_core.cli.verbs.sweeping import round_listener
from kselect_core.data import load_dataset
from kselect_core.errors import StorageError, SweepCancelledError
from kselect_core.selection import SweepConfig, run_sweep
from kselect_core.selection.sweep.landmarks.rounds import Round
from tests.lost.left import ROOT, until
from tests.lost.server import alive

PROGRAM = (sys.executable, "-c", "from kselect_core.cli import main; main()")
CONFIG = """
dataset = "circles"
repeats = 2
lambdas = [0.1, 0.01]
criteria = ["gcv", "kfold"]
candidates = [
    { kernel = "gaussian", convention = "2tau", values = [4, 8, 16] },
    { kernel = "linear" },
]
"""
LONG = CONFIG.replace("circles", "wdbc").replace(
    "[4, 8, 16]", str([2.0**power for power in range(-15, 16)])
)
KERNELS = 8


@pytest.fixture(params=[".csv", ".parquet"])
def out(request, tmp_path):
    return tmp_path / f"all{request.param}"


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "sweep.toml"
    path.write_text(CONFIG, "utf-8")
    return path


@pytest.fixture(autouse=True)
def computed(monkeypatch):
    """Sweeps are run in this process; numbers of the kernels that each of them computed."""
    counts = []

    def here(asked, **options):
        began = len(counts)
        counts.append(0)

        def count(*_):
            counts[began] += 1

        return run_sweep(asked, **{**options, "workers": None, "on_progress": count})

    monkeypatch.setattr(sweeping, "run_sweep", here)
    return counts


@pytest.fixture
def stopped(kselect, config, monkeypatch):
    """Stop a sweep by Ctrl-C after three kernels; what it said."""

    def call(out, *words):
        def three(asked, *, dataset, **_):
            table = run_sweep(asked, dataset=dataset)
            rows = table.head(3 * len(table) // len(asked.items))
            raise SweepCancelledError("stopped", rows)

        with monkeypatch.context() as patch:
            patch.setattr(sweeping, "run_sweep", three)
            return kselect("sweep", config, "--out", out, *words, status=130).stderr

    return call


@pytest.fixture
def refused(kselect, config):
    """Call with --resume that must end with an error; what it said."""

    def call(out, *words, status=1):
        found = kselect("sweep", config, "--out", out, "--resume", *words, status=status)
        return " ".join(found.stderr.split())

    return call


def test_a_sweep_that_is_killed_goes_on_to_the_same_bits(tmp_path, config, kselect):
    config.write_text(LONG, "utf-8")
    out = tmp_path / "all.csv"
    words = ["sweep", str(config), "--out", str(out)]
    process = subprocess.Popen([*PROGRAM, *words, "--workers", "1"], cwd=ROOT)
    workers = _killed(process, partial_file(out))
    until(lambda: not alive(workers))
    assert not out.exists()
    kept, expected = read_rows(partial_file(out)), run_sweep(SweepConfig.from_toml(LONG))
    assert 0 < len(kept) < len(expected)
    said = " ".join(kselect(*words, status=2).stderr.split())
    assert "'all.csv.partial'" in said.replace(f"{tmp_path}/", "")
    assert "go on from its rows with --resume, or begin anew with --force" in said
    assert "Going on from" in kselect(*words, "--resume").stderr
    write_rows(expected, tmp_path / "undisturbed.csv")
    assert out.read_bytes() == (tmp_path / "undisturbed.csv").read_bytes()
    assert [path.name for path in tmp_path.iterdir() if "all.csv" in path.name] == ["all.csv"]


def test_after_ctrl_c_only_what_is_missing_is_computed(out, config, kselect, stopped, computed):
    said = " ".join(stopped(out).split())
    assert f"The finished values are in {out}. The same line with --resume goes on" in said
    said = " ".join(kselect("sweep", config, "--out", out, status=2).stderr.split())
    assert "go on from its rows with --resume, or add --force" in said
    whole = kselect("sweep", config).stdout
    found = kselect("sweep", config, "--out", out, "--resume")
    assert f"3 of {KERNELS} kernels are finished" in found.stderr
    assert found.stdout.startswith(whole.rstrip())
    assert computed == [KERNELS, KERNELS - 3]
    assert not partial_file(out).exists()


def test_what_is_finished_is_told_and_stays(out, config, kselect, kselect_json, computed):
    first = kselect("sweep", config, "--out", out, "--resume")
    assert "Nothing is kept for" in first.stderr
    before = out.read_bytes()
    found = kselect("sweep", config, "--out", out, "--resume")
    assert f"is finished: it has all {KERNELS} kernels" in found.stdout
    assert ("does not tell its seed" in found.stdout) == (out.suffix == ".csv")
    assert kselect_json("sweep", config, "--out", out, "--resume")["finished"]
    assert computed == [KERNELS]
    assert out.read_bytes() == before


def test_a_sweep_that_was_killed_right_before_its_end_is_ended(tmp_path, config, kselect, computed):
    out = tmp_path / "all.parquet"
    kselect("sweep", config, "--out", out)
    whole = read_rows(out)
    out.rename(partial_file(out))
    torn = tmp_path / f".{partial_file(out).name}-x1"
    torn.write_bytes(b"half")
    assert "Recommended" in kselect("sweep", config, "--out", out, "--resume").stdout
    assert computed == [KERNELS, 0]
    pd.testing.assert_frame_equal(read_rows(out), whole, check_exact=True)
    assert not partial_file(out).exists()
    assert not torn.exists()


def test_another_configuration_is_refused_by_what_differs(out, config, stopped, refused):
    stopped(out)
    before = partial_file(out).read_bytes()
    config.write_text(CONFIG.replace("repeats = 2", "repeats = 3\nseed = 7"), "utf-8")
    said = refused(out)
    assert "repeats is 2 there and 3 here" in said
    assert "seed is 0 there and 7 here" in said
    assert "candidates" not in said
    assert "name another file with --out, or begin anew with --force" in said
    config.write_text(CONFIG.replace("16]", "16, 32]"), "utf-8")
    said = refused(out)
    assert "16.0" in said
    assert "32.0" in said
    assert partial_file(out).read_bytes() == before


def test_other_data_under_the_same_name_are_refused(out, config, refused, stopped, home):
    (home / "data").mkdir(parents=True)
    table = home / "data" / "exam.csv"
    rows = [f"{i % 7},{i * i % 11},{'pn'[i % 2]}" for i in range(40)]
    table.write_text("\n".join(["a,b,label", *rows]), "utf-8")
    config.write_text(CONFIG.replace("circles", "exam"), "utf-8")
    stopped(out)
    table.write_text("\n".join(["a,b,label", *rows[1:]]), "utf-8")
    assert "are of other data: the content of 'exam' has changed" in refused(out)


def test_files_that_do_not_tell_what_they_are_of_are_refused(out, config, stopped, refused):
    stopped(out)
    partial_file(out).write_bytes(b"torn")
    assert "cannot be read" in refused(out)
    partial_file(out).unlink()
    if out.suffix == ".parquet":
        plain = read_rows(out)
        plain.attrs.clear()
        write_rows(plain, out)
    said = refused(out)
    assert f"has 3 of the {KERNELS} kernels of this sweep, but does not tell" in said
    assert f"{partial_file(out).name}, which would, is not beside it" in said
    config.write_text(CONFIG.replace("circles", "moons"), "utf-8")
    assert "their dataset is 'circles', expected 'moons'" in refused(out)
    pd.DataFrame({"a": [1]}).to_csv(out.with_suffix(".csv"), index=False)
    assert "This is not a sweep table" in refused(out.with_suffix(".csv"))


def test_options_that_do_not_go_together_are_refused(out, config, kselect, refused):
    said = kselect("sweep", config, "--resume", status=2).stderr
    assert "--resume needs --out" in " ".join(said.split())
    assert "give one of them" in refused(out, "--force", status=2)


def test_a_longer_grid_goes_on_as_it_is(tmp_path, config, kselect, stopped, refused, computed):
    out = tmp_path / "all.parquet"
    kselect("sweep", config, "--out", out, "--extend")
    whole, (first, second) = read_rows(out), computed
    assert second > first
    part = whole[whole["split"] == 0]
    part.attrs.update(whole.attrs)
    write_rows(part, partial_file(out))
    assert "are of the longer grid of --extend. Give --extend too" in refused(out)
    computed.clear()
    said = kselect("sweep", config, "--out", out, "--extend", "--resume").stderr
    assert f"{second // 2} of {second} kernels are finished" in said
    assert computed == [second // 2]
    pd.testing.assert_frame_equal(read_rows(out), whole, check_exact=True)
    stopped(tmp_path / "other.parquet", "--extend")
    kselect("sweep", config, "--out", tmp_path / "other.parquet", "--extend", "--resume")
    pd.testing.assert_frame_equal(read_rows(tmp_path / "other.parquet"), whole, check_exact=True)


def test_a_longer_grid_that_is_stopped_at_once_leaves_the_first_whole(
    tmp_path, config, kselect, monkeypatch, computed
):
    out, here, longer = tmp_path / "all.csv", sweeping.run_sweep, []

    def stop_longer(asked, **options):
        if len(asked.items) == KERNELS:
            return here(asked, **options)
        longer.append(len(asked.items))
        raise SweepCancelledError("stopped", pd.DataFrame())

    with monkeypatch.context() as patch:
        patch.setattr(sweeping, "run_sweep", stop_longer)
        said = kselect("sweep", config, "--out", out, "--extend", status=130).stderr
    assert f"The finished values are in {partial_file(out)}. The same line with --resume" in said
    assert not out.exists()
    said = kselect("sweep", config, "--out", out, "--extend", "--resume").stderr
    assert f"{KERNELS} of {KERNELS} kernels are finished" in said
    assert computed == [KERNELS, 0, *longer]


@pytest.fixture
def exam(tmp_path, config):
    """A table of one's own and its configuration without a digest."""
    config.write_text(CONFIG.replace("circles", "exam"), "utf-8")
    rows = [f"{i % 7},{i * i % 11},{'pn'[i % 2]}" for i in range(40)]
    table = tmp_path / "exam.csv"
    table.write_text("\n".join(["a,b,label", *rows]), "utf-8")
    return table


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_rows_go_with_the_configuration_that_was_kept_of_them(
    tmp_path, config, kselect, exam, order, computed
):
    kept, out = tmp_path / "kept.toml", tmp_path / "all.parquet"
    kselect("sweep", config, "--data", exam, "--config-out", kept)
    first, second = ((config, kept)[one] for one in order)
    kselect("sweep", first, "--data", exam, "--out", out)
    words = ("sweep", second, "--data", exam, "--out", out, "--resume")
    assert "is finished" in kselect(*words).stdout
    computed.clear()
    kselect(*words, "--extend")
    assert computed[0] == 0
    assert computed[1] > KERNELS


def test_rows_of_other_data_do_not_go_with_a_kept_configuration(tmp_path, config, kselect, exam):
    kept, out = tmp_path / "kept.toml", tmp_path / "all.parquet"
    kselect("sweep", config, "--data", exam, "--config-out", kept)
    text = exam.read_text("utf-8")
    exam.write_text(text.removesuffix("\n" + text.splitlines()[-1]), "utf-8")
    kselect("sweep", config, "--data", exam, "--out", out)
    exam.write_text(text, "utf-8")
    said = kselect("sweep", kept, "--data", exam, "--out", out, "--resume", status=1).stderr
    assert "are of other data" in " ".join(said.split())


def beginning(folder, monkeypatch):
    """What a sweep is to give, its file, the clock, and who keeps what comes."""
    asked, clock = SweepConfig.from_toml(CONFIG), [0.0]
    monkeypatch.setattr(keeping, "monotonic", lambda: clock[0])
    keeper = Keeper(folder / "all.csv", asked, load_dataset("circles"))
    keeper.begin(asked, None)
    return asked, run_sweep(asked), folder / "all.csv", clock, keeper


def written_at(times, table, out, clock, keeper):
    """Add the rows of a kernel at each time; gives of how many kernels rows were written then."""
    size, found = len(table) // KERNELS, []
    for number, clock[0] in enumerate(times):
        keeper.add(table.iloc[number * size : (number + 1) * size])
        found.append(len(read_rows(partial_file(out))) // size)
    return found


def test_rows_are_written_every_few_seconds(tmp_path, monkeypatch):
    _, table, out, clock, keeper = beginning(tmp_path, monkeypatch)
    size, times = len(table) // KERNELS, (0.0, 1.0, SAVE_EVERY - 0.1, SAVE_EVERY, SAVE_EVERY + 1.0)
    assert written_at(times, table, out, clock, keeper) == [1, 1, 1, 4, 4]
    pd.testing.assert_frame_equal(read_rows(partial_file(out)), table.head(4 * size))


def test_slow_rows_are_written_as_they_come_and_all_before_kernels_are_compared_again(
    tmp_path, monkeypatch
):
    asked, table, out, clock, keeper = beginning(tmp_path, monkeypatch)
    size, times = len(table) // KERNELS, (60.0, 60.0, 60.1, 60.1)  # two workers end together
    assert written_at(times, table, out, clock, keeper) == [1, 2, 3, 4]
    keeper.begin(asked, None)
    for number in range(3):
        keeper.add(table.iloc[number * size : (number + 1) * size])
    assert len(read_rows(partial_file(out))) == size
    round_listener(None, keeper)(Round(2000, 4000, 0, 3))
    assert len(read_rows(partial_file(out))) == 3 * size


def test_a_disk_that_is_full_for_a_while_loses_nothing(config, kselect, tmp_path, monkeypatch):
    out, tried = tmp_path / "all.parquet", []

    def full(rows, path):
        tried.append(path)
        if path == partial_file(out):
            raise StorageError("Nothing can be kept here.")
        write_rows(rows, path)

    monkeypatch.setattr(keeping, "write_rows", full)
    monkeypatch.setattr(keeping, "SAVE_EVERY", 0.0)
    said = kselect("sweep", config, "--out", out).stderr
    assert said.count("Nothing can be kept here.") == 1
    assert tried[-1] == out
    assert len(read_rows(out)) == len(run_sweep(SweepConfig.from_toml(CONFIG)))


def _killed(process, kept):
    """Kill a process once it has kept something; its children, which end by themselves."""

    def there():
        assert process.poll() is None, "it ended by itself"
        return kept.exists()

    try:
        until(there)
        children = psutil.Process(process.pid).children(recursive=True)
    finally:
        process.kill()
        process.wait()
    return children
