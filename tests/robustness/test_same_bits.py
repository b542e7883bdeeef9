"""The same sweep gives the same bits whatever surrounds it, and the same choice on other CPUs."""

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from kselect_core import choices, run_sweep
from kselect_core.cli.program import program
from kselect_core.cli.verbs import sweeping
from kselect_core.data import load_dataset
from kselect_core.selection import Candidates, SweepConfig
from tests.robustness import same_bits
from tests.selection.examples import blobs, small

SURROUNDINGS = {
    "threads, hashes, language and clock": {
        "OPENBLAS_NUM_THREADS": "2",
        "OMP_NUM_THREADS": "2",
        "PYTHONHASHSEED": "1",
        "LC_NUMERIC": "de_DE.UTF-8",
        "TZ": "Pacific/Kiritimati",
    },
    "another CPU": {"PYTHONHASHSEED": "random", "OPENBLAS_CORETYPE": "Haswell"},
}


@pytest.fixture(scope="module")
def elsewhere():
    """Outcome of the program in every surrounding; they run beside each other."""
    known = same_bits.architectures()
    programs = {
        name: same_bits.started(**variables)
        for name, variables in SURROUNDINGS.items()
        if variables.get("OPENBLAS_CORETYPE", "Haswell") in known
    }
    return {name: same_bits.told(process) for name, process in programs.items()}


@pytest.fixture(scope="module")
def here():
    return same_bits.outcome()


def test_threads_hashes_language_and_clock_change_no_bit(here, elsewhere):
    assert elsewhere["threads, hashes, language and clock"] == here


def test_another_cpu_agrees_to_nine_digits_and_chooses_the_same(here, elsewhere):
    if "another CPU" not in elsewhere:
        pytest.skip("this processor cannot run the other kernels of OpenBLAS")
    other = elsewhere["another CPU"]
    least_squares, shares, machines = same_bits.differences(here, other)
    assert least_squares <= 1e-9
    assert shares == 0.0
    assert machines <= 1e-3  # their solver stops at 1e-4
    assert other.choices == here.choices


def test_a_digest_tells_one_bit_and_one_word_and_no_order():
    table = run_sweep(small(), dataset=blobs())
    whole = same_bits.digest(table)
    assert same_bits.digest(table.sample(frac=1.0, random_state=0)) == whole
    bit, word = table.copy(), table.copy()
    bit.loc[3, "value"] = np.nextafter(bit.loc[3, "value"], np.inf)
    word.loc[3, "reason"] = "x"
    assert len({whole, same_bits.digest(bit), same_bits.digest(word)}) == 3


def test_the_command_line_gives_the_bits_of_python(tmp_path, monkeypatch):
    def without_workers(asked, **options):
        return run_sweep(asked, **{**options, "workers": None})

    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    monkeypatch.setattr(sweeping, "run_sweep", without_workers)
    config = SweepConfig(
        dataset="two_moons",
        candidates=(Candidates(values=(0.5, 8.0)),),
        criteria=("gcv", "kta"),
        repeats=1,
    )
    path, out = tmp_path / "sweep.toml", tmp_path / "all.parquet"
    path.write_text(config.to_toml(), "utf-8")
    words = ["sweep", str(path), "--out", str(out)]
    done = CliRunner().invoke(program, words, prog_name="kselect")
    assert done.exit_code == 0, done.output
    expected = run_sweep(config, dataset=load_dataset("two_moons"))
    assert same_bits.digest(pd.read_parquet(out)) == same_bits.digest(expected)


def test_a_surface_shaken_in_the_last_digits_has_the_same_choices():
    config = small(candidates=(Candidates(values=(0.5, 2.0, 8.0, 32.0)), "linear"))
    table = run_sweep(config, dataset=blobs())
    expected = same_bits.chosen(table, config)
    rng = np.random.default_rng(0)
    for _ in range(20):
        shaken = table.assign(value=table["value"] * (1 + 1e-12 * rng.uniform(-1, 1, len(table))))
        assert same_bits.chosen(shaken, config) == expected


def test_equal_values_go_to_the_larger_ridge_then_the_wider_kernel_then_the_earlier_family():
    config = small(candidates=(Candidates(values=(0.5, 2.0, 8.0)), "linear"), criteria=("loo",))
    table = run_sweep(config, dataset=blobs())
    criterion = table["quantity"] == "loo"
    rng = np.random.default_rng(1)
    for _ in range(20):
        flat = table["value"].mask(criterion, 1 + 1e-12 * rng.uniform(-1, 1, len(table)))
        found = choices(table.assign(value=flat), config)
        joint = found[(found["scope"] == "joint") & (found["quantity"] == "loo")]
        assert set(joint["lambda"]) == {1.0}
        assert set(joint["parameter"]) == {8.0}
        assert set(joint["kernel"]) == {"gaussian"}
