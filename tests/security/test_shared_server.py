"""Servers as ``kselect app`` starts them, alone and for a class, asked over the network."""

import http.client
import os
import re
import socket
import subprocess
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus

from kselect_core.cli.sharing.address import own_addresses
from tests.ui.door_client import ask, entered, healthy, started, try_word, upgrade, window

WORD, TEACHER, PLACES, MB = "toberiku", "dugilotefaso", 3, 2**20
TRAVERSALS = (
    "/media/../../etc/passwd",
    "/media/%2e%2e/%2e%2e/etc/passwd",
    "/media/..%2f..%2fetc%2fpasswd",
    "/media/..\\..\\etc\\passwd",
    "/media/%5c..%5c..%5cetc%5cpasswd",
    "/static/../../../../../../etc/passwd",
    "/static/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
    "/app/static/../../run.py",
    "/component/../../etc/passwd",
    "/_stcore/bidi-components/../../run.py",
    "/_stcore/bidi-components/kselect_said/..%2f..%2f..%2frun.py",
    "//etc/passwd",
    "/../run.py",
    "/%00/etc/passwd",
    "/.streamlit/config.toml",
    "/app.py",
)


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    """Start both at once: they need the same seconds."""
    home = tmp_path_factory.mktemp("servers")
    with ExitStack() as open_ones:
        alone = open_ones.enter_context(started(home / "alone"))
        words = ("--word", WORD, "--teacher-word", TEACHER)
        options = ("--share", *words, "--most-visitors", str(PLACES))
        variables = {"STREAMLIT_CLIENT_SHOW_ERROR_DETAILS": "full"}
        shared = open_ones.enter_context(started(home / "class", *options, variables=variables))
        yield healthy(alone), healthy(shared)


@pytest.fixture(scope="module")
def alone(servers):
    return servers[0]


@pytest.fixture(scope="module")
def shared(servers):
    return servers[1]


@pytest.fixture(scope="module")
def cookie(shared):
    return entered(shared, WORD)


@pytest.fixture(scope="module")
def network():
    """Give an address of this computer that others reach."""
    found = own_addresses()
    if not found:
        pytest.skip("this computer is in no network")
    return found[0]


# ------------------------------------------------------------------------------- reach


def test_alone_the_app_is_not_reached_from_the_network(alone, network):
    assert ask(alone).status == 200
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((network, alone.port), timeout=5)


def test_a_shared_app_is_reached_from_the_network_through_its_door(shared, network):
    assert f"http://{network}:{shared.port}" in shared.said()
    assert WORD in shared.said()
    found = ask(shared, "/explore?data=wdbc", to=network)
    assert found.status == 401
    assert b"Access word" in found.body
    here = entered(shared, WORD, to=network)
    assert b"<title>Streamlit" in ask(shared, "/explore", to=network, Cookie=here).body


@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/media/x"])
def test_other_names_are_refused(alone, shared, cookie, path):
    for server, more in ((alone, {}), (shared, {"Cookie": cookie})):
        name = f"stranger.example:{server.port}"
        for headers in ({"Host": name}, {"Host": name, "Origin": f"http://{name}"}):
            assert ask(server, path, **headers, **more).status == 403
            assert upgrade(server, **headers, **more) == 403


def test_pages_of_others_do_not_reach_the_app(alone, shared, cookie):
    for server, more in ((alone, {}), (shared, {"Cookie": cookie})):
        for origin in ("http://stranger.example", "null", f"https://localhost:{server.port + 1}"):
            assert upgrade(server, Origin=origin, **more) == 403
            assert ask(server, Origin=origin, **more).status == 403
        assert upgrade(server, Origin=f"http://{server.host}", **more) == 101


# ------------------------------------------------------------------------------- the word


def test_nothing_is_given_without_the_cookie(shared):
    for path in ("/", "/media/x.png", "/_stcore/host-config", "/static/index.html"):
        assert ask(shared, path).status == 401
    assert ask(shared, "/_stcore/upload_file/a/b", method="PUT", body=b"x").status == 401
    assert upgrade(shared, Origin=f"http://{shared.host}") == 403


def test_after_five_wrong_words_the_right_one_must_wait(shared):
    guesser = "127.0.0.77"
    found = [try_word(shared, f"guess{i}", source=guesser) for i in range(6)]
    assert [answer.status for answer in found] == [401] * 5 + [429]
    assert try_word(shared, WORD, source=guesser).status == 429
    right = try_word(shared, "Tobe-RIKU", "/sweep?data=wdbc", source="127.0.0.78")
    assert (right.status, right.headers["location"]) == (303, "/sweep?data=wdbc")
    assert "HttpOnly; SameSite=Lax" in right.headers["set-cookie"]
    assert "guess" not in shared.said()


def test_a_proxy_on_this_computer_is_believed_and_nobody_else(shared):
    behind = {"X-Forwarded-For": "10.1.1.1", "X-Forwarded-Proto": "https"}
    assert try_word(shared, WORD, **behind).headers["set-cookie"].endswith("; Secure")
    found = [try_word(shared, "guess", **behind).status for _ in range(6)]
    assert found == [401] * 5 + [429]
    assert try_word(shared, WORD, **{**behind, "X-Forwarded-For": "10.1.1.2"}).status == 303
    claims = [{"X-Forwarded-For": f"10.1.2.{i}"} for i in range(6)]
    found = [try_word(shared, "guess", source="127.0.0.90", **claim).status for claim in claims]
    assert found == [401] * 5 + [429]


def test_who_is_inside_leads_only_with_the_second_word(shared, cookie):
    assert b"Access word" in ask(shared, "/teacher", Cookie=cookie).body
    right = try_word(shared, "Dugi-Lote-Faso", "/teacher", source="127.0.0.79", Cookie=cookie)
    assert (right.status, right.headers["location"]) == (303, "/learn")
    assert ".teacher." in right.headers["set-cookie"]
    until, name, signature = cookie.partition("=")[2].split(".")
    theirs = right.headers["set-cookie"].partition(";")[0].rpartition(".")[2]
    for life, own in ((until, signature), (int(until) + 1000, theirs)):
        forged = f"kselect_door={life}.{name}.teacher.{own}"
        assert ask(shared, "/learn", Cookie=forged).status == 401
        assert upgrade(shared, Origin=f"http://{shared.host}", Cookie=forged) == 403
    assert TEACHER in shared.said()  # once, when it starts


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks into /proc")  # noqa: PTH112
def test_the_word_stands_neither_in_the_process_list_nor_in_the_environment(shared):
    for name in ("cmdline", "environ"):
        with open(f"/proc/{shared.process.pid}/{name}", "rb") as file:  # noqa: PTH123
            content = file.read().lower()
        assert not any(word.encode() in content for word in (WORD, TEACHER))


# ------------------------------------------------------------------------------- what is closed


def test_metrics_and_the_second_way_in_are_closed(shared, cookie):
    for path in ("/_stcore/metrics", "/_stcore/agent/interact", "/_stcore/agent/mcp"):
        assert ask(shared, path, Cookie=cookie).status == 404
        assert ask(shared, path, method="POST", body=b"{}", Cookie=cookie).status == 404


def test_the_second_way_in_is_off_alone_as_well(alone):
    found = ask(alone, "/_stcore/agent/interact", method="POST", body=b"{}")
    assert found.status >= 400


def test_no_way_of_writing_a_path_gives_a_file(shared, alone, cookie):
    secrets = (b"root:x:0", b"OLDEST = (3, 11)", b"maxUploadSize", b"st.App(")
    for path in TRAVERSALS:
        for server, more in ((shared, {"Cookie": cookie}), (alone, {})):
            try:
                body = ask(server, path, **more).body
            except (ConnectionError, http.client.HTTPException):
                continue  # the server hung up
            assert not any(secret in body for secret in secrets), path


def test_headers_stand_on_every_answer(alone, shared, cookie):
    answers = [
        ask(alone),
        ask(shared),
        ask(shared, Cookie=cookie),
        ask(shared, "/media/x", Cookie=cookie),
    ]
    for found in answers:
        assert found.headers["x-content-type-options"] == "nosniff"
        assert found.headers["x-frame-options"] == "DENY"
        assert found.headers["referrer-policy"] == "same-origin"
        assert "frame-ancestors 'none'" in found.headers["content-security-policy"]
        assert "http:" not in found.headers["content-security-policy"]


# ------------------------------------------------------------------------------- windows


def test_uploads_need_word_token_and_measure(shared, cookie):
    token = re.search(
        "_streamlit_xsrf=([^;]+)", ask(shared, "/_stcore/health").headers["set-cookie"]
    )[1]
    with window(shared, cookie) as (_, session):
        path = f"/_stcore/upload_file/{session}/one"
        both = {"Cookie": f"{cookie}; _streamlit_xsrf={token}", "X-Xsrftoken": token}
        assert ask(shared, path, method="PUT", body=b"x", Cookie=cookie).status == 403
        assert (
            ask(shared, path, method="PUT", body=b"x", Cookie=both["Cookie"].split("; ")[1]).status
            == 401
        )
        large = {"Content-Length": str(21 * MB)}
        assert ask(shared, path, method="PUT", body=b"", **both, **large).status == 413
        assert session not in shared.said()


def test_one_window_more_than_there_are_places_is_refused_in_words(shared, cookie):
    late = entered(shared, WORD)
    with ExitStack() as held:
        for _ in range(PLACES):
            held.enter_context(window(shared, cookie))
        with pytest.raises(InvalidStatus, match="403"):
            held.enter_context(window(shared, late))
        found = ask(shared, "/explore", Cookie=late)
        assert (found.status, found.headers["retry-after"]) == (503, "60")
        assert b"The server is full" in found.body
        assert ask(shared, "/explore", Cookie=cookie).status == 200


def test_a_port_in_use_is_told_in_words(shared):
    words = ("app", "--share", "--port", str(shared.port))
    program = shared.process.args[:3]
    done = subprocess.run([*program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"port {shared.port} is busy" in done.stderr
