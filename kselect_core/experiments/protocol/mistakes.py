"""Where a mistake was found, said at the beginning of its message."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kselect_core.errors import DataError, KselectError


@contextmanager
def found_in(where: str) -> Iterator[None]:
    """Context in which the message of an error begins with ``where``, if that is anything."""
    try:
        yield
    except KselectError as error:
        if where:
            error.args = (f"{where}: {error}",)
        raise


@contextmanager
def found_in_file(path: str) -> Iterator[None]:
    """Context in which a mistake in a protocol names the file; one in its data does not."""
    try:
        yield
    except DataError:
        raise
    except KselectError as error:
        if path:
            error.args = (f"{Path(path).name}: {error}",)
        raise
