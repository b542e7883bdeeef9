"""Make the sweep that is on screen at the first start: two moons, Gaussian kernel, width × λ.

    python sample_data/make_demo.py

Writes ``demo/config.toml``, ``demo/table.parquet`` and ``demo/fragility.parquet`` (the choices of
the first split with each of its points left out in turn: a minute) beside this file.
"""

from pathlib import Path

from kselect_core.data import load_dataset
from kselect_core.selection import Candidates, CriterionChoice, SweepConfig, run_sweep
from kselect_core.selection.points.fragility import fragility

FOLDER = Path(__file__).with_name("demo")
CRITERIA = [
    "kta",
    "ckta",
    "mmd",
    "fsm",
    "fsm_u",
    "kfold",
    "loo",
    "gcv",
    "remp",
    "sps",
    "ks",
    "sm",
    "sm_hinge",
]


def config() -> SweepConfig:
    """Return the configuration: the papers' widths τ = 2⁻¹⁵ … 2¹⁵ and seven λ."""
    dataset = load_dataset("two_moons")
    return SweepConfig(
        dataset=dataset.name,
        dataset_digest=dataset.digest,
        candidates=(
            Candidates(
                kernel="gaussian",
                values=tuple(2.0**exponent for exponent in range(-15, 16)),
                convention="2tau",
            ),
        ),
        lambdas=(1e-4, 1e-3, 1e-2, 0.1, 0.5, 1.0, 2.0),
        criteria=tuple(CriterionChoice(key) for key in CRITERIA),
        repeats=5,
        seed=0,
    )


def main() -> None:
    """Compute the sweep and its fragility, and write them."""
    chosen = config()
    table = run_sweep(chosen)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "config.toml").write_text(chosen.to_toml(), encoding="utf-8")
    for column in table.columns:
        if table[column].dtype == object:
            table[column] = table[column].astype("category")
    table.to_parquet(FOLDER / "table.parquet", index=False, compression="zstd")
    moved = fragility(chosen, load_dataset(chosen.dataset))
    moved.to_parquet(FOLDER / "fragility.parquet", index=False, compression="zstd")
    size = (FOLDER / "table.parquet").stat().st_size
    print(f"{len(table)} rows, {size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
