"""Tables with characters that end a line for some programs only, in comments, cells and ends.

What must happen to each file is in ``expected/line.toml`` under the file's name.
"""

from tests.bad.corpus import LABEL, A, B, table, wide
from tests.bad.files.svmlight import SIGNS, plain

MARKS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
SEVERAL = "\x0b \x0c \x1c \x1d \x1e \x85 \u2028 \u2029"
ARFF = "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute label {p,n}\n@data\n"


def comments():
    """Return files with such a character in every comment."""
    rows = [f"{x},{y},{z}" for x, y, z in zip(A, B, LABEL, strict=True)]
    return {
        **{f"line_{ord(mark):04x}.svm": plain(extra=f" # one{mark}+1 two") for mark in MARKS},
        "line_comment_alone.svm": f"# made{SEVERAL}+1 1:1\n" + plain(),
        "line_comments.arff": f"% made{SEVERAL}1,2,p\n"
        + ARFF
        + "\n".join(f"{row} % so{SEVERAL}1,2,p" for row in rows)
        + "\n",
        "line_comment_above.csv": f"# made{SEVERAL}x\n" + table(),
    }


def data():
    """Return files with such a character in the data."""
    rows = zip(SIGNS, A, B, strict=True)
    nel = "".join(f"{y} 1:{a} 2:{b}\x85" for y, a, b in rows)
    words = ["red\u2028ish", "blue\x0bish", "green\x1dish"]
    inside = table().replace("0.5,3,p", "0.5,3\x85,p")
    return {
        "line_form_feed_between.svm": plain(extra=" \x0c"),
        "line_next_line_between.svm": plain(extra="\x85"),
        "line_separator_in_pair.svm": plain().replace(" 2:", "\u2028 2:", 1),
        "line_next_line_ends.svm": nel,
        "line_next_line_ends.csv": table(end="\x85"),
        "line_separator_ends.arff": (ARFF + table(header=None)).replace("\n", "\u2028"),
        "line_words.csv": wide("c", words),
        "line_words.arff": ARFF.replace("b numeric", "b {" + ",".join(words) + "}")
        + "".join(f"{x},{words[i % 3]},{LABEL[i]}\n" for i, x in enumerate(A)),
        "line_blanks.arff": ARFF + "1 2\u20283 p\n" * 12,
        "line_behind_number.csv": inside,
    }


def ends():
    """Return files whose lines end in unusual ways."""
    quoted = [f'"red{end}ish"' for end in ("\n", "\r", "\r\n")]
    return {
        "line_doubled.csv": table(end="\r\r\n"),
        "line_doubled.svm": plain(end="\r\r\n"),
        "line_cr_only.svm": plain(end="\r"),
        "line_cr_only_long.csv": table(header=None, end="\r").replace("\r", ",1\r") * 200,
        "line_cr_only_words.csv": wide("c", [quoted[0], "blue"]).replace("\n", "\r"),
        "line_crlf_words.csv": wide("c", ['"red#ish"', "blue"])
        .replace("\n", "\r\n")
        .replace("#", "\n"),
        "line_quoted_ends.csv": wide("c", [*quoted, "blue"]),
    }


def files():
    """Return all files: name and bytes."""
    everything = comments() | data() | ends()
    return {name: content.encode() for name, content in everything.items()}
