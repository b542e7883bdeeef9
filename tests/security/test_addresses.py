"""Addresses are no files: nothing of kselect opens one, wherever it is written."""

import socket

import pytest
from click.testing import CliRunner

from kselect_core import Candidates, SweepConfig, load_dataset
from kselect_core.cli.program import program
from kselect_core.errors import DataError
from kselect_core.selection.sweep.setup import named_dataset

ADDRESSES = (
    "http://127.0.0.1:9/x.csv",
    "https://example.org/x.csv",
    "HTTP://example.org/x.csv",
    "ftp://example.org/x.csv",
    "file:///etc/passwd",
    "file:/etc/passwd",
    "s3://bucket/x.csv",
    "gs://bucket/x.parquet",
    "hdfs://host/x.csv",
    "memory://x.csv",
    "zip://x.csv::http://example.org/x.zip",
    "data:text/csv,a,b",
)
COMMANDS = (("sweep",), ("data", "add", "--as", "wdbc"))


@pytest.fixture(autouse=True)
def _no_network(monkeypatch):
    def refused(*_):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refused)


@pytest.mark.parametrize("address", ADDRESSES)
def test_python_refuses_an_address(address):
    with pytest.raises(DataError):
        load_dataset(address)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_configuration_with_an_address_is_refused(address):
    config = SweepConfig(dataset=address, candidates=(Candidates("linear"),), lambdas=(1.0,))
    with pytest.raises(DataError):
        named_dataset(config)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_command_line_refuses_an_address(address, words):
    found = CliRunner().invoke(program, [*words, address], prog_name="kselect")
    assert found.exit_code == 1
    assert "Traceback" not in found.output
    assert "Error" in found.output or "Addresses" in found.output or "cannot be" in found.output
