"""The first answer of the command line, beside a Python that only imports click.

    .venv/bin/python -m benchmarks.first_minute.command [rounds]

CPU seconds of processes of their own, in turns, medians.
"""

import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

PEER = ("-c", "import click")
ASKED = {
    "kselect --help": ("-m", "kselect", "--help"),
    "kselect --version": ("-m", "kselect", "--version"),
    "import kselect": ("-c", "import kselect"),
}


def processor(*words: str) -> float:
    """Return the CPU seconds of one call of Python."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)  # noqa: S603 (ours)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(rounds: int) -> None:
    """Print what each call takes, and how many times longer that is than the peer."""
    taken: dict[tuple[str, ...], list[float]] = {}
    for _ in range(rounds):
        for words in (PEER, *ASKED.values()):
            taken.setdefault(words, []).append(processor(*words))
    peer = median(taken[PEER])
    print(f"{'import click':<18} {peer:6.3f} s")
    for name, words in ASKED.items():
        print(f"{name:<18} {median(taken[words]):6.3f} s  {median(taken[words]) / peer:5.2f} ×")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
