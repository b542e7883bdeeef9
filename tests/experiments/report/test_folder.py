"""Reports: every text letter by letter, nothing from a network, all files or none."""

import errno
import json
import os
import re
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from kselect_core.errors import StorageError
from kselect_core.experiments.protocol.protocol import Silent, Variant
from kselect_core.experiments.report.folder import FILES, write_report
from kselect_core.experiments.report.html import report_html
from kselect_core.experiments.report.input import Failed, Progress, ReportInput
from kselect_core.experiments.report.marked_up import latex, markdown, report_latex, report_markdown
from kselect_core.experiments.tables.agreement import headlines
from kselect_core.experiments.tables.result_table import result_table
from kselect_core.experiments.tables.timing_table import timings_table
from kselect_core.plotting.experiments.critical_difference import critical_difference
from kselect_core.plotting.output.page_report import Drawn
from tests.experiments.outcome_examples import outcomes, paper

EVIL = '<script>alert("x")</script>&|`*_{}$%#^~\\ <img src=x onerror=y>'


def content(text="sonar", **changes):
    return replace(plain(text), **changes)


@cache
def plain(text):
    """A report of two data sets, three criteria, with this text wherever a text may stand."""
    rng = np.random.default_rng(0)
    values = {name: rng.normal(10.0 + 5 * k, 1.0, 8) for k, name in enumerate((text, "CV", "ER"))}
    given = pd.concat([outcomes(values, dataset=text), outcomes(values, dataset="heart")])
    printed = paper({text: (10.0, 1.0), "CV": (15.0, 0.1), "ER": (30.0, 1.0)}, dataset="heart")
    results = result_table(given, printed.assign(note=text), ratio=0.4)
    times = pd.DataFrame(
        {
            "variant": "",
            "dataset": text,
            "criterion": ["CV", text],
            "split": 0,
            "seconds": [5.0, 2.0],
        }
    )
    usual = {
        "name": text,
        "title": text,
        "source": text,
        "about": text,
        "results": results,
        "outcomes": given,
        "timings": times,
        "runtime": timings_table(times),
        "headlines": (*headlines(results), text),
        "progress": (Progress(text, text, 8, 10, text),),
        "failures": (Failed("", text, 3, 2, text),),
        "silent": (Silent(text, text, text, (text,)),),
        "variants": (Variant(text, text, {text: text}),),
        "tables": ((text, pd.DataFrame({text: [text], "number": [0.5]})),),
        "protocol": text,
        "again": text,
        "plan": text,
        "digest": text,
        "versions": ((text, text),),
        "machine": ((text, text),),
        "made": text,
        "seed": 7,
        "seconds": 3661.0,
    }
    return ReportInput(**usual)


class Outline(HTMLParser):
    """Tags that stay open, and all text."""

    VOID = ("meta", "br", "link", "img")

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.text = [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):  # noqa: D102
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):  # noqa: D102
        assert self.open.pop() == tag

    def handle_data(self, data):  # noqa: D102
        self.text += data


def test_html_shows_every_text_letter_by_letter_and_has_no_script_without_figures():
    page = report_html(content(EVIL))
    outline = Outline(page)
    assert outline.open == []
    assert not {"script", "img", "link"} & {tag for tag, _ in outline.tags}
    assert outline.text.count(EVIL) > 25
    assert "script-src 'none'" in page
    assert not re.search(r"https?:", page)


def test_html_with_figures_brings_the_library_once():
    ranks = pd.Series({EVIL: 1.0, "CV": 2.0})
    figure = critical_difference(ranks, cd=0.5, cliques=(), datasets=9)
    page = report_html(content(figures=(Drawn(EVIL, figure, EVIL), Drawn("two", figure))))
    assert 4_000_000 < len(page) < 8_000_000
    assert "script-src 'unsafe-inline'" in page
    own = re.sub(r"<script[^>]*>.*?</script>", "", page, flags=re.DOTALL)
    assert own.count('class="plotly-graph-div"') == 2
    assert "<script>alert" not in own
    assert "<img" not in own
    assert not re.search(r"""<(script|link|img)[^>]+(src|href)=["']http""", page)


def test_html_says_what_was_found():
    text = " ".join(Outline(report_html(content())).text.split())
    for part in (
        "8 of 10 tasks are finished; 1 failed.",
        "3 means are compared with printed ones",
        "What the paper leaves open, and what was used here",
        "one-sided paired t-test at 95 %",
        "over 8 splits: test error in per cent, lower is better",
        "15.00 ± 0.1 · ",
        "CV : sonar",
        "2.50",
        "1 h 1 min",
    ):
        assert part in text


def test_best_and_not_worse_are_marked_in_every_form():
    near = np.array([1.0, 2.0, 3.0, 4.0])
    values = {"a": near, "b": near + np.array([0.3, -0.2, 0.2, -0.1]), "c": near + 9 + near}
    given = content(results=result_table(outcomes(values)))
    page = report_html(given)
    assert '<span class="best">2.50 ± 1.29</span>' in page
    assert '<span class="not-worse">2.55 ± ' in page
    assert "| d | **2.50 ± 1.29** | _2.55 ± " in report_markdown(given)
    assert r"d & \textbf{2.50 $\pm$ 1.29} & \underline{2.55 $\pm$ " in report_latex(given)
    alone = replace(given, results=result_table(outcomes({"a": [1.0], "b": [1.5]})))
    assert "With one split there is no test." in report_html(alone)
    assert "not-worse" not in report_html(alone).split("</style>")[1]


def test_why_there_is_no_p_stands_beside_the_row():
    given = outcomes({"a": [1.0, 2.0], "b": [2.0, 3.0], "c": [1.5, 3.0]})
    text = report_html(content(results=result_table(given)))
    assert text.count("the differences do not vary") == 1


def test_a_report_without_results_says_so():
    empty = content()
    nothing = replace(
        empty,
        results=empty.results.iloc[:0],
        outcomes=empty.outcomes.iloc[:0],
        runtime=pd.DataFrame(),
        headlines=(),
        progress=(),
        failures=(),
    )
    assert "No task of this plan has a result yet." in report_html(nothing)
    assert "Nothing was run." in report_markdown(nothing)
    assert "tabular" not in report_latex(nothing)


@pytest.mark.parametrize(
    "text", ["1. one", "- dash", "# head", EVIL, "a\n\n## b", "---", "+ x", r"a\*b"]
)
def test_markdown_is_one_line_without_mark_up(text):
    shown = markdown(text)
    assert "\n" not in shown
    assert re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", shown) == " ".join(text.split())
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_`<>|#\[\]&~$]", shown)
    assert not re.match(r"(\d+[.)]|[-+=]) ", shown)


def test_markdown_tables_have_equal_rows_and_the_protocol_is_fenced():
    page = report_markdown(content(EVIL, protocol="a = '```'"))
    for block in page.split("\n\n"):
        if block.startswith("| "):
            counts = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
            assert len(counts) == 1
    assert "\n````toml\na = '```'\n````\n" in page


def test_latex_is_balanced_and_every_row_has_all_columns():
    page = report_latex(content(EVIL))
    bare = re.sub(r"\\[\\{}$&#_%]", lambda found: " \\\\ " if found[0] == r"\\" else "", page)
    lines = [line for line in bare.splitlines() if not line.startswith("%")]
    depth = 0
    for sign in "".join(lines):
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    assert "".join(lines).count("$") % 2 == 0
    rows = [line for line in lines if line.rstrip().endswith("\\\\")]
    assert len(rows) == 1 + 2 + 1  # heads, two data sets, one of them printed
    assert {row.count("&") for row in rows} == {3}
    assert latex("λ = 1_0 % & ± −2") == r"$\lambda$ = 1\_0 \% \& $\pm$ $-$2"


def test_all_files_are_written_and_the_manifest_vouches_for_them(tmp_path):
    given = content()
    place = write_report(tmp_path / "deep" / "report", given)
    assert {entry.name for entry in place.iterdir()} == set(FILES)
    manifest = json.loads((place / "manifest.json").read_text("utf-8"))
    for name, digest in manifest["files"].items():
        assert sha256((place / name).read_bytes()).hexdigest() == digest
    assert set(manifest["files"]) | {"manifest.json"} == set(FILES)
    assert manifest["seed"] == 7
    assert manifest["datasets"][0]["finished"] == 8
    assert manifest["silent"][0]["field"] == "sonar"
    read = pd.read_parquet(place / "results.parquet")
    pd.testing.assert_frame_equal(read, given.results.reset_index(drop=True), check_dtype=False)
    for name in ("results", "outcomes", "timings"):
        table = pd.read_csv(place / f"{name}.csv", keep_default_na=False, na_values=[""])
        exact = pd.read_parquet(place / f"{name}.parquet")
        assert list(table) == list(exact)
        numbers = exact.select_dtypes("number")
        pd.testing.assert_frame_equal(table[list(numbers)], numbers, check_dtype=False)
    before = {name: (place / name).read_bytes() for name in FILES}
    write_report(place, given)
    assert {name: (place / name).read_bytes() for name in FILES} == before
    assert [entry.name for entry in place.parent.iterdir()] == ["report"]


def test_a_name_that_looks_like_a_formula_is_none_in_the_csv_files(tmp_path):
    place = write_report(tmp_path / "report", content("=1+1"))
    for name in ("results.csv", "outcomes.csv", "timings.csv"):
        text = (place / name).read_text("utf-8-sig")
        assert "'=1+1" in text
        assert ",=1+1" not in text


@pytest.mark.parametrize("step", ["fsync", "rename"])
def test_a_full_disk_leaves_the_old_report_and_nothing_else(tmp_path, monkeypatch, step):
    place = write_report(tmp_path / "report", content())
    before = {name: (place / name).read_bytes() for name in FILES}
    calls = []

    def full(self, *rest):
        calls.append(self)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        return kept(self, *rest)

    where, kept = (os, os.fsync) if step == "fsync" else (type(place), type(place).rename)
    monkeypatch.setattr(where, step, full)
    with pytest.raises(StorageError, match=r"No space left.*Nothing was changed"):
        write_report(place, content(title="newer"))
    monkeypatch.undo()
    assert {name: (place / name).read_bytes() for name in FILES} == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["report"]


def test_a_folder_with_anything_else_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(StorageError, match=r"'thesis\.tex', which is no part of a report"):
        write_report(tmp_path, content())
    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis.tex"]
    with pytest.raises(StorageError, match="Name another folder"):
        write_report(tmp_path / "thesis.tex", content())
