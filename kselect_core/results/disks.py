"""On what kind of disk something is kept."""

from pathlib import Path

import psutil

from kselect_core.results.writing import shown

NETWORK = frozenset(
    (
        *("nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "afpfs", "afs"),
        *("ceph", "glusterfs", "lustre", "beegfs", "davfs", "webdav"),
        *("fuse.sshfs", "fuse.glusterfs", "fuse.davfs2", "fuse.rclone", "fuse.ceph"),
    )
)
"""File systems that lie on another computer."""


def network_warning(path: Path) -> str:
    """What may go wrong with a store on the disk of another computer; empty for a disk of ours."""
    kind = _file_system(path.absolute())
    if kind not in NETWORK:
        return ""
    return (
        f"{shown(path.parent)} is a network folder ({kind}): locks are not reliable there, so that "
        "two programs at once may damage the store. Let KSELECT_HOME name a folder of this "
        "computer."
    )


def _file_system(path: Path) -> str:
    """Kind of the file system with the longest mount point above a path."""
    places = [
        (len(place.mountpoint), place.fstype.lower())
        for place in psutil.disk_partitions(all=True)
        if path.is_relative_to(place.mountpoint)
    ]
    return max(places, default=(0, ""))[1]
