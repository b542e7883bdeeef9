"""Training files with their test files, and labels of many digits: what one file alone cannot tell.

What must happen to each file is in ``expected/pair.toml`` under the file's name.
"""

import numpy as np

from tests.bad.files.format import npz, written

ROWS = 12
LONG = [2**53 + i % 3 for i in range(ROWS)]
A = [round(0.7 * i, 1) for i in range(ROWS)]
B = [i * i % 5 for i in range(ROWS)]


def table(cells, labels="pn", header="a;b;label"):
    """Return a table of some cells, with a semicolon between them."""
    rows = (f"{cell};{B[i % ROWS]};{labels[i % len(labels)]}" for i, cell in enumerate(cells))
    return "\n".join([header, *rows]) + "\n"


def styles():
    """Return training files of several styles, and test files of others."""
    whole = [1037 + 37 * i for i in range(ROWS)]
    return {
        "pair_whole.csv": table(whole),
        "pair_point.csv": table([f"{x}.5" for x in whole]),
        "pair_words.csv": table([*whole, "low", "low"]),
        "test_of_thousands.csv": table([f"1.{x}" for x in range(137, 900, 37)]),
        "test_of_thousands_beside_points.csv": table([f"1.{x}" for x in range(137, 900, 37)]),
        "test_of_commas.csv": table(["1,5", "2,5", "1037"]),
        "test_of_words.csv": table(["low", "low"]),
        "test_of_other_header.csv": table(whole[:3], header="A;b;label"),
        "test_of_two_names.csv": "a;a;b;label\n1;2;3;p\n4;5;6;n\n",
    }


def long_labels():
    """Return files whose labels differ only beyond the digits of a float."""
    rows = list(zip(A, B, LONG, strict=True))
    return {
        "labels_long.csv": "a,b,label\n" + "".join(f"{a},{b},{y}\n" for a, b, y in rows),
        "labels_long.svm": "".join(f"{y} 1:{a} 2:{b}\n" for a, b, y in rows),
        "labels_long.npz": npz(X=np.column_stack([A, B]), y=np.array(LONG)),
        "labels_long.parquet": written({"a": A, "b": B, "label": LONG}),
        "labels_endless.csv": "a,b,label\n" + "".join(f"{a},{b},1e{b}99\n" for a, b, _ in rows),
    }


def files():
    """Return name and bytes of every file."""
    everything = styles() | long_labels()
    return {
        name: content if isinstance(content, bytes) else content.encode()
        for name, content in everything.items()
    }
