"""Files that are something else than a table of text, by their first bytes."""

import re

from kselect_core.errors import DataError

_BINARY: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a ZIP or Excel file; open it and save the sheet as CSV"),
    (b"PK\x05\x06", "an empty ZIP file"),
    (b"\xd0\xcf\x11\xe0", "an old Excel file; save the sheet as CSV"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"PAR1", "a Parquet file; save it as CSV"),
    (b"\x93NUMPY", "a NumPy file; pass its arrays to Dataset.from_arrays"),
    (b"\x89HDF", "an HDF5 file; save the table as CSV"),
    (b"SQLite format 3", "an SQLite data base; export the table as CSV"),
    (b"ARROW1", "an Arrow file; save it as Parquet or CSV"),
    (b"FEA1", "a Feather file; save it as Parquet or CSV"),
    (b"\xff\xff\xff\xff", "a stream of Arrow; save it as Parquet or CSV"),
    (b"Obj\x01", "an Avro file; save it as Parquet or CSV"),
    (b"MATLAB 5.0 MAT-file", "a MATLAB file; save the table as CSV or its arrays with NumPy"),
    (b"RDX2\nX\n", "a file of R; save the table as CSV"),
    (b"RDX3\nX\n", "a file of R; save the table as CSV"),
    (b"$FL2@(#)", "an SPSS file; save the table as CSV"),
    (b"<stata_dta>", "a Stata file; save the table as CSV"),
    (b"BZh", "a bzip2 file; unpack it first"),
    (b"\xfd7zXZ", "an xz file; unpack it first"),
    (b"7z\xbc\xaf", "a 7-Zip file; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file; unpack it first"),
    (b"\x1f\x8b", "gzip inside gzip; unpack it first"),
)
_PICKLE = re.compile(rb"\x80[\x02-\x05][\x95\]}c(KMX\x8c]|\([dl]p[0-9]+\n")
_TEXT: tuple[tuple[str, str], ...] = (
    (r"<(!doctype|html|head|body|script|table)\b", "a web page, perhaps a log-in page"),
    (r"<\?xml", "an XML document"),
    (r'[{\[]\s*(["{\[\]}]|-?\d+(\.\d+)?\s*[,\]])', "JSON; save it as CSV"),
    (r"version https://git-lfs", "a pointer to the data; run “git lfs pull” to fetch the file"),
    (r"\{\\rtf", "a word-processor document"),
    (r"[-+]?[\d.]+( +\d+:\S+)+\s*$", "in svmlight format in its first line only"),
)
_TAR, _TAR_PLACE = b"ustar", 257
_ORC = b"ORC"  # at both ends, as a name of a column may begin like that
_START = 2000  # characters that decide
_PREAMBLE = 100_000  # comments may come before an ARFF header


def refuse_other_binary(content: bytes) -> None:
    """Return if the bytes may be text, else say what they are; nothing is ever unpickled."""
    for mark, what in _BINARY:
        if content.startswith(mark):
            raise DataError(f"This is no table of text but {what}.")
    if content.startswith(_ORC) and content[-4:-1] == _ORC:
        raise DataError("This is no table of text but an ORC file; save it as Parquet or CSV.")
    if content.startswith(_TAR, _TAR_PLACE):
        raise DataError("This is no table of text but a tar archive; unpack it first.")
    if _PICKLE.match(content):
        raise DataError("This is a Python pickle; opening one may run code, so it is refused.")


def refuse_other_text(text: str) -> None:
    """Return if the text may be a table, else say what it is."""
    above = text[:_PREAMBLE].replace("\r\n", "\n").replace("\r", "\n")
    start = above[:_START].lstrip()
    if re.search(r"^@relation\b", above, flags=re.IGNORECASE | re.MULTILINE):
        raise DataError("This is no table but an ARFF file with something above its first @ line.")
    for pattern, what in _TEXT:
        if re.match(pattern, start, flags=re.IGNORECASE | re.MULTILINE):
            raise DataError(f"This is no table but {what}.")
