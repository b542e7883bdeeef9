"""``kselect app`` and ``kselect version``: what needs nothing of the rest."""

import importlib.util
import os
import platform
import subprocess
import sys
from pathlib import Path

import click

import kselect_core
from kselect_core.cli.speech import say, say_json
from kselect_core.errors import KselectError

FIRST_PORT = 8501


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), default=FIRST_PORT, show_default=True)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--json", "json_", is_flag=True, help="Print JSON instead of text.")
def app(*, port: int, no_browser: bool, json_: bool) -> None:
    """Start the app on this computer; Ctrl-C ends it."""
    script = _script()
    flags = {
        "server.address": "127.0.0.1",
        "server.port": str(port),
        "server.headless": "true" if no_browser else "false",
        "browser.gatherUsageStats": "false",
    }
    listed = [f"--{name}={value}" for name, value in flags.items()]
    command = [sys.executable, "-m", "streamlit", "run", str(script), *listed]
    if json_:
        say_json({"address": f"http://127.0.0.1:{port}", "command": command})
        return
    if os.name != "nt":  # a child would go on serving after this process is killed
        sys.stdout.flush()
        # the threads of BLAS are set in the environment by main()
        os.execve(command[0], command, os.environ)  # noqa: S606  (no shell is wanted)
    sys.exit(subprocess.call(command))  # noqa: S603  (our own command)


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
    found = importlib.util.find_spec("kselect_ui")
    folders = list(found.submodule_search_locations or ()) if found else []
    if importlib.util.find_spec("streamlit") is None or not folders:
        raise KselectError(
            "The app is not installed here. In a copy of the project it is started with: "
            "python3 run.py"
        )
    folder = Path(folders[0])
    beside = folder.parent / "app.py"
    project = (folder.parent / "pyproject.toml").is_file()  # else it may be anybody's app.py
    return beside if project and beside.is_file() else folder / "router.py"
