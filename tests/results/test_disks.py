"""A store on the disk of another computer is warned of, and no other."""

from collections import namedtuple
from pathlib import Path

import psutil
import pytest

from kselect_core.results.disks import network_warning

Place = namedtuple("Place", "mountpoint fstype")
PLACES = [
    Place("/", "ext4"),
    Place("/home", "nfs4"),
    Place("/home/ann/local", "ext4"),
    Place("/mnt/share", "CIFS"),
]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/s.sqlite", ""),
        ("/home/ann/s.sqlite", "nfs4"),
        ("/home/ann/local/s.sqlite", ""),
        ("/homestead/s.sqlite", ""),
        ("/mnt/share/s.sqlite", "cifs"),
    ],
)
def test_the_nearest_mount_point_decides(path, kind, monkeypatch):
    monkeypatch.setattr(psutil, "disk_partitions", lambda **_: PLACES)
    said = network_warning(Path(path))
    assert bool(said) == bool(kind)
    assert f"network folder ({kind})" in said or not kind


def test_this_folder_is_looked_up_on_the_real_machine(tmp_path):
    assert isinstance(network_warning(tmp_path / "s.sqlite"), str)
