"""Files and folders that a verb writes: what is there already stays, unless --force is given.

Where nothing can be written it is said before any work.
"""

import os
from pathlib import Path

import click

force_option = click.option("--force", is_flag=True, help="Replace what is there already.")


def refuse_existing(option: str, path: Path | None, *, force: bool, besides: str = "") -> None:
    """Refuse, before any work, a path that holds something; an empty folder holds nothing.

    ``besides`` is what else can be done about it.
    """
    if path is None or force:
        return
    place = path.expanduser()
    if place.is_dir() and not any(place.iterdir()):
        return
    if place.exists() or place.is_symlink():
        raise click.UsageError(
            f"{option}: {str(path)!r} exists already and would be replaced. Name another, "
            f"{besides}or add --force."
        )


def refuse_unwritable(option: str, path: Path | None) -> None:
    """Refuse, before any work, a file in a folder that is not there or takes none."""
    if path is None:
        return
    folder = path.expanduser().parent
    if not folder.is_dir():
        raise click.UsageError(
            f"{option}: there is no folder {str(folder)!r}. Make it, or name another file."
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        raise click.UsageError(
            f"{option}: nothing can be written to the folder {str(folder)!r}. Name another file."
        )
