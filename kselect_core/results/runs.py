"""The folder of runs: every sweep by its digest, so that nothing has to be computed twice.

One folder per run, named by the digest of its configuration::

    runs/<digest>/config.toml    what was asked
                  table.parquet  the rows that are known
                  eigenvalues.parquet  of training kernels that were decomposed, once it has ended
                  state.json     finished, running, cancelled or failed; how much; the checksums

Every file is written under a temporary name, flushed to the disk and renamed, so that a reader
sees the old file or the new one, never half of one; so is the folder of a new run. A folder that
cannot be read is listed as unreadable and hides none of the others. A run without eigenvalues is
whole: they are computed again where somebody looks.
"""

import json
import logging
import os
import re
import shutil
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args
from uuid import uuid4

import pandas as pd
import psutil
import pyarrow as pa
import pyarrow.parquet as pq

from kselect_core.errors import InvalidParameterError, StorageError
from kselect_core.results import table as schema
from kselect_core.results.table import KernelEigenvalues
from kselect_core.results.writing import cause, home, refused, write_atomically

State = Literal["running", "finished", "cancelled", "failed"]
FORMAT = 1
EIGENVALUES = "eigenvalues.parquet"
LOG = logging.getLogger("kselect")
ABANDONED = 3600.0  # seconds after which a half-written file is nobody's
CLOCK = 2.0  # seconds by which two clocks of one computer may differ
_DIGEST = re.compile(r"[0-9a-f]{8,64}")


@dataclass(frozen=True, slots=True)
class Run:
    """What is known about one run without opening its table."""

    digest: str
    state: State
    config: str  # TOML
    title: str = ""  # one line for people
    done: int = 0
    total: int = 0
    seconds: float = 0.0
    saved: float = 0.0  # POSIX time of the last save
    reason: str = ""  # why it failed
    undefined: int = 0  # values of criteria that do not exist
    pid: int = 0  # of the process that computes it, while it runs
    owners: str = ""  # on a shared server: anonymous names of those who asked for it


class Unreadable(NamedTuple):
    """A folder among the runs that is not one, and why."""

    name: str
    reason: str


class Listing(NamedTuple):
    """All runs, newest first, and what could not be read."""

    runs: tuple[Run, ...]
    unreadable: tuple[Unreadable, ...]


def runs_folder() -> Path:
    """Folder of the runs."""
    return home() / "runs"


def save(
    run: Run,
    table: pd.DataFrame,
    *,
    eigenvalues: Sequence[KernelEigenvalues] = (),
    folder: Path | None = None,
) -> Path:
    """Write a run, replacing what was known of it; returns its folder.

    While the table is replaced the state says "running" and vouches for nothing; afterwards it
    carries the checksums of the table and of the eigenvalues. A crash at any moment leaves a run
    that can be resumed, a full disk what was there before.
    """
    place = _place(run.digest, folder)
    fresh = not place.exists()
    try:
        _save(run, schema.check(table), eigenvalues, place)
    except StorageError:
        if fresh:  # a folder without a table would only be listed as torn
            shutil.rmtree(place, ignore_errors=True)
        raise
    _clear(place)
    if fresh:
        _clear_beside(place)
    return place


def load(digest: str, *, folder: Path | None = None) -> pd.DataFrame:
    """Table of a run: all of it if finished, else the rows known so far."""
    place = _place(digest, folder)
    try:
        table = _table(place)
    except (OSError, ValueError, pa.ArrowException) as error:
        raise StorageError(
            f"The table of run {digest[:12]} cannot be read ({cause(error)}). Run the sweep again."
        ) from error
    return schema.check(table)


def load_eigenvalues(digest: str, *, folder: Path | None = None) -> tuple[KernelEigenvalues, ...]:
    """Eigenvalues that were saved with a run; none where there are none, or no run.

    Raises `StorageError` where they are damaged.
    """
    place = _place(digest, folder)
    try:
        expected = _state(place).get("eigenvalues", "")  # earlier versions kept none
        if not expected:
            return ()
        table = _rows(place / EIGENVALUES, expected)
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, pa.ArrowException) as error:
        raise StorageError(
            f"The eigenvalues of run {digest[:12]} cannot be read ({cause(error)})."
        ) from error
    return tuple(map(KernelEigenvalues._make, table.itertuples(index=False, name=None)))


def read(digest: str, *, folder: Path | None = None) -> Run:
    """Facts about a run; raises `StorageError` if its folder is torn or foreign."""
    place = _place(digest, folder)
    try:
        state = _state(place)
        config = _config(place, seal=state.get("config"))
    except (OSError, ValueError) as error:
        raise StorageError(f"Run {digest[:12]} cannot be read ({cause(error)}).") from error
    return _run(digest, state, config)


def listing(*, folder: Path | None = None) -> Listing:
    """All runs of the folder, newest first; torn or foreign entries are named beside them."""
    root = folder or runs_folder()
    try:
        names = sorted(p.name for p in root.iterdir() if not p.name.startswith("."))
    except FileNotFoundError:
        names = []
    except OSError as error:
        return Listing((), (Unreadable(str(root), cause(error)),))
    runs, unreadable = [], []
    for name in names:
        try:
            runs.append(read(name, folder=root))
        except (StorageError, InvalidParameterError) as error:
            unreadable.append(Unreadable(name, str(error)))
    runs.sort(key=lambda run: (-run.saved, run.digest))
    return Listing(tuple(runs), tuple(unreadable))


def delete(digest: str, *, folder: Path | None = None) -> None:
    """Forget a run. One that is not there is already forgotten."""
    place = _place(digest, folder)
    grave = place.with_name(f".deleted-{digest[:16]}-{os.getpid()}")
    try:
        place.rename(grave)  # gone at once, also if the process dies while files are removed
    except FileNotFoundError:
        return
    except OSError as error:
        raise refused(place, error) from error
    shutil.rmtree(grave, ignore_errors=True)


def interrupted(run: Run) -> Run:
    """Return the run, as cancelled if it claims to be running in a process that is gone."""
    if run.state != "running" or _works(run):
        return run
    return replace(run, state="cancelled", reason="The program ended while this was running.")


def _works(run: Run) -> bool:
    """Whether the process that wrote this still lives; numbers of processes are given again."""
    try:
        return run.pid > 0 and psutil.Process(run.pid).create_time() <= run.saved + CLOCK
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:  # of another user: it cannot be told
        return True


def _save(
    run: Run, table: pd.DataFrame, eigenvalues: Sequence[KernelEigenvalues], place: Path
) -> None:
    path = place / "table.parquet"
    if place.exists():
        _begin(run if path.exists() else replace(run, done=0), place)
    else:
        _make(replace(run, done=0), place)
    _write_rows(path, table)
    sealed = _write_eigenvalues(place, eigenvalues) if eigenvalues else ""
    _write_state(place, run, checksum=_checksum(path), eigenvalues=sealed)


def _write_eigenvalues(place: Path, eigenvalues: Sequence[KernelEigenvalues]) -> str:
    """Write the eigenvalues; returns their checksum, empty where they have no room."""
    path = place / EIGENVALUES
    try:
        _write_rows(path, pd.DataFrame(eigenvalues))
        return _checksum(path)
    except StorageError as error:  # the run is whole without them
        LOG.warning("The eigenvalues of run %s are not kept: %s", place.name[:12], error)
        return ""


def _write_rows(path: Path, table: pd.DataFrame) -> None:
    rows = pa.Table.from_pandas(table, preserve_index=False)
    write_atomically(
        path, lambda part: pq.write_table(rows, part, compression="zstd", write_page_checksum=True)
    )


def _begin(run: Run, place: Path) -> None:
    """Write what was asked, and that it is not all there yet."""
    _write_text(place / "config.toml", run.config)
    _write_state(place, replace(run, state="running"), checksum="")


def _make(run: Run, place: Path) -> None:
    """Make the folder of a new run, which nobody sees before it has its settings and its state."""
    folder = place.with_name(f".new-{run.digest[:16]}-{uuid4().hex[:8]}")
    try:
        folder.mkdir(parents=True)
        _begin(run, folder)
        folder.rename(place)
    except StorageError:
        raise
    except OSError as error:
        if not place.exists():  # else another program made it meanwhile: the same run
            raise refused(place, error) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _clear_beside(place: Path) -> None:
    """Remove the folders that a process was making or deleting when it was killed."""
    old = time.time() - ABANDONED
    with suppress(OSError):
        for part in place.parent.glob(".*-*"):
            if part.is_dir() and part.stat().st_mtime < old:
                shutil.rmtree(part, ignore_errors=True)


def _clear(place: Path) -> None:
    """Remove what a process left half-written when it was killed."""
    old = time.time() - ABANDONED
    with suppress(OSError):
        for part in place.glob(".*-*"):
            if part.stat().st_mtime < old:
                part.unlink(missing_ok=True)


def _write_text(path: Path, text: str) -> None:
    write_atomically(path, lambda part: part.write_text(text, "utf-8"))


def _write_state(place: Path, run: Run, *, checksum: str, eigenvalues: str = "") -> None:
    state = {"format": FORMAT, **asdict(run), "checksum": checksum, "eigenvalues": eigenvalues}
    state["config"] = _seal(run.config)
    state["seal"] = _seal(json.dumps(state))
    _write_text(place / "state.json", json.dumps(state, indent=1))


def _state(place: Path) -> dict[str, Any]:  # Any: JSON
    """Return the facts about a run; those of earlier versions have no seal."""
    state = json.loads((place / "state.json").read_text("utf-8"))
    if not isinstance(state, dict):
        raise ValueError("no table of facts")  # noqa: TRY004 - like any other unreadable JSON
    seal = state.pop("seal", None)
    if seal is not None and seal != _seal(json.dumps(state)):
        raise ValueError("its state was changed or damaged")
    return state


def _config(place: Path, *, seal: str | None) -> str:
    config = (place / "config.toml").read_text("utf-8")
    if seal is not None and seal != _seal(config):
        raise ValueError("its settings were changed or damaged")
    return config


def _seal(text: str) -> str:
    return sha256(text.encode("utf-8")).hexdigest()


def _table(place: Path) -> pd.DataFrame:
    path = place / "table.parquet"
    state = _state(place)
    expected = state.get("checksum", "")
    if state.get("state") == "running" and not expected and not path.exists():
        return schema.empty()  # nothing was written yet
    return _rows(path, expected)


def _rows(path: Path, checksum: str) -> pd.DataFrame:
    if checksum and checksum != _checksum(path):
        raise ValueError("it was changed or damaged")
    table: pd.DataFrame = pq.ParquetFile(path, page_checksum_verification=True).read().to_pandas()
    return table


def _checksum(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _run(digest: str, state: dict[str, Any], config: str) -> Run:
    if state.get("digest") != digest:
        raise StorageError(f"Folder {digest[:12]} does not hold the run its name says.")
    if state.get("format") != FORMAT:
        raise StorageError(f"Run {digest[:12]} was written by another version of kselect.")
    values = {name: state[name] for name in Run.__dataclass_fields__ if name in state}
    if values.get("state") not in get_args(State) or not _has_types(values):
        raise StorageError(f"The state of run {digest[:12]} makes no sense.")
    return Run(**{**values, "config": config})


def _has_types(values: dict[str, object]) -> bool:
    numbers = (
        values.get(name, 0) for name in ("done", "total", "seconds", "saved", "pid", "undefined")
    )
    words = (values.get(name, "") for name in ("title", "reason"))
    return all(isinstance(x, int | float) for x in numbers) and all(
        isinstance(x, str) for x in words
    )


def _place(digest: str, folder: Path | None) -> Path:
    if not _DIGEST.fullmatch(digest):
        raise InvalidParameterError("Runs", "digest", "8 to 64 hexadecimal digits", digest)
    return (folder or runs_folder()) / digest
