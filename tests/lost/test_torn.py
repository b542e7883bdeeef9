"""A hundred random bits of what is kept are flipped: never a traceback, never a wrong number."""

from dataclasses import replace

import pandas as pd
import pytest

from kselect_core import load_dataset
from kselect_core.errors import KselectError
from kselect_core.results import runs as kept
from kselect_core.selection import Candidates, SweepConfig, run_sweep
from kselect_ui.server import jobs, runs, upload
from kselect_ui.server.upload import UploadStore
from tests.lost.flips import flipped
from tests.security import kept as hostile

FLIPS = 100


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    monkeypatch.setattr(runs, "registry", jobs.JobRegistry)
    return tmp_path


def swept(state):
    """Put a sweep into the folder of runs; gives what it is and its table."""
    config = SweepConfig(
        dataset="two_moons",
        candidates=(Candidates(values=(0.1, 1.0)),),
        lambdas=(0.1,),
        criteria=("kta",),
    )
    table = run_sweep(config, dataset=load_dataset("two_moons"))
    run = kept.Run(config.digest(), state, config.to_toml(), title="moons", done=10, total=10)
    run = replace(run, saved=5.0)
    kept.save(run, table)
    return run, config, table


@pytest.mark.parametrize("state", ["finished", "cancelled"])
def test_of_a_run_whose_bits_were_flipped_nothing_wrong_is_shown(home, state):
    good, config, table = swept(state)
    told = 0
    for path in flipped(home / "runs", times=FLIPS, seed=1):
        listed, torn = runs.every_run()
        assert len(listed) + len(torn) == 1, path
        assert listed in ((), (good,)), path
        try:
            assert runs.load_run(good.digest)[0] == config, path
            pd.testing.assert_frame_equal(runs.load_run(good.digest)[1], table)
        except KselectError:
            told += 1
    assert told > FLIPS // 2


def test_of_a_table_whose_bits_were_flipped_nothing_wrong_is_read(home, monkeypatch):
    data = hostile.accepted(home)
    monkeypatch.setattr(upload, "store", lambda: UploadStore(lambda: home / "uploads"))
    gone = 0
    for path in flipped(home / "uploads", times=FLIPS, seed=2):
        (record,) = upload.store().every_accepted() or (None,)
        content = upload.store().content(record.file) if record else None
        gone += content is None
        if path.suffix == ".table":
            assert content is None
    assert gone > 0
    assert upload.stored(data.digest).digest == data.digest
