"""Write tables that are easy to read wrongly: python -m tests.bad.corpus FOLDER.

What must happen to each file is in ``expected/corpus.toml`` under the file's name.
"""

import gzip
import json
import pickle
import sys
import zipfile
from io import BytesIO
from pathlib import Path

A = ["0.5", "1.5", "2.5", "3.5", "4.5", "5.5", "6.5", "7.5", "8.5", "9.5", "10.5", "11.5"]
B = ["3", "1", "4", "1", "5", "9", "2", "6", "5", "3", "5", "8"]
LABEL = ["p", "n", "n", "p", "p", "n", "p", "n", "n", "p", "n", "p"]


def table(header="a,b,label", *, a=A, b=B, label=LABEL, mark=",", end="\n"):
    """Return a table of three columns as text."""
    lines = [header, *(mark.join(row) for row in zip(a, b, label, strict=True))]
    return end.join(line for line in lines if line is not None) + end


def with_cell(column, row, value):
    """Return a table with one cell replaced."""
    columns = {"a": list(A), "b": list(B), "label": list(LABEL)}
    columns[column][row] = value
    return table(**columns)


def with_column(column, values):
    """Return a table with one column replaced, its values repeated as often as needed."""
    return table(**{column: [values[i % len(values)] for i in range(len(A))]})


def wide(extra, values):
    """Return a table with a column more before the label, its values repeated."""
    rows = [
        f"{x},{y},{values[i % len(values)]},{z}"
        for i, (x, y, z) in enumerate(zip(A, B, LABEL, strict=True))
    ]
    return "\n".join([f"a,b,{extra},label", *rows]) + "\n"


def packed(names):
    """Return a ZIP archive with one text in each member."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, table())
    return buffer.getvalue()


def structure():
    """Return files whose lines and cells are unusual."""
    lines = table().splitlines()
    return {
        "empty.csv": "",
        "blank_lines.csv": "\n\n  \n\n",
        "header_only.csv": "a,b,label\n",
        "one_row.csv": "a,b,label\n1,2,p\n",
        "three_rows.csv": "a,b,label\n1,2,p\n2,3,n\n3,4,p\n",
        "one_column.csv": "label\np\nn\np\nn\n",
        "no_header.csv": table(header=None),
        "no_header_all_words.csv": "x,red,p\ny,blue,n\n" * 6,
        "number_header.csv": table(header="0,1,2"),
        "comment_above.csv": "# made by x\n" + table(),
        "comments_above.csv": "# made by x\n# on a day\n\n" + table(),
        "title_above.csv": "My measurements\n" + table(),
        "semicolon.csv": table(header="a;b;label", mark=";"),
        "tab.csv": table(header="a\tb\tlabel", mark="\t"),
        "tab.tsv": table(header="a\tb\tlabel", mark="\t"),
        "space.csv": table(header="a b label", mark=" "),
        "spaces_aligned.csv": table(header="a   b   label", mark="    "),
        "space_at_ends.csv": table(header="a b label", mark=" ", end=" \n"),
        "pipe.csv": table(header="a|b|label", mark="|"),
        "excel_sep.csv": "sep=;\n" + table(header="a;b;label", mark=";"),
        "two_delimiters.csv": "a,b;c,label\n" + "x,y;z,p\nu,v;w,n\n" * 6,
        "decimal_comma.csv": table(
            header="a;b;label", a=[x.replace(".", ",") for x in A], mark=";"
        ),
        "decimal_comma_quoted.csv": table(a=[f'"{x.replace(".", ",")}"' for x in A]),
        "decimal_both.csv": table(
            header="a;b;label", a=[x.replace(".", ",") for x in A], b=A, mark=";"
        ),
        "thousand_dots.csv": table(
            header="a;b;label", a=[f"1.{i}34,5" for i in range(1, 10)] + ["2,5"] * 3, mark=";"
        ),
        "thousand_commas_quoted.csv": table(
            a=[f'"1,{i}34"' for i in range(1, 10)] + ['"2,500"'] * 3
        ),
        "million_commas_quoted.csv": table(a=[f'"1,234,56{i % 10}"' for i in range(12)]),
        "thousand_spaces.csv": table(a=[f"1 {i % 10}34" for i in range(12)]),
        "thousand_apostrophes.csv": table(a=[f"1'{i % 10}34" for i in range(12)]),
        "crlf.csv": table(end="\r\n"),
        "cr_only.csv": table(end="\r"),
        "mixed_line_ends.csv": table().replace("\n", "\r\n", 4),
        "nul_in_field.csv": with_cell("a", 3, "1\x00"),
        "row_too_short.csv": "\n".join([*lines[:5], "1.5,2", *lines[5:]]) + "\n",
        "row_too_long.csv": "\n".join([*lines[:5], "1.5,2,3,p", *lines[5:]]) + "\n",
        "comment_inside.csv": "\n".join([*lines[:5], "# break", *lines[5:]]) + "\n",
        "rows_longer_than_header.csv": table(header="b,label"),
        "trailing_comma.csv": table(header="a,b,label,", end=",\n").replace("label,,", "label,"),
        "trailing_comma_rows_only.csv": table(end=",\n").replace("label,", "label"),
        "trailing_empty_rows.csv": table() + ",,\n,,\n",
        "empty_row_inside.csv": "\n".join([*lines[:5], ",,", "", *lines[5:]]) + "\n",
        "unnamed_index.csv": "\n".join(
            [",a,b,label", *(f"{i},{line}" for i, line in enumerate(lines[1:]))]
        ),
        "unnamed_text_column.csv": "\n".join(
            [",a,b,label", *(f"x{i % 3},{r}" for i, r in enumerate(lines[1:]))]
        ),
        "pandas_index.csv": "\n".join(
            ["Unnamed: 0,a,b,label", *(f"{i},{line}" for i, line in enumerate(lines[1:]))]
        ),
        "duplicate_header.csv": table(header="a,a,label"),
        "empty_header_cell.csv": table(header="a,,label"),
        "header_case.csv": table(header="a,A,label"),
        "header_blank.csv": table(header="a,a ,label"),
        "header_zero_width.csv": table(header="a,a\u200b,label"),
        "header_right_to_left.csv": table(header="a\u202eb,c,label"),
        "header_emoji.csv": table(header="😀,数,label"),
        "header_combining.csv": table(header="e\u0301,o\u0308,label"),
        "quote_never_closed.csv": with_cell("a", 3, '"1.5'),
        "quote_then_text.csv": with_cell("a", 3, '"1"5'),
        "break_in_text.csv": wide("c", ['"red\nish"', "blue"]),
        "break_in_number.csv": with_cell("a", 3, '"1\n2"'),
        "long_cell.csv": with_cell("a", 3, "1" * 11_000),
        "very_long_cell.csv": with_cell("a", 3, "x" * 200_000),
        "many_columns.csv": ",".join(f"c{i}" for i in range(20_000)) + "\n" + "1," * 19_999 + "1\n",
        "many_rows.csv": "a,label\n" + "1,p\n" * 200_100,
        "blanks_after_commas.csv": table(header="a, b, label", mark=", "),
        "quoted_everything.csv": '"a","b","label"\n'
        + "".join(f'"{x}","{y}","{z}"\n' for x, y, z in zip(A, B, LABEL, strict=True)),
        "quotes_after_blanks.csv": 'a, "b", label\n'
        + "".join(f'{x}, "{y}", {z}\n' for x, y, z in zip(A, B, LABEL, strict=True)),
    }


def encodings():
    """Return files in unusual encodings."""
    named = table(header="größe,b,label")
    return {
        "bom_utf8.csv": b"\xef\xbb\xbf" + table().encode(),
        "utf16_bom.csv": named.encode("utf-16"),
        "utf16_be_bom.csv": b"\xfe\xff" + named.encode("utf-16-be"),
        "utf16_le_no_bom.csv": named.encode("utf-16-le"),
        "utf16_be_no_bom.csv": named.encode("utf-16-be"),
        "utf32.csv": named.encode("utf-32"),
        "utf32_no_bom.csv": named.encode("utf-32-le"),
        "cp1252.csv": named.encode("cp1252"),
        "mixed_encodings.csv": named.encode() + "9.5,3,ü\n".encode("latin-1"),
        "all_nul.csv": bytes(500),
        "random.csv": bytes((i * i * 7 + i * 131 + 200) % 256 for i in range(1, 3000)),
    }


def impostors():
    """Return files that are not what their name says."""
    parquet = b"PAR1" + bytes(range(200)) + b"PAR1"
    return {
        "pickle.csv": pickle.dumps({"a": [1, 2], "label": ["p", "n"]}),
        "pickle_protocol_2.csv": pickle.dumps([1.5, 2.5], protocol=2),
        "numpy.csv": b"\x93NUMPY\x01\x00v\x00{'descr': '|O'}",
        "web_page.csv": "<!DOCTYPE html>\n<html><body>Please log in</body></html>\n",
        "web_page_2.csv": "\n <html><table><tr><td>1</td></tr></table></html>\n",
        "xml.csv": '<?xml version="1.0"?>\n<rows><row a="1"/></rows>\n',
        "json.csv": json.dumps({"a": [1, 2], "label": ["p", "n"]}),
        "json_rows.csv": json.dumps([{"a": 1, "label": "p"}, {"a": 2, "label": "n"}]),
        "json_numbers.csv": json.dumps([[1, 2], [3, 4]]),
        "xlsx.csv": packed(["[Content_Types].xml", "xl/workbook.xml"]),
        "zip_traversal.csv": packed(["../../evil.csv", "data.csv"]),
        "old_excel.csv": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100),
        "gzip_named_csv.csv": gzip.compress(table().encode(), mtime=0),
        "gzip.csv.gz": gzip.compress(table().encode(), mtime=0),
        "gzip_bomb.csv": gzip.compress(b"1,2,p\n" * 2_000_000, mtime=0),
        "gzip_cut_off.csv": gzip.compress(table().encode(), mtime=0)[:-12],
        "gzip_damaged.csv": b"\x1f\x8b\x08\x00" + bytes(20) + b"\xff" * 40,
        "gzip_twice.csv": gzip.compress(gzip.compress(table().encode(), mtime=0), mtime=0),
        "lfs_pointer.csv": "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 5\n",
        "pdf.csv": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n",
        "picture.csv": b"\x89PNG\r\n\x1a\n" + bytes(64),
        "parquet.csv": parquet,
        "arff.csv": "% a comment\n@relation x\n@attribute a numeric\n@data\n1,p\n",
        "svmlight.csv": "+1 1:0.5 3:1\n-1 2:1.5\n",
        "table.txt": table(),
        "table.data": table(),
        "table_without_suffix": table(),
    }


def values():
    """Return files with unusual cells."""
    return {
        "empty_cells.csv": with_cell("a", 3, ""),
        "marker_question.csv": with_cell("a", 3, "?"),
        "marker_na.csv": with_cell("a", 3, "NA"),
        "marker_null.csv": with_cell("a", 3, "null"),
        "marker_none.csv": with_cell("a", 3, "None"),
        "marker_dash.csv": with_cell("a", 3, "-"),
        "marker_dot.csv": with_cell("a", 3, "."),
        "marker_nan.csv": with_cell("a", 3, "nan"),
        "marker_minus_999.csv": with_cell("a", 3, "-999"),
        "marker_in_words.csv": wide("c", ["red", "blue", "NA", "red", "blue"]),
        "infinite.csv": with_cell("a", 3, "inf"),
        "minus_infinity.csv": with_cell("a", 3, "-Infinity"),
        "huge.csv": with_cell("a", 3, "1e300"),
        "beyond_double.csv": with_cell("a", 3, "1e400"),
        "tiny.csv": with_cell("a", 3, "4.9e-324"),
        "beyond_2_53.csv": with_cell("b", 3, "9007199254740993"),
        "digits_26.csv": with_cell("b", 3, "12345678901234567890123456"),
        "units.csv": table(a=[f"{x}kg" for x in A]),
        "units_with_blank.csv": table(a=[f"{x} kg" for x in A]),
        "per_cent.csv": table(a=[f"{x}%" for x in A]),
        "dollars.csv": table(a=[f"${x}" for x in A]),
        "accounting.csv": table(a=[f"({x})" if i % 3 else x for i, x in enumerate(A)]),
        "hexadecimal.csv": with_cell("a", 3, "0x1F"),
        "underscore.csv": with_cell("a", 3, "1_000"),
        "fortran.csv": with_cell("a", 3, "1.5D+03"),
        "complex.csv": with_cell("a", 3, "1+2j"),
        "excel_error.csv": with_cell("a", 3, "#DIV/0!"),
        "arabic_digits.csv": with_cell("b", 3, "٣"),
        "full_width_digits.csv": with_cell("b", 3, "\uff14\uff12"),
        "real_minus.csv": with_cell("a", 3, "−1.5"),
        "dates.csv": wide("day", [f"2024-01-{i:02d}" for i in range(1, 13)]),
        "german_dates.csv": wide("day", [f"{i}.01.2024" for i in range(1, 13)]),
        "times.csv": wide("time", [f"{i}:30" for i in range(1, 13)]),
        "leading_zeros.csv": with_cell("b", 3, "007"),
        "one_word.csv": with_cell("a", 3, "red"),
        "words_few.csv": wide("colour", ["red", "blue", "green"]),
        "words_two.csv": wide("sex", ["f", "m", "m"]),
        "words_unique.csv": wide("name", [f"person {chr(97 + i)}" for i in range(12)]),
        "words_many.csv": "a,c,label\n"
        + "".join(f"{i % 7},w{i % 60},{'pn'[i % 5 < 2]}\n" for i in range(130)),
        "constant_column.csv": with_column("b", ["7"]),
        "constant_words.csv": wide("c", ["same"]),
        "empty_column.csv": wide("c", [""]),
        "all_constant.csv": table(a=["1"] * 12, b=["2"] * 12),
        "duplicate_rows.csv": table() + "0.5,3,p\n0.5,3,p\n",
        "same_features_other_label.csv": table() + "0.5,3,n\n",
        "all_rows_same.csv": "a,b,label\n" + "1,2,p\n" * 12,
        "identical_columns.csv": table(a=B),
        "scales.csv": table(b=[str(int(x) * 1_000_000) for x in B]),
        "offset.csv": table(a=[str(100_000_000 + int(x)) for x in B]),
        "formula.csv": with_cell("a", 3, "=1+1"),
        "formula_words.csv": wide("c", ["=1+1", "@SUM(A1)", "=cmd|' /C calc'!A0"]),
        "sum_as_number.csv": with_cell("a", 3, "-2+3"),
        "script.csv": wide("<script>alert(1)</script>", ["<img src=x onerror=alert(1)>", "b", "c"]),
        "markdown.csv": table(header="![p](http://tracker.invalid/x.png),$x$,label"),
        "row_numbers.csv": "\n".join(
            ["id,a,b,label", *(f"{i},{r}" for i, r in enumerate(table().splitlines()[1:], 1))]
        ),
        "counting_column.csv": "\n".join(
            ["week,a,b,label", *(f"{i},{r}" for i, r in enumerate(table().splitlines()[1:], 1))]
        ),
        "patient_id.csv": wide("patient_id", [str(8000 + 37 * i) for i in range(12)]),
        "patients_in_disguise.csv": table(
            a=[str(8000 + 37 * i) for i in range(24)], b=B * 2, label=LABEL * 2
        ),
    }


def labels():
    """Return files with unusual labels."""
    ten = [str(i % 10 + 1) for i in range(40)]
    many = "a,b,{}\n" + "".join(f"{i % 7}.5,{i % 11},{{}}\n" for i in range(40))
    return {
        "one_class.csv": with_column("label", ["p"]),
        "one_class_number.csv": with_column("label", ["1"]),
        "class_of_one.csv": with_cell("label", 3, "rare"),
        "three_classes.csv": with_column("label", ["p", "q", "r"]),
        "every_row_its_class.csv": table(label=[f"id{i}" for i in range(12)]),
        "fractions.csv": table(header="a,b,label", label=[f"{i}.25" for i in range(12)]),
        "fractions_target.csv": table(header="a,b,target", label=[f"{i}.25" for i in range(12)]),
        "one_to_ten.csv": many.format("quality", *ten),
        "counts.csv": many.format("y", *[str(i * i) for i in range(40)]),
        "missing_labels.csv": with_cell("label", 3, ""),
        "label_none.csv": with_column("label", ["None", "mild", "severe", "None"]),
        "label_na.csv": with_column("label", ["NA", "EU", "NA", "EU", "EU"]),
        "label_blank.csv": with_cell("label", 3, " p"),
        "label_case.csv": with_column("label", ["Yes", "no", "yes"]),
        "label_blank_everywhere.csv": table(label=[f" {x}" for x in LABEL]),
        "label_boolean.csv": with_column("label", ["True", "False", "True"]),
        "label_0_1.csv": with_column("label", ["0", "1", "1"]),
        "label_minus_plus.csv": with_column("label", ["-1", "+1", "+1"]),
        "label_1_2.csv": with_column("label", ["2", "1", "1"]),
        "label_b_g.csv": with_column("label", ["b", "g", "g"]),
        "label_1_and_1_0.csv": with_column("label", ["1", "1.0", "2", "2.0"]),
        "leak.csv": table(a=["0.5" if x == "n" else "7.5" for x in LABEL]),
        "unbalanced.csv": "a,b,label\n" + "".join(
            f"{i % 13}.5,{i % 29},{'rare' if i % 500 == 3 else 'common'}\n" for i in range(1000)
        ),
        "two_label_names.csv": table(header="a,class,label"),
        "no_label_name.csv": table(header="a,b,c"),
        "label_first.csv": "species,a,b\n" + "".join(
            f"{z},{x},{y}\n" for x, y, z in zip(A, B, LABEL, strict=True)
        ),
        "label_somewhere.csv": "kind,a,b\n" + "".join(
            f"{z},{x},{y}\n" for x, y, z in zip(A, B, LABEL, strict=True)
        ),
        "missing_leave_nothing.csv": "a,b,label\n" + ",1,p\n2,,n\n" * 6,
    }  # fmt: skip


def files():
    """Return the whole corpus: file name and bytes."""
    everything = structure() | encodings() | impostors() | values() | labels()
    return {
        name: content if isinstance(content, bytes) else content.encode()
        for name, content in everything.items()
    }


def write(folder):
    """Write the corpus into a folder."""
    for name, content in files().items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
