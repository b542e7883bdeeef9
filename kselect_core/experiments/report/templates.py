"""What the templates of a report are filled with, and how they are read."""

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from kselect_core.experiments.report import grids, words
from kselect_core.experiments.report.cells import sheets
from kselect_core.experiments.report.input import ReportInput

TEMPLATES = Environment(
    loader=PackageLoader("kselect_core.experiments", "templates"),
    autoescape=select_autoescape(("html.j2",)),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
"""Templates of reports; in HTML every text is shown letter by letter."""


def parts(content: ReportInput) -> dict[str, object]:
    """Sentences and tables of a report by the names that its templates call them."""
    return {
        "content": content,
        "printed": bool(content.results["printed"].notna().any()),
        "state": words.state(content),
        "reading": words.reading(content),
        "marks": words.marks(content),
        "facts": words.facts(content),
        "sheets": sheets(content),
        "first": grids.first(content),
        "tables": grids.tables(content),
        "silent": grids.silent(content),
        "variants": grids.variants(content),
        "progress": grids.progress(content),
        "failures": grids.failures(content),
        "remarks": grids.remarks(content),
        "rows": grids.all_rows(content),
    }
