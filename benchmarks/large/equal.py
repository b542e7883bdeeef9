"""Every value without the matrix beside the one with it, all widths and λ; and the seconds of both.

python -m benchmarks.large.equal [covertype|synthetic] [n] [criteria …]
"""

import sys

import numpy as np

from benchmarks.harness import threadpool_limits
from benchmarks.large.sweeps import bench, blocks, data

CRITERIA = ("kta", "ckta", "mmd", "fsm", "fsm_u", "sm", "kfold", "ks", "gcv", "remp", "sps", "pep")
EXPONENTS = tuple(range(-15, 16))


def main() -> None:
    """Print, for each quantity, the largest difference, the errors told, and the choices."""
    name, n, *keys = (*sys.argv[1:], *("covertype", "4000")[len(sys.argv) - 1 :])
    threadpool_limits(limits=1)
    X, y = data(name, int(n) + 500)
    found = {}
    for engine in ("tiled", "dense"):
        made = list(blocks(bench(X, y, engine, tuple(keys) or CRITERIA), EXPONENTS))
        print(f"{engine}: {sum(seconds for *_, seconds in made):.0f} s", flush=True)
        found[engine] = [block.quantities for _, block, _ in made]
    for number, one in enumerate(found["dense"][0]):
        tiled, dense, error = (
            np.array([getattr(row[number], field) for row in found[engine]])
            for engine, field in (("tiled", "numbers"), ("dense", "numbers"), ("tiled", "error"))
        )
        if np.isnan(tiled).all():
            print(f"{one.name}: no value without the matrix")
            continue
        with np.errstate(invalid="ignore", divide="ignore"):
            apart = np.abs(tiled - dense)
            outside = np.sum(apart > error + 1e-6 * np.abs(dense))
            relative = np.nanmax(apart / np.abs(dense))
            told = np.nanmax(error / np.abs(tiled))
        places = [np.unravel_index(np.nanargmin(v), v.shape) for v in (tiled, dense)]
        print(
            f"{one.name}: largest relative difference {relative:.1e}, error told {told:.1e}, "
            f"outside in {outside} of {apart.size} cells; lowest at {places[0]} and {places[1]}"
        )


if __name__ == "__main__":
    main()
