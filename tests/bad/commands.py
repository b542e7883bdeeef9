"""Doors of the command line: what it says, and that it ends with the status of a refusal."""

from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from kselect_core.cli.program import program
from kselect_core.errors import KselectError

SWEEP = 'dataset = "two_moons"\nrepeats = 1\ncriteria = ["kta"]\nlambdas = [0.1]\n'


def called(*words):
    """Output of a call that went well; a refusal is raised as the error it is."""
    found = CliRunner().invoke(program, [str(word) for word in words], prog_name="kselect")
    if found.exit_code in (1, 2):
        raise KselectError(found.output)
    if found.exit_code:
        raise AssertionError(f"status {found.exit_code}: {found.output}")
    return found.output


def sweep(options):
    """Sweep with bad options of a good configuration."""
    return with_file(SWEEP.encode(), options)


def config(text):
    """Sweep of a bad configuration."""
    return with_file(text if isinstance(text, bytes) else text.encode(), [])


def path(name):
    """Sweep of a file that is none."""
    with TemporaryDirectory() as folder, chdir(folder):
        return called("sweep", name)


def app(options):
    """Start of the app; only told what would be started."""
    return called("app", "--json", *options)


def with_file(content, options):
    with TemporaryDirectory() as folder:
        file = Path(folder) / "sweep.toml"
        file.write_bytes(content)
        return called("sweep", file, *options)


DOORS = {door.__name__: door for door in (sweep, path, app)} | {"config": config}
