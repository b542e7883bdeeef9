"""How answers to questions about a table are called, and the formats of files."""

from kselect_core.errors import bounded

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
