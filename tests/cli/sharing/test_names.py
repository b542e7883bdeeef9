"""What a shared app takes for a name or an address, and what else names a place."""

import pytest
from click.testing import CliRunner

import run
from kselect_core.cli.program import program
from kselect_core.cli.sharing.address import check_closed, opened
from kselect_core.cli.sharing.names import checked_name
from kselect_core.errors import InvalidParameterError, StorageError
from kselect_core.results.runs import home

NAMES = [
    *("lab", "lab.example.org", "lab.example.org.", "Lab-7.local", "10.0.0.7", "fe80::1", "[::1]"),
    *("xn--bcher-kva.example", "my_server", "1a.example"),
]
NO_NAMES = [
    *("", " ", "*", "*.example.org", "[", "]", "[lab]", "[10.0.0.7]", "a b", "http://x", "x/"),
    *(
        "evil.com/../",
        "x:8501",
        "10.0.0.7:80",
        "999.1.1.1",
        "1.2.3",
        "-x",
        "x-",
        "a..b",
        ".",
        "a\n",
    ),
    *(
        "a\0b",
        "--server.port=1",
        "bücher.example",
        "a" * 64,
        "a." * 200 + "a",
        "user@x",
        "fe80::1%1",
    ),
    *("a,b", "a;b", "$(x)", "\u202eabc", "x?y", "x#y", "\\\\x", "0x7f.1:1", "#", "%41"),
]


@pytest.mark.parametrize("name", NAMES)
def test_host_names_and_addresses_are_names(name):
    assert opened(None, (name,), "kernel-class", 3).names[-1] == name
    assert opened(name, (), "kernel-class", 3).addresses == (name,)


@pytest.mark.parametrize("name", NO_NAMES)
def test_nothing_else_is_a_name(name):
    for option, ask in (
        ("--name", lambda: opened(None, (name,), "kernel-class", 3)),
        ("--host", lambda: opened(name, (), "kernel-class", 3)),
        ("--host", lambda: check_closed(name, {})),
    ):
        with pytest.raises(InvalidParameterError, match="host name") as refused:
            ask()
        assert option in str(refused.value)
        assert len(str(refused.value)) < 400


def test_a_name_is_handed_on_as_it_was_given():
    assert checked_name("--name", "Lab.Example.org") == "Lab.Example.org"


def test_an_empty_host_is_refused_and_handed_on_by_the_launcher_too():
    with pytest.raises(run.SetUpError, match="--host is empty"):
        run.check_closed("")
    assert run.share_command(8501, "")[-2:] == ["--host", ""]


def test_a_variable_of_thousands_of_characters_is_not_repeated():
    for refuse in (run.check_closed, lambda host: check_closed(None, host)):
        host = "a" * 9000
        asked = host if refuse is run.check_closed else {"STREAMLIT_SERVER_ADDRESS": host}
        with pytest.raises(Exception, match="everybody in the network") as refused:
            refuse(asked)
        assert len(str(refused.value)) < 500


@pytest.mark.parametrize(
    "folder", ["/a" * 5000, "a" * 5000, "/srv/a\nb", "/srv/\x1b[31m", "~nobody-x/a"]
)
def test_a_folder_that_cannot_be_is_refused_in_few_words(folder, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", folder)
    with pytest.raises(StorageError, match="KSELECT_HOME") as refused:
        home()
    assert len(str(refused.value)) < 300
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("words", [("status",), ("doctor",), ("reproduce", "example", "--yes")])
@pytest.mark.parametrize("folder", ["/a" * 5000, "/dev/null/" + "a" * 900, "~nobody-x"])
def test_every_verb_says_in_few_words_that_its_folder_cannot_be(words, folder, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", folder)
    done = CliRunner().invoke(program, words, prog_name="kselect")
    assert done.exit_code in (0, 1), done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert "a" * 300 not in done.output
    assert "/a" * 150 not in done.output
