"""Damage to files, drawn from a generator: flipped bytes, cuts, repeated pieces."""

import numpy as np

from kselect_core.data import read_table
from kselect_core.errors import KselectError

LONGEST = 20_000  # bytes of a file that is damaged
MOST_FLIPS = 6


def mutated(content, rng):
    """Return bytes with one to six of them changed, cut out, repeated or put in."""
    for _ in range(rng.integers(1, MOST_FLIPS, endpoint=True)):
        i, j = sorted(rng.integers(0, len(content), size=2, endpoint=True).tolist())
        j = min(j, i + 50)
        kind = rng.integers(5)
        if kind == 0:
            content = content[:i]
        elif kind == 1:
            content = content[:i] + content[j:]
        elif kind == 2:
            content = content[:j] + content[i:j] * 2 + content[j:]
        elif kind == 3:
            content = content[:i] + rng.bytes(int(rng.integers(1, 5))) + content[j:]
        elif i < len(content):
            flipped = content[i] ^ (1 << int(rng.integers(8)))
            content = content[:i] + bytes([flipped]) + content[i + 1 :]
    return content


def cases(files, count, seed):
    """Return so many damaged files, each with the name it came from and its number."""
    small = {name: content for name, content in files.items() if 0 < len(content) <= LONGEST}
    names = sorted(small)
    for number in range(count):
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
        name = names[number % len(names)]
        yield f"{name} no. {number}", mutated(small[name], rng)


def answer(content):
    """Return what became of a file: "read" or the name of a deliberate error."""
    try:
        read_table(content)
    except KselectError as error:
        return type(error).__name__
    return "read"
