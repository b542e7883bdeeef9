"""``kselect data``: the data sets of the papers on this machine, and files of your own."""

import sys
from pathlib import Path

import click

from kselect_core.cli.speech.options import as_json
from kselect_core.cli.speech.text import complain, say, say_json, table, wrapped
from kselect_core.cli.verbs.reading import read
from kselect_core.data.catalogue import paper_sets
from kselect_core.data.catalogue.paper_sets import PAPER_SETS
from kselect_core.data.catalogue.paths import about_extra_folder
from kselect_core.data.catalogue.places import absent, data_folder
from kselect_core.errors import DataError

WRONG = 1


@click.group()
def data() -> None:
    """List, add, check and fetch the data sets of the papers; see how a file is read."""


data.add_command(read)


@data.command(name="list")
@as_json
def list_(*, json_: bool) -> None:
    """List the data sets: their names, sizes, licences, and where they are."""
    statuses = paper_sets.status()
    if json_:
        say_json([{**one._asdict(), "place": _where(one)} for one in statuses])
        return
    rows = [(one.name, f"{one.rows} × {one.columns}", _where(one), one.licence) for one in statuses]
    say(table(("data set", "size", "where", "licence"), rows, (False, True, False, False)))
    here = sum(one.place is not None for one in statuses)
    say(f"\n{here} of {len(statuses)} are here. Looked for in KSELECT_DATA and in {data_folder()}.")
    if wrong := about_extra_folder():
        say(wrong)
    say("To add a file: kselect data add FILE --as NAME. From OpenML: kselect data fetch NAME.")


@data.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "name", required=True, help="Name of the data set.")
@as_json
def add(file: Path, *, name: str, json_: bool) -> None:
    """Check a file against the published data set and copy it into kselect's folder."""
    path = paper_sets.add(file, paper_sets.paper_set(name).name)
    say_json({"name": name, "path": path}) if json_ else say(f"{name} is now in {path}")


@data.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@as_json
def check(names: tuple[str, ...], *, json_: bool) -> None:
    """Check data sets against what was published; all that are here if none is named."""
    entries = [paper_sets.paper_set(name) for name in names]
    entries = entries or [e for e in PAPER_SETS.values() if paper_sets.place(e) is not None]
    texts = {entry.name: _verdict(entry.name) for entry in entries}
    wrong = {name: text for name, text in texts.items() if text}
    if json_:
        say_json([{"name": name, "ok": not text, "reason": text} for name, text in texts.items()])
    else:
        for name, text in wrong.items():
            say(wrapped(text, start=f"{name}: "))
        right = len(texts) - len(wrong)
        say(f"{right} of {len(texts)} are as published.")
    if wrong:
        sys.exit(WRONG)


@data.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@as_json
def fetch(names: tuple[str, ...], *, json_: bool) -> None:
    """Fetch data sets from OpenML; rows and classes are counted."""
    got, failed = {}, {}
    for name in [paper_sets.paper_set(name).name for name in names]:
        try:
            got[name] = paper_sets.fetch(name)
        except DataError as error:
            failed[name] = str(error)
        if name in got and not json_:
            say(f"{name} is now in {got[name]}")
    if json_:
        say_json({"fetched": got, "failed": failed})
    for text in failed.values():
        complain(text)
    if failed:
        sys.exit(WRONG)


def _where(one: paper_sets.Status) -> str:
    if one.place is not None:
        return "in the program" if one.place.path is None else one.place.kind
    return "–" if PAPER_SETS[one.name].available else "nowhere"


def _verdict(name: str) -> str:
    """Return what is wrong with a data set, or nothing."""
    entry = PAPER_SETS[name]
    if paper_sets.place(entry) is None:
        return str(absent(entry))
    try:
        paper_sets.load_paper_set(name)
    except DataError as error:
        return str(error)
    return ""
