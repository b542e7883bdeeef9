"""A table is looked at by its bytes, by its path or by its name in the folder of tables."""

import pytest

from kselect_core.data import preview
from kselect_core.errors import DataError, InvalidParameterError, UnknownNameError
from tests.bad import corpus

TABLE = corpus.table().encode()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes(TABLE)
    return path


def test_a_path_gives_what_its_bytes_give_and_the_name(file):
    for table in (file, str(file)):
        shown = preview(table)
        assert shown.rows == preview(TABLE).rows
        assert shown.dataset.name == "mine"
    assert preview(file, name="ours").dataset.name == "ours"
    assert preview(TABLE).dataset.name == "table"


def test_a_test_file_is_a_path_as_well(file):
    assert (
        preview(file, test=file).dataset.test_rows == preview(TABLE, test=TABLE).dataset.test_rows
    )
    assert preview(file, test=str(file)).dataset.test_rows == 12


def test_a_name_is_found_in_the_folder_of_the_environment(file, monkeypatch):
    monkeypatch.setenv("KSELECT_DATA", str(file.parent))
    assert preview("mine").dataset.name == "mine"


@pytest.mark.parametrize("table", ["iris", "made:moons,n=40", 3, None])
def test_what_has_no_file_is_refused_with_what_to_do(table):
    with pytest.raises(InvalidParameterError, match="load_dataset has the bundled"):
        preview(table)


def test_a_file_that_is_not_there_says_so(tmp_path):
    with pytest.raises(DataError, match=r"none\.csv"):
        preview(tmp_path / "none.csv")
    with pytest.raises(UnknownNameError):
        preview("irisss")
