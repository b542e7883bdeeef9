"""Whether strangers share this server, and what that closes."""

import os

SHARED = "KSELECT_SHARED"
"""Variable that ``kselect app --share`` sets for its server."""

WORD_HASH, MOST_VISITORS = "KSELECT_WORD_HASH", "KSELECT_MOST_VISITORS"
TEACHER_HASH = "KSELECT_TEACHER_HASH"
TABLES = "KSELECT_DATA"
"""Folder of tables; the launcher hands it to a shared server only if its owner wants that."""

MOST = 64


def shared() -> bool:
    """Whether other people than the owner of this computer use this server."""
    return os.environ.get(SHARED, "") not in ("", "0")


def offers_tables() -> bool:
    """Whether the tables of the data folder may be offered to who looks at this page."""
    return not shared() or bool(os.environ.get(TABLES))


def word_hash() -> str:
    """Hash of the access word; empty, and nobody comes in, if none was set."""
    return os.environ.get(WORD_HASH, "")


def teacher_hash() -> str:
    """Hash of the word of who leads the class; empty, and nobody leads, if none was set."""
    return os.environ.get(TEACHER_HASH, "")


def most_visitors() -> int:
    """How many windows a shared server serves at once."""
    wanted = os.environ.get(MOST_VISITORS, "")
    return int(wanted) if wanted.isdecimal() else MOST
