"""The Data page: every bundled set, and tables from good to bad, each with the right words."""

import re
from functools import partial
from html import escape
from pathlib import Path

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.testing.v1 import AppTest

from kselect_core.data import CATALOGUE
from kselect_core.errors import DataError
from kselect_core.selection.config.grids import PRESETS
from kselect_core.selection.sweep import extreme_kernels
from kselect_core.selection.sweep.estimate import Estimate
from kselect_ui.data import quick
from kselect_ui.data.own_table import bring as own_table_bring, dialogue
from kselect_ui.server import jobs, upload
from kselect_ui.sweep import datasets, launch
from tests.bad.files.matrix import files as matrix_files
from tests.collection import mostly_at_night
from tests.lost.left import until
from tests.ui.stepper import PATIENCE, Stepper

PAGE = str(Path(__file__).parents[2] / "kselect_ui" / "pages" / "data.py")
GOOD = "height,weight,colour,class\n" + "".join(
    f"{150 + i},{50 + (i * 7) % 30}.5,{'red' if i % 3 else 'blue'},{'yes' if i % 2 else 'no'}\n"
    for i in range(40)
)


@pytest.fixture
def page(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    monkeypatch.delenv("KSELECT_DATA", raising=False)
    jobs.registry.clear()

    def opened(**link):
        test = AppTest.from_file(PAGE, default_timeout=60)
        for key, value in link.items():
            test.query_params[key] = value
        return test.run()

    return opened


def own(page, content, name="mine.csv"):
    test = page()
    test.button_group(key="source").set_value("My own table").run()
    content = content if isinstance(content, bytes) else content.encode()
    test.file_uploader[0].set_value((name, content, "text/csv")).run()
    return test


def said(test):
    parts = (*test.error, *test.success, *test.info, *test.markdown, *test.caption, *test.subheader)
    return " ".join(element.value for element in parts).replace("\\", "")


def keys(test):
    return [button.key for button in test.button]


def labels(test):
    return [button.label for button in test.button]


@pytest.mark.parametrize("name", mostly_at_night(CATALOGUE, lambda name: name != "digits"))
def test_every_bundled_set_opens_from_a_link(page, name):
    test = page(ds=name)
    assert not test.exception
    assert not test.error
    assert test.selectbox(key="ds").value == name
    assert f"{CATALOGUE[name].n:,} rows" in said(test)


def test_one_click_on_a_card_changes_everything(page):
    test = page()
    test.button(key="use_wdbc").click().run()
    assert not test.exception
    assert test.selectbox(key="ds").value == "wdbc"
    assert "569 rows" in said(test)


def test_one_class_stands_against_the_rest(page):
    test = page(ds="iris", pos="virginica")
    assert test.selectbox(key="pos").value == "virginica"
    assert "not virginica" in said(test)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [("share", 0.0, "test share"), ("share", 1.5, "test share"), ("seed", -1, "seed")],
)
def test_a_bad_split_is_explained_and_stays(page, key, value, words):
    test = page(ds="wine")
    test.number_input(key=key).set_value(value).run()
    assert not test.exception
    assert words in said(test)
    assert test.number_input(key=key).value == value
    assert test.selectbox(key="ds").value == "wine"


def test_a_good_table_is_read_shown_and_used(page):
    test = own(page, GOOD)
    assert not test.exception
    assert not test.error
    assert "mine.csv" in said(test)
    assert "Ready: 40 rows" in said(test)
    assert list(test.dataframe[0].value.columns) == ["height", "weight", "colour", "class"]
    assert len(test.dataframe[0].value) == 20
    assert "sweep_suggested" not in keys(test)  # it would sweep the data in use, not this table
    test.button(key="use_table").click().run()
    assert not test.exception
    assert "sweep_suggested" in keys(test)
    assert test.selectbox(key="ds").value.startswith("own-")
    assert "no / yes" in said(test)


def test_the_session_holds_digests_and_no_data(page):
    test = own(page, GOOD)
    test.button(key="use_table").click().run()
    for key, value in test.session_state._state.filtered_state.items():  # noqa: SLF001
        if not key.startswith("upload_"):
            assert len(repr(value)) < 300, key


def test_a_missing_value_is_asked_about_with_our_guess_chosen(page):
    test = own(page, GOOD.replace("150,", ",", 1))
    assert not test.exception
    question = next(box for box in test.selectbox if box.label == "Answer (missing)")
    assert question.value == "median"
    assert "Ready: 40 rows" in said(test)
    question.set_value("drop_rows").run()
    assert "Ready: 39 rows" in said(test)


def test_the_label_can_be_changed(page):
    test = own(page, GOOD)
    box = next(box for box in test.selectbox if box.label == "Column to predict")
    box.set_value("colour").run()
    assert not test.exception
    assert "classes blue / red" in said(test)


def test_the_positive_class_can_be_changed(page):
    test = own(page, GOOD)
    assert "positive class: yes" in said(test)
    box = next(box for box in test.selectbox if box.label == "Positive class (+1)")
    box.set_value("no").run()
    assert not test.exception
    assert "positive class: no" in said(test)
    test.button(key="use_table").click().run()
    assert "yes / no" in said(test)


def test_a_reload_finds_the_file_by_its_digest(page):
    first = own(page, GOOD)
    link = first.query_params["file"]
    again = page(file=link)
    assert not again.exception
    assert "mine.csv" in said(again)


def test_a_link_to_a_table_of_another_computer_says_what_to_do(page):
    assert "is not on this computer" in " ".join(
        w.value for w in page(ds="own-0123456789ab").warning
    )
    assert "is not on this computer" in " ".join(w.value for w in page(file="0123456789ab").warning)


def test_an_accepted_table_is_found_again_from_a_link(page):
    test = own(page, GOOD)
    test.button(key="use_table").click().run()
    link = test.selectbox(key="ds").value
    again = page(ds=link)
    assert not again.exception
    assert again.selectbox(key="ds").value == link
    assert "40 rows" in said(again)


BAD = {
    "empty": (b"", "empty"),
    "blank lines": (b"\n\n\n", ""),
    "header only": (b"a,b,c\n", ""),
    "one row": (b"a,b\n1,2\n", ""),
    "one column": (b"a\n1\n2\n3\n4\n", ""),
    "a web page": (b"<!DOCTYPE html><html><body>please log in</body></html>", "web page"),
    "json": (b'{"a": [1, 2, 3]}', ""),
    "a pickle": (b"\x80\x04\x95\x00\x00\x00\x00\x00\x00\x00\x00}\x94.", ""),
    "nuls": (b"\x00" * 200, ""),
    "a long row": (GOOD.encode() + b"1,2,3,4,5\n", "line"),
    "a short row": (GOOD.encode() + b"1,2\n", "line"),
    "an open quote": (b'a,b,c\n1,"2,3\n4,5,6\n7,8,9\n', ""),
    "infinity": (GOOD.replace("150,", "inf,", 1).encode(), ""),
    "one class": (GOOD.replace("yes", "no").encode(), "class"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), ""),
    "lfs": (b"version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 3\n", ""),
    "nul in a cell": (b"a,b\n1\x00,2\n3,4\n5,6\n7,8\n", ""),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_gets_words_and_no_traceback(page, name):
    content, words = BAD[name]
    test = own(page, content)
    assert not test.exception
    assert test.error or test.info
    assert words in said(test)
    assert "Use this table" not in labels(test)
    assert test.selectbox(key="ds").value == "two_moons"


@pytest.mark.parametrize(
    "content",
    [
        GOOD.replace(",", ";"),
        GOOD.replace(",", "\t"),
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        GOOD.replace(",", ";").replace(".5", ",5"),
    ],
)
def test_other_ways_to_write_the_same_table_are_read(page, content):
    test = own(page, content)
    assert not test.exception
    assert "Ready: 40 rows" in said(test)


HOSTILE = "![p](http://tracker.example/x.png)"


def test_names_from_a_file_are_shown_letter_by_letter(page):
    table = GOOD.replace("yes", HOSTILE).replace("colour", "<img src=x onerror=alert(1)>")
    test = own(page, table, name="<b>x</b>.csv")
    assert not test.exception
    shown = (*test.subheader, *test.markdown, *test.caption, *test.success, *test.error, *test.info)
    assert any("tracker" in element.value for element in shown)
    for element in shown:
        assert not re.search(r"(?<!\\)(\]\(|<img|<b>)|http:", element.value)


def test_a_typed_path_is_read_and_a_wrong_one_explained(page, tmp_path, monkeypatch):
    monkeypatch.setattr(own_table_bring, "_local", lambda: True)
    (tmp_path / "my table.csv").write_text(GOOD)
    test = page()
    test.button_group(key="source").set_value("My own table").run()
    test.text_input(key="path").set_value(str(tmp_path / "nothing.csv")).run()
    assert "cannot be read" in said(test)
    test.text_input(key="path").set_value(str(tmp_path / "my table.csv")).run()
    assert not test.exception
    assert "Ready: 40 rows" in said(test)


def test_a_table_of_the_data_folder_is_one_choice_away(page, tmp_path, monkeypatch):
    (tmp_path / "extra").mkdir()
    (tmp_path / "extra" / "heart.csv").write_text(GOOD)
    monkeypatch.setattr(own_table_bring, "_local", lambda: True)
    test = page()
    monkeypatch.setenv("KSELECT_DATA", str(tmp_path / "extra"))
    test.button_group(key="source").set_value("My own table").run()
    test.selectbox(key="folder").set_value("heart").run()
    assert not test.exception
    assert "Ready: 40 rows" in said(test)


def test_paths_are_not_offered_to_visitors_from_elsewhere(page, monkeypatch):
    monkeypatch.setattr(own_table_bring, "_local", lambda: False)
    test = page()
    test.button_group(key="source").set_value("My own table").run()
    assert not test.text_input


def test_a_file_above_the_limit_is_refused(page, monkeypatch):
    monkeypatch.setattr(upload, "largest", lambda: 100)
    test = own(page, GOOD)
    assert not test.exception
    assert "Take a sample" in said(test)


@pytest.mark.parametrize("link", [{"ds": "iris", "pos": "virginica"}, {"ds": "wdbc"}])
def test_the_program_of_the_page_runs_and_gives_its_numbers(page, link, capsys):
    test = page(**link, prep="minmax", seed="3")
    test.session_state["data_code"] = True
    test.run()
    assert not test.exception
    exec(compile(test.code[0].value, "program", "exec"), {})  # noqa: S102 - our own program
    median = capsys.readouterr().out.split()[0]
    spec = test.get("plotly_chart")[1].proto.spec
    assert f"median {float(median):.3g}" in spec


def test_the_suggested_widths_go_into_the_grid_builder(page, monkeypatch):
    gone = []
    monkeypatch.setattr("streamlit.switch_page", lambda target: gone.append(Path(target).name))
    test = page(ds="wdbc")
    test.button(key="sweep_suggested").click().run()
    assert not test.exception
    assert gone == ["sweep.py"]
    state = test.session_state
    assert state["kept_g_as"] == "powers"
    assert state["kept_g_low"] < state["kept_g_high"]
    assert 2 <= state["kept_g_n"] <= 31


def test_a_table_that_begins_further_down_is_refused_by_the_control_that_helps(page):
    rows = "".join(f"{i},{i % 7},{'yes' if i % 3 else 'no'}\n" for i in range(30))
    test = own(page, f"a title\na,b,class\n{rows}")
    assert "leave out its first lines (“Lines to skip at the top”, below)" in said(test)
    assert "Lines to skip at the top" in [number.label for number in test.number_input]


@pytest.fixture
def stepper(page, monkeypatch):  # noqa: ARG001 - the store is the page's
    sweep, real = Stepper(), jobs.JobRegistry
    monkeypatch.setattr(jobs, "JobRegistry", partial(real, sweep))
    jobs.registry.clear()
    yield sweep
    for status in jobs.registry().statuses():
        jobs.registry().stop(status.key, patience=PATIENCE)
    jobs.registry.clear()


def test_a_quick_sweep_takes_the_suggested_widths_and_goes_to_explore(page, stepper, monkeypatch):
    gone = []
    monkeypatch.setattr("streamlit.switch_page", lambda target: gone.append(Path(target).name))
    test = page(ds="wdbc", seed="3")
    assert "about" in test.button(key="quick_run").label
    test.button(key="quick_run").click().run()
    assert not test.exception
    assert gone == ["explore.py"]
    (status,) = jobs.registry().statuses()
    config = jobs.registry().config(status.key)
    assert (config.dataset, config.seed, config.repeats) == ("wdbc", 3, 5)
    assert config.lambdas == PRESETS["quick"].lambdas
    assert 10 < len(config.kernels) < 20
    until(lambda: stepper.seen)  # the job works in a thread of its own


@pytest.fixture
def taking(page, monkeypatch):
    """Give the page of 569 rows of which 398 are trained on, 100 in a part, and take their time."""

    def opened(whole, part=8.0):
        few = datasets.share_for(100, 569)
        monkeypatch.setattr(quick, "ROWS", 100)
        told = {share: Estimate(31, s, 2**21, "") for share, s in ((0.3, whole), (few, part))}
        monkeypatch.setattr(launch, "costs", lambda config, *_: told[config.test_share])
        return page(ds="wdbc")

    return opened


def test_a_quick_sweep_takes_all_rows_and_first_the_splits_that_people_wait_for(
    taking, stepper, monkeypatch
):
    monkeypatch.setattr("streamlit.switch_page", lambda _: None)
    test = taking(1000.0)
    assert "× 5 splits, 398 of 569 rows to train on" in said(test)
    assert "2 splits of 5 first: about 6 min 40 s; more splits can be added" in said(test)
    assert test.button(key="quick_few").label == "Train on 100 rows (about 8.0 s)"
    test.button(key="quick_run").click().run()
    (status,) = jobs.registry().statuses()
    assert jobs.registry().config(status.key).repeats == 2
    until(lambda: stepper.seen)
    stepper.go(1000)
    test.button(key="quick_few").click().run()
    until(lambda: not any(one.active for one in jobs.registry().statuses()))
    assert test.run().button(key="quick_few_open").label == "Open the sweep of 100 rows"


def test_a_quick_sweep_of_all_rows_that_is_over_soon_needs_no_other(taking):
    test = taking(50.0)
    assert "quick_few" not in [one.key for one in test.button]
    assert "splits can be added" not in said(test)


def test_a_quick_sweep_says_beforehand_which_criteria_it_leaves_out(page, monkeypatch):
    assert "will be skipped" not in said(page(ds="wdbc"))
    monkeypatch.setattr(extreme_kernels, "EIGH_LIMIT", 300)
    assert "SPS will be skipped: above 5,000 training points (here 398)" in said(page(ds="wdbc"))


def test_a_quick_sweep_trains_on_a_part_of_what_takes_too_long(taking):
    test = taking(4000.0)
    assert "× 5 splits, 100 of 569 rows to train on" in said(test)
    assert test.button(key="quick_run").label == "Run a first sweep (about 8.0 s)"
    assert "quick_few" not in [one.key for one in test.button]
    assert "take hours" in said(taking(4000.0, 20_000.0))


def test_of_a_large_table_some_rows_are_offered_first(page, monkeypatch):
    monkeypatch.setattr(dialogue, "OFFERED", (30, 20))
    test = own(page, GOOD)
    assert "Use all 40 rows" in labels(test)
    test.button(key="use_30").click().run()
    assert not test.exception
    (record,) = upload.store().every_accepted()
    assert dict(record.answers)["rows"] == 30
    assert "Ready: 30 rows, 3 features" in said(test)
    assert "30 rows)" in datasets.title(test.selectbox(key="ds").value)
    assert test.selectbox(key=f"r_{record.file[:8]}_rows").value == "30"


def test_another_seed_draws_other_rows_and_is_recorded(page, monkeypatch):
    monkeypatch.setattr(dialogue, "OFFERED", (30, 20))
    test = own(page, GOOD)
    labelled = [one.label for one in test.number_input]
    assert "Which rows (seed of the draw)" not in labelled  # all rows are not drawn
    test.button(key="use_30").click().run()
    (record,) = upload.store().every_accepted()
    seed = f"r_{record.file[:8]}_rows_seed"
    assert test.number_input(key=seed).value == 0
    test.number_input(key=seed).set_value(2).run()
    assert "Ready: 30 rows, 3 features" in said(test)
    test.button(key="use_table").click().run()
    assert not test.exception
    (other,) = (one for one in upload.store().every_accepted() if one.digest != record.digest)
    assert dict(other.answers) == dict(record.answers) | {"rows_seed": 2}
    assert test.selectbox(key="ds").value == f"own-{other.digest[: datasets.DIGITS]}"
    assert datasets.title(test.selectbox(key="ds").value).endswith("30 rows, draw 2)")
    test.selectbox(key=f"r_{record.file[:8]}_rows").set_value("").run()
    assert not test.exception
    assert "Ready: 40 rows" in said(test)
    assert seed not in [one.key for one in test.number_input]


def test_a_quick_sweep_of_what_needs_landmarks_takes_all_rows(taking, stepper, monkeypatch):
    monkeypatch.setattr("streamlit.switch_page", lambda _: None)
    monkeypatch.setattr(quick, "TILED_TO", 200)
    test = taking(3000.0)
    assert "398 of 569 rows to train on" in said(test)
    assert "1 split of 5 first" in said(test)
    test.button(key="quick_run").click().run()
    (status,) = jobs.registry().statuses()
    keys = {choice.key for choice in jobs.registry().config(status.key).criteria}
    assert {"kfold", "ckta"} <= keys
    assert keys.isdisjoint({"loo", "ks", "sps"})
    until(lambda: stepper.seen)


def test_a_question_with_one_answer_is_a_box_to_tick(page):
    test = own(page, GOOD.replace("height", "weight", 1))
    assert not test.exception
    (box,) = test.checkbox
    assert box.value
    assert "Ready: 40 rows" in said(test)
    box.uncheck().run()
    assert "Answer the questions to continue" in said(test)
    assert "Use this table" not in labels(test)


def test_several_columns_can_be_left_out(page):
    days = [f"2020-01-{1 + i % 28:02d}" for i in range(40)]
    lines = GOOD.splitlines()
    table = "\n".join(
        [
            "born,died," + lines[0],
            *(f"{d},{d},{row}" for d, row in zip(days, lines[1:], strict=True)),
        ]
    )
    test = own(page, table + "\n")
    assert not test.exception
    assert len(test.checkbox) == 2
    assert "Ready: 40 rows, 3 features" in said(test)


def test_numbers_behind_the_pictures_are_there_when_asked(page):
    for name in ("wdbc", "two_moons", "diabetes_regression"):
        test = page(ds=name)
        for chart in ("data_plane", "data_distances", "data_classes"):
            test.session_state[f"{chart}_table"] = True
        test.run()
        assert not test.exception
        assert len(test.dataframe) == (2 if name == "diabetes_regression" else 3)


def test_a_regression_table_is_read(page):
    table = "a,b,target\n" + "".join(f"{i % 7},{i % 5},{i * 0.37:.2f}\n" for i in range(50))
    test = own(page, table)
    assert not test.exception
    assert "a number to predict" in said(test)


def box(test, label):
    return next(box for box in test.selectbox if box.label == label)


def test_what_was_found_wrong_is_changed_in_the_panel_and_left_to_the_reader_again(page):
    test = own(page, GOOD)
    assert box(test, "Cells are separated by").value == ""  # a guess, no answer
    box(test, "Cells are separated by").set_value("semicolon").run()
    assert not test.exception
    assert "Use this table" not in labels(test)
    assert box(test, "Cells are separated by").value == "semicolon"
    assert "Changed by you: 1" in said(test)
    box(test, "Cells are separated by").set_value("").run()
    assert "Ready: 40 rows, 3 features" in said(test)
    box(test, "Cells are separated by").set_value("tab").run()
    button = next(button for button in test.button if button.label == "Undo my changes")
    button.click().run()
    assert "Ready: 40 rows, 3 features" in said(test)


def test_columns_are_left_out_read_as_words_and_lines_are_skipped(page):
    test = own(page, "made by somebody\n" + GOOD.replace(".5,", ","))
    test.number_input[0].set_value(1).run()
    drop, codes = (next(m for m in test.multiselect if m.label.startswith("Columns " + begin))
                   for begin in ("to", "whose"))  # fmt: skip
    assert drop.options == ["height", "weight", "colour"]
    drop.set_value(["colour"]).run()
    codes.set_value(["weight"]).run()
    assert not test.exception
    assert "Ready: 40 rows, 31 features" in said(test)
    test.button(key="use_table").click().run()
    (accepted,) = upload.store().every_accepted()
    assert dict(accepted.answers) == {"as_text": ["weight"], "drop": ["colour"], "skip": 1}


def test_guesses_that_nobody_changed_are_no_part_of_the_record(page):
    test = own(page, GOOD)
    test.button(key="use_table").click().run()
    (accepted,) = upload.store().every_accepted()
    assert accepted.answers == ()


def test_a_reload_before_the_table_is_used_loses_no_answer(page):
    test = own(page, GOOD.replace("150,", ",", 1))
    box(test, "Answer (missing)").set_value("drop_rows").run()
    box(test, "Column to predict").set_value("colour").run()
    again = page(file=test.query_params["file"])
    assert not again.exception
    assert box(again, "Answer (missing)").value == "drop_rows"
    assert box(again, "Column to predict").value == "colour"
    assert "Ready: 39 rows" in said(again)


def test_the_content_of_a_file_decides_and_not_its_name(page):
    test = own(page, GOOD, name="photo.png")
    assert not test.exception
    assert "Ready: 40 rows" in said(test)


def test_the_server_keeps_no_upload_once_it_is_copied(page, monkeypatch):
    managers, remove = [], MemoryUploadedFileManager.remove_file
    monkeypatch.setattr(
        MemoryUploadedFileManager,
        "remove_file",
        lambda self, *place: (managers.append(self), remove(self, *place)),
    )
    own(page, GOOD)
    (manager,) = managers
    assert not any(manager.file_storage.values())


def test_a_file_that_its_reader_does_not_survive_is_told_and_not_tried_again_at_once(
    page, monkeypatch
):
    tried = []

    class Slow:
        def warm(self):
            pass

        def preview(self, content, **_):
            tried.append(len(content))
            raise DataError("Reading the file took longer than 10 seconds and was stopped.")

    monkeypatch.setattr(upload, "reader", Slow)
    test = own(page, GOOD.replace("red", "green"))
    test.run()
    assert not test.exception
    assert "longer than 10 seconds" in said(test)
    assert len(tried) == 1


def test_a_file_of_another_format_is_read_and_its_own_parts_can_be_changed(page):
    rows = "".join(f"{'+1' if i % 2 else '-1'} 1:{i % 7}.5 3:{i % 5}\n" for i in range(40))
    test = own(page, rows, name="a1a")
    assert not test.exception
    assert "Ready: 40 rows, 2 features" in said(test)  # the second one is zero everywhere
    assert "svmlight" in said(test)
    assert "Cells are separated by" not in [box.label for box in test.selectbox]
    box(test, "Features count from").set_value("0").run()
    assert not test.exception
    test.button(key="use_table").click().run()
    (accepted,) = upload.store().every_accepted()
    assert dict(accepted.answers) == {"index_base": 0}


def test_pictures_of_a_table_with_a_test_file_are_those_of_its_training_file(page):
    lines = GOOD.splitlines(keepends=True)
    file = upload.store().keep("".join(lines[:31]).encode(), "first.csv")
    test_file = upload.store().keep("".join([lines[0], *lines[31:]]).encode(), "later.csv")
    table = upload.read(file, "{}", test_file).dataset
    upload.store().accept(upload.Accepted(table.digest, file, "first", (), test_file))
    test = page(ds=f"own-{table.digest[:12]}")
    assert not test.exception
    assert "30 training points of split 1" in said(test)
    test.session_state["data_code"] = True
    test.run()
    assert "split='given'" in test.code[0].value.replace('"', "'")
    test.button_group(key="rows").set_value("random").run()
    assert "28 training points of split 1" in said(test)


def test_test_points_beside_gram_matrices_are_read_and_a_size_that_differs_is_named(page):
    names = ("matrix_tested.npz", "matrix_sizes.npz")
    tested, sizes = (own(page, matrix_files()[name], name) for name in names)
    assert "Ready: 17 rows, 1 Gram matrix (5 of the rows are for testing)" in said(tested)
    assert "'b' must be 12 × 12" in said(sizes)
    assert "There are 12 labels; the matrices are 'a' 12 × 12, 'b' 9 × 9" in said(sizes)
    assert "Ready" not in said(sizes)


def test_numbers_with_a_mark_are_asked_about_with_three_answers(page):
    test = own(page, GOOD.replace(".5,", ".5*,"))
    assert not test.exception
    assert "40 of 40 cells hold a number with a mark that changes it" in said(test)
    (asked,) = (box for box in test.selectbox if box.key.startswith("q_"))
    assert asked.value == "strip"
    assert asked.options == [
        "read the number alone",
        "count these cells as missing values",
        "keep the column as words",
    ]
    assert "Ready: 40 rows, 3 features" in said(test)
    asked.set_value("words").run()
    assert "It looks numeric but is not used as a number: 40 of 40 cells hold one" in said(test)


def test_what_was_not_used_is_not_hidden_behind_what_was_repaired(page):
    rows = "".join(
        ",".join([f"- {i * j % 9 + 1}" for j in range(1, 6)])
        + f",{['1st', '2nd', '3rd', '4th'][i % 4]},{'pn'[i % 2]}\n"
        for i in range(40)
    )
    test = own(page, "a,b,c,d,e,place,class\n" + rows)
    remarks = [mark.value for mark in test.markdown if "-badge[" in mark.value][:4]
    assert any("looks numeric but is not used" in remark for remark in remarks)


def test_every_card_has_its_picture_with_words_for_who_does_not_see_it():
    at = AppTest.from_file(PAGE, default_timeout=PATIENCE).run()
    pictures = [html.proto.body for html in at.get("html") if html.proto.body.startswith("<img ")]
    named = [re.search(r' alt="Points of (.*), by (?:class|target)">$', one)[1] for one in pictures]
    assert named == [escape(entry.title) for entry in CATALOGUE.values()]
    assert all('src="data:image/svg+xml,%3Csvg' in one for one in pictures)
