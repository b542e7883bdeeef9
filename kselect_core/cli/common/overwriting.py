"""Files and folders that a verb writes: what is there already stays, unless --force is given."""

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
