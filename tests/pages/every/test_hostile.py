"""A table whose words try to act: they stay words, on pages and in what leaves them."""

import ast
import io
import json
import re
import tomllib

import pandas as pd
import pytest

from kselect_core.results.spreadsheets import TRIGGERS
from tests.pages.redrawn import run
from tests.pages.visits import opened_to_take
from tests.security import hostile, kept

pytestmark = pytest.mark.page
NAMES = (
    *("explore", "spectrum", "perturbation", "errors", "svm", "data", "sweep"),
    *("rewards", "bounds", "design"),
)
"""Pages that show names of columns and classes; the browser tests walk through all."""
AS_MARKDOWN = re.compile(  # what Markdown would make of the words; a reader of ours never writes it
    r"(?<!\\)\[[a-z](?<!\\)\]"  # link, picture, colour
    r"|(?<!\\)<(script|img|a|b|i|u)\b"
    r"|(?<!\\)(\$|`|\*\*)(f|a|l|q|j|b|x\^2|code)(?<!\\)(\$|`|\*\*)"
    r"|:(smile|material)|\u202e"
)
AS_HOVER = re.compile(r"<(script|img|a |u>|i>t|b>no|b>bold)|\$[afl]\$|bold</b>|%\{x\}\"|\u202e")
LITERAL = {  # elements that show letters, or are our own code
    *("Selectbox", "MultiSelect", "Slider", "Code", "Text", "PlotlyChart", "Dataframe", "Html"),
    "BidiComponent",
}
ACTING = re.compile(r"<(script>alert|img src=x|a href=\"http://tracker|b>no|b>bold|u>low|i>t)")


@pytest.fixture(scope="module")
def sweeps(home):
    data = kept.accepted(home)
    return {
        "krr": kept.swept(home, data, **kept.LEAST_SQUARES),
        "svm": kept.swept(home, data, **kept.MACHINES),
        "data": data,
    }


def made(content):
    got = content() if callable(content) else content
    return got.encode() if isinstance(got, str) else got


def visited(name, sweeps):
    """A page that shows the hostile sweep and all that can be taken from it."""
    config = sweeps["svm" if name == "svm" else "krr"]
    link = {"run": config.digest()[:12], "ds": f"own-{sweeps['data'].digest[:12]}"}
    at = opened_to_take(name, **link)
    assert not at.exception
    assert [element.value for element in at.error] == []
    return at


def words(message):
    """All texts of an element, with the name of the field."""
    for field, value in message.ListFields():
        values = value if isinstance(value, list | tuple) or hasattr(value, "append") else [value]
        for one in values:
            if isinstance(one, str):
                yield one
            elif hasattr(one, "ListFields") and field.message_type.name not in LITERAL:
                yield from words(one)


def texts(value):
    """All texts of a figure."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "explore"])
def test_words_of_a_table_stay_words(name, sweeps, files):
    words_of_a_table_stay_words(name, sweeps, files)


def words_of_a_table_stay_words(name, sweeps, files):
    at = visited(name, sweeps)
    shown = [
        text
        for node in at._tree  # noqa: SLF001 - labels, helps and blocks have no public list
        if getattr(node, "proto", None) is not None and type(node.proto).__name__ not in LITERAL
        for text in words(node.proto)
    ]
    assert [text for text in shown if AS_MARKDOWN.search(text)] == []
    for chart in at.get("plotly_chart"):
        drawn = json.loads(chart.proto.spec)
        assert [text for text in texts(drawn) if AS_HOVER.search(text)] == []
    for file, content in files.items():
        _is_harmless(file, content)


def _is_harmless(name, content):
    if name.endswith(".py"):
        ast.parse(made(content))
    elif name.endswith(".toml"):
        tomllib.loads(made(content).decode())
    elif name.endswith("_spreadsheet.csv"):
        table = pd.read_csv(io.BytesIO(made(content)), dtype=str, keep_default_na=False)
        cells = [*table.columns, *table.to_numpy().ravel().tolist()]
        assert [c for c in cells if c.startswith(TRIGGERS) and not _number(c)] == []
    elif name.endswith("_report.html"):
        own = re.sub(rb"<script>.{1000000,}?</script>", b"", made(content), flags=re.DOTALL)
        own = own.decode()
        assert not ACTING.search(own)
        assert "\u202e" not in own
        assert not re.search(r"""<(script|link|img|a)[^>]+(src|href)=["']http""", own)


def _number(cell):
    return re.fullmatch(r"[+-]?(\d[\d.]*(e[+-]?\d+)?|inf)", cell) is not None


def the_files_do_name_the_hostile_words(sweeps, files):
    report = next(made(c).decode() for n, c in files.items() if n.endswith("_report.html"))
    assert "&lt;img src=x onerror=alert(6)&gt;" in report
    toml = next(made(c).decode() for n, c in files.items() if n.endswith(".toml"))
    assert tomllib.loads(toml)["dataset"] == sweeps["data"].name


def test_words_stay_words_on_explore_its_files_name_them_and_its_program_only_computes(
    sweeps, files, tmp_path, monkeypatch
):
    words_of_a_table_stay_words("explore", sweeps, files)
    the_files_do_name_the_hostile_words(sweeps, files)
    (tmp_path / hostile.FILE).write_bytes(hostile.content())
    monkeypatch.chdir(tmp_path)
    program = next(made(c).decode() for n, c in files.items() if n.endswith(".py"))
    assert "load_dataset(" in program
    assert run(f"{program}\nfigure = table")["value"].notna().any()
