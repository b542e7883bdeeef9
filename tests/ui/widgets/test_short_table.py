"""Tables of a few rows."""

from streamlit.testing.v1 import AppTest

from tests.pages.visits import tables


def _page():
    import pandas as pd

    from kselect_ui.widgets import short_table

    rows = {"criterion": ["a*b* <b>", "SPS"], "error": [-2.666, float("nan")], "n": [3, 4]}
    short_table.draw(pd.DataFrame(rows, index=[7, 9]), formats={"error": "{:.1f} %"}, alt="er<ors")


def test_numbers_are_written_as_asked_and_text_as_it_is():
    (html,) = AppTest.from_function(_page).run().get("html")
    assert ">−2.7 %</td>" in html.proto.body
    assert "<td>a*b* &lt;b&gt;</td>" in html.proto.body
    assert ">–</td>" in html.proto.body
    assert 'aria-label="er&lt;ors"' in html.proto.body


def test_numbers_stand_on_the_right_and_in_full_in_their_tips():
    at = AppTest.from_function(_page).run()
    assert at.get("html")[0].proto.body.count('class="number"') == 6
    (table,) = tables(at)
    assert table["error"].tolist()[0] == -2.666
    assert table["error"].isna().tolist() == [False, True]
    assert table["criterion"].tolist() == ["a*b* <b>", "SPS"]
