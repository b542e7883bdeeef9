"""``kselect app``: closed by default, open in words with --share, one process in the end."""

import os
import socket

import pytest

from kselect_core.cli.sharing import address as sharing
from kselect_core.cli.sharing.word import fits
from kselect_core.cli.verbs import starting
from kselect_core.data.words.limits import MOST_BYTES

EVERYWHERE = sharing.EVERYWHERE


@pytest.fixture
def started(monkeypatch):
    """Give what would have been started: program, command, variables."""
    calls = []

    def execve(*call):
        calls.append(call)
        raise KeyboardInterrupt  # the real one does not return either

    monkeypatch.setattr(starting.os, "execve", execve)
    return calls


def test_visitors_of_a_shared_server_bring_smaller_files_than_its_owner(kselect_json):
    assert starting.VISITORS_MAY_BRING * 10**6 == MOST_BYTES
    limit = f"--server.maxUploadSize={starting.VISITORS_MAY_BRING}"
    assert limit in kselect_json("app", "--share")["command"]
    assert limit not in kselect_json("app")["command"]


def hosts_in(command):
    return [word.split("=")[1] for word in command if word.startswith("--server.allowedHosts=")]


@pytest.mark.parametrize("option", ["--host", "--server.address"])
@pytest.mark.parametrize("address", [EVERYWHERE, "192.168.1.5", "::", "somewhere.example"])
def test_without_share_only_this_computer_is_served(kselect, started, option, address):
    said = kselect("app", option, address, status=1).stderr
    assert "add --share" in said
    assert address in said
    assert not started


def test_a_variable_does_not_open_the_app_either(kselect, started, monkeypatch):
    monkeypatch.setenv("STREAMLIT_SERVER_ADDRESS", EVERYWHERE)
    assert "STREAMLIT_SERVER_ADDRESS 0.0.0.0" in kselect("app", status=1).stderr
    assert not started


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "127.0.0.2"])
def test_addresses_of_this_computer_alone_are_fine(kselect_json, address):
    command = kselect_json("app", "--host", address)["command"]
    assert f"--server.address={address}" in command
    assert not hosts_in(command)  # those of config.toml hold


@pytest.mark.parametrize(
    "words",
    [
        ("--word", "toberiku"),
        ("--teacher-word", "dugilote"),
        ("--word", ""),
        ("--name", "here"),
        ("--most-visitors", "9"),
        ("--tables",),
    ],
)
def test_options_of_a_shared_app_need_share(kselect, words):
    assert "Add --share" in kselect("app", *words, status=1).stderr


def test_a_shared_app_answers_to_its_own_addresses_and_names_only(kselect_json):
    found = kselect_json("app", "--share", "--name", "kselect.school.example")
    assert "--server.address=0.0.0.0" in found["command"]
    hosts = hosts_in(found["command"])
    assert {"localhost", "127.0.0.1", "kselect.school.example"} <= set(hosts)
    assert {f"http://{host}:8501" for host in hosts} >= set(found["addresses"])
    assert not any("*" in host for host in hosts)
    assert (len(found["word"]), len(found["teacher_word"])) == (8, 12)


def test_the_word_reaches_the_server_as_a_hash_only(kselect, started, monkeypatch):
    monkeypatch.setenv("STREAMLIT_CLIENT_SHOW_ERROR_DETAILS", "full")
    monkeypatch.setattr(starting, "check_free", lambda *_: None)
    words = ("--word", "Tobe-Riku", "--teacher-word", "Dugi-Lote")
    said = kselect("app", "--share", *words, "--most-visitors", 5, status=130).stdout
    assert "Tobe-Riku" in said
    assert "Your own word is Dugi-Lote" in said
    assert "http://" in said
    ((program, command, variables),) = started
    assert program == command[0]
    for text in (*command, *variables.values()):
        assert "riku" not in text.lower()
        assert "lote" not in text.lower()
    assert fits("toberiku", variables["KSELECT_WORD_HASH"])
    assert fits("dugilote", variables["KSELECT_TEACHER_HASH"])
    assert variables["KSELECT_SHARED"] == "1"
    assert variables["KSELECT_MOST_VISITORS"] == "5"
    assert not [name for name in variables if name.startswith("STREAMLIT_")]


def test_the_data_folder_is_handed_on_only_if_the_owner_wants_that(kselect, started, monkeypatch):
    monkeypatch.setenv("KSELECT_DATA", "somewhere")
    monkeypatch.setattr(starting, "check_free", lambda *_: None)
    for words in (("--share",), ("--share", "--tables"), ()):
        kselect("app", *words, status=130)
    assert ["KSELECT_DATA" in variables for _, _, variables in started] == [False, True, True]


def test_an_app_of_ones_own_is_not_shared_by_what_was_left_in_the_environment(
    kselect, started, monkeypatch
):
    monkeypatch.setenv("KSELECT_SHARED", "1")
    kselect("app", "--no-browser", status=130)
    ((_, _, variables),) = started
    assert "KSELECT_SHARED" not in variables
    assert "PATH" in variables


@pytest.mark.parametrize("word", ["", "a", "abc-de", "     a b c    "])
def test_a_word_that_is_easily_guessed_is_refused(kselect, word):
    for option in ("--word", "--teacher-word"):
        said = kselect("app", "--share", option, word, status=1).stderr
        assert f"{option} must be at least 6 letters or digits" in said


def test_a_class_and_its_teacher_have_two_words(kselect):
    words = ("--word", "toberiku", "--teacher-word", "Tobe Riku")
    assert "are the same" in kselect("app", "--share", *words, status=1).stderr


def test_a_busy_port_and_a_foreign_address_are_told_before_anything_starts(kselect, started):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        words = ("app", "--share", "--host", "127.0.0.1", "--port", port)
        assert f"port {port} is busy" in kselect(*words, status=1).stderr
    said = kselect("app", "--share", "--host", "203.0.113.7", status=1).stderr
    assert "cannot listen on 203.0.113.7" in said
    assert not started


def test_one_address_is_enough(kselect_json):
    found = kselect_json("app", "--share", "--host", "127.0.0.1", "--name", "proxy.example")
    assert "--server.address=127.0.0.1" in found["command"]
    assert hosts_in(found["command"]) == ["127.0.0.1", "proxy.example", "localhost"]


def test_the_addresses_of_a_computer_are_those_of_its_network(monkeypatch):
    entry = type("Entry", (), {})

    def made(address, family=socket.AF_INET):
        one = entry()
        one.address, one.family = address, family
        return one

    cards = {
        "lo": [made("127.0.0.1")],
        "eth0": [made("10.0.0.5"), made("fe80::1", socket.AF_INET6), made("169.254.3.4")],
        "wlan0": [made("192.168.1.20")],
        "off": [made("172.16.0.9")],
    }
    up = {name: type("Facts", (), {"isup": name != "off"})() for name in cards}
    monkeypatch.setattr(sharing.psutil, "net_if_addrs", lambda: cards)
    monkeypatch.setattr(sharing.psutil, "net_if_stats", lambda: up)
    monkeypatch.setattr(sharing, "_way_out", lambda: "192.168.1.20")
    assert sharing.own_addresses() == ("192.168.1.20", "10.0.0.5")
    monkeypatch.setattr(sharing, "_way_out", lambda: "")
    assert sharing.own_addresses() == ("10.0.0.5", "192.168.1.20")
    room = sharing.opened(None, (), None, 60)
    assert "or        http://192.168.1.20:8501" in sharing.address_text(room, 8501)


def test_a_computer_without_a_network_says_so(monkeypatch):
    monkeypatch.setattr(sharing.psutil, "net_if_addrs", dict)
    monkeypatch.setattr(sharing, "NOWHERE", ("999.0.0.1", 9))
    monkeypatch.setattr(sharing.socket, "gethostname", lambda: "localhost")
    room = sharing.opened(None, (), None, 60)
    assert room.hosts == ("localhost", "127.0.0.1")
    assert "(none)" in sharing.address_text(room, 8501)


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot replace a process")
def test_help_tells_what_sharing_is(kselect):
    said = kselect("app", "--help").stdout
    assert all(option in said for option in ("--share", "--word", "--host", "--most-visitors"))
    assert "access word" in said
