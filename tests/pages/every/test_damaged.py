"""A kept sweep that cannot be read: its page is a page, and says so below its heading."""

from kselect_ui.sweep.finished import demo_digest
from tests.pages import visits


def test_a_page_of_a_damaged_sweep_has_its_heading_and_answers_its_link(home):
    digest = visits.finished(visits.config_of(), home)
    (home / "runs" / digest / "table.parquet").write_bytes(b"no table")
    at = visits.opened(run=digest[:12], te="perhaps", axis="no such axis")
    assert len(at.title) == 1
    assert ["cannot be read" in error.value for error in at.error] == [True]
    assert "te = perhaps" in at.warning[0].value
    assert "axis" not in at.warning[0].value  # its switch is still to come
    at.selectbox(key="run").set_value(demo_digest()).run()
    assert not at.error
    assert "axis = no such axis" in at.warning[0].value
