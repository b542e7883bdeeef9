"""Long words cost what they hold, not their length in every row."""

import tracemalloc

import pytest

from kselect_core.data import TableOptions, read_table

ROWS, LENGTH, MOST = 5_000, 9_000, 50e6  # an array of texts would take 180 MB


@pytest.mark.parametrize("header", ["a,word,label", "a,label,word"])
def test_a_few_long_words_do_not_make_room_for_themselves_in_every_row(header):
    words = ["x" * LENGTH if i % 1_000 == 0 else "y" for i in range(ROWS)]
    rows = [f"{i},{word},{'pn'[i % 3 == 0]}" for i, word in enumerate(words)]
    content = "\n".join([header, *rows]).encode()
    options = TableOptions(label="label", identifiers="drop")
    tracemalloc.start()
    try:
        read_table(content, options)
        assert tracemalloc.get_traced_memory()[1] < MOST
    finally:
        tracemalloc.stop()
