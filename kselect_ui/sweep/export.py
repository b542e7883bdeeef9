"""What leaves the page: link, figures as files, programs, numbers, and one report of it all."""

import platform
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version

import pandas as pd
import streamlit as st

from kselect_core import __version__
from kselect_core.data.catalogue.cards import title_of
from kselect_core.plotting.output import paper, pictures
from kselect_core.plotting.output.page_report import Drawn, Report, report
from kselect_core.views.programs import picture
from kselect_core.words.labels import in_full, quantities
from kselect_core.words.places import splits_fact
from kselect_core.words.tables import brackets, sweep_choices, sweep_latex, sweep_markdown
from kselect_ui.server.messages import plain, unmarked
from kselect_ui.sweep import answer
from kselect_ui.sweep.finished import DIGITS, Sweep
from kselect_ui.sweep.handed import lesson, model, moving
from kselect_ui.sweep.handed.program import command, preamble, script
from kselect_ui.widgets import charts, hidden, linked
from kselect_ui.widgets.charts import Chart
from kselect_ui.widgets.files import (
    CSV_TYPE,
    PARQUET_TYPE,
    Table,
    csv,
    file_name,
    parquet,
    spreadsheet,
)

__all__ = ["Parcel", "csv", "offer", "panel", "program_of", "script"]

OPEN = "take"  # key of the panel: true in the session while it is open
TITLE = "Share: link, figures, code, data, report"
TABS = ("Link", "Figures", "Code", "Model", "Data", "Report", "Lesson")
PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas", "plotly", "streamlit")
MIME = {"png": "image/png", "svg": "image/svg+xml", "pdf": "application/pdf"}
WHOLE = "everything"
SIZE, FONT, LETTERS = "take_size", "take_font", "take_letters"
SIZES = ("as shown", *paper.PAPERS)
SHEET = "CSV for spreadsheets"
_SHEET = "spreadsheet"  # in the name of a file


@dataclass(frozen=True)
class Parcel:
    """What a page can hand out besides its figures.

    ``start`` are the program lines after which the code of a figure runs, ``program`` computes
    the numbers of the page; ``tables`` leave as files, ``shown`` stands in the report.
    ``command`` carries out the ``configuration`` when it is kept in a file of the parcel's name.
    ``model`` draws the chosen model and ``lesson`` makes a step of what is seen, where the page is
    about a sweep, and so does ``moving`` with the report whose slider goes through the kernels.
    """

    name: str  # of the files
    subject: str  # data set, for people
    start: str
    program: str
    tables: tuple[tuple[str, pd.DataFrame | Table], ...] = ()
    shown: tuple[tuple[str, pd.DataFrame], ...] = ()
    papers: tuple[tuple[str, str, Callable[[], str]], ...] = ()  # name, ending, text
    configuration: str = ""
    command: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    finding: str = ""
    model: Callable[[], None] | None = None
    lesson: Callable[[tuple[Chart, ...]], None] | None = None
    moving: Callable[[Report, Callable[[Report], str]], None] | None = None


def panel(sweep: Sweep, *, finding: str = "", table: pd.DataFrame | None = None) -> None:
    """Draw the way out of a page about a sweep; ``finding`` and ``table`` go into the report.

    The figures are those that this run of the page has drawn.
    """
    offer(lambda: _parcel(sweep, finding, table))


def offer(parcel: Callable[[], Parcel]) -> None:
    """Draw the way out of a page; what it hands out is worked out when it is opened."""
    place = st.expander(TITLE, key=OPEN, on_change="rerun")
    if not place.open:
        return
    with place:
        contents, figures = parcel(), charts.drawn()
        bodies = dict(
            zip(TABS, (_link, _figures, _code, _model, _data, _report, _lesson), strict=True)
        )
        for name, own in (("Model", contents.model), ("Lesson", contents.lesson)):
            if own is None:
                del bodies[name]
        for tab, body in zip(st.tabs(list(bodies)), bodies.values(), strict=True):
            with tab:
                body(contents, figures)


def program_of(parcel: Parcel, chart: Chart) -> str:
    """Return the program that draws one figure with the same numbers."""
    return picture(parcel.start, chart.code)


def _parcel(sweep: Sweep, finding: str, table: pd.DataFrame | None) -> Parcel:
    config, short = sweep.config, sweep.digest[:DIGITS]
    by = sweep.measure
    advice = answer.told(sweep) if hidden.test_error() else ""  # it is about errors
    told = (unmarked(finding), advice, f"Criteria: {in_full(quantities(config))}.")
    head = "Choices"
    if table is None:
        lam = sweep.start[2]
        table = sweep_choices(sweep.choices, config, sweep.task, lam=lam, measure=by)
        head += brackets(config)
    return Parcel(
        name=f"kselect_{short}",
        subject=title_of(config.dataset),
        start=preamble(
            config, f"A figure of the sweep {short} of kselect, with its numbers.", sweep.pair
        ),
        program=script(config, by),
        tables=(
            ("Choices", hidden.table(sweep.choices)),
            ("All numbers", hidden.table(sweep.table)),
        ),
        papers=_papers(sweep) if hidden.test_error() else (),  # they are about errors
        shown=((head, hidden.table(table)),),
        configuration=config.to_toml(),
        command=command(config, f"kselect_{short}.toml", by),
        facts=(
            ("Sweep", config.digest()),
            ("Data", f"{config.dataset}, digest {config.dataset_digest or 'of the bundled set'}"),
            splits_fact(config),
        ),
        finding="\n".join(filter(None, told)),
        model=lambda: model.draw(sweep, f"kselect_{short}"),
        lesson=lambda figures: lesson.draw(sweep, figures),
        moving=partial(moving.draw, sweep, f"kselect_{short}"),
    )


def _link(_: Parcel, __: tuple[Chart, ...]) -> None:
    st.caption("Opens exactly this view, wherever kselect runs with the same data.")
    st.code(linked.address(), language=None, wrap_lines=True)


def _figures(_: Parcel, figures: tuple[Chart, ...]) -> None:
    linked.switch(
        "Camera button of every figure saves",
        charts.PICTURE_FORMATS,
        key=charts.PICTURE_FORMAT,
        written=False,
    )
    missing = pictures.obstacle()
    form = _shown if missing else _paper()
    if missing:
        st.caption(f"{plain(missing, limit=300)} The camera button above a figure always works.")
    for chart in figures:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(plain(chart.name), width="stretch")
            for kind in () if missing else pictures.FORMATS:
                _file(chart, kind.upper(), _drawn(form(chart), kind), MIME[kind])
            _file(chart, "HTML", _page(_shown(chart)), "text/html")


def _paper() -> Callable[[Chart], charts.Figure]:
    """Draw the choice of a size for PNG, SVG and PDF; returns what makes a figure of that size."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        size = linked.switch("Size of PNG, SVG and PDF", SIZES, key=SIZE, written=False)
        if size == SIZES[0]:
            return _shown
        font = linked.switch("Font", tuple(paper.FONTS), key=FONT, written=False)
        points = st.selectbox(
            "Letters (pt)",
            paper.POINTS,
            index=paper.POINTS.index(paper.PAPERS[size].points),
            format_func="{:g}".format,
            key=f"{LETTERS}_{size}",
            width=110,
        )
    st.caption(f"{paper.PAPERS[size].inches:g} in wide, without the line of the cursor.")
    return lambda chart: paper.for_paper(chart.figure, size, font=font, points=points)


def _shown(chart: Chart) -> charts.Figure:
    """Return a figure as it is on the page."""
    return charts.sized(chart.figure)


def _code(parcel: Parcel, figures: tuple[Chart, ...]) -> None:
    programs = {chart.key: chart for chart in figures if chart.code}
    chosen = st.selectbox(
        "Program for",
        [WHOLE, *programs],
        format_func=lambda key: (
            programs[key].name if key in programs else "the numbers of this page"
        ),
        key="take_code",
    )
    text = program_of(parcel, programs[chosen]) if chosen in programs else parcel.program
    st.caption("Runs as it is in a notebook, or as a file beside your own table.")
    st.code(text, language="python")
    _button("Program (Python)", text, f"{parcel.name}.py", "text/x-python")
    how = programs[chosen].how if chosen in programs else None
    if how is not None:
        with st.expander("How this figure is made"):
            st.code(how(), language="python")


def _model(parcel: Parcel, _: tuple[Chart, ...]) -> None:
    if parcel.model is not None:
        parcel.model()


def _lesson(parcel: Parcel, figures: tuple[Chart, ...]) -> None:
    if parcel.lesson is not None:
        parcel.lesson(figures)


def _data(parcel: Parcel, figures: tuple[Chart, ...]) -> None:
    st.caption(
        f"CSV and Parquet hold every text as it is, for programs. In {SHEET} a text that a "
        "spreadsheet would run as a formula begins with an apostrophe."
    )
    for name, table in parcel.tables:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{name}**", width="stretch")
            start = f"{parcel.name}_{name.lower().replace(' ', '_')}"
            _button(f"{name} (CSV)", csv(table), f"{start}.csv", CSV_TYPE)
            _button(f"{name} ({SHEET})", spreadsheet(table), f"{start}_{_SHEET}.csv", CSV_TYPE)
            _button(f"{name} (Parquet)", parquet(table), f"{start}.parquet", PARQUET_TYPE)
    for chart in figures:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(plain(chart.name), width="stretch")
            _file(chart, "CSV", csv(chart.numbers), CSV_TYPE)
            _file(chart, SHEET, spreadsheet(chart.numbers), CSV_TYPE)
            _file(chart, "Parquet", parquet(chart.numbers), PARQUET_TYPE)
    if parcel.papers:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown("**Choices, as a table for a paper**", width="stretch")
            for name, ending, text in parcel.papers:
                _button(name, text, f"{parcel.name}_choices.{ending}", "text/plain")
    if parcel.configuration:
        _button(
            "Configuration (TOML)", parcel.configuration, f"{parcel.name}.toml", "application/toml"
        )
    if parcel.command:
        st.caption("The same on the command line, in the folder of this file and of your own table")
        st.code(parcel.command, language="bash", wrap_lines=True)


def _report(parcel: Parcel, figures: tuple[Chart, ...]) -> None:
    st.caption(
        "One file with the finding, all figures of this page, their captions, the choices, the "
        "configuration, the programs and the link. It opens without a network (about 5 MB)."
    )
    facts = (*parcel.facts, ("Link", linked.address()), ("Made with", _versions()))
    shown = [
        Drawn(
            chart.name,
            _shown(chart),
            chart.caption,
            program_of(parcel, chart) if chart.code else "",
        )
        for chart in figures
    ]
    content = Report(
        f"{charts.page()}: {parcel.subject}",
        parcel.finding,
        shown,
        tables=parcel.shown,
        facts=facts,
        configuration=parcel.configuration,
        program=parcel.program,
    )
    name = f"{parcel.name}_{charts.page().lower()}_report.html"
    _button("Report (HTML, works offline)", partial(_dated, content), name, "text/html")
    if parcel.moving is not None:
        parcel.moving(content, _dated)


def _dated(content: Report) -> str:
    """Return a report as a file that says when it was made."""
    day = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    return report(content._replace(facts=(*content.facts, ("Made on", day))))


def _versions() -> str:
    packages = [f"{package} {version(package)}" for package in PACKAGES]
    return ", ".join([f"kselect {__version__}", *packages, f"Python {platform.python_version()}"])


def _drawn(figure: charts.Figure, kind: pictures.Format) -> Callable[[], bytes]:
    return lambda: pictures.picture(figure, kind)


def _page(figure: charts.Figure) -> Callable[[], str]:
    return lambda: figure.to_html(include_plotlyjs=True)


def _file(chart: Chart, label: str, content: Callable[[], bytes | str], kind: str) -> None:
    """Draw the button of one file of one figure; its name says which to those who cannot see."""
    ending = f"_{_SHEET}.csv" if label == SHEET else f".{label.lower()}"
    name = f"{file_name(chart.name)}{ending}"
    st.download_button(
        label, content, name, kind, key=f"take_{chart.key}_{label}", on_click="ignore"
    )


def _button(label: str, content: str | Callable[[], bytes | str], name: str, kind: str) -> None:
    st.download_button(label, content, name, kind, key=f"take_{label}", on_click="ignore")


def _papers(sweep: Sweep) -> tuple[tuple[str, str, Callable[[], str]], ...]:
    """Return the tables for a paper: name, ending, and what writes the text."""
    table, config, task = sweep.choices, sweep.config, sweep.task
    lam, by = sweep.start[2], sweep.measure
    return (
        (
            "Choices (Markdown)",
            "md",
            lambda: sweep_markdown(table, config, task, lam=lam, measure=by),
        ),
        (
            "Choices (LaTeX)",
            "tex",
            lambda: sweep_latex(table, config, task, lam=lam, measure=by),
        ),
    )
