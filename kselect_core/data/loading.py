"""One door to every data set: by the name of a bundled one or by a path."""

from os import PathLike

from kselect_core.data.bundled import bundled
from kselect_core.data.catalogue import ALIASES, CATALOGUE
from kselect_core.data.dataset import Dataset
from kselect_core.errors import UnknownNameError


def load_dataset(
    name_or_path: str | PathLike[str], *, label: str | None = None, **options: object
) -> Dataset:
    """Return a data set by name or path."""
    name = str(name_or_path)
    name = ALIASES.get(name, name)
    if name in CATALOGUE:
        positive = options.pop("positive", None)
        return bundled(name, positive=None if positive is None else str(positive))
    del label
    raise UnknownNameError("data set", name, (*CATALOGUE, *ALIASES))
