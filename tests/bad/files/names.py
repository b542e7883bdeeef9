"""Tables whose columns have empty or equal names, alone and in pairs with a test file.

What must happen to each file is in ``expected/names.toml`` under the file's name.
"""

from tests.bad.files.format import HEAD, ROWS, npz, written

COUNT = 30


def rows(width, count=COUNT):
    """Return rows of so many different features and a label, as they stand below a header."""
    return [
        ",".join([*(str((7 * i * (j + 3) + j) % 31) + f".{j}" for j in range(width)), "pn"[i % 2]])
        for i in range(count)
    ]


def named(header):
    """Return a table with a header of any names."""
    return "\n".join([header, *rows(header.count(","))]) + "\n"


HEADERS = {
    "names_collide.csv": "a,a,a (2),label",
    "names_collide_before.csv": "a (2),a,a,label",
    "names_collide_twice.csv": "a,a (2),a,a (2),a (3),label",
    "names_collide_empty.csv": ",column 1,column 1 (2),label",
    "names_collide_look.csv": "a,a,A(2),label",
    "names_empty_all.csv": ",,,label",
}
ALIKE = {
    "names_of_blanks.csv": "a, a,a (2),label",
    "names_other_case.csv": "a,A,b,label",
    "names_other_blanks.csv": "a b,a  b,c,label",
    "names_other_codes.csv": "é,e\u0301,b,label",
}


def formats():
    """Return files of other formats with equal names of columns."""
    numbers = [[i * k % 7 + 0.5 for i in range(12)] for k in (1, 3)]
    table = [list(pair) for pair in zip(*numbers, strict=True)]
    return {
        "names_equal.arff": HEAD.replace("b integer", "'a ' real") + ROWS,
        "names_equal.parquet": written(
            {"a": numbers[0], " a": numbers[1], "label": ["p", "n"] * 6}
        ),
        "names_like_a_place.parquet": written(
            {"": numbers[0], "column 1": numbers[1], "label": ["p", "n"] * 6}
        ),
        "names_of_label.npz": npz(X=table, x1=[0, 1] * 6),
    }


def files():
    """Return name and bytes of every file."""
    texts = {name: named(header) for name, header in (HEADERS | ALIKE).items()}
    everything = texts | formats()
    return {
        name: content if isinstance(content, bytes) else content.encode()
        for name, content in everything.items()
    }
