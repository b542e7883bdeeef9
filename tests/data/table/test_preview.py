"""A preview shows how far the reading came and what is open."""

from hypothesis import given, strategies as st

from kselect_core.data.table.preview import preview
from tests.bad import corpus

FILES = corpus.files()


def test_a_readable_table_comes_with_its_data_set():
    shown = preview(FILES["decimal_comma.csv"], name="mine")
    assert shown.names == ("a", "b", "label")
    assert shown.rows[0] == ("0,5", "3", "p")
    assert len(shown.rows) == 12
    assert (shown.encoding, shown.delimiter, shown.label) == ("utf-8", "semicolon", "label")
    assert shown.dataset.name == "mine"
    assert shown.report == shown.dataset.report
    assert shown.error == ""
    assert shown.questions == ()


def test_a_question_keeps_the_rows_on_screen():
    shown = preview(FILES["no_header.csv"])
    assert shown.names == ()
    assert shown.rows[0] == ("0.5", "3", "p")
    assert [question.option for question in shown.questions] == ["header"]
    assert "header" in shown.error
    assert shown.dataset is None


def test_an_answer_is_enough():
    assert preview(FILES["no_header.csv"], header="no").dataset is not None
    assert preview(FILES["empty_cells.csv"], missing="median").dataset is not None


def test_a_file_that_is_refused_says_why():
    shown = preview(FILES["web_page.csv"])
    assert "web page" in shown.error
    assert shown.rows == ()
    late = preview(FILES["one_word.csv"])
    assert late.label == "label"
    assert "line 5" in late.error


def test_only_twenty_rows_are_shown():
    shown = preview(FILES["unbalanced.csv"])
    assert len(shown.rows) == 20


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything(content):
    preview(content)


@given(st.text(alphabet="a1,;.\t\n\r \"'-|0e#?é", max_size=200))
def test_no_text_raises_anything(text):
    shown = preview(text.encode())
    assert shown.dataset is not None or shown.error
