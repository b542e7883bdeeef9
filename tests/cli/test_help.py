"""The first answers of the command line: what they say, and what they do not load for it."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

import kselect
from kselect_core.cli.program import VERBS, program

HEAVY = ("numpy", "scipy", "sklearn", "pandas", "pyarrow", "numba", "streamlit", "plotly", "loky")
LOADED = f"""
import sys
from kselect_core.cli import main
try:
    main()
finally:
    print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)
"""


@pytest.mark.parametrize("word", ["--help", "--version", "version", ""])
def test_the_first_answer_loads_nothing_that_computes(word):
    words = [sys.executable, "-c", LOADED, *filter(None, [word])]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == "[]"
    assert "kselect" in done.stdout + done.stderr


def test_the_list_of_verbs_says_of_each_what_its_own_help_says():
    context = program.make_context("kselect", [], resilient_parsing=True)
    told = {
        name: program.get_command(context, name).get_short_help_str(limit=1000) for name in VERBS
    }
    assert {name: verb.words for name, verb in VERBS.items()} == told


def test_a_bare_line_is_answered_by_the_whole_help_once():
    bare, asked = (CliRunner().invoke(program, words).output for words in ([], ["--help"]))
    assert bare.strip() == asked.strip()
    assert "kselect sweep heart.csv --label outcome" in bare


@pytest.mark.parametrize("word", ["--version", "version"])
def test_the_package_is_the_command_line(word):
    words = [sys.executable, "-m", "kselect", word]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == f"kselect {kselect.__version__}\n"
