"""The data sets of the five papers, loaded by name and verified."""

from dataclasses import replace

from kselect_core.data.catalogue import verifying
from kselect_core.data.catalogue.bundled import bundled
from kselect_core.data.catalogue.fetching import add, fetch
from kselect_core.data.catalogue.paper_catalogue import PAPER_SETS, PaperSet, paper_set
from kselect_core.data.catalogue.paths import file_content
from kselect_core.data.catalogue.places import Place, Status, absent, find, place, status
from kselect_core.data.set.dataset import Dataset

__all__ = [
    "PAPER_SETS", "PaperSet", "Place", "Status",
    "add", "fetch", "find", "load_paper_set", "paper_set", "place", "status",
]  # fmt: skip


def load_paper_set(name: str, *, check: bool = True) -> Dataset:
    """Return a data set of the papers, verified to be the published one, without a question.

    The name is kselect's own (``paper_set`` finds it from that of a paper). What differs from
    the catalogue is a ``DataError`` with both numbers; ``check=False`` takes a file as it is.
    """
    entry = PAPER_SETS[name]
    path = place(entry)
    if path is None:
        raise absent(entry)
    if path.path is None:
        return _from_program(entry)
    content = file_content(path.path)
    if not check:
        return verifying.read(entry, content)
    if path.kind == "file":
        return verifying.read_verified(entry, content, source=str(path.path))
    return _fetched(entry, content, source=str(path.path))


def _from_program(entry: PaperSet) -> Dataset:
    """Return a bundled set under the names that its file would give it."""
    data = bundled(entry.bundled)
    classes = tuple(name for name, _ in entry.classes)
    names = entry.feature_names or data.feature_names
    data = replace(data, name=entry.name, class_names=classes, feature_names=names)
    differences = verifying.shape_differences(entry, data)
    if differences:
        raise verifying.not_it(entry, "The installed scikit-learn", differences)
    return data


def _fetched(entry: PaperSet, content: bytes, *, source: str) -> Dataset:
    """Return a table from OpenML; its columns were counted when it was fetched."""
    data = verifying.read(entry, content)
    differences = verifying.count_differences(
        entry, rows=len(data.y), columns=entry.columns, counts=verifying.class_counts(data)
    )
    if differences:
        raise verifying.not_it(entry, source, differences)
    return data
