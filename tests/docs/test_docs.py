"""The documents: links resolve, quotes are the source, the symbols are the linter's."""

import csv
import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from kselect_core.errors import UnknownNameError
from tests.docs.tools import tool

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```", re.DOTALL)
each_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS]
)


@pytest.fixture(scope="module")
def quotes():
    """Return the script that copies quotes into the documents."""
    return tool("refresh_quotes")


def test_the_glossary_is_what_the_program_shows():
    document = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    assert document == tool("refresh_glossary").refreshed(), (
        "run: python docs/tools/refresh_glossary.py"
    )


def headings(document):
    """Return the anchors of a document's headings, as repository sites make them."""
    lines = CODE.sub("", document.read_text(encoding="utf-8")).splitlines()
    titles = (line.lstrip("#").strip().lower() for line in lines if line.startswith("#"))
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles}


@each_document
def test_links_between_documents_resolve(document):
    text = CODE.sub("", document.read_text(encoding="utf-8"))
    for link in LINK.findall(text):
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = link.partition("#")
        target = document.parent / path if path else document
        assert target.exists(), f"{link} leads nowhere"
        assert not anchor or anchor in headings(target), f"{link}: no such heading"


@each_document
def test_named_files_exist(document):
    text = document.read_text(encoding="utf-8")
    top = "kselect|kselect_core|kselect_ui|docs|tests|benchmarks|sample_data"
    for path in re.findall(rf"`((?:{top})/[\w./-]*)`", text):
        assert (ROOT / path).exists(), f"{path} is named but not there"


@each_document
def test_quoted_code_is_the_source(document, quotes):
    text = document.read_text(encoding="utf-8")
    assert quotes.refreshed(text) == text, "run: python docs/tools/refresh_quotes.py"


@pytest.mark.parametrize("family", ["kernel", "criterion", "page"])
def test_every_how_to_quotes_a_real_member(family, quotes):
    text = (ROOT / "docs" / "how_to" / f"add_{family}.md").read_text(encoding="utf-8")
    ((_, path, code, _),) = quotes.QUOTE.findall(text)
    assert code == (ROOT / path).read_text(encoding="utf-8")
    assert len(code) > 200


def test_a_changed_source_is_noticed(quotes):
    text = "<!-- source: kselect_core/kernels/linear.py -->\n```python\nold\n```\nrest\n"
    changed = quotes.refreshed(text)
    assert "old" not in changed
    assert changed.endswith("```\nrest\n")
    assert quotes.refreshed(changed) == changed


def test_every_symbol_the_linter_accepts_is_in_the_notation():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    accepted = set(settings["tool"]["ruff"]["lint"]["pep8-naming"]["ignore-names"])
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    codes = [row.split("|")[2] for row in text.splitlines() if row.startswith("|")]
    explained = {name for code in codes for name in re.findall(r"`([^`]+)`", code)}
    upper = {name for name in explained if name[0].isupper()}
    assert upper == accepted


def contracts():
    """Layers of each package whose parts are a contract, from the top, by the package's name."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layered = [one for one in found["contracts"] if "containers" in one]
    return {one["containers"][0].removeprefix("kselect_core."): one["layers"] for one in layered}


def block(path, start):
    """Lines of the first code block behind a sentence, those that continue another joined to it."""
    text = (ROOT / path).read_text("utf-8").partition(start)[2].split("```")[1]
    return re.sub(r"\n {8,}", " ", text).strip("\n").split("\n")


def test_the_parts_of_packages_are_those_of_the_contracts():
    every = contracts()
    core = every.pop("kselect_core")
    drawn = dict(line.split(maxsplit=1) for line in block("docs/architecture.md", "Inside the"))
    assert drawn == {name: " · ".join(layers) for name, layers in every.items()}
    lines = block("docs/architecture.md", "## Layers")
    below = lines[lines.index("kselect_core, from the top:") + 1 :]
    assert [re.split(r"\s{2,}", line.strip())[0] for line in below] == core


def test_the_map_of_contributors_has_every_layer_that_is_a_folder():
    named = {word for line in block("CONTRIBUTING.md", "# Contributing") for word in line.split()}
    layers = {name for line in contracts()["kselect_core"] for name in line.split(" | ")}
    folders = {name for name in layers if (ROOT / "kselect_core" / name).is_dir()}
    assert folders | {"plugins"} <= named


def test_every_decision_has_its_three_parts_and_is_listed():
    listed = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    folder = ROOT / "docs" / "decisions"
    decisions = sorted(folder.rglob("*.md"))
    texts = "".join(path.read_text(encoding="utf-8") for path in decisions)
    replaced = re.findall(r"decision (\d{3}), which this one replaces", texts)
    numbers = sorted([*replaced, *(path.name[:3] for path in decisions)])
    assert numbers == [f"{number:03d}" for number in range(1, len(numbers) + 1)]
    for path in decisions:
        text = path.read_text(encoding="utf-8")
        assert text.startswith(f"# {path.name[:3]}: ")
        assert all(f"**{part}.**" in text for part in ("Context", "Choice", "Consequence"))
        assert f"decisions/{path.relative_to(folder).as_posix()}" in listed


def test_the_changelog_uses_its_tags():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = re.findall(r"^- (\w+)", text, re.MULTILINE)
    assert entries
    assert set(entries) <= {"ENH", "FIX", "API", "DOC", "TST", "MNT"}


def test_the_ci_script_is_valid_and_executable():
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    subprocess.run(["bash", "-n", str(script)], check=True)
    assert "set -euo pipefail" in script.read_text(encoding="utf-8")


def test_the_protocol_in_the_guide_is_one():
    from kselect_core.experiments.protocol.protocol import parse

    guide = (ROOT / "docs" / "experiments.md").read_text("utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    protocol = parse(text)
    assert protocol.varied("unscaled").settings["preprocessing"] == "none"


@pytest.fixture(scope="module")
def reproduction():
    """Return the script that writes the document of the reproduction."""
    return tool("refresh_reproduction")


def test_the_document_of_reproduction_is_what_was_kept(reproduction):
    assert (ROOT / "docs" / "reproduction.md").read_text("utf-8") == reproduction.refreshed()


def test_counts_in_the_words_of_the_reproduction_are_those_of_the_kept_tables(reproduction):
    means = {}
    with (ROOT / "docs" / "reproduction" / "ks" / "ks-table1.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["variant"] == "" and row["criterion"] in ("5-KS", "5-CV"):
                pair = (float(row["mean"]), float(row["printed"]))
                means.setdefault((row["dataset"], row["setting"]), {})[row["criterion"]] = pair
    here, paper = ([p["5-KS"][at] - p["5-CV"][at] for p in means.values()] for at in (0, 1))
    text = (
        "{rows 5-KS, 5-CV}, {better 5-KS, 5-CV}, {equal 5-KS, 5-CV}, {printed better 5-KS, 5-CV}, "
        "{difference 5-KS, 5-CV}, {means; λ = 0.1}, {means; without λ = 0.1}"
    )
    (said,) = reproduction.counted([text], "ks-table1")
    mean = f"{sum(here) / len(here):+.2f}".replace("-", "−")
    assert said == (
        f"{len(means)}, {sum(d < 0 for d in here)}, {sum(d == 0 for d in here)}, "
        f"{sum(d < 0 for d in paper)}, {mean}, 56, 168"
    )


@pytest.mark.parametrize("text", ["{bettter SM, CV}", "{means; lambda = 1}", "{better SM, KTA}"])
def test_a_count_that_is_not_known_is_refused(reproduction, text):
    with pytest.raises((KeyError, UnknownNameError)):
        reproduction.counted([text], "sm-table2")


def test_no_count_is_left_open_and_what_was_wrong_is_said(reproduction):
    document = (ROOT / "docs" / "reproduction.md").read_text("utf-8")
    assert not re.search(r"\{[a-z]", document)
    words = tomllib.loads((ROOT / "docs" / "reproduction" / "words.toml").read_text("utf-8"))
    for name in reproduction.kept():
        for line in words.get(name, {}).get("corrected", ()):
            assert f"- {line}" in document


def test_printed_ties_are_counted_where_ours_have_no_value():
    document = (ROOT / "docs" / "reproduction.md").read_text("utf-8")
    assert "finds best SM (11), ELOO (9), CV (3), ER (3) and CKTA (1)" in document


def test_data_sets_of_a_paper_that_were_not_run_are_named(reproduction):
    document = (ROOT / "docs" / "reproduction.md").read_text("utf-8")
    for name in reproduction.kept():
        facts = json.loads(reproduction.place(name, ".json").read_text("utf-8"))
        protocol = reproduction.load_protocol(facts["protocol"])
        table = reproduction.place(name, ".csv")
        if not table.exists():
            continue
        with table.open(encoding="utf-8") as file:
            run = {row["dataset"] for row in csv.DictReader(file)}
        absent = [label for label in protocol.datasets if label not in run]
        said = f"Of the {len(protocol.datasets)} data sets of {protocol.name} not run: "
        assert not absent or f"{said}{', '.join(absent)}." in document


def test_the_highest_means_of_the_document_are_those_over_all_ridges():
    document = (ROOT / "docs" / "reproduction.md").read_text("utf-8")
    section = document.split("Figure 1: highest accuracies\n")[1].split("variant “gaussian”")[0]
    with (ROOT / "docs" / "reproduction" / "sps" / "sps-table1.csv").open(encoding="utf-8") as file:
        means = [row for row in csv.DictReader(file) if row["variant"] == ""]
    shown = {
        cells[1].strip(): dict(zip(("SPS", "KTA", "CKTA", "CV", "FSM"), cells[2:], strict=False))
        for cells in (line.split("|") for line in section.splitlines() if "→" in line)
    }
    assert set(shown) == {row["dataset"] for row in means}
    for dataset, criteria in shown.items():
        for criterion, cell in criteria.items():
            own = [r for r in means if (r["dataset"], r["criterion"]) == (dataset, criterion)]
            best = max(own, key=lambda row: float(row["mean"]))
            number, ridge = re.findall(r"→ \**([\d.]+)\** \(([\d.]+)\)", cell)[0]
            assert number == f"{float(best['mean']):.2f}"
            assert f"λ = {ridge}" == best["setting"]
