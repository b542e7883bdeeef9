"""A path is opened only if it is a regular file: in Python and on the command line."""

import gzip
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from kselect_core.cli.program import program
from kselect_core.data import load_dataset
from kselect_core.data.catalogue.paths import file_content
from kselect_core.errors import DataError
from tests.bad.corpus import table


def folder(path):
    path.mkdir()


def link(path):
    path.with_name("real.csv").write_text(table(), encoding="utf-8")
    path.symlink_to(path.with_name("real.csv"))


def broken_link(path):
    path.symlink_to(path.with_name("nothing.csv"))


def growing_view(path):
    path.symlink_to("/dev/zero")


PLACES = {
    "folder": (folder, "not a regular file but a folder"),
    "link": (link, "a symbolic link"),
    "broken link": (broken_link, "a symbolic link"),
    "pipe": (os.mkfifo, "a pipe"),
    "link to a device": (growing_view, "a symbolic link"),
    "nothing": (lambda _: None, "cannot be read"),
}


@pytest.mark.parametrize("name", PLACES)
def test_what_is_no_regular_file_is_refused_without_being_opened(name, tmp_path, monkeypatch):
    make, words = PLACES[name]
    path = tmp_path / "x.csv"
    make(path)
    opened = []
    monkeypatch.setattr(Path, "open", lambda path, *_, **__: opened.append(path))
    with pytest.raises(DataError, match=words):
        load_dataset(path)
    assert opened == []


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/dev/zero", "a device"),
        ("/proc/self/mem", "cannot be read"),  # a file that may not be read, for every user
        ("https://example.invalid/x.csv", "Addresses are not opened: 'https://example"),
        ("file:///etc/hostname", "Addresses are not opened"),
        ("x\0.csv", "NUL"),
        ("x" * 5000 + ".csv", "cannot be read"),
    ],
)
def test_devices_addresses_and_what_cannot_be_read_are_refused(path, words):
    if path.startswith(("/dev", "/proc")) and not Path(path).exists():
        pytest.skip(f"no {path} on this system")
    with pytest.raises(DataError, match=words):
        load_dataset(path)


def test_the_command_line_says_the_same_words(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    words = (
        f'dataset = "{tmp_path / "pipe.csv"}"\nrepeats = 1\ncriteria = ["kta"]\nlambdas = [0.1]\n'
    )
    (tmp_path / "plan.toml").write_text(words, encoding="utf-8")
    result = CliRunner().invoke(program, ["sweep", str(tmp_path / "plan.toml")])
    assert result.exit_code == 1
    assert "not a regular file but a pipe" in result.output


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "log.csv"
    path.write_text(table(), encoding="utf-8")
    opened = Path.open

    def open_and_grow(self, *arguments):
        with opened(self, "a", encoding="utf-8") as log:
            log.write("1,2,p\n")
        return opened(self, *arguments)

    monkeypatch.setattr(Path, "open", open_and_grow)
    with pytest.raises(DataError, match="changed while it was read"):
        file_content(path)


def test_a_file_that_vanishes_while_it_is_read_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "gone.csv"
    path.write_text(table(), encoding="utf-8")
    opened = Path.open

    def remove_and_open(self, *arguments):
        self.unlink(missing_ok=True)
        return opened(self, *arguments)

    monkeypatch.setattr(Path, "open", remove_and_open)
    with pytest.raises(DataError, match="cannot be read"):
        file_content(path)


def test_reading_an_archive_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv.gz").write_bytes(gzip.compress(table().encode()))
    load_dataset("data.csv.gz")
    assert [path.name for path in tmp_path.iterdir()] == ["data.csv.gz"]
