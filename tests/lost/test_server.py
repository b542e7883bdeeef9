"""A server is killed in the middle of a sweep and started again: what was finished is there."""

import signal
from pathlib import Path

import pandas as pd

from kselect_core.results import runs
from tests.lost.server import alive, running, until
from tests.lost.visitor import visiting
from tests.security import kept


def listed(home):
    return runs.listing(folder=home / "runs")


def test_a_killed_server_loses_no_row_that_was_kept_and_no_confirmed_table(tmp_path):
    home = tmp_path / "home"
    data = kept.accepted(home)
    link = f"ds=own-{data.digest[:12]}&reps=3"
    with running(home) as server, visiting(server.address) as visitor:
        assert "60 rows, 15 features" in visitor.open("sweep", link)
        visitor.press("run_sweep")
        until(lambda: any(run.done for run in listed(home).runs))
        _, left = server.end()
        assert left
        until(lambda: not alive(left))
    ((before,), torn) = listed(home)
    assert torn == ()
    rows = runs.load(before.digest, folder=home / "runs")
    assert 0 < before.done < before.total
    with running(home) as server, visiting(server.address) as visitor:
        assert "60 rows, 15 features" in visitor.open("data", link)  # the confirmed table
        said = visitor.open("sweep", link)
        assert f"{before.done} of {before.total}" in said
        assert "The program ended while this was running" in said
        visitor.press(f"resume_{before.digest}")
        until(lambda: listed(home).runs[0].state == "finished", seconds=90)
        opens = "Which kernel would each criterion choose?"  # kept first, then announced
        until(lambda: opens in visitor.again())
    after = runs.load(before.digest, folder=home / "runs")
    assert len(after) > len(rows)
    keys = [name for name in rows.columns if name != "value"]
    both = after.merge(rows, on=keys, suffixes=("", "_before"))
    assert len(both) == len(rows)
    pd.testing.assert_series_equal(both["value"], both["value_before"], check_names=False, rtol=0)


def test_ctrl_c_ends_a_server_that_sweeps_without_a_complaint_and_keeps_what_is_finished(tmp_path):
    home = tmp_path / "home"
    with running(home) as server, visiting(server.address) as visitor:
        visitor.open("sweep", "reps=50")
        visitor.press("run_sweep")
        until(lambda: any(run.done for run in listed(home).runs))
        _, left = server.end(signal.SIGINT)
        until(lambda: not alive(left))
        assert "Traceback" not in Path(server.log.name).read_text()
    ((run,), torn) = listed(home)
    assert (run.state, run.reason, torn) == ("cancelled", "", ())  # it was not cut short
    assert run.done > 0
