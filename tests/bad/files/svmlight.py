"""svmlight files and test files that are easy to read wrongly, written by rule."""

import gzip

from tests.bad.corpus import LABEL, A, B, table

SIGNS = ["+1" if word == "p" else "-1" for word in LABEL]


def plain(*, base=1, labels=SIGNS, extra="", end="\n"):
    """Return the table of the corpus in svmlight format."""
    rows = zip(labels, A, B, strict=True)
    return "".join(f"{y} {base}:{a} {base + 1}:{b}{extra}{end}" for y, a, b in rows)


def with_line(line, place=4):
    """Return the table with one line replaced; ``place`` counts from 1."""
    lines = plain().splitlines()
    lines[place - 1] = line
    return "\n".join(lines) + "\n"


def with_pair(pair):
    """Return the table with a pair more in line 4."""
    return with_line(f"-1 1:1 2:2 {pair}")


def indices():
    """Return files whose features are numbered in unusual ways."""
    return {
        "svm_plain.svm": plain(),
        "svm_named.csv": plain(),
        "svm_from_zero.svm": plain(base=0),
        "svm_from_five.svm": plain(base=5),
        "svm_decreasing.svm": with_line("-1 2:1 1:2"),
        "svm_repeated.svm": with_line("-1 1:1 1:2"),
        "svm_repeated_same.svm": with_line("-1 1:1 2:3 2:3"),
        "svm_minus_one.svm": with_line("-1 -1:1 2:2"),
        "svm_two_billion.svm": with_pair("2000000000:1"),
        "svm_beyond_32_bits.svm": with_pair("2147483648:1"),
        "svm_beyond_64_bits.svm": with_pair("99999999999999999999:1"),
        "svm_just_too_wide.svm": with_pair("5001:1"),
        "svm_fraction_index.svm": with_line("-1 1.5:1 2:2"),
        "svm_word_index.svm": with_line("-1 one:1 2:2"),
        "svm_underscore_index.svm": with_line("-1 1_0:1"),
        "svm_arabic_index.svm": with_line("-1 \u0661:1 2:2"),
        "svm_base_given_wrong.svm": plain(base=0),
        "svm_features_given_too_few.svm": plain(),
    }


def values():
    """Return files with values and labels that are no plain numbers."""
    return {
        "svm_nan.svm": with_line("-1 1:nan 2:2"),
        "svm_inf.svm": with_line("-1 1:inf 2:2"),
        "svm_1e999.svm": with_line("-1 1:1e999 2:2"),
        "svm_1e300.svm": with_line("-1 1:1e300 2:2"),
        "svm_underscore.svm": with_line("-1 1:1_0 2:2"),
        "svm_hexadecimal.svm": with_line("-1 1:0x1F 2:2"),
        "svm_word.svm": with_line("-1 1:red 2:2"),
        "svm_empty_value.svm": with_line("-1 1: 2:2"),
        "svm_blank_before_value.svm": with_line("-1 1: 5 2:2"),
        "svm_decimal_comma.svm": with_line("-1 1:0,5 2:2"),
        "svm_no_colons.svm": with_line("-1 1 2"),
        "svm_label_nan.svm": with_line("nan 1:1 2:2"),
        "svm_label_1e400.svm": with_line("1e400 1:1 2:2"),
        "svm_label_absent.svm": with_line("1:1 2:2"),
        "svm_label_empty_word.svm": with_line("? 1:1 2:2"),
        "svm_several_labels.svm": with_line("1,2 1:1 2:2"),
        "svm_one_class.svm": plain(labels=["+1"] * 12),
        "svm_words_as_labels.svm": plain(labels=LABEL),
        "svm_regression.svm": plain(labels=[f"{a}1" for a in A]),
    }


def shapes():
    """Return files whose lines are unusual, and packed ones."""
    return {
        "svm_groups.svm": plain().replace(" 1:", " qid:3 1:"),
        "svm_comments.svm": "# made by x\n" + plain(extra=" # a comment"),
        "svm_crlf.svm": plain(end="\r\n"),
        "svm_blank_lines.svm": plain(end="\n\n"),
        "svm_blanks_at_ends.svm": plain(end="  \n"),
        "svm_tabs.svm": plain().replace(" ", "\t"),
        "svm_bom.svm": "\ufeff" + plain(),
        "svm_labels_only.svm": "+1\n-1\n" * 6,
        "svm_some_rows_empty.svm": with_line("-1"),
        "svm_two_rows.svm": "+1 1:1\n-1 1:2\n",
        "svm_nul.svm": plain().replace("1:2.5", "1:2\0.5"),
        "svm_cut.svm": plain()[:-3] + "2:",
        "svm_gzip.svm.gz": gzip.compress(plain().encode(), mtime=0),
        "svm_dense_bomb.svm": "1 1:1 5000:1\n-1 5000:2\n" * 5_001,
        "svm_header_above.svm": "label features\n" + plain(),
    }  # fmt: skip


def second_files():
    """Return files that are given beside a training file."""
    rows = table().splitlines()[:4]
    return {
        "test_more_features.svm": plain(extra=" 3:7"),
        "test_fewer_features.svm": "+1 1:3\n-1 1:4\n",
        "test_counts_from_zero.svm": plain(base=0),
        "test_too_wide.svm": with_pair("2000000000:1"),
        "test_nan.svm": with_line("-1 1:nan 2:2"),
        "test_unknown_class.svm": with_line("2 1:1 2:2"),
        "test_empty.csv": "",
        "test_header_only.csv": "a,b,label\n",
        "test_fine.csv": "\n".join(rows) + "\n",
        "test_columns_swapped.csv": "label,b,a\np,1,2\n",
        "test_column_absent.csv": "a,label\n1,p\n",
        "test_column_more.csv": "a,b,c,label\n1,2,3,p\n",
        "test_label_absent.csv": "a,b\n1,2\n",
        "test_label_unknown.csv": "a,b,label\n1,2,p\n3,4,q\n",
        "test_word_in_numbers.csv": "a,b,label\n1,2,p\n3,x,n\n",
        "test_row_too_short.csv": "a,b,label\n1,2,p\n3,n\n",
        "test_no_header.csv": "1,2,p\n3,4,n\n",
        "test_web_page.csv": "<!doctype html><html>",
        "test_of_svmlight.csv": "x1,x2,label\n1,2,1\n3,4,-1\n",
    }


def files():
    """Return all files: name and bytes."""
    everything = indices() | values() | shapes() | second_files()
    return {
        name: content if isinstance(content, bytes) else content.encode()
        for name, content in everything.items()
    }
