"""What leaves the page can be used elsewhere: the program gives the numbers that were shown."""

import io
import runpy
import subprocess
import sys

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from kselect_core import Candidates, CriterionChoice, SweepConfig, choices, run_sweep
from kselect_core.data import load_dataset
from kselect_core.selection import with_digest
from kselect_ui.server import upload
from kselect_ui.sweep import export, finished as sweeps


def small(name="iris", positive="virginica", **changes):
    return SweepConfig(
        dataset=name,
        positive=positive,
        candidates=(Candidates("gaussian", (0.5, 2.0, 8.0), "2tau"), Candidates("linear")),
        lambdas=(0.01, 1.0),
        criteria=(CriterionChoice("loo"), CriterionChoice("kfold", (("k", 3),))),
        repeats=2,
        **changes,
    )


def test_the_program_gives_the_choices_of_the_page(tmp_path):
    shown = sweeps.load(sweeps.demo_digest())
    program = tmp_path / "program.py"
    program.write_text(export.script(shown.config), encoding="utf-8")
    computed = runpy.run_path(str(program))["chosen"]
    pd.testing.assert_frame_equal(computed, shown.choices, check_dtype=False, rtol=1e-9)


def test_the_program_runs_unchanged_from_an_empty_folder(tmp_path):
    config = with_digest(small(), load_dataset("iris"))
    program = tmp_path / "program.py"
    program.write_text(export.script(config), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program.name], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    expected = choices(run_sweep(config), config)
    assert done.stdout.strip() == expected.to_string(index=False).strip()


def test_the_program_of_an_own_table_reads_the_file_as_it_was_read_here(monkeypatch):
    monkeypatch.setattr(upload, "store", _Store)
    config = small("flowers", positive=None, dataset_digest="0" * 64)
    program = export.script(config)
    assert "load_dataset('my flowers.csv', label='kind', header=True)" in program


def test_the_program_of_a_table_that_is_gone_still_names_it(monkeypatch):
    monkeypatch.setattr(upload, "store", lambda: _Store(known=False))
    program = export.script(small("flowers", positive=None, dataset_digest="0" * 64))
    assert "load_dataset('flowers')" in program


@pytest.mark.parametrize("name", ['a"""b', "a\\nb", "a'b", "{digest}"])
def test_strange_names_of_data_stay_text(name):
    config = small(name, positive=None)
    spaces = {}
    program = export.script(config).partition("config = ")[0]
    exec(compile(program, "program", "exec"), spaces)  # noqa: S102 - our own program
    assert SweepConfig.from_toml(spaces["CONFIG"]) == config


def test_csv_holds_every_row():
    table = pd.DataFrame({"a": [1.0, 2.0], "name": ["x,y", 'say "z"']})
    back = pd.read_csv(io.BytesIO(export.csv(table)()))
    pd.testing.assert_frame_equal(back, table)


def _link():
    import streamlit as st

    from kselect_ui.widgets import linked

    st.text(linked.address())


def test_a_report_spells_out_what_its_finding_abbreviates():
    sweep = sweeps.load(sweeps.demo_digest())
    text = export._parcel(sweep, "**LOO** finds it.", None).finding  # noqa: SLF001
    assert text.startswith("LOO finds it.\n")
    assert "leave-one-out cross-validation (LOO)" in text


def test_the_link_has_every_parameter():
    at = AppTest.from_function(_link)
    at.query_params["crit"] = ["loo", "kfold(k=10)"]
    at.query_params["t"] = "0.5"
    at.run()
    assert at.text[0].value.endswith("?crit=loo&crit=kfold%28k%3D10%29&t=0.5")


class _Store:
    """An upload store with one table in it."""

    def __init__(self, *, known=True):
        self.known = known

    def accepted(self, digest):
        answers = (("label", "kind"), ("header", True))
        return upload.Accepted(digest, "f" * 64, "flowers", answers) if self.known else None

    def every_accepted(self):
        return ()

    def name(self, file):
        return "my flowers.csv" if file else ""
