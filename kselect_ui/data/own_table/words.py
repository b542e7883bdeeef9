"""What the dialogue for a table of one's own says of its findings, and at its end."""

from kselect_core.data import Dataset, Finding
from kselect_core.errors import SKIP_WORDS
from kselect_ui.server.messages import plain

SKIPPED = "Lines to skip at the top"
MARKS = {
    "found": ":gray-badge[found]",
    "fixed": ":blue-badge[fixed]",
    "asked": ":green-badge[decided]",
    "notice": ":orange-badge[notice]",
}


def line(finding: Finding) -> str:
    """Return one line of the report."""
    place = f" — {plain(finding.where)}" if finding.where else ""
    return f"{MARKS[finding.kind]} {plain(finding.text, limit=400)}{place}"


def refused(error: str) -> str:
    """Return why a table is refused, by the controls of the page."""
    return plain(error.replace(SKIP_WORDS, f"(“{SKIPPED}”, below)"), limit=1500)


def ready(data: Dataset) -> str:
    """Return in one sentence what the table will be used as."""
    start = f"Ready: {len(data.y):,} rows, {data.known_by}"
    if data.test_rows:
        start += f" ({data.test_rows} of the rows are for testing)"
    if data.task == "regression":
        return f"{start}, a number to predict."
    kinds = " / ".join(plain(name) for name in data.class_names)
    positive = f"; positive class: {plain(data.class_names[1])}" if data.task == "binary" else ""
    return f"{start}, classes {kinds}{positive}."
