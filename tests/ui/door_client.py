"""A server started as its owner starts it, and a visitor who speaks to it below the browser."""

import http.client
import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

ROOT = Path(__file__).parents[2]
HEALTHY_WITHIN = 60.0  # seconds; the machine may be busy
LOCAL = "127.0.0.1"
PROGRAM = "from kselect_core.cli import main; main()"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
KEY = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13"}
UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", **KEY}


class Answer(NamedTuple):
    """What a server said."""

    status: int
    headers: dict[str, str]
    body: bytes


class Server(NamedTuple):
    """A started server: where it listens, what runs, what it has said."""

    port: int
    process: subprocess.Popen
    log: Path

    @property
    def host(self):
        """Give the Host header of this computer itself."""
        return f"{LOCAL}:{self.port}"

    def said(self):
        """Give all it has printed."""
        return self.log.read_text(encoding="utf-8", errors="replace")


@contextmanager
def started(folder, *options, variables=None):
    """Start ``kselect app`` with options on a free port; not waited for yet."""
    port = free_port()
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "log"
    command = [sys.executable, "-c", PROGRAM, "app", "--no-browser", "--port", str(port), *options]
    told = os.environ | {"KSELECT_HOME": str(folder), "OPENBLAS_NUM_THREADS": "1"}
    with (
        log.open("wb") as out,
        subprocess.Popen(
            command, cwd=ROOT, env=told | (variables or {}), stdout=out, stderr=out
        ) as process,
    ):
        yield Server(port, process, log)
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()


def healthy(server):
    """Wait until a server answers; gives it back."""
    deadline = time.monotonic() + HEALTHY_WITHIN
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            if ask(server, "/_stcore/health").status == 200:
                return server
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"the server did not start: {server.said()}")


def ask(server, path="/", *, to=LOCAL, source=LOCAL, method="GET", body=None, **headers):
    """Send one request as it stands; header names are written with underscores."""
    given = {"Host": f"{to}:{server.port}", "Accept": "text/html"}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    mine = (source, 0) if to == LOCAL else None
    line = http.client.HTTPConnection(to, server.port, timeout=30, source_address=mine)
    try:
        line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in given.items():
            line.putheader(name, value)
        if body is not None:
            line.putheader("Content-Length", given.get("Content-Length", str(len(body))))
        line.endheaders(body)
        found = line.getresponse()
        said = {name.lower(): value for name, value in found.getheaders()}
        return Answer(found.status, said, b"" if found.status == 101 else found.read())
    finally:
        line.close()


def upgrade(server, **headers):
    """Ask for the app's channel; the status of the answer."""
    dashed = {name.replace("-", "_"): value for name, value in UPGRADE.items()}
    return ask(server, "/_stcore/stream", **dashed, **headers).status


def try_word(server, word, path="/", **more):
    """Send the form of the word page."""
    form = {name.replace("-", "_"): value for name, value in FORM.items()}
    return ask(server, path, method="POST", body=f"word={word}".encode(), **form, **more)


def entered(server, word, **more):
    """Give the right word; returns the cookie header of a visitor."""
    return try_word(server, word, **more).headers["set-cookie"].partition(";")[0]


@contextmanager
def window(server, cookie, to=LOCAL):
    """Open the app's channel as a browser does; give it and the session it was given."""
    place = f"{to}:{server.port}"
    with connect(
        f"ws://{place}/_stcore/stream",
        origin=f"http://{place}",
        additional_headers={"Cookie": cookie},
        subprotocols=["streamlit"],
        max_size=None,
        compression=None,
        open_timeout=None,  # it opens when the server has loaded what every page needs
        close_timeout=1,
        ping_interval=None,  # a busy server is not a dead one
        proxy=None,
    ) as line:
        asked = BackMsg()
        asked.rerun_script.query_string = ""
        line.send(asked.SerializeToString())
        yield line, _session(line)


def _session(line):
    """Read until the server says which session this is."""
    while True:
        message = ForwardMsg()
        message.ParseFromString(line.recv(timeout=30))
        if message.WhichOneof("type") == "new_session":
            return message.new_session.initialize.session_id


def free_port():
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        return probe.getsockname()[1]
