"""Bits that a disk loses: every file of a folder with one bit changed, at random."""

import numpy as np


def flipped(folder, *, times, seed=0):
    """Change one random bit of one random file, again and again; gives the file each time.

    The file is whole again before the next one is changed.
    """
    rng = np.random.default_rng(seed)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for _ in range(times):
        path = files[rng.integers(len(files))]
        good = path.read_bytes()
        spoilt = bytearray(good)
        place = int(rng.integers(len(spoilt)))
        spoilt[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(bytes(spoilt))
        yield path
        path.write_bytes(good)
