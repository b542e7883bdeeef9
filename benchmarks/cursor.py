"""What one step of the cursor costs the server: spectrum, decision picture, choices."""

from statistics import median

import numpy as np
from harness import LAMBDAS, seconds, synthetic

from kselect_core import Dataset, SweepConfig
from kselect_core.selection.places.cursor import Cursor, Workbench

STEPS = 15


def main() -> None:
    """Print medians over several steps at n = 1000 training points."""
    X, y = synthetic(1429)
    dataset = Dataset.from_arrays(X, y, name="synthetic")
    config = SweepConfig(dataset="synthetic", repeats=1)
    bench = Workbench(config, dataset)
    cursors = [Cursor(0, "gaussian", 2.0**e, float(LAMBDAS[2])) for e in np.arange(-5, 10)[:STEPS]]
    bench.decision(cursors[0])
    spectrum = median(seconds(lambda c=c: bench.spectrum(c)) for c in cursors)
    decision = median(seconds(lambda c=c: bench.decision(c)) for c in cursors)
    print(
        f"one step of the cursor, n = {bench.split.problem.n} training points: "
        f"spectrum {spectrum * 1e3:.0f} ms + decision picture {decision * 1e3:.0f} ms "
        f"= {(spectrum + decision) * 1e3:.0f} ms   target ≤ 100 ms"
    )


if __name__ == "__main__":
    main()
