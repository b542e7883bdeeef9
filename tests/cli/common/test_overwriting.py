"""What is there already is not replaced without being asked for."""

import os

import pytest

from kselect_core.cli.verbs import sweeping
from kselect_core.selection import run_sweep
from tests.cli.conftest import SWEEP


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "sweep.toml"
    path.write_text("")  # it is not even read
    return path


@pytest.mark.parametrize("name", ["all.csv", "all.parquet"])
def test_a_sweep_replaces_a_file_only_by_force(name, config, kselect, tmp_path):
    out = tmp_path / name
    out.write_text("mine")
    said = kselect("sweep", config, "--out", out, status=2).stderr
    assert "--force" in said
    assert name in said
    assert out.read_text() == "mine"


def test_a_link_to_nowhere_is_there_already(config, kselect, tmp_path):
    (tmp_path / "all.csv").symlink_to(tmp_path / "elsewhere")
    assert "--force" in kselect("sweep", config, "--out", tmp_path / "all.csv", status=2).stderr


@pytest.mark.usefixtures("alone")
def test_a_report_replaces_a_folder_only_by_force(kselect, tmp_path, home):  # noqa: ARG001
    protocol = tmp_path / "short.toml"
    protocol.write_text(SWEEP, "utf-8")
    folder = tmp_path / "report"
    folder.mkdir()  # empty: nothing is replaced
    from kselect_core.experiments.plan.plan import make_plan
    from kselect_core.experiments.protocol.protocol import load_protocol

    plan = make_plan(load_protocol(str(protocol))).plan.hash[:8]
    kselect("reproduce", protocol, "--workers", "1", "--yes")
    kselect("report", plan, "--folder", folder)
    before = (folder / "report.html").stat().st_mtime_ns
    assert "--force" in kselect("report", plan, "--folder", folder, status=2).stderr
    assert (folder / "report.html").stat().st_mtime_ns == before
    kselect("report", plan, "--folder", folder, "--force")
    assert (folder / "report.html").stat().st_mtime_ns > before


WRITERS = {
    "--out": ("sweep", "all.csv"),
    "--table": ("sweep", "choices.tex"),
    "--config-out": ("sweep", "mine.toml"),
    "learning-curve --out": ("learning-curve", "all.csv"),
    "--handout": ("lesson", "paper.html"),
}


@pytest.mark.parametrize("option", WRITERS)
def test_a_file_that_cannot_be_written_is_refused_before_any_work(
    option, config, kselect, tmp_path, monkeypatch
):
    verb, name = WRITERS[option]
    option = option.split()[-1]
    place = tmp_path / "nowhere" / name
    said = kselect(verb, config, option, place, status=2).stderr
    assert f"{option}: there is no folder" in said
    place.parent.mkdir()
    monkeypatch.setattr(os, "access", lambda folder, _: folder != place.parent)
    said = kselect(verb, config, option, place, status=2).stderr
    assert f"{option}: nothing can be written to the folder" in said


def test_where_a_file_cannot_be_written_after_all_the_choices_are_there(
    kselect, tmp_path, monkeypatch
):
    def swept(asked, **options):
        lost.rmdir()
        return run_sweep(asked, **{**options, "workers": None})

    monkeypatch.setattr(sweeping, "run_sweep", swept)
    config, lost = tmp_path / "sweep.toml", tmp_path / "lost"
    config.write_text(
        'dataset = "moons"\nrepeats = 1\nlambdas = [0.1]\ncriteria = ["loo"]\n'
        'candidates = [{ kernel = "gaussian", values = [1.0] }]\n'
    )
    lost.mkdir()
    found = kselect("sweep", config, "--table", lost / "choices.md", status=1)
    assert "Recommended: " in found.stdout
    assert "choices.md cannot be written (No such file" in found.stderr
