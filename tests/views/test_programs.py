"""Programs and commands of a sweep: they run, name what they load, and look at a pair."""

import shlex

import pytest

from kselect_core import Candidates, SweepConfig, choices, run_sweep
from kselect_core.views import programs

FEW = {"candidates": (Candidates("gaussian", (0.5, 5.0), "2tau"),), "lambdas": (0.1,), "repeats": 1}


def run(text):
    space = {"__name__": "program"}
    exec(compile(text, "program", "exec"), space)  # noqa: S102 (our own program)
    return space


@pytest.mark.parametrize(
    "changes", [{"dataset": "two_moons"}, {"dataset": "iris", "positive": "virginica"}]
)
def test_a_script_computes_the_table_and_the_choices_again(changes):
    config = SweepConfig(criteria=("loo",), **FEW, **changes)
    space = run(programs.script(config))
    table = run_sweep(config)
    assert space["table"].equals(table)
    assert space["chosen"].equals(choices(table, config))


def test_after_a_preamble_of_a_pair_tables_are_of_all_classes():
    config = SweepConfig(dataset="iris", criteria=("loo",), **FEW)
    start = programs.preamble(config, "A pair", pair=("setosa", "virginica"))
    code = "from kselect_core import views\n\nfigure = views.SweepAt(config, dataset)"
    space = run(programs.picture(start, code))
    assert space["config"].pair == ("setosa", "virginica")
    assert space["figure"].config == space["whole"] == config


def test_an_own_table_is_loaded_as_it_was_read():
    assert programs.loading("a'b.csv", [("header", "no")], test="t.csv", positive="v") == (
        "load_dataset(\"a'b.csv\", test='t.csv', header='no').against_rest('v')"
    )


def test_names_of_files_are_single_words_of_a_command():
    line = programs.command("my sweep.toml", "$(reboot).csv")
    assert shlex.split(line) == ["kselect", "sweep", "my sweep.toml", "--data", "$(reboot).csv"]
    assert programs.command("a.toml") == "kselect sweep a.toml"
