"""What cannot be written on the disk is said to be only in memory."""

import pytest

from kselect_ui.server import upload
from tests.pages.visits import opened

pytestmark = pytest.mark.page


def test_a_table_that_is_only_in_memory_is_said_to_be(tmp_path, monkeypatch):
    (tmp_path / "uploads").write_text("a file where the folder should be")
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    upload.store.clear()
    upload.store().keep(b"a,b\n1,2\n", "mine.csv")
    (said,) = (w.value for w in opened("data").warning)
    assert "only in memory" in said
    upload.store.clear()
