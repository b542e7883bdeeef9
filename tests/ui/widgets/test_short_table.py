"""Tables of a few rows."""

from streamlit.testing.v1 import AppTest


def _page():
    import pandas as pd

    from kselect_ui.widgets import short_table

    rows = {"criterion": ["a*b*", "SPS"], "error": [2.666, float("nan")], "n": [3, 4]}
    short_table.draw(pd.DataFrame(rows, index=[7, 9]), formats={"error": "{:.1f} %"}, alt="errors")


def test_numbers_are_written_as_asked_and_text_as_it_is():
    (table,) = AppTest.from_function(_page).run().table
    assert table.value["error"][0] == 2.666
    said = table.proto.arrow_data.styler.display_values.decode("latin-1")
    assert "2\\.7 \\%" in said
    assert "a\\*b\\*" in said


def test_a_table_has_a_name_and_no_index():
    (table,) = AppTest.from_function(_page).run().table
    assert table.proto.alt == "errors"
    assert list(table.value.index) == [0, 1]
