"""Files whose words, units and gaps are not what they look like, written by rule.

What must happen to each file is in ``expected/lookalike.toml`` under the file's name.
"""

import numpy as np

from tests.bad.corpus import LABEL, A, B, table, wide, with_cell, with_column
from tests.bad.files.format import npy, npz, written

COMPOSED, DECOMPOSED = "caf\u00e9", "cafe\u0301"
ESCAPES = "\x1b]0;own\x07\x1b[2J\u202e"
LONG = np.array([2**53 + i * i for i in range(12)])


def words():
    """Return files with words that look alike, or that a terminal obeys."""
    return {
        "label_composed.csv": with_column("label", [COMPOSED, DECOMPOSED, "tea"]),
        "label_zero_width.csv": with_column("label", ["p", "p\u200b", "n"]),
        "label_full_width.csv": with_column("label", ["p", "\uff50", "n"]),
        "label_zero_width_everywhere.csv": with_column("label", ["p\u200b", "n"]),
        "label_cyrillic.csv": with_column("label", ["p", "\u0440", "n"]),
        "label_cyrillic_once.csv": with_cell("label", 3, "\u0440"),
        "words_composed.csv": wide("drink", [COMPOSED, DECOMPOSED, "tea"]),
        "words_cyrillic.csv": wide("code", ["a", "\u0430", "b"]),
        "escapes_above.csv": f"1,{ESCAPES},3\n" + table(header=None),
    }


def units():
    """Return files whose numbers do not have the same unit."""
    return {
        "units_two.csv": with_column("b", ["1kg", "2g"]),
        "per_cent_and_none.csv": with_column("b", ["5%", "6"]),
        "test_other_unit.csv": "a,b,label\n7g,8,n\n",
    }


def gaps():
    """Return test files without any value in a column."""
    return {
        "test_column_empty.csv": "a,b,label\n7,,n\n9,,p\n",
        "test_column_na.csv": "a,b,label\n7,NA,n\n",
        "test_column_left_out.csv": "a,b,label\n7,,n\n9,,p\n",
    }


def arrays():
    """Return binary files that hold more than they seem to."""
    y = [label == "p" for label in LABEL]
    word = "x" * 9_000
    return {
        "long_integers.npy": npy(np.column_stack([LONG, np.arange(12) % 5, y])),
        "long_integers.npz": npz(X=np.column_stack([LONG, np.arange(12) % 5]), y=np.array(y)),
        "parquet_repeated_words.parquet": written(
            {"a": [*map(float, A)] * 1_000, "b": [word, word] * 6_000, "label": LABEL * 1_000}
        ),
        "parquet_repeated_classes.parquet": written(
            {"a": [*map(float, B)] * 1_000, "label": [word + "p", word + "n"] * 6_000}
        ),
    }


def files():
    """Return all files: name and bytes."""
    everything = words() | units() | gaps() | arrays()
    return {
        name: content if isinstance(content, bytes) else content.encode()
        for name, content in everything.items()
    }
