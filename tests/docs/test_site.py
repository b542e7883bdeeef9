"""The site of the documents: made without a warning, complete, and readable without a network."""

import re
import subprocess
import sys
from html import escape
from pathlib import Path

import pytest

from kselect_core.criteria import CRITERIA
from kselect_core.lessons import lesson_names, load_lesson

pytest.importorskip("sphinx", reason="the packages of the group docs are not installed")
pytestmark = [pytest.mark.nightly, pytest.mark.timeout(600)]  # half a minute of the processor
ROOT = Path(__file__).parents[2]
SPHINX = """
import gc, sys
from sphinx.cmd.build import main
gc.disable()  # a sixth of the time is looking for garbage
sys.exit(main(sys.argv[1:]))
"""
FETCHED = re.compile(r'<(?:script|img|link|iframe)[^>]*\b(?:src|href)="(https?:)?//')


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Make the site once, every warning an error; gives its folder."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-c", SPHINX, "-q", "--fail-on-warning", "-c", "docs/site", "."]
    done = subprocess.run(
        [*command, folder / "html", "-d", folder / "read"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


def text(site, name):
    return (site / f"{name}.html").read_text(encoding="utf-8")


def test_nothing_is_fetched_from_another_host(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > 80
    assert [page.name for page in pages if FETCHED.search(page.read_text("utf-8"))] == []


def test_every_criterion_has_its_formula_and_its_curve(site):
    for name, criterion in CRITERIA.items():
        page = text(site, f"reference/criteria/{name}")
        assert criterion.function.__doc__.split()[0] in page
        assert "<math" in page
        assert f'id="figure-{name}"' in page


def test_the_readme_is_the_first_page_and_leads_everywhere(site):
    assert "url=README.html" in text(site, "index")
    begin = text(site, "README")
    for part in ("docs/site/guide", "docs/site/figures", "reference/api", "docs/site/development"):
        assert f'href="{part}.html"' in begin


def test_every_lesson_stands_in_the_list_with_its_minutes_and_what_it_teaches(site):
    page = re.sub(r"<[^>]+>|\s+", " ", text(site, "reference/lessons"))
    for name in lesson_names():
        lesson = load_lesson(name)
        said = (lesson.heading, str(lesson.minutes), escape(lesson.teaches, quote=False))
        assert " ".join(said) in " ".join(page.split())
    assert "reference/lessons.html" in text(site, "docs/site/guide")


def test_the_page_of_an_estimator_lists_its_own_parameters(site):
    page = text(site, "reference/api/SVCSearch")
    for word in ("param_grid", "strength_criterion", "kernel_params", "random_state"):
        assert f"<strong>{word}</strong>" in page


def test_a_public_name_has_a_page_with_its_signature(site):
    page = text(site, "reference/api/run_sweep")
    assert "on_progress" in page
    assert "SweepCancelledError" in page
