"""Tables whose marks are easy to take for something else: delimiters, thousands, quotes, dates.

What must happen to each file is in ``expected/reading.toml`` under the file's name.
"""

import gzip
import io
import tarfile

ROWS = 40


def table(header, *rows):
    """Return a table of 40 rows: the templates in turn, with numbers, in turn a class."""
    lines = [
        rows[i % len(rows)].format(i=i, k=i % 7, y="pn"[i % 3 == 0], ii=f"{i % 28 + 1:02d}")
        for i in range(ROWS)
    ]
    return "\n".join([header, *lines]) + "\n"


def tarred():
    """Return a tar archive with one table in it."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        content = table("a,b,y", "{i}.5,{k},{y}").encode()
        member = tarfile.TarInfo("table.csv")
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def delimiters():
    """Return tables in which another mark than the delimiter stands in every row."""
    return {
        "thousands_in_semicolons.csv": table("a;b;y", "1.{i:03d},5;{k};{y}"),
        "euros_in_semicolons.csv": table("a;b;y", "{k},50 €;{i};{y}"),
        "two_marks_in_semicolons.csv": table("a;b;y", "1.{i:03d},5;{k},5;{y}"),
        "blanks_in_commas.csv": table("d,a,y", "{ii} Jan 2024,{k},{y}"),
        "pipes_in_commas.csv": table("a,b,y", "{k}|x|y,{i}.5,{y}", "{k}|x|z,{i}.5,{y}"),
        "blanks_and_a_short_row.csv": table("my day,a,y", *["2024-01-{ii} 10:00,{k},{y}"] * 40)
        + "2024-01-01 10:00,3\n",
        "row_names_of_two_words.csv": table("my size,y", "case {i},{k}.5,{y}"),
        "decimal_commas_in_blanks.csv": table("1,5 2,5 p", "{k},5 {i},5 {y}"),
    }


def cells():
    """Return tables whose cells mean something else than they seem to."""
    dots = table("a;b;y", "1.{i:03d};{k};{y}", "7{k};{k};{y}", "2.1{ii};{k};{y}")
    return {
        "thousand_dots_beside_whole.csv": dots,
        "thousand_dots_beside_whole.tsv": dots.replace(";", "\t"),
        "three_decimals.csv": dots.replace("71;", "0.710;"),
        "single_quotes.csv": table("'a','b','y'", "'{i}.5','{k}','{y}'"),
        "single_quotes_below_header.csv": table("a,b,y", "'{i}.5','{k}','{y}'"),
        "single_quotes_in_labels.csv": table("a,b,y", "{i}.5,{k},'{y}'"),
        "euros_before_numbers.csv": table("a;b;y", "€ {k},50;{i}.5;{y}").replace(".5", ",5"),
        "duplicate_names.csv": table("size,size,y", "{i}.5,{k},{y}"),
        "days_and_months.csv": table("day,b,y", "{ii}.01,{k},{y}"),
        "days_as_numbers.csv": table("day,b,y", "202402{ii},{k},{y}", "202312{ii},{k},{y}"),
        "tar_archive.csv": tarred(),
        "tar_archive.csv.gz": gzip.compress(tarred(), mtime=0),
        "everything_skipped.csv": table("a,b,y", "{i}.5,{k},{y}"),
    }


def files():
    """Return name and bytes of every file."""
    everything = delimiters() | cells()
    return {
        name: content if isinstance(content, bytes) else content.encode()
        for name, content in everything.items()
    }
