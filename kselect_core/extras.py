"""The command that adds an extra to kselect as it was installed here: from a folder, a file, …."""

import json
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

NAME = "kselect"


def adding(extra: str) -> str:
    """Return the command that adds an extra: ``pip install '/home/me/kselect[app]'``."""
    return f"pip install {_source(extra)}"


def _source(extra: str) -> str:
    """Return what pip is told, with the extra: where kselect came from, or its name."""
    try:
        record = _record(distribution(NAME))
    except PackageNotFoundError:  # a copy of the project that is not installed
        return f"'{Path(__file__).parents[1]}[{extra}]'"
    url = str(record.get("url", ""))
    if url.startswith("file:"):
        editable = "-e " if record.get("dir_info", {}).get("editable") else ""
        return f"{editable}'{url2pathname(urlsplit(url).path)}[{extra}]'"
    if url:
        return f"'{NAME}[{extra}] @ {_fetched(record, url)}'"
    return f"'{NAME}[{extra}]'"


def _fetched(found: dict[str, dict[str, str]], url: str) -> str:
    """Return an address as pip takes it: that of a repository says which kind, and its commit."""
    of = found.get("vcs_info")
    return f"{of['vcs']}+{url}@{of['commit_id']}" if of else url


def _record(installed: Distribution) -> dict[str, dict[str, str]]:
    """Return what pip and uv noted of where it came from (PEP 610); empty if from an index."""
    record: dict[str, dict[str, str]] = json.loads(installed.read_text("direct_url.json") or "{}")
    return record
