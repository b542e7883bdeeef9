"""Nothing lost: what kills, full disks, torn files and two servers cost, by doing it."""

import sys
from collections.abc import Iterator
from pathlib import Path

from figure import Figure

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the tests' servers and visitors


def figures() -> Iterator[Figure]:
    """Yield every figure of what may be lost."""
    import losses_server
    import losses_store

    yield from losses_server.figures()
    yield from losses_store.figures()
