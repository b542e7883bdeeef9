"""The format of a file is told by its content."""

from io import BytesIO

import numpy as np
import pandas as pd
import pytest

from kselect_core.data.formats.kinds import kind_of


def parquet():
    buffer = BytesIO()
    pd.DataFrame({"a": [1, 2]}).to_parquet(buffer)
    return buffer.getvalue()


def saved(save, *arrays, **named):
    buffer = BytesIO()
    save(buffer, *arrays, **named)
    return buffer.getvalue()


CONTENTS = [
    (b"a,b,label\n1,2,p\n", "text"),
    (b"", "text"),
    (b"1 2 3\n4 5 6\n", "text"),
    (b"time value\n10:30 5\n11:30 6\n", "text"),
    (b"x,10:30\ny,11:30\n", "text"),
    (b"{\"a\": 1}", "text"),
    (b"# comment\n+1 1:0.5 3:1 # remark\n-1 2:1.5\n", "svmlight"),
    (b"+1\n-1 2:1.5\n", "svmlight"),
    (b"1 0:1\r\n0 qid:3 -1:2\r\n", "svmlight"),
    (b"1,2 1:1\n3 1:2\n", "svmlight"),
    (b"spam 1:1\nham 2:2\n", "svmlight"),
    ("+1 1:0.5\n-1 2:1\n".encode("utf-16"), "svmlight"),
    (b"% remark\n\n@RELATION x\n", "arff"),
    (b"@attribute x numeric\n", "arff"),
    ("@relation größe\n".encode("utf-16-le"), "arff"),
    ("\ufeff@relation x\n".encode(), "arff"),
    (parquet(), "parquet"),
    (b"PAR1", "parquet"),
    (saved(np.save, np.eye(2)), "npy"),
    (saved(np.savez, X=np.eye(2)), "npz"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "kind"), CONTENTS)
def test_the_format_is_told_by_the_content(content, kind):
    assert kind_of(content) == kind


@pytest.mark.parametrize(
    "line", [b"1:" * 500_000, b"%\n" * 500_000, b"1," * 500_000, b"\r" * 999_999]
)
def test_the_format_of_odd_megabytes_is_told_at_once(line):
    assert kind_of(line) == "text"
