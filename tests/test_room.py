"""Memory that a process may have, where less than the machine's is given to it."""

import subprocess
import sys

import psutil
import pytest

from kselect_core import SweepConfig, room
from kselect_core.errors import TooLargeError
from kselect_core.selection.sweep.memory import refuse_too_large

DENSE = SweepConfig(dataset="moons", criteria=("kta",), engine="dense")

LIMITED = """
import resource

import psutil

from kselect_core import SweepConfig
from kselect_core.selection.sweep.memory import refuse_too_large

used = psutil.Process().memory_info().vms
resource.setrlimit(resource.RLIMIT_AS, (used + 2**30, resource.RLIM_INFINITY))
dense = SweepConfig(dataset="moons", criteria=("kta",), engine="dense")
refuse_too_large(dense, 1000)
try:
    refuse_too_large(dense, 12_000, workers=2)
except MemoryError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_a_sweep_beyond_the_address_space_of_a_process_is_refused():
    done = subprocess.run(
        [sys.executable, "-c", LIMITED], capture_output=True, text=True, check=True
    )
    assert "the limit is 1.2 GiB, 60% of what ulimit -v leaves a process" in done.stdout


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("0::/a/b", "a/memory.max"),
        ("0::/", "memory.max"),
        ("4:cpu,memory:/a/b", "memory/a/b/memory.limit_in_bytes"),
        ("4:memory:/not/here", "memory/memory.limit_in_bytes"),
    ],
)
def test_the_tightest_limit_of_a_group_of_processes_counts(tmp_path, monkeypatch, line, place):
    monkeypatch.setattr(room, "MEMBERSHIP", tmp_path / "cgroup")
    monkeypatch.setattr(room, "GROUPS", tmp_path / "groups")
    assert room.whole() == psutil.virtual_memory().total
    (tmp_path / "cgroup").write_text(f"9:name=systemd:/\n{line}\n")
    limit = tmp_path / "groups" / place
    limit.parent.mkdir(parents=True)
    for text, whole in (("max\n", psutil.virtual_memory().total), ("123\n", 123)):
        limit.write_text(text)
        assert room.whole() == whole
    assert room.free() == 123
    used = "memory.current" if place.endswith("max") else "memory.usage_in_bytes"
    with pytest.raises(TooLargeError, match=r"60% of what this process and those around it may"):
        refuse_too_large(DENSE, 100)
    (limit.parent / "memory.stat").write_text("anon 40\ninactive_file 10\n")
    (limit.parent / used).write_text("60\n")
    assert (room.whole(), room.free()) == (123, 73)
