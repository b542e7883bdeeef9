"""A process that reads tables for another one and can be killed.

It says that it is ready, then answers one request after the other. Where the system can (Linux;
macOS in part, Windows not), it has no more memory than it was told and no more processor time than
the deadline, and the system ends it when the process that asked is gone, even while it computes
(see ``alive``).
"""

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import BinaryIO, Final

from kselect_core.data.apart.carried import Plain, packed, receive, send
from kselect_core.data.table.preview import Preview, preview
from kselect_core.errors import KselectError

MOST_REQUEST: Final = 1 << 30
PARENT_CHECK: Final = 0.5  # seconds
MUCH: Final = 2_000_000  # bytes after which a reader has too many scattered pieces of memory
MANY: Final = 100  # requests, likewise
NO_MEMORY: Final = 77  # exit status
TOLD: Final = 4000  # characters of a traceback

if sys.platform != "win32":
    import resource

Reading = Callable[..., Preview]


@dataclass(frozen=True)
class Bounds:
    """How much one request may take."""

    seconds: float
    memory: int  # bytes of address space, all in all


def main(arguments: Sequence[str], reading: Reading = preview) -> None:
    """Serve until nobody asks any more; told are seconds and bytes."""
    bounds = Bounds(float(arguments[0]), int(arguments[1]))
    parent = os.getppid()
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asked
    if find_spec("pyarrow"):
        import pyarrow.parquet  # noqa: F401, PLC0415 - so that no request waits for it
    _bound_memory(bounds.memory)
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer, reading, bounds)
    except MemoryError:
        os._exit(NO_MEMORY)
    except OSError:  # the other side is gone
        os._exit(1)


def serve(requests: BinaryIO, answers: BinaryIO, reading: Reading, bounds: Bounds) -> None:
    """Answer requests until there are no more."""
    send(answers, {"ready": True})
    received = 0
    for count in range(1, MANY + 1):
        try:
            request, blocks = receive(requests, MOST_REQUEST)
        except EOFError:
            return
        received += sum(map(len, blocks))
        _bound_time(bounds.seconds)
        answer, numbers = answered(request, blocks, reading)
        again = received < MUCH and count < MANY and "memory" not in answer
        send(answers, {**answer, "again": again}, numbers)
        if not again:
            return


def answered(
    asked: Plain, blocks: Sequence[bytes], reading: Reading
) -> tuple[Plain, list[memoryview]]:
    """Return the answer to one request: a preview, or why there is none."""
    options = {key: tuple(v) if isinstance(v, list) else v for key, v in asked["options"].items()}
    if len(blocks) > 1:
        options["test"] = blocks[1]
    try:
        plain, numbers = packed(reading(blocks[0], name=asked["name"], **options))
    except MemoryError:
        return {"memory": True}, []
    except KselectError as error:
        return {"error": str(error)}, []
    except Exception:  # noqa: BLE001 - told to the one who asked, who logs it
        return {"broken": traceback.format_exc()[-TOLD:]}, []
    return {"preview": plain}, numbers


def _follow(parent: int) -> None:
    """End this process when its parent has ended."""
    while os.getppid() == parent:
        time.sleep(PARENT_CHECK)
    os._exit(1)


def _bound_memory(most: int) -> None:
    """Let no more than so many bytes be taken, nothing be written and no core be left behind."""
    if sys.platform != "win32":
        for what, limit in (
            (resource.RLIMIT_AS, most), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0),
        ):  # fmt: skip
            try:
                resource.setrlimit(what, (limit, limit))
            except (ValueError, OSError):  # macOS does not bound the address space
                continue


def _bound_time(seconds: float) -> None:
    """Let the system end this process after so much processor time from now."""
    if sys.platform != "win32":
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


if __name__ == "__main__":
    main(sys.argv[1:])
