"""What a document shows to be typed runs: every program, and every command in a page's order."""

import re
import shlex
from pathlib import Path

import click
import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from sklearn.datasets import load_breast_cancer

from kselect_core import Candidates, SweepConfig, load_dataset
from kselect_core.cli.program import program
from kselect_core.results.store import Store
from tests.clusters import two_processes
from tests.how_to.blocks import DOCUMENTS, EVERY, ROOT

SMALL = {"candidates": (Candidates("gaussian", (0.5, 2.0), "2tau"),), "repeats": 1}
ELSEWHERE = {
    "python3 run.py": "tests/house/test_run.py",
    "python3 run.py test": "tests/house/test_run.py",
    "pip install .": "tests/kselect/test_installed.py",
    "pip install .[app]": "tests/kselect/test_installed.py",
    "dask scheduler": "tests/house/test_beside.py",
    "dask worker tcp://HOST:8786 --nthreads 1": "tests/house/test_beside.py",
    "kselect reproduce sm-table2 --scheduler tcp://HOST:8786": (
        "tests/experiments/engines/test_dask_engine.py"
    ),
    "kselect data add FILE --as NAME": "tests/cli/test_verbs.py",
    "kselect data fetch NAME": "tests/cli/test_verbs.py",
    "python -m uv pip install --offline --no-deps --target installed .": (
        "tests/how_to/test_plugin.py"
    ),
}
"""Commands that are not run here, because they install, serve, or ask a network: by what then."""

STATUS = {"kselect data read wdbc.data": 2}  # it asks
HASH = re.compile(r"[0-9a-f]{4,8}")
HELD = {
    "README.md": "tests/docs/test_readme.py",
    "docs/numbers.md": "tests/how_to/test_numbers.py",
    "docs/how_to/own_kernel.md": "tests/how_to/test_own_kernel.py",
    "docs/how_to/write_lesson.md": "tests/how_to/test_lesson.py",
}
"""Pages whose programs are run by a test of their own, which asks more."""


def programs():
    """Return the programs that are run here: blocks, with those that go on from them."""
    found = []
    for block in EVERY:
        if block.kind == "python" and not block.copied and block.page not in HELD:
            if block.runs_on:
                found[-1].append(block)
            else:
                found.append([block])
    return {f"{first.page}:{first.line}": [first, *others] for first, *others in found}


def commands():
    """Return the commands of kselect that are run here, page by page, with what they print."""
    found = {}
    for block in EVERY:
        for words, said in block.commands:
            if words[0] == "kselect" and " ".join(words) not in ELSEWHERE:
                found.setdefault(block.page, []).append((words[1:], said))
    return found


PROGRAMS, COMMANDS = programs(), commands()
AT_NIGHT = {*COMMANDS, "docs/experiments.md"} - {"docs/file_formats.md"}
"""Pages whose commands or programs take long."""


def by_day(places):
    """Return parameters of a test, those of long pages marked."""
    night = [pytest.mark.nightly, pytest.mark.slow]
    long = {one for one in places if one.partition(":")[0] in AT_NIGHT}
    return [pytest.param(one, marks=night if one in long else []) for one in places]


def table(name, rows=60, **columns):
    """Write a table of two moons, its label named as a column that is given."""
    data = load_dataset("two_moons")
    frame = pd.DataFrame(data.X[:rows], columns=list(data.feature_names))
    frame["label"] = np.array(data.y[:rows])
    frame = frame.rename(columns=columns)
    Path(name).parent.mkdir(exist_ok=True)
    frame.to_parquet(name) if name.endswith("parquet") else frame.to_csv(name, index=False)


def tumours():
    """Write the table of the page on files: numbers of patients, diagnoses, features, no header."""
    cells = load_breast_cancer()
    names = np.array(["M", "B"])[cells.target]
    numbers = np.arange(len(names)) + 842302
    frame = pd.DataFrame(cells.data)
    frame.insert(0, "diagnosis", names)
    frame.insert(0, "patient", numbers)
    frame.to_csv("wdbc.data", index=False, header=False)


def lesson():
    """Write the lesson of the page on lessons."""
    (block,) = (block for block in EVERY if block.kind == "lesson")
    Path("my_lesson.md").write_text(block.text, encoding="utf-8")


def plans():
    """Write the configurations and tables that the page on the command line names."""
    table("heart.csv", label="outcome")
    table("exam.csv")
    table("tests/exam2.csv", rows=20)
    for file, data in (("kselect_5f0c1d2e.toml", "exam"), ("plan.toml", "moons")):
        config = SweepConfig(dataset=data, **SMALL)
        Path(file).write_text(config.to_toml(), encoding="utf-8")
    lesson()


BEFORE = {
    "docs/file_formats.md": tumours,
    "docs/how_to/write_lesson.md": lesson,
    "docs/command_line.md": plans,
    "docs/how_to/large_samples.md": lambda: table("rows.parquet", label="y"),
}
"""What a page takes for granted in the folder."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder, a home of its own, and only the data sets that come with kselect."""
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("KSELECT_DATA", raising=False)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.fixture(scope="module")
def scheduler():
    """Address of a scheduler with two workers, begun when it is first asked for."""
    with two_processes() as (cluster, _):
        yield cluster.scheduler_address


@pytest.fixture
def kselect(request):
    """Run a command; what stands for a plan, a scheduler or data is what there is here."""

    def call(words, said):
        words = [actual(word, request) for word in words]
        found = CliRunner().invoke(program, words, prog_name="kselect")
        assert found.exit_code == STATUS.get(f"kselect {shlex.join(words)}", 0), found.output
        for line in said:
            assert line in found.output

    return call


def actual(word, request):
    """Return a word of a command with what a reader would put in its place."""
    if HASH.fullmatch(word):
        with Store() as store:
            return next(iter(store.plans())).hash[:8]
    if word.startswith("tcp://HOST"):
        return request.getfixturevalue("scheduler")
    return word.replace("wdbc,sonar,heart", "wdbc")


@pytest.mark.usefixtures("folder")
@pytest.mark.filterwarnings("ignore::kselect_core.estimators.GridEdgeWarning")
@pytest.mark.parametrize("place", by_day(PROGRAMS))
def test_a_program_runs_and_prints_the_numbers_beside_it(place, capsys):
    first = PROGRAMS[place][0]
    BEFORE.get(first.page, lambda: None)()
    names = {"__name__": f"block_{first.line}"}
    for block in PROGRAMS[place]:
        exec(compile(block.text, place, "exec"), names)  # noqa: S102 (our own text)
        said = capsys.readouterr().out
        for number in re.findall(r"print\(.*  # (\d[\d.]*)$", block.text, re.MULTILINE):
            assert number in said


@pytest.mark.usefixtures("folder")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("page", by_day(COMMANDS))
def test_the_commands_of_a_page_run_in_their_order(page, kselect):
    BEFORE.get(page, lambda: None)()
    for words, said in COMMANDS[page]:
        kselect(words, said)


def test_a_block_is_a_program_a_command_a_file_or_shows_what_comes_out():
    known = {" ".join(words) for block in EVERY for words, _ in block.commands}
    assert set(ELSEWHERE) - known == set()
    assert all((ROOT / test).exists() for test in (*ELSEWHERE.values(), *HELD.values()))
    for block in EVERY:
        assert block.kind != "toml" or block.copied or block.page == "docs/experiments.md"
        assert block.kind != "diff" or block.mark.startswith("change: ")
    every = {(block.page, block.runs_on) for block in EVERY if block.kind == "python"}
    marked = {page for page in HELD if (page, False) not in every}
    assert marked == {"docs/numbers.md", "docs/how_to/own_kernel.md"}  # as `ran` finds them


def mentioned():
    """Return every command of kselect that a document mentions, with the document's name."""
    lines = [(block.page, words) for block in EVERY for words, _ in block.commands]
    for path in (*DOCUMENTS, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"):
        found = re.findall(r"`(kselect [^`\n]+)`", path.read_text(encoding="utf-8"))
        lines += [(path.name, shlex.split(text)) for text in found]
    return {f"{page}: {' '.join(words)}": words for page, words in lines if words[0] == "kselect"}


MENTIONED = mentioned()


@pytest.mark.parametrize("place", MENTIONED)
def test_a_command_that_is_mentioned_is_there_with_its_options(place):
    verb, rest = program, MENTIONED[place][1:]
    while isinstance(verb, click.Group) and rest and not rest[0].startswith("-"):
        verb, rest = verb.get_command(click.Context(verb), rest[0]), rest[1:]
        assert verb is not None
    options = {option for one in verb.params for option in one.opts} | {"--help"}
    assert {word for word in rest if word.startswith("-")} <= options
