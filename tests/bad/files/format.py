"""Files of other formats than text, packed ones, and traps of any format: bytes by file name.

What must happen to each file is in ``expected/format.toml`` under the file's name.
"""

import gzip
import pickle
import struct
import zipfile
import zlib
from datetime import date
from decimal import Decimal
from io import BytesIO

import numpy as np
import pandas as pd
import pyarrow as pa
from pyarrow import parquet as pq

from tests.bad.corpus import LABEL, A, B, table

NUMBERS_A, NUMBERS_B = list(map(float, A)), list(map(float, B))
CODES = [1.0 if label == "p" else 0.0 for label in LABEL]
PLAIN = np.column_stack([NUMBERS_A, NUMBERS_B, CODES])
ROWS = "".join(f"{x},{y},{z}\n" for x, y, z in zip(A, B, LABEL, strict=True))
HEAD = "@relation r\n@attribute a real\n@attribute b integer\n@attribute label {n,p}\n@data\n"


def zipped(members, *, way=zipfile.ZIP_DEFLATED):
    """Return a ZIP archive."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", way) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, way)
    return buffer.getvalue()


def patched(content, mark, place, data):
    """Return bytes with some replaced at a place counted from the last mark."""
    begin = content.rindex(mark) + place
    return content[:begin] + data + content[begin + len(data) :]


def with_password(content):
    """Return an archive whose member says that it is encrypted."""
    content = patched(content, b"PK\x01\x02", 8, b"\x01\x00")
    return content[:6] + b"\x01\x00" + content[8:]


def flipped(content, place):
    """Return bytes of which one is changed."""
    place %= len(content)
    return content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :]


def packed_files():
    """Return archives of all kinds."""
    text = table().encode()
    one = zipped({"data.csv": text})
    stored = zipped({"data.csv": text}, way=zipfile.ZIP_STORED)
    nested = zipped({"inner.zip": zipped({"data.csv": bytes(5_000_000)})})
    return {
        "one_table.zip": one,
        "one_table_named.csv": one,
        "table_and_readme.zip": zipped({"README.md": "words", "data.csv": text}),
        "mac_archive.zip": zipped({"data.csv": text, "__MACOSX/._data.csv": "x"}),
        "two_tables.zip": zipped({"train.csv": text, "test.csv": table().splitlines()[0]}),
        "arff_in_zip.zip": zipped({"data.arff": HEAD + ROWS}),
        "zip_bomb.zip": zipped({"data.csv": b"1,2,p\n" * 2_000_000}),
        "zip_claims_little.zip": patched(one, b"PK\x01\x02", 24, struct.pack("<I", 10)),
        "zip_claims_much.zip": patched(one, b"PK\x01\x02", 24, struct.pack("<I", 2**32 - 2)),
        "zip_of_zip.zip": nested,
        "zip_of_gzip.zip": zipped({"data.csv.gz": gzip.compress(text, mtime=0)}),
        "zip_in_gzip.csv.gz": gzip.compress(one, mtime=0),
        "password.zip": with_password(one),
        "way_out.zip": zipped({"../../evil.csv": text}),
        "way_out_windows.zip": zipped({"..\\..\\evil.csv": text}),
        "absolute.zip": zipped({"/var/evil.csv": text}),
        "wrong_checksum.zip": patched(stored, b"0.5,3,p", 0, b"0.6"),
        "zip_cut_off.zip": one[:-30],
        "zip_header_only.zip": b"PK\x03\x04" + bytes(100),
        "empty.zip": zipped({}),
        "folders_only.zip": zipped({"a/": b"", "a/b/": b""}),
        "pictures_only.zip": zipped({"a.png": b"\x89PNG\r\n\x1a\n"}),
        "rarely_packed.zip": zipped({"data.csv": text}, way=zipfile.ZIP_LZMA),
        "many_members.zip": zipped({f"{i}.csv": b"" for i in range(1_100)}),
        "nameless.zip": zipped({"": text}),
        "dot.zip": zipped({".": text, "data.csv": text}),
        "same_name_twice.zip": one_name_twice(),
        "sheet.ods": zipped({"mimetype": "x", "content.xml": "x", "META-INF/manifest.xml": "x"}),
        "letter.docx": zipped({"[Content_Types].xml": "x", "word/document.xml": "x"}),
        "gzip_of_long_zeros.csv": gzip.compress(bytes(15_000_000), mtime=0),
        "gzip_two_parts.csv.gz": 2 * gzip.compress(text, mtime=0),
        "zlib.csv": zlib.compress(text),
        "pickle_in_gzip.csv.gz": gzip.compress(pickle.dumps({"a": [1]}), mtime=0),
    }


def one_name_twice():
    """Return an archive of two members that differ only in what they hold."""
    two = zipped({"dataA.csv": table(), "dataB.csv": "x"}, way=zipfile.ZIP_STORED)
    return two.replace(b"dataA", b"dataX").replace(b"dataB", b"dataX")


def written(columns, **options):
    """Return a Parquet file."""
    buffer = BytesIO()
    pq.write_table(pa.table(columns), buffer, **options)
    return buffer.getvalue()


def of_pandas(index):
    """Return a Parquet file with an index as pandas notes it."""
    buffer = BytesIO()
    columns = {"a": NUMBERS_A, "b": NUMBERS_B, "label": LABEL}
    pd.DataFrame(columns, index=index).to_parquet(buffer)
    return buffer.getvalue()


def parquet_files():
    """Return Parquet files: plain, odd, damaged."""
    plain = {"a": NUMBERS_A, "b": pa.array(map(int, NUMBERS_B)), "label": LABEL}
    good = written(plain)
    footer = struct.unpack("<I", good[-8:-4])[0]
    schema = good.rindex(b"ARROW:schema")
    long_words = pa.array(["x" * 9_000 + str(i) for i in range(7)])
    return {
        "plain.parquet": good,
        "parquet_named.csv": written(plain, compression="gzip"),
        "categories.parquet": written(plain | {"label": pa.array(LABEL).dictionary_encode()}),
        "truth_values.parquet": written(plain | {"b": [x > 3 for x in NUMBERS_B]}),
        "decimals.parquet": written(plain | {"a": [Decimal(x) for x in A]}),
        "nulls.parquet": written(plain | {"a": [None, *NUMBERS_A[1:]]}),
        "infinity.parquet": written(plain | {"a": [float("inf"), *NUMBERS_A[1:]]}),
        "huge.parquet": written(plain | {"a": [1e300, *NUMBERS_A[1:]]}),
        "long_integers.parquet": written(plain | {"b": [2**60 + i * i for i in range(12)]}),
        "pandas_index.parquet": written(plain | {"__index_level_0__": range(12)}),
        "lists.parquet": written(plain | {"a": [[x] for x in NUMBERS_A]}),
        "records.parquet": written(plain | {"a": [{"x": x} for x in NUMBERS_A]}),
        "bytes.parquet": written(plain | {"a": [b"\x00\xff"] * 12}),
        "days.parquet": written(plain | {"a": [date(2024, 1, i + 1) for i in range(12)]}),
        "extension.parquet": written(plain | {"a": extension()}),
        "no_rows.parquet": written({"a": pa.array([], pa.float64()), "label": pa.array([], "str")}),
        "one_row.parquet": written({"a": [1.0], "label": ["p"]}),
        "parquet_magic.parquet": b"PAR1",
        "parquet_cut_off.parquet": good[: len(good) // 2],
        "parquet_cut_middle.parquet": good[:100] + good[-footer:],
        "parquet_flipped_footer.parquet": flipped(good, -footer // 2),
        "parquet_flipped_schema.parquet": flipped(good, schema + 40),
        "parquet_long_footer.parquet": patched(good, b"PAR1", -4, b"\xff\xff\xff\x7f"),
        "parquet_bomb.parquet": written({"a": np.zeros(5_100_000), "b": np.zeros(5_100_000)}),
        "parquet_word_bomb.parquet": written({"a": ["x" * 200_000] * 99, "b": list("pnp") * 33}),
        "parquet_code_in_notes.parquet": with_note(plain),
        "parquet_delta_numbers.parquet": written(
            plain, use_dictionary=False, column_encoding={"b": "DELTA_BINARY_PACKED"}
        ),
        "parquet_delta_words.parquet": written(
            plain, use_dictionary=False, column_encoding={"label": "DELTA_BYTE_ARRAY"}
        ),
        "parquet_delta_lengths.parquet": written(
            plain, use_dictionary=False, column_encoding={"label": "DELTA_LENGTH_BYTE_ARRAY"}
        ),
        "parquet_delta_categories.parquet": written(
            plain | {"label": pa.array(LABEL).dictionary_encode()}, use_dictionary=False,
            column_encoding={"label": "DELTA_BYTE_ARRAY"},
        ),
        "parquet_delta_bomb.parquet": written(
            {"a": long_words.take([i % 7 for i in range(20_000)]), "label": list("pn") * 10_000},
            use_dictionary=False, column_encoding={"a": "DELTA_BYTE_ARRAY"},
        ),
        "parquet_streams.parquet": written(
            plain, use_dictionary=False, column_encoding={"a": "BYTE_STREAM_SPLIT"}
        ),
        "parquet_pages.parquet": written(plain, data_page_version="2.0", row_group_size=5),
        "parquet_views.parquet": written(plain | {"label": pa.array(LABEL).cast("string_view")}),
        "parquet_index.parquet": of_pandas(pd.Index([i * i for i in range(12)], name="visit")),
        "parquet_range.parquet": of_pandas(pd.RangeIndex(0, 120, 10, name="hour")),
        "parquet_rupees.parquet": written(plain | {"b": [f"₹{i + 1},50,000" for i in range(12)]}),
        "parquet_unit_categories.parquet": written(
            plain | {"b": pa.array([f"{x} km/h" for x in B]).dictionary_encode()}
        ),
        "parquet_number_categories.parquet": written(
            plain | {"b": pa.array(B).dictionary_encode()}
        ),
        "parquet.feather": b"FEA1" + bytes(60),
        "parquet.arrows": b"\xff\xff\xff\xff" + bytes(60),
        "parquet.orc": b"ORC" + bytes(60) + b"ORC\x10",
    }  # fmt: skip


class Foreign(pa.ExtensionType):
    """A type that somebody else would have to explain."""

    def __init__(self):
        super().__init__(pa.float64(), "tests.foreign")

    def __arrow_ext_serialize__(self):
        return pickle.dumps("never unpickled")

    @classmethod
    def __arrow_ext_deserialize__(cls, storage, serialized):
        return cls()


def extension():
    """Return a column of an extension type."""
    return pa.ExtensionArray.from_storage(Foreign(), pa.array(NUMBERS_A))


def with_note(columns):
    """Return a Parquet file with a pickle among its notes; they are not read."""
    notes = {b"pandas": b'{"index_columns": [[[', b"model": pickle.dumps({"a": 1})}
    buffer = BytesIO()
    pq.write_table(pa.table(columns).replace_schema_metadata(notes), buffer)
    return buffer.getvalue()


def npy(array, **options):
    """Return an array file."""
    buffer = BytesIO()
    np.save(buffer, array, **options)
    return buffer.getvalue()


def npz(save=np.savez, **arrays):
    """Return an archive of arrays."""
    buffer = BytesIO()
    save(buffer, **arrays)
    return buffer.getvalue()


def claiming(shape, kind="<f8"):
    """Return an array file of which only the header exists."""
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header


def numpy_files():
    """Return NumPy files: plain, odd, damaged."""
    X, y = PLAIN[:, :2], PLAIN[:, 2]
    objects = np.array([[1, "a"], [None, {}]], dtype=object)
    hole = PLAIN.copy()
    hole[3, 0] = np.nan
    infinite = PLAIN.copy()
    infinite[3, 0] = np.inf
    return {
        "plain.npy": npy(PLAIN),
        "numpy_named.csv": npy(np.asfortranarray(PLAIN)),
        "nan.npy": npy(hole),
        "infinity.npy": npy(infinite),
        "named.npz": npz(X=X, y=y),
        "named_packed.npz": npz(np.savez_compressed, X=X, y=y),
        "two_matrices.npz": npz(first=X, second=X[::-1], y=y),
        "two_labels.npz": npz(X=X, s=y, t=1 - y),
        "objects.npy": npy(objects, allow_pickle=True),
        "objects.npz": npz(X=objects, y=np.ones(2)),
        "words_as_labels.npz": npz(X=X, y=np.array(LABEL)),
        "bytes_as_labels.npz": npz(X=X, y=np.array(LABEL, dtype="S")),
        "no_utf8_labels.npz": npz(X=X, y=np.array([b"p\xff", *map(str.encode, LABEL[1:])])),
        "nul_labels.npz": npz(X=X, y=np.array([b"p\x00p", *map(str.encode, LABEL[1:])])),
        "cases_of_labels.npz": npz(X=X, y=np.array(["P", *LABEL[1:]])),
        "empty_labels.npz": npz(X=X, y=np.array(["", *LABEL[1:]])),
        "object_labels.npz": npz(X=X, y=np.array(LABEL, dtype=object)),
        "objects_beside.npz": npz(X=X, y=y, names=np.array(["a", None], dtype=object)),
        "records.npy": npy(np.zeros(12, dtype=[("a", "f8"), ("label", "i4")])),
        "complex.npy": npy(PLAIN + 1j),
        "texts.npy": npy(np.array([A, LABEL]).T),
        "pictures.npy": npy(np.zeros((12, 4, 4))),
        "vector.npy": npy(y),
        "npy_claims_much.npy": claiming((10**12, 2)),
        "npy_claims_columns.npy": claiming((2, 10**12)),
        "npy_claims_nothing.npy": claiming((0, 3)),
        "npy_negative.npy": claiming((-1, 3)),
        "npy_cut_off.npy": npy(PLAIN)[:-8],
        "npy_longer.npy": npy(PLAIN) + b"\x00",
        "npy_header_runs.npy": claiming("__import__('os').system('true')"),
        "npy_magic.npy": b"\x93NUMPY",
        "other_lengths.npz": npz(X=X, y=y[:-1]),
        "npz_bomb.npz": npz(np.savez_compressed, X=np.zeros((100_000, 50))),
        "npz_flipped.npz": flipped(npz(np.savez_compressed, X=X, y=y), 150),
        "sparse_matrix.npz": npz(data=y, indices=y, indptr=y, shape=np.array([12, 2])),
        "model.pkl": pickle.dumps({"weights": [1.0]}, protocol=4),
        "model.joblib": pickle.dumps(PLAIN, protocol=4),
        "pickle_protocol_0.csv": pickle.dumps({"a": [1.5], "label": ["p"]}, protocol=0),
    }


def arff_files():
    """Return ARFF files: plain, odd, damaged."""
    codes = "".join(f"{x},{1 + i % 3},{z}\n" for i, (x, z) in enumerate(zip(A, LABEL, strict=True)))
    return {
        "plain.arff": HEAD + ROWS,
        "arff_named.csv": "% made by x\n\n" + HEAD + ROWS,
        "upper_case.arff": HEAD.replace("@", "@ ").replace("@ ", "@").upper().replace("N,P", "n,p")
        .replace("LABEL", "label") + ROWS,
        "tabs.arff": HEAD.replace(" ", "\t") + ROWS.replace(",", ",\t"),
        "blanks_in_braces.arff": HEAD.replace("{n,p}", "{ n , p }") + ROWS,
        "quoted.arff": HEAD.replace(" a ", " 'a % {b}, \\'c\\'' ").replace("{n,p}", "{'n',\"p\"}")
        + ROWS.replace("p", "'p'"),
        "comment_behind_rows.arff": HEAD + ROWS.replace("p\n", "p % checked, twice\n"),
        "windows.arff": (HEAD + ROWS).replace("\n", "\r\n"),
        "utf16.arff": (HEAD + ROWS).encode("utf-16"),
        "sparse.arff": HEAD + "".join(
            f"{{0 {x},1 {y}{',2 p' if z == 'p' else ''}}}\n"
            for x, y, z in zip(A, B, LABEL, strict=True)
        ),
        "coded_words.arff": HEAD.replace("integer", "{1,2,3}") + codes,
        "question_marks.arff": HEAD + ROWS.replace("4.5", "?"),
        "weights.arff": HEAD + ROWS.replace("\n", ",{2.0}\n"),
        "weights_no_number.arff": HEAD + ROWS.replace("\n", ",{heavy}\n"),
        "undeclared_word.arff": HEAD + ROWS.replace("4.5,5,p", "4.5,5,q"),
        "word_in_numbers.arff": HEAD + ROWS.replace("4.5", "red"),
        "infinity.arff": HEAD + ROWS.replace("4.5", "inf"),
        "no_data_line.arff": HEAD.replace("@data\n", "") + ROWS,
        "no_attributes.arff": "@relation r\n@data\n" + ROWS,
        "no_rows.arff": HEAD,
        "not_arff.arff": "This is no ARFF file at all.\n",
        "ragged.arff": HEAD + ROWS.replace("4.5,5,p", "4.5,p"),
        "too_long_row.arff": HEAD + ROWS.replace("4.5,5,p", "4.5,5,6,p"),
        "string.arff": HEAD.replace("real", "string") + ROWS,
        "date.arff": HEAD.replace("real", "date 'yyyy'") + ROWS,
        "relational.arff": HEAD.replace("real", "relational") + ROWS,
        "string_dropped.arff": HEAD.replace("@data", "@attribute note string\n@data")
        + ROWS.replace("\n", ",'any, words'\n"),
        "duplicate_attribute.arff": HEAD.replace(" b ", " a ") + ROWS,
        "look_alike_attributes.arff": HEAD.replace(" b ", " A ") + ROWS,
        "unknown_type.arff": HEAD.replace("real", "complex") + ROWS,
        "unknown_line.arff": HEAD.replace("@data", "@weather fine\n@data") + ROWS,
        "hang.arff": "@relation x\n@attribute class {p,n" + "," * 60 + "\n@data\n1,p\n",
        "hang_long.arff": "@relation x\n@attribute class {p,n" + ", " * 300_000 + "\n@data\n",
        "open_quote.arff": HEAD + ROWS.replace("4.5,5,p", "4.5,5,'p"),
        "open_brace.arff": HEAD + "{0 1.5, 1 2\n",
        "sparse_outside.arff": HEAD + "{0 1.5, 7 2}\n",
        "sparse_twice.arff": HEAD + "{0 1.5, 0 2}\n",
        "sparse_bomb.arff": "".join(f"@attribute a{i} real\n" for i in range(4_000))
        + "@data\n" + "{}\n" * 12_000,
        "many_attributes.arff": "".join(f"@attribute a{i} real\n" for i in range(5_100)),
        "gzip.arff.gz": gzip.compress((HEAD + ROWS).encode(), mtime=0),
    }  # fmt: skip


def traps():
    """Return tables with traps that need no other format."""
    rows = enumerate(zip(A, LABEL, strict=True))
    nearly = "a,b,label\n" + "".join(f"{x},{int(i == 5)},{z}\n" for i, (x, z) in rows)
    three = "a,b,label\n" + "".join(
        f"{i % 7}.5,{i % 11},{'rare' if i % 12 == 4 else 'common'}\n" for i in range(36)
    )
    return {
        "millions_of_rows.csv": b"a,b\n" + b"1,p\n" * 5_100_000,
        "above_twenty_megabytes.svm": b"1 1:1.5\n" * 2_500_001,
        "nearly_constant.csv": nearly,
        "class_of_three.csv": three,
        "label_left_out.csv": table(),
        "label_absent.csv": table(),
        "dropped_column_absent.csv": table(),
    }


def files():
    """Return all files: name and bytes."""
    everything = packed_files() | parquet_files() | numpy_files() | arff_files() | traps()
    return {
        name: content if isinstance(content, bytes) else content.encode()
        for name, content in everything.items()
    }
