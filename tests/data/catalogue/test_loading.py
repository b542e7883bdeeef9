"""A name, a name in a folder or a path: one function, and nothing but files is opened."""

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from kselect_core.data import load_dataset
from kselect_core.data.catalogue import paths
from kselect_core.errors import DataError, InvalidParameterError, UnknownNameError
from tests.bad import corpus

TABLE = corpus.table().encode()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine here é.csv"
    path.write_bytes(TABLE)
    return path


def test_a_path_is_read_and_gives_the_name(file):
    assert load_dataset(file).name == "mine here é"
    assert load_dataset(str(file)).digest == load_dataset(file).digest


def test_a_bundled_name_wins_over_a_file_of_that_name(tmp_path, monkeypatch):
    (tmp_path / "iris").write_bytes(TABLE)
    monkeypatch.chdir(tmp_path)
    assert load_dataset("iris").X.shape == (150, 4)
    assert load_dataset("./iris").X.shape == (12, 2)


def test_a_file_without_suffix_in_this_folder_is_a_path(tmp_path, monkeypatch):
    (tmp_path / "mine").write_bytes(TABLE)
    monkeypatch.chdir(tmp_path)
    assert load_dataset("mine").X.shape == (12, 2)


def test_a_bare_name_is_found_in_the_folder_of_the_environment(tmp_path, monkeypatch):
    (tmp_path / "heart-2.csv").write_bytes(TABLE)
    (tmp_path / "packed.csv.gz").write_bytes(corpus.files()["gzip.csv.gz"])
    monkeypatch.setenv("KSELECT_DATA", str(tmp_path))
    assert load_dataset("heart-2").name == "heart-2"
    assert load_dataset("packed").X.shape == (12, 2)
    with pytest.raises(UnknownNameError, match="Did you mean 'heart-2'"):
        load_dataset("heart-3")


@pytest.mark.parametrize("folder", ["", "/nowhere/at/all"])
def test_a_folder_that_is_not_there_adds_nothing(monkeypatch, folder):
    monkeypatch.setenv("KSELECT_DATA", folder)
    assert paths.extra_tables() == {}


@pytest.mark.parametrize(
    "address",
    ["http://host.invalid/x.csv", "https://host.invalid/x.csv", "s3://b/x", "file:///etc"],
)
def test_an_address_is_never_opened(address):
    with pytest.raises(DataError, match="Addresses are not opened"):
        load_dataset(address)


@pytest.mark.skipif(sys.platform == "win32", reason="folders hold no pipes and devices there")
def test_what_is_no_regular_file_is_refused(tmp_path, file):
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "link.csv").symlink_to(file)
    (tmp_path / "folder.csv").mkdir()
    for name, kind in {"pipe": "a pipe", "link": "a symbolic link", "folder": "a folder"}.items():
        with pytest.raises(DataError, match=f"not a regular file but {kind}"):
            load_dataset(tmp_path / f"{name}.csv")
    with pytest.raises(DataError, match="not a regular file but a device"):
        load_dataset("/dev/zero")


@pytest.mark.skipif(sys.platform == "win32", reason="folders hold no sockets there")
def test_a_socket_is_something_else(tmp_path, monkeypatch):
    import socket

    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("s.csv")
        with pytest.raises(DataError, match="something else"):
            load_dataset("./s.csv")


def test_a_file_that_is_not_there_is_an_error_in_words(tmp_path):
    with pytest.raises(DataError, match="cannot be read: No such file"):
        load_dataset(tmp_path / "no.csv")
    with pytest.raises(DataError, match="NUL character"):
        load_dataset("a\0b/c.csv")
    with pytest.raises(DataError, match="empty"):
        load_dataset("")


def test_an_unreadable_file_is_an_error_in_words(file, monkeypatch):
    def refuse(*_args, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(DataError, match="Permission denied"):
        load_dataset(file)


def test_a_file_that_shrinks_or_grows_meanwhile_is_refused(file, monkeypatch):
    size = file.stat().st_size
    original = Path.lstat

    def other_size(self):
        fields = list(original(self))
        fields[6] = size - 5
        return os.stat_result(fields)

    monkeypatch.setattr(Path, "lstat", other_size)
    with pytest.raises(DataError, match="changed while it was read"):
        load_dataset(file)


def test_a_file_above_the_limit_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "big.csv"
    with path.open("wb") as file:
        file.truncate(200_000_001)
    with pytest.raises(DataError, match=r"200\.0 MB; the limit is 200 MB"):
        load_dataset(path)


@pytest.mark.parametrize("name", [None, 3, np.ones(2), ["iris"], b"iris"])
def test_what_is_neither_name_nor_path_is_refused(name):
    with pytest.raises(InvalidParameterError, match="a name or path"):
        load_dataset(name)


def test_an_unknown_option_is_an_error_with_a_suggestion(file):
    with pytest.raises(UnknownNameError, match="Did you mean 'delimiter'"):
        load_dataset(file, delimeter=",")
