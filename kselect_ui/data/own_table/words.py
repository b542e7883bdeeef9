"""How the dialogue for a table of one's own names things."""

from kselect_core.data import Dataset, Finding
from kselect_core.errors import bounded
from kselect_core.words.amounts import counted
from kselect_ui.server.messages import plain

MARKS = {
    "found": ":gray-badge[found]",
    "fixed": ":blue-badge[fixed]",
    "asked": ":green-badge[decided]",
    "notice": ":orange-badge[notice]",
}
WORDS = {
    "drop_rows": "leave out those rows",
    "median": "fill in the median of each training part",
    "refuse": "ask what to do",
    "yes": "yes, names",
    "no": "no, data",
    "binary": "two classes",
    "multiclass": "classes",
    "regression": "a number (regression)",
    "merge": "merge them",
    "keep": "keep",
    "drop": "leave it out",
    "skip": "skip them",
    "data": "they are data",
    "class": "a class of its own",
    "index": "names of the rows: leave them out",
    "feature": "a feature",
    "missing": "a missing value",
    "values": "a value like any other",
    "strip": "read as numbers without the unit",
    "words": "keep the column as words",
    "number": "make up names",
    "none": "none (it is the decimal mark)",
}
SIGNS = {
    ("decimal", "."): "point (1.5)",
    ("decimal", ","): "comma (1,5)",
    ("thousands", ","): "comma (1,234)",
    ("thousands", "."): "point (1.234)",
    ("thousands", "space"): "blank (1 234)",
    ("thousands", "'"): "apostrophe (1'234)",
    ("thousands", "none"): "none",
    ("comments", "skip"): "leave out lines with # at the top",
    ("comments", "data"): "lines with # are data",
    ("flagged", "strip"): "read the number alone",
    ("flagged", "missing"): "count these cells as missing values",
    ("symmetric", "features"): "features, column by column",
    ("symmetric", "gram"): "a Gram matrix",
    ("symmetric", "distances"): "distances",
    ("identifiers", "keep"): "keep them as features",
    ("identifiers", "drop"): "leave them out",
}
LONGEST_CHOICE = 240  # characters of a name that is offered
FROM_FILE = ("label", "positive", "member", "encoding", "drop", "as_text")  # choices shown as such
KINDS = {
    "text": "text",
    "svmlight": "svmlight (LIBSVM)",
    "arff": "ARFF",
    "parquet": "Parquet",
    "npy": "NumPy (.npy)",
    "npz": "NumPy (.npz)",
}


def word(option: str, choice: str) -> str:
    """Return an answer in words; names that stand in the file as they are."""
    if option in FROM_FILE:
        return bounded(choice, LONGEST_CHOICE)
    return SIGNS.get((option, choice)) or WORDS.get(choice, choice)


def agreed(option: str, choice: str) -> str:
    """Return what a single answer means, to be agreed to."""
    sentence = {"drop": "leave out {}", "as_text": "read {} as words"}.get(option, "{}")
    return sentence.format(word(option, choice))


def line(finding: Finding) -> str:
    """Return one line of the report."""
    place = f" — {plain(finding.where)}" if finding.where else ""
    return f"{MARKS[finding.kind]} {plain(finding.text, limit=400)}{place}"


def ready(data: Dataset) -> str:
    """Return in one sentence what the table will be used as."""
    n, d = data.X.shape
    start = f"Ready: {n} rows, {counted(d, 'feature')}"
    if data.test_rows:
        start += f" ({data.test_rows} of the rows are for testing)"
    if data.task == "regression":
        return f"{start}, a number to predict."
    kinds = " / ".join(plain(name) for name in data.class_names)
    positive = f"; positive class: {plain(data.class_names[1])}" if data.task == "binary" else ""
    return f"{start}, classes {kinds}{positive}."
