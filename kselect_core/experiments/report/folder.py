"""The report of an experiment as a folder: pages for people, tables and a manifest for programs."""

import json
import os
import secrets
import shutil
from dataclasses import asdict
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import numpy as np
import pandas as pd

from kselect_core.errors import StorageError
from kselect_core.experiments.report.html import report_html
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.report.marked_up import report_latex, report_markdown
from kselect_core.experiments.report.program import written_by
from kselect_core.results.spreadsheets import spreadsheet

FORMAT = 1
FILES = (
    *("report.html", "report.md", "report.tex"),
    *("outcomes.parquet", "timings.parquet", "results.parquet"),
    *("outcomes.csv", "timings.csv", "results.csv", "manifest.json"),
)
"""Files of a report. The Parquet files are exact; those for spreadsheets hold no formulas."""


def write_report(folder: Path | str, content: ReportInput) -> Path:
    """Write all files of a report, or none; returns the folder.

    An older report in the folder is replaced; a folder that holds anything else is refused. A
    reader, and a crash at any moment, find the old report, or the new one, or for an instant none.
    """
    place = Path(folder).expanduser().absolute()
    _check(place)
    files = _files(content)
    fresh = place.with_name(f".{place.name}-{secrets.token_hex(6)}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        fresh.mkdir()
        for name, data in files.items():
            _write(fresh / name, data)
        _replace(fresh, place)
    except OSError as error:
        cause = error.strerror or str(error)
        raise StorageError(
            f"The report cannot be written to {place} ({cause}). Nothing was changed there."
        ) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return place


def manifest(content: ReportInput, files: dict[str, bytes]) -> str:
    """JSON text: what was run with what, and the SHA-256 of every file.

    The number of workers and the seconds of the run stand there only where they are known.
    """
    facts: dict[str, object] = {"workers": content.workers, "begun": content.begun}
    if np.isfinite(content.seconds):
        facts["seconds"] = content.seconds
    plain = {
        "format": FORMAT,
        "name": content.name,
        "title": content.title,
        "source": content.source,
        "plan": content.plan,
        "digest": content.digest,
        "files": {name: sha256(data).hexdigest() for name, data in files.items()},
        "measure": content.measure,
        "better": content.better,
        "test": content.test,
        "level": content.level,
        "datasets": [entry._asdict() for entry in content.progress],
        "failures": [entry._asdict() for entry in content.failures],
        "silent": [asdict(entry) for entry in content.silent],
        "variants": [
            {"name": v.name, "about": v.about, "set": dict(v.set)} for v in content.variants
        ],
        "seed": content.seed,
        "damaged": content.damaged,
        "blas_threads": content.threads,
        "seconds_computing": content.computing,
        **{name: value for name, value in facts.items() if value},
        "versions": dict(content.versions),
        "machine": dict(content.machine),
        "written_by": written_by(),
        "again": content.again,
        "made": content.made,
        "protocol": content.protocol,
    }
    return json.dumps(plain, indent=1, ensure_ascii=False, default=str) + "\n"


def _files(content: ReportInput) -> dict[str, bytes]:
    """Name and content of every file; the manifest, last, vouches for the others."""
    read = content.titled()  # by people; programs find data sets by their labels
    files = {
        "report.html": report_html(read).encode("utf-8"),
        "report.md": report_markdown(read).encode("utf-8"),
        "report.tex": report_latex(read).encode("utf-8"),
        "outcomes.parquet": _parquet(content.outcomes),
        "timings.parquet": _parquet(content.timings),
        "results.parquet": _parquet(content.results),
        "outcomes.csv": spreadsheet(content.outcomes),
        "timings.csv": spreadsheet(content.timings),
        "results.csv": spreadsheet(content.results),
    }
    return files | {"manifest.json": manifest(content, files).encode("utf-8")}


def _parquet(table: pd.DataFrame) -> bytes:
    buffer = BytesIO()
    table.to_parquet(buffer, index=False, compression="zstd")
    return buffer.getvalue()


def _check(place: Path) -> None:
    """Refuse a place that holds anything but an older report."""
    try:
        strange = sorted(entry.name for entry in place.iterdir() if entry.name not in FILES)
    except FileNotFoundError:
        return
    except OSError as error:
        raise StorageError(
            f"The report cannot be written to {place} ({error.strerror}). Name another folder."
        ) from error
    if strange:
        raise StorageError(
            f"{place} holds {strange[0]!r}, which is no part of a report. Name another folder, or "
            "one that does not exist."
        )


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _replace(fresh: Path, place: Path) -> None:
    """Put the new folder where the old one is; if that fails the old one comes back."""
    if not place.exists():
        fresh.rename(place)
        return
    old = fresh.with_name(f"{fresh.name}-old")
    place.rename(old)
    try:
        fresh.rename(place)
    except OSError:
        old.rename(place)
        raise
    shutil.rmtree(old, ignore_errors=True)
