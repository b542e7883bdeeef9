"""Name and note that people give a run: beside it in its folder, no part of its digest."""

import json
from pathlib import Path
from typing import NamedTuple

from kselect_core.errors import StorageError
from kselect_core.results.runs import runs_folder
from kselect_core.results.writing import refused, write_atomically

FILE = "label.json"
LONGEST = 2000
"""Characters of a name or a note that are kept."""


class Label(NamedTuple):
    """What somebody calls a run, and what they noted about it."""

    name: str = ""
    note: str = ""


def label_of(digest: str, *, folder: Path | None = None) -> Label:
    """Return the label of a run; an empty one where nobody gave any, or it cannot be read."""
    try:
        label = json.loads(((folder or runs_folder()) / digest / FILE).read_text("utf-8"))
        return Label(*(str(label[field])[:LONGEST] for field in Label._fields))
    except (OSError, ValueError, KeyError, TypeError):  # a run needs no label
        return Label()


def put_label(digest: str, label: Label, *, folder: Path | None = None) -> None:
    """Keep a label beside a run that is in the folder of runs; an empty one is taken away."""
    place = (folder or runs_folder()) / digest
    if not (place / "state.json").exists():
        raise StorageError("This run is not kept on the disk, so it cannot be named.")
    if not any(label):
        try:
            (place / FILE).unlink(missing_ok=True)
        except OSError as error:
            raise refused(place, error) from error
        return
    text = json.dumps(Label(*(words[:LONGEST] for words in label))._asdict())
    write_atomically(place / FILE, lambda part: part.write_text(text, "utf-8"))
