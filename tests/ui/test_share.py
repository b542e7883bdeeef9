"""The way out of every page: what it offers, made only when somebody clicks."""

import io
import re

import pandas as pd
import pytest

from kselect_core import views
from kselect_core.plotting.output import pictures
from kselect_ui import PAGES, ROUTER
from kselect_ui.server.messages import plain, unmarked
from kselect_ui.sweep import export
from tests.pages import visits

ROUTES = ROUTER.read_text(encoding="utf-8")
PLAIN = {"learn"}  # before a lesson is chosen there is nothing to take along
NAMES = sorted({p.stem for p in PAGES.glob("*.py") if f'"{p.stem}' in ROUTES} - PLAIN)
WITHOUT_SWEEP = {"data", "sweep", "experiments"}  # they are about no finished sweep
OF_SWEEP = {"Model", "Lesson"}
EVIL = "<b>*moons*</b> **bold** :red[x] www.x.org"


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))


def opened(name, **query):
    at = visits.opened_to_take(name, **query)
    assert not at.exception
    assert [element.value for element in at.error] == []
    return at


def made(content):
    return content() if callable(content) else content


@pytest.mark.parametrize("name", NAMES)
def test_every_page_offers_link_figures_code_data_and_report(name, files):
    at = opened(name)
    expected = [tab for tab in export.TABS if tab not in OF_SWEEP or name not in WITHOUT_SWEEP]
    assert [tab.label for tab in at.tabs if tab.label in export.TABS] == expected
    assert any(file.endswith(".py") for file in files)
    figures = len(at.get("plotly_chart"))
    assert sum(file.endswith(".html") and "report" not in file for file in files) >= figures
    report = next(made(data) for file, data in files.items() if file.endswith("report.html"))
    stills = {"film": 2, "explore": 3, "play": 3, "spectrum": 1}.get(
        name, 0
    )  # what moves leaves as it is at the cursor
    assert report.count("<figure aria-label=") == figures + stills
    assert "Where this comes from" in report
    assert "Made on" in report


def test_figures_leave_in_the_size_and_the_font_of_a_paper(files, monkeypatch):
    monkeypatch.setattr(pictures, "obstacle", str)
    monkeypatch.setattr(pictures, "picture", lambda figure, kind: (figure.layout, kind))
    at = opened("errors")
    at.segmented_control(key="take_size").set_value("one column").run()
    at.segmented_control(key="take_font").set_value("serif").run()
    at.selectbox(key="take_letters_one column").set_value(7.0).run()
    assert not at.exception
    assert any("3.5 in wide, without the line" in caption.value for caption in at.caption)
    layout, kind = next(made(data) for file, data in files.items() if file.endswith(".pdf"))
    assert (layout.width, kind) == (336, "pdf")
    assert "Times" in layout.font.family
    assert layout.font.size == pytest.approx(7.0 * 96 / 72)


def test_the_model_under_the_cursor_leaves_as_lines_and_as_a_file(files):
    import skops.io  # looks through all of scikit-learn: not in workers that need it not

    at = opened("explore")
    program = next(code.value for code in at.code if "model.fit(X, y)" in code.value)
    assert "make_pipeline(StandardScaler(), KernelRidge(alpha=0.21, gamma=" in program
    assert any("above 0 means upper" in caption.value for caption in at.caption)
    file = next(made(content) for path, content in files.items() if path.endswith("_model.skops"))
    model = skops.io.loads(file, trusted=skops.io.get_untrusted_types(data=file))
    assert len(model.predict([[0.0] * model.n_features_in_])) == 1


def test_tables_and_figures_leave_as_csv_and_parquet(files):
    opened("explore")
    named = [file.removesuffix(".csv") for file in files if file.endswith(".csv")]
    tables = [name for name in named if not name.endswith("_spreadsheet")]
    assert len(tables) >= 6
    assert sorted(named) == sorted([*tables, *(f"{name}_spreadsheet" for name in tables)])
    for table in tables:
        text = pd.read_csv(io.BytesIO(made(files[f"{table}.csv"])))
        packed = pd.read_parquet(io.BytesIO(made(files[f"{table}.parquet"])))
        assert list(text.columns) == list(packed.columns)
        assert len(text) == len(packed) > 0


def test_the_report_has_finding_choices_and_configuration(files):
    opened("explore", te="true")
    (report,) = (made(data) for file, data in files.items() if file.endswith("report.html"))
    for words in (
        "On Two moons",
        "Recommended: Gaussian kernel, τ = 2⁻¹",
        "5-fold CV",
        "seed = 0",
        "load_dataset(",
        "kselect 0.",
        "regret (%)",
    ):
        assert words in report
    assert "**" not in report.partition('<p class="finding">')[2][:400]


@pytest.mark.parametrize("name", ["errors", "rewards"])
def test_the_report_of_a_page_without_a_table_has_one_row_per_criterion(files, name):
    opened(name, te="true")
    (report,) = (made(data) for file, data in files.items() if file.endswith("report.html"))
    head = "<h2>Choices; in brackets: λ is not chosen</h2>"
    table = report.partition(head)[2].partition("</table>")[0]
    criteria = report.partition("\nCriteria: ")[2].partition(".</p>")[0].split("; ")
    assert "kernel-target alignment (KTA)" in criteria
    assert table.count("<tr>") == 1 + len(criteria)
    assert '<th scope="col">regret</th>' in table


def test_the_report_with_a_slider_has_the_choices_and_the_link_of_the_page(files):
    opened("explore", te="true", t="0.5")
    (report,) = (made(data) for file, data in files.items() if file.endswith("_slider.html"))
    assert len(report.encode()) < 3_000_000
    for words in ("5-fold CV", "Made on", "<h2>Choices</h2>", "Link", "regret (%)", "seed = 0"):
        assert words in report


@pytest.mark.parametrize("name", ["explore", "film", "errors"])
def test_reports_tell_no_test_error_that_is_hidden(files, name):
    opened(name, te="false")
    reports = [made(data) for file, data in files.items() if file.endswith("slider.html")]
    reports += [
        re.sub(r"<script>.{1000000,}?</script>\n</head>", "", made(data), flags=re.DOTALL)
        for file, data in files.items()
        if file.endswith("report.html")
    ]
    assert len(reports) == 2
    for report in reports:
        shown = re.sub(r"<summary>The program.*?</details>", "", report, flags=re.DOTALL)
        assert "test error" not in shown.replace("(test error hidden)", "")
        assert "test_error" not in shown
        assert "regret" not in shown
        assert "Recommended:" not in shown


@pytest.mark.parametrize("shown", [True, False])
def test_the_report_of_a_regression_has_squared_errors_only_where_they_are_shown(
    files, tmp_path, shown
):
    config = visits.config_of("diabetes_regression", criteria=("loo", "ks"))
    opened("errors", run=visits.finished(config, tmp_path), te=str(shown).lower())
    (report,) = (made(data) for file, data in files.items() if file.endswith("report.html"))
    table = report.partition("<h2>Choices")[2].partition("</table>")[0]
    assert "LOO" in table
    assert ("test squared error" in table) == shown
    assert ("squared error" in table) == shown


def test_the_program_of_a_figure_is_shown():
    at = opened("explore")
    at.selectbox(key="take_code").set_value("spectrum").run()
    assert any(
        "at = views.CursorAt(config, dataset, views.Cursor(" in block.value for block in at.code
    )


def test_a_view_shows_the_function_that_makes_it():
    at = opened("spectrum")
    at.selectbox(key="take_code").set_value("scree").run()
    (how,) = (block.value for block in at.code if block.value.startswith("@view("))
    assert how == views.eigenvalues.source().rstrip()
    at.selectbox(key="take_code").set_value("waterfall").run()
    assert any("def spectra_of_family(" in block.value for block in at.code)


def test_without_a_browser_the_panel_says_how_to_get_the_files(monkeypatch, files):
    monkeypatch.setattr(pictures, "obstacle", lambda: "after: pip install kselect[export]")
    at = opened("explore")
    assert any("kselect" in caption.value and "export" in caption.value for caption in at.caption)
    assert not any(file.endswith(".pdf") for file in files)


def test_pictures_are_drawn_when_they_are_asked_for(monkeypatch, files):
    drawn = []
    monkeypatch.setattr(pictures, "obstacle", lambda: "")
    monkeypatch.setattr(pictures, "picture", lambda _, kind: drawn.append(kind) or b"x")
    opened("explore")
    assert drawn == []
    assert made(next(data for file, data in files.items() if file.endswith(".pdf"))) == b"x"
    assert drawn == ["pdf"]


def test_large_type_leaves_with_the_figures(files):
    opened("explore", big="true")
    assert '"size":18.8' in made(files["kselect_spectrum.html"])


@pytest.mark.parametrize("text", [EVIL, "a_b (c)", "2^-3 · `x`"])
def test_words_read_without_their_marks(text):
    assert unmarked(f"On **{plain(text)}**: 3.5 %  \nnext") == f"On {text}: 3.5 %\nnext"
