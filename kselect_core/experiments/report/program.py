"""Which program wrote a report: its version, and the commit where it runs from a copy of Git."""

from contextlib import suppress
from pathlib import Path

import kselect_core

ROOT = Path(__file__).parents[3]


def written_by(root: Path = ROOT) -> dict[str, str]:
    """Version of kselect, and the commit of its sources where that is known."""
    commit = _commit(root / ".git")
    return {"kselect": kselect_core.__version__} | ({"commit": commit} if commit else {})


def _commit(folder: Path) -> str:
    """Hash of what is checked out; nothing outside of a repository."""
    with suppress(OSError, UnicodeDecodeError):
        head = (folder / "HEAD").read_text("ascii").strip()
        if not head.startswith("ref: "):
            return head
        name = head.removeprefix("ref: ")
        with suppress(OSError):
            return (folder / name).read_text("ascii").strip()
        for line in (folder / "packed-refs").read_text("utf-8").splitlines():
            if line.endswith(f" {name}"):
                return line.split()[0]
    return ""
