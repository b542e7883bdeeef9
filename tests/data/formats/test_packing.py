"""gzip and ZIP are unpacked in memory and under limits, or refused with words."""

import gzip
import struct
import zipfile
from io import BytesIO
from types import SimpleNamespace

import numpy as np
import pytest

from kselect_core.data.formats.packing import unpacked
from kselect_core.errors import DataError, QuestionError, UnknownNameError

TABLE = b"a,b,label\n1,2,p\n3,1,n\n"


def options(member=None):
    return SimpleNamespace(member=member)


def archive(members, *, way=zipfile.ZIP_DEFLATED):
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", way) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return buffer.getvalue()


def test_a_plain_table_is_left_alone():
    assert unpacked(TABLE, options()) == (TABLE, ())


@pytest.mark.parametrize(
    "packed", [gzip.compress(TABLE), archive({"x/data.csv": TABLE})], ids=["gzip", "ZIP"]
)
def test_one_packed_table_is_unpacked_and_that_is_said(packed):
    content, findings = unpacked(packed, options())
    assert content == TABLE
    assert [finding.kind for finding in findings] == ["fixed"]


def test_what_everybody_puts_beside_a_table_is_left_and_counted():
    beside = {"README": "x", "__MACOSX/._data.csv": "x", "folder/": "", "licence.txt": "x"}
    content, (finding,) = unpacked(archive({"data.csv": TABLE, **beside}), options())
    assert content == TABLE
    assert "3 other files in it were left" in finding.text


def test_of_several_tables_the_owner_chooses_and_the_largest_is_the_guess():
    several = archive({"small.csv": b"a\n", "large.csv": TABLE})
    with pytest.raises(QuestionError) as caught:
        unpacked(several, options())
    (question,) = caught.value.questions
    assert (question.option, question.guess) == ("member", "large.csv")
    assert question.choices == ("small.csv", "large.csv")
    assert unpacked(several, options("small.csv"))[0] == b"a\n"
    with pytest.raises(UnknownNameError, match=r"large\.csv"):
        unpacked(several, options("larger.csv"))


def test_a_member_of_what_is_no_archive_is_refused():
    with pytest.raises(DataError, match="no archive"):
        unpacked(TABLE, options("data.csv"))


def test_arrays_in_an_archive_are_left_to_their_reader():
    buffer = BytesIO()
    np.savez(buffer, X=np.eye(3), y=np.ones(3))
    assert unpacked(buffer.getvalue(), options()) == (buffer.getvalue(), ())


def with_flag(content, bit):
    """Return an archive of one member with a flag set in both of its headers."""
    place = content.index(b"PK\x01\x02")
    data = bytearray(content)
    data[6] |= bit
    data[place + 8] |= bit
    return bytes(data)


def claiming(content, size):
    """Return an archive of one member whose directory claims another unpacked size."""
    place = content.index(b"PK\x01\x02")
    return content[: place + 24] + struct.pack("<I", size) + content[place + 28 :]


def flipped(content, place):
    return content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :]


PLAIN = archive({"data.csv": TABLE * 9})
STORED = archive({"data.csv": TABLE * 9}, way=zipfile.ZIP_STORED)
REFUSED = {
    "password": (with_flag(PLAIN, 1), "password"),
    "way out": (archive({"../../evil.csv": TABLE}), "leads out"),
    "way out, Windows": (archive({"..\\evil.csv": TABLE}), "leads out"),
    "absolute": (archive({"/etc/evil.csv": TABLE}), "leads out"),
    "drive": (archive({"C:/evil.csv": TABLE}), "leads out"),
    "nested": (archive({"inner.zip": PLAIN}), "ZIP inside ZIP"),
    "gzip in ZIP": (archive({"data.csv.gz": gzip.compress(TABLE)}), "gzip inside ZIP"),
    "ZIP in gzip": (gzip.compress(PLAIN), "ZIP inside gzip"),
    "real bomb": (archive({"data.csv": bytes(5_000_000)}), "100 times"),
    "claims much": (claiming(PLAIN, 2**31), "100 times"),
    "claims little": (claiming(PLAIN, 10), "damaged"),
    "claims more than there is": (claiming(STORED, len(TABLE) * 9 + 1), "damaged"),
    "checksum": (flipped(STORED, 60), "damaged"),
    "deflate stream": (flipped(PLAIN, 45), "damaged"),
    "cut off": (PLAIN[:-30], "damaged"),
    "no directory": (b"PK\x03\x04" + bytes(100), "damaged"),
    "empty": (archive({}), "empty"),
    "only folders": (archive({"a/": ""}), "empty"),
    "no table": (archive({"readme.md": "x"}), "no table"),
    "lzma": (archive({"data.csv": TABLE}, way=zipfile.ZIP_LZMA), "rare way"),
    "workbook": (archive({"[Content_Types].xml": "", "xl/workbook.xml": ""}), "Excel"),
    "document": (archive({"[Content_Types].xml": "", "word/document.xml": ""}), "word-processor"),
    "sheet": (archive({"mimetype": "", "META-INF/manifest.xml": ""}), "OpenDocument"),
    "too many files": (archive({f"{i}.csv": "" for i in range(1001)}), "more than 1,000"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_archive_that_is_no_harmless_table_is_refused_with_words(name):
    content, words = REFUSED[name]
    with pytest.raises(DataError, match=words) as caught:
        unpacked(content, options())
    assert not isinstance(caught.value, QuestionError)
