"""``sweep``, ``data``, ``app``, ``doctor``, ``version``, and what is printed by all of them."""

import io
from pathlib import Path

import pandas as pd
import pytest

import kselect_core
from kselect_core.cli.speech.progress import Meter, line
from kselect_core.cli.speech.text import blocks, plain, table, told_in_words
from kselect_core.cli.verbs import data_sets, starting, sweeping
from kselect_core.data.catalogue.paper_sets import PAPER_SETS
from kselect_core.errors import DataError, SweepCancelledError, SweepFailedError
from kselect_core.experiments.engines.execution import Progress
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import load_protocol
from kselect_core.selection import Candidates, SweepConfig, run_sweep
from kselect_core.selection.sweep.estimate import Estimate
from kselect_core.selection.sweep.landmarks.rounds import Round
from kselect_core.words.amounts import duration, pace_text

CONFIG = """
dataset = "wdbc"
repeats = 2
lambdas = [0.1]
criteria = ["gcv", "kfold"]
candidates = [{ kernel = "gaussian", convention = "2tau", values = [4, 8, 16] }]
"""


@pytest.fixture
def config(tmp_path, monkeypatch):
    def here(asked, **options):
        return run_sweep(asked, **{**options, "workers": None})

    monkeypatch.setattr(sweeping, "run_sweep", here)
    path = tmp_path / "sweep.toml"
    path.write_text(CONFIG, "utf-8")
    return path


def test_a_sweep_prints_what_is_chosen_and_keeps_every_value(
    kselect, kselect_json, config, tmp_path
):
    text = kselect("sweep", config, "--out", tmp_path / "all.csv").stdout
    assert text.splitlines()[2].startswith("gcv")
    assert "Means over 2 splits" in text
    assert "on the edge of the grid" in text
    assert "With --extend the same sweep runs once more" in text
    found = kselect_json("sweep", config, "--out", tmp_path / "all.parquet")
    assert {row["quantity"] for row in found["choices"]} == {"gcv", "kfold"}
    values = pd.read_parquet(tmp_path / "all.parquet")
    assert len(values) == len(pd.read_csv(tmp_path / "all.csv")) > 0
    kselect("sweep", config, "--out", "all.txt", status=2)
    assert "cannot be read" in kselect("sweep", tmp_path / "none.toml", status=1).stderr


def test_a_longer_grid_is_swept_and_kept_as_a_configuration(kselect, config, tmp_path):
    kept = tmp_path / "longer.toml"
    found = kselect("sweep", config, "--extend", "--config-out", kept)
    assert "Longer grid: " in found.stderr
    assert "--extend" not in found.stdout
    before, after = (SweepConfig.from_toml(path.read_text("utf-8")) for path in (config, kept))
    widths, more = (asked.candidates[0].points for asked in (before, after))
    assert set(widths) < set(more)
    again = kselect("sweep", kept).stdout
    assert again.split("\n\n")[0] == found.stdout.split("\n\n")[0]
    kselect("sweep", config, "--config-out", kept, status=2)
    refused = kselect("sweep", config, "--config-out", tmp_path / "longer.txt", status=2)
    assert "must end in .toml" in refused.stderr


def test_what_is_recommended_is_a_line_of_scikit_learn(kselect, kselect_json, config):
    text = kselect("sweep", config).stdout
    (line,) = (row for row in text.splitlines() if row.startswith("In scikit-learn: "))
    found = kselect_json("sweep", config)["recommended"]
    assert found["scikit_learn"] == line.removeprefix("In scikit-learn: ")
    assert found["meaning"] in text
    assert found["meaning"].startswith("Fitted on −1 and +1")
    alpha = SweepConfig.from_toml(CONFIG).lambdas[0] * 398
    gamma = 1 / (2 * found["parameter"])
    assert f"KernelRidge(alpha={alpha:g}" in line
    assert f"gamma={gamma!r}" in line
    config.write_text(CONFIG.replace('"wdbc"', '"wine"'), "utf-8")
    assert "In scikit-learn: none. wine has 3 classes" in kselect("sweep", config).stdout
    assert kselect_json("sweep", config)["recommended"]["scikit_learn"] is None


def test_of_a_pair_of_classes_the_whole_program_is_shown(kselect, config):
    config.write_text(
        CONFIG.replace('"wdbc"', '"wine"') + 'pair = ["class_1", "class_2"]\n', "utf-8"
    )
    text = kselect("sweep", config).stdout
    assert "model[:-1].fit(X_all)  # scaled on the training part with all classes" in text


def test_a_sweep_keeps_its_choices_as_a_table_for_a_paper(kselect, config, tmp_path):
    kselect("sweep", config, "--table", tmp_path / "choices.tex")
    assert r"\toprule" in (tmp_path / "choices.tex").read_text("utf-8")
    kselect("sweep", config, "--table", tmp_path / "choices.md")
    assert "| criterion |" in (tmp_path / "choices.md").read_text("utf-8")
    kselect("sweep", config, "--table", tmp_path / "choices.md", status=2)  # it exists
    kselect("sweep", config, "--table", tmp_path / "choices.doc", status=2)


def test_a_criterion_that_chooses_nothing_says_why(kselect, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [
        "x,z,label",
        *(f"{i * 0.37 % 1:.3f},{i * i % 7},{'b' if i % 5 else 'a'}" for i in range(17)),
    ]
    Path("few.csv").write_text("\n".join(rows), encoding="utf-8")
    config = SweepConfig(
        dataset="few",
        lambdas=(0.1,),
        criteria=("kfold", "ks", "loo"),
        candidates=(Candidates("gaussian", (1.0,), "2tau"),),
        repeats=1,
    )
    Path("plan.toml").write_text(config.to_toml(), encoding="utf-8")
    said = " ".join(
        kselect("sweep", "plan.toml", "--data", "few.csv", "--workers", 1).stdout.split()
    )
    assert "No choice by kfold and ks: k = 5 folds need at least" in said


def test_a_sweep_of_an_own_table_says_where_its_file_is_looked_for(kselect, tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path / "home"))
    plan = tmp_path / "plan.toml"
    plan.write_text(SweepConfig(dataset="exam", lambdas=(0.1,), criteria=("kta",)).to_toml())
    said = " ".join(kselect("sweep", plan, status=1).stderr.split())
    assert "No data set is called 'exam'" in said
    assert "give its file with --data FILE" in said
    assert f"put it into the folder {tmp_path / 'home' / 'data'}" in said


def test_a_sweep_that_is_stopped_keeps_what_it_has(kselect, config, tmp_path, monkeypatch):
    def stopped(asked, **_):
        raise SweepCancelledError("stopped", run_sweep(asked).head(3))

    monkeypatch.setattr(sweeping, "run_sweep", stopped)
    said = kselect("sweep", config, "--out", tmp_path / "part.csv", status=130).stderr
    assert "The finished values are in" in said
    assert len(pd.read_csv(tmp_path / "part.csv")) == 3


def test_a_sweep_that_is_stopped_before_it_has_anything_names_no_file(
    kselect, config, tmp_path, monkeypatch
):
    def stopped(asked, **_):
        raise SweepCancelledError("stopped", run_sweep(asked).head(0))

    monkeypatch.setattr(sweeping, "run_sweep", stopped)
    said = kselect("sweep", config, "--out", tmp_path / "part.csv", status=130).stderr
    assert "Stopped. No kernel was finished." in said
    assert [path.name for path in tmp_path.iterdir() if "part.csv" in path.name] == []


def test_a_sweep_whose_workers_end_keeps_what_it_has(kselect, config, tmp_path, monkeypatch):
    def failed(asked, **_):
        raise SweepFailedError("All workers are gone.", run_sweep(asked).head(3))

    monkeypatch.setattr(sweeping, "run_sweep", failed)
    said = kselect("sweep", config, "--out", tmp_path / "part.csv", status=1).stderr
    assert "All workers are gone. The finished values are in" in " ".join(said.split())
    assert len(pd.read_csv(tmp_path / "part.csv")) == 3


def test_a_sweep_on_a_scheduler_is_handed_its_address(kselect, config, monkeypatch):
    asked_for = []

    def seen(asked, **options):
        asked_for.append(options["scheduler"])
        options["on_progress"](3, 4)
        return run_sweep(asked)

    monkeypatch.setattr(sweeping, "run_sweep", seen)
    monkeypatch.setattr(sweeping, "threads_at", len)
    said = kselect("sweep", config, "--scheduler", "tcp://x:1").stderr
    assert asked_for == ["tcp://x:1"]
    assert "9 workers" in said
    said = kselect("sweep", config, "--scheduler", "tcp://x:1", "--workers", 2, status=2).stderr
    assert "does not go with --scheduler" in " ".join(said.split())


def test_data_sets_are_listed_checked_added_and_fetched(
    kselect, kselect_json, tmp_path, monkeypatch
):
    assert "of 34 are here" in kselect("data", "list").stdout
    assert [row["name"] for row in kselect_json("data", "list")] == list(PAPER_SETS)
    assert "1 of 1 are as published." in kselect("data", "check", "wdbc").stdout
    assert "is not on this machine" in kselect("data", "check", "sonar", status=1).stdout
    wrong = tmp_path / "sonar.csv"
    wrong.write_text("a,label\n1,R\n2,M\n", "utf-8")
    assert "sonar" in kselect("data", "add", wrong, "--as", "sonar", status=1).stderr
    monkeypatch.setattr(data_sets.paper_sets, "fetch", _fetch)
    found = kselect_json("data", "fetch", "heart", "sonar", status=1)
    assert found == {"fetched": {"heart": "heart.csv"}, "failed": {"sonar": "no connection"}}


def test_the_app_is_found_or_said_to_be_missing(kselect, kselect_json, monkeypatch):
    found = kselect_json("app", "--port", 9000, "--no-browser")
    assert found["address"] == "http://127.0.0.1:9000"
    assert found["command"][4].endswith("app.py")
    started = []
    monkeypatch.setattr(starting.os, "execve", lambda *words: started.append(words))
    monkeypatch.setattr(
        starting.subprocess, "call", lambda command, **_: started.append(command) or 0
    )
    kselect("app")
    assert "streamlit" in str(started[0])
    monkeypatch.setattr(starting.importlib.util, "find_spec", lambda _: None)
    assert "python3 run.py" in kselect("app", status=1).stderr


def test_the_doctor_looks_at_versions_threads_and_the_store(kselect, kselect_json, home):
    text = kselect("doctor").stdout
    assert "none yet" in text
    assert all(word in text for word in ("numpy", "blas threads", "processor", "memory"))
    home.mkdir()
    (home / "experiments.sqlite").write_bytes(b"no database, no database, no database")
    found = kselect_json("doctor", status=1)
    assert found["well"] is False
    assert "is not a store of results" in found["store"]
    assert kselect_json("version")["kselect"] == kselect_core.__version__
    assert kselect("version").stdout == f"kselect {kselect_core.__version__}\n"


def test_a_fault_of_ours_is_told_and_kept(home, capsys):
    told_in_words(ZeroDivisionError, ZeroDivisionError("by zero"), None)
    assert "a fault of kselect, not yours (ZeroDivisionError: by zero)" in capsys.readouterr().err
    assert "ZeroDivisionError" in (home / "fault.txt").read_text("utf-8")


def test_progress_is_one_line_on_a_terminal_and_rare_elsewhere(protocol):
    unit = make_plan(load_protocol(protocol)).plan.units[0]
    half = Progress(6, 12, unit, 1, 60.0, 61.0)
    assert line(half) == "██████████░░░░░░░░░░  50%  6 of 12  about 61 s left  1 failed  wdbc"
    assert "left" not in line(half._replace(seconds=0.5))
    terminal, file = _Terminal(), io.StringIO()
    for stream in (terminal, file):
        meter = Meter(stream)
        meter(half)
        meter(half)
        meter.end()
    assert terminal.getvalue().count("6 of 12") == 1
    assert terminal.getvalue().endswith(" \r")
    assert file.getvalue() == ""


def test_a_round_of_more_rows_has_a_bar_of_its_own():
    terminal = _Terminal()
    meter = Meter(terminal)
    meter.round(Round(2000, 4000, 1, 4))
    assert " 25%  1 of 4 compared by 2,000 of up to 4,000 rows" in terminal.getvalue()


def test_tables_are_aligned_and_long_cells_go_on_below():
    text = table(("name", "n", "about"), [("a", "1", "word " * 40), ("bb", "22", "x")], (0, 1, 0))
    lines = text.splitlines()
    assert lines[1].startswith("────  ──  ───")
    assert lines[2].startswith("a      1  word word")
    assert lines[-1] == "bb    22  x"
    assert max(map(len, lines)) <= 100


def test_wide_tables_go_on_below_with_their_first_column():
    heads = ("name", *(f"column {k:02}" for k in range(12)))
    rows = [("a", *(f"{k:09}" for k in range(12)))]
    lines = blocks(heads, rows, (False, *(True for _ in range(12)))).splitlines()
    assert max(map(len, lines)) <= 100
    assert [line.split()[0] for line in lines if line] == ["name", "────", "a"] * 2
    assert " ".join(lines).split().count("000000011") == 1


def test_a_sweep_on_a_busy_computer_says_how_long_it_takes_there(kselect, config, monkeypatch):
    told = Estimate(6, 60.0, 2**20, "", busy=3.0)
    monkeypatch.setattr(sweeping, "estimate", lambda *_, **__: told)
    said = " ".join(kselect("sweep", config, "--workers", 1).stderr.split())
    assert "1 worker, about 60 s; that is on an idle computer" in said
    assert "about 3 min 0 s" in said


def test_durations_and_values_are_written_as_people_and_json_know_them():
    assert [duration(s) for s in (0.44, 12.3, 185, 7900, float("nan"))] == [
        *("0.4 s", "12 s", "3 min 5 s", "2 h 11 min", "an unknown time")
    ]
    assert pace_text(60.0, 1.2) == ""
    assert pace_text(60.0, 7.0).endswith("so it may take about 7 min 0 s")
    assert plain({"a": (float("nan"), 1.5, None), 2: object}) == {
        "a": [None, 1.5, None],
        "2": str(object),
    }


class _Terminal(io.StringIO):
    def isatty(self):
        return True


def _fetch(name):
    if name == "sonar":
        raise DataError("no connection")
    return f"{name}.csv"
