"""ER and PEP by the largest √n eigenvalues, against all eigenvalues and the eigendecomposition.

Usage: top_eigenvalues.py [n …]
"""

import sys
from math import isqrt

import numpy as np
from harness import seconds, synthetic

from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.kernels import KERNELS
from kselect_core.linalg.spectra.leading import _by_lanczos, top_eigenvalues

EXPONENTS = (-10, -3, -1, 1, 4, 7, 15)
SIZES = (1000, 2000, 4000)


def row(K: np.ndarray, t: int) -> tuple[float, float, str]:
    """Seconds of ours and of all eigenvalues, and how ours came about."""
    n, found = len(K), []
    ours = min(
        seconds(lambda: found.append(top_eigenvalues(K, t, dense_up_to=EIGH_LIMIT)))
        for _ in range(2)
    )
    everything = []
    dense = seconds(lambda: everything.append(np.linalg.eigvalsh(K)[::-1]))
    error = abs(float(found[-1].sum() - everything[0][:t].sum())) / n
    way = "run" if _by_lanczos(K, t, 1e-12 * n) is not None else "diagonal or all"
    return ours, dense, f"{way}, error of the sum {error:.0e} of the trace"


def main() -> None:
    """Print one table per size."""
    for n in [int(text) for text in sys.argv[1:]] or SIZES:
        X, _ = synthetic(n)
        gaussian = KERNELS["gaussian"]
        base, t = gaussian.shared(X), isqrt(n - 1) + 1
        full = seconds(lambda: np.linalg.eigh(gaussian.gram(base, gamma=2.0**-5)))  # noqa: B023
        print(f"n = {n}, t = {t}; eigendecomposition {full:.2f} s")
        total = np.zeros(2)
        for exponent in EXPONENTS:
            ours, dense, words = row(gaussian.gram(base, gamma=0.5 / 2.0**exponent), t)
            total += ours, dense
            print(f"  τ = 2^{exponent:<4} {ours:7.3f} s   all {dense:7.3f} s   {words}")
        print(
            f"  together    {total[0]:7.3f} s   all {total[1]:7.3f} s: "
            f"{total[1] / total[0]:.1f} ×, "
            f"the eigendecompositions {len(EXPONENTS) * full / total[0]:.1f} ×"
        )


if __name__ == "__main__":
    main()
