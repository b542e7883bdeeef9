"""``kselect app`` and ``kselect version``: what needs nothing of the rest."""

import importlib.util
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import click

import kselect_core
from kselect_core.cli.sharing.address import (
    LOOPBACK,
    MOST_VISITORS,
    OURS,
    TABLES,
    Shared,
    address_text,
    check_closed,
    check_free,
    opened,
)
from kselect_core.cli.speech.text import say, say_json
from kselect_core.errors import KselectError
from kselect_core.extras import adding

FIRST_PORT = 8501
HTTP_PORTS = click.IntRange(1, 65535)

VISITORS_MAY_BRING = 20
"""MB of one upload where others share the computer."""

SERVED = {
    "KSELECT_NICE": "10",
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_TRIM_THRESHOLD_": "16777216",
    "MALLOC_MMAP_THRESHOLD_": "8388608",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}
"""Variables of a server: sweeps stand back behind pages, freed memory goes back to the computer.

That of arrays above 8 MiB goes at once, of smaller ones up to 16 MiB are kept: pages that make
hundreds of them for one gesture ask the computer for memory no more.
"""


@click.command()
@click.option("--port", type=HTTP_PORTS, default=FIRST_PORT, show_default=True)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option(
    "--share",
    is_flag=True,
    help="Open the app to the network, for a class: prints the address and the access word.",
)
@click.option(
    "--word",
    metavar="WORD",
    help="Access word of a shared app; random if left out.",
)
@click.option(
    "--teacher-word",
    metavar="WORD",
    help="Word of the teacher of a shared app; random if left out.",
)
@click.option(
    "--host",
    "--server.address",
    "host",
    metavar="ADDRESS",
    help="Listen on this address only. Without --share it must be one of this computer alone.",
)
@click.option(
    "--name",
    "names",
    metavar="NAME",
    multiple=True,
    help="Further name under which visitors reach a shared app, e.g. of a proxy; repeatable.",
)
@click.option(
    "--most-visitors",
    type=click.IntRange(1),
    default=MOST_VISITORS,
    show_default=True,
    help="Most windows that a shared app serves at once.",
)
@click.option(
    "--tables",
    is_flag=True,
    help="Show the tables of the data folder (KSELECT_DATA) to the visitors of a shared app.",
)
@click.option("--json", "json_", is_flag=True, help="Print JSON instead of text; start nothing.")
def app(*, port: int, no_browser: bool, share: bool, json_: bool, **wishes: Any) -> None:  # noqa: ANN401 (click's values)
    """Start the app on this computer; Ctrl-C ends it.

    Only this computer reaches it, unless it is shared: see docs/classroom.md.
    """
    script = _script()
    if share:
        words = wishes["word"], wishes["teacher_word"]
        room = opened(wishes["host"], wishes["names"], words[0], wishes["most_visitors"], words[1])
        command = _shared_command(script, port, room)
    else:
        _check_unshared(**wishes)
        command = _command(script, wishes["host"] or LOOPBACK, port, headless=no_browser)
        room = None
    if json_:
        say_json(_as_json(command, port, room))
        return
    if room is not None:
        check_free(room.host, port)
        say(address_text(room, port))
    _become(command, _environment(room, tables=wishes["tables"]))


def _check_unshared(*, host: str | None, most_visitors: int, **others: object) -> None:
    check_closed(host)
    if most_visitors != MOST_VISITORS or any(others.values()) or "" in others.values():
        raise KselectError(
            "kselect app: --word, --teacher-word, --name, --most-visitors and --tables belong to a "
            "shared app. Add --share, or leave them out."
        )


def _command(script: Path, host: str, port: int, *, headless: bool) -> list[str]:
    """What serves the app; all other settings stand in config.toml beside the script."""
    flags = {
        "server.address": host,
        "server.port": str(port),
        "server.headless": "true" if headless else "false",
        "browser.gatherUsageStats": "false",
    }
    listed = [f"--{name}={value}" for name, value in flags.items()]
    return [sys.executable, "-m", "streamlit", "run", str(script), *listed]


def _shared_command(script: Path, port: int, room: Shared) -> list[str]:
    """What serves the app to others; one flag a host, since a list in one flag locks all out."""
    hosts = [f"--server.allowedHosts={host}" for host in room.hosts]
    command = _command(script, room.host, port, headless=True)
    most = f"--server.maxUploadSize={VISITORS_MAY_BRING}"
    return [*command, "--logger.hideWelcomeMessage=true", most, *hosts]


def _environment(room: Shared | None, *, tables: bool) -> dict[str, str]:
    """Variables of the server; for others than its owner no variable may change its settings."""
    variables = SERVED | {name: value for name, value in os.environ.items() if name not in OURS}
    if room is None:
        return variables
    unwanted = () if tables else (TABLES,)
    ours = {
        name: value
        for name, value in variables.items()
        if not name.startswith("STREAMLIT_") and name not in unwanted
    }
    return ours | room.variables


def _as_json(command: list[str], port: int, room: Shared | None) -> dict[str, object]:
    if room is None:
        return {"address": f"http://{LOOPBACK}:{port}", "command": command}
    return {
        "address": f"http://{room.addresses[0]}:{port}" if room.addresses else None,
        "addresses": [f"http://{address}:{port}" for address in room.addresses],
        "word": room.word,
        "teacher_word": room.teacher,
        "most_visitors": room.most,
        "command": command,
    }


def _become(command: list[str], variables: dict[str, str]) -> None:
    """Replace this process by the server: what was typed, also a word, is gone with it."""
    if os.name != "nt":  # a child would go on serving after this process is killed
        sys.stdout.flush()
        # the threads of BLAS are set in the environment by main()
        os.execve(command[0], command, variables)  # noqa: S606  (no shell is wanted)
    sys.exit(subprocess.call(command, env=variables))  # noqa: S603  (our own command)


@click.command()
@click.option("--json", "json_", is_flag=True, help="Print JSON instead of text.")
def version(*, json_: bool) -> None:
    """Print the version."""
    if json_:
        say_json({"kselect": kselect_core.__version__, "python": platform.python_version()})
    else:
        say(f"kselect {kselect_core.__version__}")


def _script() -> Path:
    """Script of the app: beside its package in a copy of the project, else within the package."""
    spec = importlib.util.find_spec("kselect_ui")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    if importlib.util.find_spec("streamlit") is None or not folders:
        raise KselectError(
            f"The app is not installed here: {adding('app')} adds it. In a copy of the "
            "project, python3 run.py starts it."
        )
    folder = Path(folders[0])
    beside = folder.parent / "app.py"
    project = (folder.parent / "pyproject.toml").is_file()  # else it may be anybody's app.py
    return beside if project and beside.is_file() else folder / "served" / "app.py"
