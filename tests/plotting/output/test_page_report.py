"""A report: everything in one file, nothing asked of a network, no text taken for mark-up."""

import re

import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.output.page_report import MOST_ROWS, Drawn, Pictures, Report, report

EVIL = '<script>alert("x")</script>&<img src=x onerror=y>'


def figure():
    return go.Figure({"data": [{"type": "scatter", "x": [1, 2], "y": [3, 4], "name": EVIL}]})


def made(**changes):
    drawn = Drawn(EVIL, figure(), caption=EVIL, code=EVIL)
    usual = {
        "title": EVIL,
        "finding": EVIL,
        "figures": [drawn, drawn],
        "tables": [(EVIL, pd.DataFrame({EVIL: [EVIL], "number": [0.5]}))],
        "facts": [(EVIL, EVIL)],
        "configuration": EVIL,
        "program": EVIL,
    }
    return report(Report(**usual | changes))


def own(text):
    """What the report adds to plotly.js."""
    return re.sub(r"<script>.{1000000,}?</script>\n</head>", "</head>", text, flags=re.DOTALL)


def test_no_text_is_taken_for_mark_up():
    text = own(made())
    assert len(text) < 100_000
    assert "<script>alert" not in text
    assert "<img" not in text
    assert text.count("&lt;script&gt;alert") >= 10


def test_plotly_is_there_once_and_nothing_is_asked_of_a_network():
    text = made()
    assert text.count("Plotly.newPlot(") - text.count("Plotly.newPlot(t") >= 2
    assert len(text) < 8_000_000
    assert not re.search(r"""<(script|link|img)[^>]+(src|href)=["']http""", text)
    assert "default-src 'none'" in text


def test_figures_captions_tables_and_facts_are_there():
    table = pd.DataFrame({"criterion": ["loo", "kta"], "value": [0.123456, float("nan")]})
    text = own(
        made(
            title="A title",
            finding="Two\nlines.",
            figures=[Drawn("Curves", figure(), "n = 70", "figure = 1")],
            tables=[("Choices", table)],
            facts=[("Seed", "0")],
        )
    )
    for words in ("<h1>A title</h1>", "Two\nlines.", "n = 70", "figure = 1", "0.1235", "Seed"):
        assert words in text
    assert '<td class="number">–</td>' in text


def test_long_tables_are_cut_and_say_so():
    text = own(made(tables=[("Long", pd.DataFrame({"k": range(MOST_ROWS + 7)}))]))
    assert "and 7 more rows" in text
    assert text.count("<tr>") < MOST_ROWS + 10


def test_what_is_empty_is_left_out():
    text = own(made(configuration="", program="", facts=[], tables=[], figures=[]))
    assert "<details>" not in text
    assert "Where this comes from" not in text


def test_pictures_with_a_script_need_no_plotly():
    pictures = Pictures("<p>body</p>", "p { margin: 0; }", "<script>1</script>")
    text = made(figures=[], pictures=pictures)
    assert len(text) < 10_000
    assert text.index(pictures.styles) < text.index(pictures.body) < text.index(pictures.scripts)


def test_on_paper_no_figure_and_no_row_is_cut_in_two_and_what_is_folded_is_left_out():
    rules = own(made()).partition("@media print")[2].partition("</style>")[0]
    assert re.search(r"figure, tr, [^{]*\{ break-inside: avoid; \}", rules)
    assert re.search(r"h2 \{ break-after: avoid; \}", rules)
    assert re.search(r"details:not\(\[open\]\) \{ display: none; \}", rules)
