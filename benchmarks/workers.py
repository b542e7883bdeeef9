"""Two worker processes against one, on the same sweep, start-up included."""

from harness import Ratio, synthetic, wall_seconds

from kselect_core import Dataset, SweepConfig, run_sweep


def main() -> None:
    """Print the comparison."""
    X, y = synthetic(1500)
    dataset = Dataset.from_arrays(X, y, name="synthetic")
    config = SweepConfig(dataset="synthetic", repeats=3)
    turns = [
        Ratio(
            wall_seconds(lambda: run_sweep(config, dataset=dataset, workers=2)),
            wall_seconds(lambda: run_sweep(config, dataset=dataset, workers=1)),
        )
        for _ in range(3)
    ]
    middle = sorted(turns, key=lambda ratio: ratio.speedup)[1]
    print(
        f"{'T10 two workers / one, n = 1050':<38} {middle.ours:>9.3f} s {middle.peer:>10.3f} s "
        f"{middle.speedup:>8.2f} ×   target ≥ 1.6 ×   default sweep, 3 splits, start-up included"
    )


if __name__ == "__main__":
    main()
