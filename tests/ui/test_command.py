"""The line of the command line that a page shows gives the numbers of that page."""

import json
import shlex
from pathlib import Path

import pandas as pd
import pytest
import streamlit as st
from click.testing import CliRunner
from streamlit.testing.v1 import AppTest

from kselect_core.cli.program import program
from kselect_core.cli.verbs import sweeping
from kselect_core.data import load_dataset
from kselect_core.selection import SweepConfig, run_sweep
from kselect_ui.server import upload
from kselect_ui.sweep.handed.program import command
from tests.bad import corpus

PAGE = str(Path(__file__).parents[2] / "kselect_ui" / "pages" / "sweep.py")
SMALL = {"fam": ["polynomial", "linear"], "learner": "lssvm", "p_high": "3", "use_n2": ["kta"]}
ANSWERS = {"header": "no", "label": "x3"}
FIRST, LATER = corpus.table(header=None), "1.5,2,p\n3.5,4,n\n2.5,7,p\n"


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("KSELECT_DATA", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def accepted():
    """Table brought to a page, read and used; its test file as well."""

    def used(file, answers, test=""):
        store = upload.store()
        kept = store.keep(Path(file).read_bytes(), file)
        beside = store.keep(Path(test).read_bytes(), test) if test else ""
        table = upload.read(kept, json.dumps(answers), beside).dataset
        name = upload.called(file)
        store.accept(upload.Accepted(table.digest, kept, name, tuple(answers.items()), beside))
        return table

    return used


@pytest.fixture
def taken(monkeypatch):
    """Configuration that the page Sweep offers, kept in this folder, and the line it shows."""

    def from_page(data):
        files = {}

        def button(label, data, name, mime, **_):  # noqa: ARG001 - Streamlit's order
            files[name] = data

        monkeypatch.setattr(st, "download_button", button)
        page = AppTest.from_file(PAGE, default_timeout=60)
        for key, value in {**SMALL, "ds": data}.items():
            page.query_params[key] = value
        page.session_state["take"] = True
        page.run()
        assert not page.exception
        (toml,) = [name for name in files if name.endswith(".toml")]
        Path(toml).write_text(files[toml], "utf-8")
        (line,) = [code.value for code in page.code if code.value.startswith("kselect sweep")]
        return SweepConfig.from_toml(files[toml]), shlex.split(line)

    return from_page


@pytest.mark.parametrize("tested", [False, True])
def test_the_line_of_the_page_gives_the_table_of_the_page(accepted, taken, monkeypatch, tested):
    monkeypatch.setattr(
        sweeping,
        "run_sweep",
        lambda asked, **options: run_sweep(asked, **{**options, "workers": None}),
    )
    Path("my exam.csv").write_text(FIRST, "utf-8")
    Path("the rest.csv").write_text(LATER, "utf-8")
    test = "the rest.csv" if tested else ""
    table = accepted("my exam.csv", ANSWERS, test)
    config, line = taken(f"own-{table.digest[:12]}")
    assert line[3:] == ["--data", "my exam.csv"]
    assert config.split == ("given" if tested else "random")
    done = CliRunner().invoke(program, [*line[1:], "--out", "all.parquet"])
    assert done.exit_code == 0, done.output
    expected = run_sweep(config, dataset=table)
    pd.testing.assert_frame_equal(pd.read_parquet("all.parquet"), expected, check_exact=True)
    python = load_dataset("my exam.csv", test=test or None, **ANSWERS)
    pd.testing.assert_frame_equal(run_sweep(config, dataset=python), expected, check_exact=True)


def test_the_line_of_a_bundled_set_needs_no_file(taken):
    _, line = taken("two_moons")
    assert len(line) == 3


def test_the_line_of_a_table_that_is_gone_leaves_its_place_open():
    assert command(SweepConfig(dataset="gone"), "a.toml") == "kselect sweep a.toml --data FILE"


@pytest.mark.parametrize("name", ["$(reboot).csv", "a'b; ls.csv", "-x y.csv", "`id`.csv"])
def test_the_name_of_a_file_is_one_word_of_the_line(accepted, name):
    Path(name).write_text(corpus.table(), "utf-8")
    table = accepted(name, {})
    config = SweepConfig(dataset=table.name, dataset_digest=table.digest)
    assert shlex.split(command(config, "a.toml"))[3:] == ["--data", name]


def test_a_folder_in_the_name_of_a_file_is_left_out(accepted, monkeypatch):
    Path("a.csv").write_text(corpus.table(), "utf-8")
    table = accepted("a.csv", {})
    monkeypatch.setattr(upload.UploadStore, "name", lambda *_: "C:\\my\\a.csv")
    config = SweepConfig(dataset=table.name, dataset_digest=table.digest)
    assert command(config, "a.toml").endswith("--data a.csv")
