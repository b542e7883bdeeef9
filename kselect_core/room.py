"""How much memory there is: of the machine, of the group of processes, and of this one."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil

MEMBERSHIP, GROUPS = Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")


def of_machine() -> int:
    """Bytes of memory that this machine has."""
    return int(psutil.virtual_memory().total)


def whole() -> int:
    """Bytes that this process and its workers may take: the machine's, or those of their group."""
    return min([of_machine(), *(limit for limit, _ in _of_groups())])


def own() -> int:
    """Bytes of address space that this process has left, which ``ulimit -v`` may limit."""
    if sys.platform == "win32":
        return sys.maxsize
    import resource  # noqa: PLC0415 (Windows has none)

    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY:
        return sys.maxsize
    return max(0, most - int(psutil.Process().memory_info().vms))


def free() -> int:
    """Bytes that this process may take now."""
    return min([int(psutil.virtual_memory().available), own(), *(left for _, left in _of_groups())])


def _of_groups() -> Iterator[tuple[int, int]]:
    """Limits of the groups that this process is in and of those around; what they have left."""
    with suppress(OSError):
        for line in MEMBERSHIP.read_text("utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if not controllers:
                yield from _limits(GROUPS, path, "memory.max", "memory.current")
            elif "memory" in controllers.split(","):
                names = ("memory.limit_in_bytes", "memory.usage_in_bytes")
                yield from _limits(GROUPS / "memory", path, *names)


def _limits(root: Path, path: str, name: str, used: str) -> Iterator[tuple[int, int]]:
    """Limits of a group and of those around it; a container may see the outermost alone."""
    parts = Path(path.lstrip("/")).parts
    for depth in range(len(parts) + 1):
        with suppress(OSError):
            group = root.joinpath(*parts[:depth])
            limit = (group / name).read_text("ascii").strip()
            if limit.isdecimal():
                yield int(limit), max(0, int(limit) - _held(group, used))


def _held(group: Path, used: str) -> int:
    """Bytes that a group cannot give back: what it uses, without files that were read once."""
    with suppress(OSError, ValueError):
        lines = (group / "memory.stat").read_text("ascii").splitlines()
        files = dict(line.split(" ", 1) for line in lines).get("inactive_file", "0")
        return max(0, int((group / used).read_text("ascii")) - int(files))
    return 0
