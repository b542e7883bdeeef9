"""Answers to the questions of a table do what they say."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.data import TableOptions, read_table
from kselect_core.errors import DataError, InvalidParameterError, QuestionError, UnknownNameError
from tests.bad import corpus

FILES = corpus.files()


def read(content, **options):
    content = content if isinstance(content, bytes) else content.encode()
    return read_table(content, TableOptions.from_keywords(**options), name="t")


def corpus_file(name, **options):
    return read(FILES[name], **options)


def said(data, kind):
    return " ".join(str(finding) for finding in data.report if finding.kind == kind)


PLAIN = read(corpus.table())


def test_the_plain_table_has_the_numbers_that_were_written():
    assert PLAIN.feature_names == ("a", "b")
    assert_array_equal(PLAIN.X[:, 0], [float(x) for x in corpus.A])
    assert_array_equal(PLAIN.X[:, 1], [float(x) for x in corpus.B])
    assert_array_equal(PLAIN.y, [1 if x == "p" else -1 for x in corpus.LABEL])
    assert PLAIN.class_names == ("n", "p")


def test_bytes_and_options_are_all_that_decides_and_everything_can_be_pickled():
    options = TableOptions(label="b", task="multiclass")
    assert pickle.loads(pickle.dumps(options)) == options  # noqa: S301
    copy = pickle.loads(pickle.dumps(PLAIN))  # noqa: S301
    assert copy.report == PLAIN.report
    with pytest.raises(QuestionError) as caught:
        corpus_file("empty_cells.csv")
    error = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert error.questions == caught.value.questions


def test_missing_values_wait_as_nan_for_the_medians():
    data = corpus_file("empty_cells.csv", missing="median")
    assert np.isnan(data.X[3, 0])
    assert np.isnan(data.X).sum() == 1
    assert "median of each training part" in said(data, "asked")
    assert "line 5" in said(data, "found")


def test_a_question_about_missing_values_counts_the_columns_that_it_does_not_list():
    names = ",".join("abcdefg")
    rows = "".join(
        f"{i},{i * i % 7},{i % 5},{i % 3},{i % 4},{i % 6},{i % 2},{'pn'[i % 2]}\n"
        for i in range(1, 12)
    )
    with pytest.raises(QuestionError) as asked:
        read(f"{names},label\n{rows},,,,,,,p\n", identifiers="keep")
    text = next(q.text for q in asked.value.questions if q.option == "missing")
    assert "7 missing values in 1 of 12 rows" in text
    assert "'e'" in text
    assert "'f'" not in text
    assert "2 more columns too." in text


def test_of_several_columns_of_words_the_last_is_offered_first():
    rows = [f"{row % 5},{('red', 'blue')[row % 3 % 2]},{row},{'yn'[row % 2]}" for row in range(12)]
    with pytest.raises(QuestionError) as asked:
        read_table("\n".join(["size,colour,weight,relapse", *rows]).encode())
    (question,) = asked.value.questions
    assert question.guess == "relapse"
    assert question.choices == ("relapse", "colour", "weight", "size")


def test_rows_with_missing_values_can_be_left_out():
    data = corpus_file("empty_cells.csv", missing="drop_rows")
    assert_array_equal(data.X, np.delete(PLAIN.X, 3, axis=0))
    assert "1 of 12 rows" in said(data, "asked")


def test_leaving_out_rows_changes_nothing_where_nothing_is_missing():
    assert read(corpus.table(), missing="drop_rows").digest == PLAIN.digest


def test_leaving_out_rows_may_leave_too_few():
    with pytest.raises(DataError, match="Only 0 usable rows"):
        corpus_file("missing_leave_nothing.csv", missing="drop_rows")
    text = "a,b,label\n1,2,p\n2,3,p\n3,4,n\n,5,n\n,6,n\n7,8,p\n8,1,p\n"
    with pytest.raises(DataError, match="Too few usable rows are left of class 'n': 1"):
        read(text, missing="drop_rows")


def test_missing_words_become_a_word_of_their_own():
    content = corpus.wide("c", ["red", "blue", ""])
    data = read(content, missing="median")
    assert data.feature_names == ("a", "b", "c=blue", "c=red", "c=(missing)")
    assert_array_equal(data.X[:3, 2:], [[0, 1, 0], [1, 0, 0], [0, 0, 1]])


def test_a_word_or_nothing_becomes_one_column():
    data = read(corpus.wide("c", ["yes", ""]), missing="median")
    assert "'c' ('yes')" not in said(data, "fixed")
    assert data.feature_names == ("a", "b", "c=yes")


def test_words_like_na_are_missing_or_values_as_told():
    kept = corpus_file("marker_in_words.csv", markers="values")
    assert kept.feature_names == ("a", "b", "c=NA", "c=blue", "c=red")
    gone = corpus_file("marker_in_words.csv", markers="missing", missing="drop_rows")
    assert gone.X.shape == (10, 3)


def test_minus_999_is_a_number_or_missing_as_told():
    assert corpus_file("marker_minus_999.csv", markers="values").X[3, 0] == -999
    data = corpus_file("marker_minus_999.csv", markers="missing", missing="median")
    assert np.isnan(data.X[3, 0])
    assert "-999 (1 ×) is read as missing" in said(data, "asked")


@pytest.mark.parametrize("cells", [["-999", "-990"], ["-9", "1"], ["-999", "-999"]])
def test_minus_999_among_its_like_is_a_number(cells):
    data = read(corpus.table(a=(cells * 6)))
    assert len(data.y) == 12


def test_two_words_become_one_column_of_0_and_1():
    data = corpus_file("words_two.csv")
    assert_array_equal(data.X[:4, 2], [0, 1, 1, 0])


def test_three_words_become_three_columns():
    assert_array_equal(
        corpus_file("words_few.csv").X[:4, 2:], [[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    )


def test_numbers_that_are_codes_can_be_read_as_words():
    data = corpus_file("label_1_2.csv", as_text="b")
    assert "b=3" in data.feature_names
    assert data.X.shape[1] == 1 + len(set(corpus.B))


def test_a_column_with_too_many_words_is_left_out_when_forced():
    data = corpus_file("words_many.csv", drop="c")
    assert data.feature_names == ("a",)
    assert "column 'c'" in said(data, "asked")


def test_units_signs_and_accounting_numbers_are_stripped():
    assert_array_equal(corpus_file("units.csv", units="strip").X, PLAIN.X)
    assert_array_equal(corpus_file("dollars.csv", units="strip").X, PLAIN.X)
    accounting = corpus_file("accounting.csv", units="strip")
    assert accounting.X[:4, 0].tolist() == [0.5, -1.5, -2.5, 3.5]
    assert "Units were left out of 8 cells" in said(accounting, "asked")


def test_words_that_begin_with_a_digit_are_words():
    data = read(corpus.wide("c", ["1st", "2nd", "3rd", "1st"]))
    assert "c=1st" in data.feature_names


@pytest.mark.parametrize(
    ("name", "options", "first"),
    [
        ("thousand_dots.csv", {"thousands": "."}, 1134.5),
        ("thousand_commas_quoted.csv", {"thousands": ","}, 1134),
        ("thousand_commas_quoted.csv", {"thousands": "none"}, 1.134),
        ("thousand_commas_quoted.csv", {"decimal": ","}, 1.134),
        ("million_commas_quoted.csv", {"thousands": ","}, 1234560),
        ("thousand_spaces.csv", {"thousands": "space"}, 1034),
        ("thousand_apostrophes.csv", {"thousands": "'"}, 1034),
        ("decimal_comma.csv", {"decimal": ","}, 0.5),
    ],
)
def test_marks_in_numbers_are_read_as_told(name, options, first):
    assert corpus_file(name, **options).X[0, 0] == first


def test_spaces_between_thousands_go_with_a_decimal_comma():
    content = corpus.table(
        header="a;b;label", a=[f"1 {i}00,5" for i in range(10)] + ["2,5"] * 2, mark=";"
    )
    assert read(content, thousands="space").X[0, 0] == 1000.5


def test_a_point_is_no_number_where_the_comma_is_decimal():
    with pytest.raises(DataError, match=r"line 2: '3\.5' is not a number"):
        read(
            corpus.table(header="a;b;label", a=["0,5"] * 12, b=["3.5"] * 12, mark=";"), decimal=","
        )


def test_other_scripts_give_the_same_numbers():
    assert corpus_file("arabic_digits.csv").X[3, 1] == 3
    assert corpus_file("full_width_digits.csv").X[3, 1] == 42
    assert corpus_file("real_minus.csv").X[3, 0] == -1.5


def test_a_header_can_be_denied_or_claimed():
    data = corpus_file("no_header.csv", header=False)
    assert data.feature_names == ("x1", "x2")
    assert_array_equal(data.X, PLAIN.X)
    assert read(corpus.table(), header="yes").digest == PLAIN.digest
    assert corpus_file("number_header.csv", header=True, label="2").feature_names == ("0", "1")


def test_comment_lines_can_be_skipped_or_kept():
    assert corpus_file("comments_above.csv", comments="skip").digest == PLAIN.digest
    assert corpus_file("title_above.csv", skip=1).digest == PLAIN.digest
    with pytest.raises(DataError, match="skip="):
        corpus_file("comment_above.csv", comments="data")


def test_lines_are_counted_as_an_editor_shows_them():
    lines = corpus.table().splitlines()
    lines[5] = "oops,1,p"
    content = "# one\n\n# two\n" + "\n".join(lines)
    with pytest.raises(DataError, match="line 9: 'oops'"):
        read(content, comments="skip")
    with pytest.raises(DataError, match="line 9: 'oops'"):
        read("x\ny\nz\n" + "\n".join(lines), skip=3)


def test_an_extra_first_cell_is_a_row_name_or_a_feature():
    data = corpus_file("rows_longer_than_header.csv", extra_column="index")
    assert data.feature_names == ("b",)
    data = corpus_file("rows_longer_than_header.csv", extra_column="feature")
    assert data.feature_names == ("column 1", "b")


def test_repeated_and_empty_names_are_numbered():
    assert corpus_file("duplicate_header.csv", names="number").feature_names == ("a", "a (2)")
    assert corpus_file("empty_header_cell.csv", names="number").feature_names == ("a", "column 2")


def test_identifiers_are_kept_when_told():
    assert "week" in corpus_file("counting_column.csv", identifiers="keep").feature_names
    assert "patient_id" not in corpus_file("patient_id.csv", identifiers="drop").feature_names
    assert "week" not in corpus_file("counting_column.csv", identifiers="drop").feature_names


def test_an_encoding_that_does_not_fit_is_refused_with_the_byte():
    with pytest.raises(DataError, match=r"not ascii text: byte 3 \(line 1\)"):
        corpus_file("cp1252.csv", encoding="ascii")
    assert corpus_file("cp1252.csv", encoding="cp1252").feature_names[0] == "größe"
    assert corpus_file("utf16_le_no_bom.csv", encoding="utf-16-le").feature_names[0] == "größe"


def test_a_delimiter_is_used_as_told():
    assert corpus_file(
        "two_delimiters.csv", delimiter="semicolon", label="c,label"
    ).class_names == ("w,n", "z,p")
    with pytest.raises(DataError, match="label and at least one feature"):
        read(corpus.table(), delimiter=";")


def test_the_label_is_the_column_that_was_named():
    data = read(corpus.table(), label="b", task="regression", drop="label")
    assert data.task == "regression"
    assert_array_equal(data.y, PLAIN.X[:, 1])
    with pytest.raises(UnknownNameError, match="Did you mean 'label'"):
        read(corpus.table(), label="labell")
    with pytest.raises(DataError, match="is the label and cannot be left out"):
        read(corpus.table(), label="label", drop="label")
    with pytest.raises(UnknownNameError, match="No column is called 'c'"):
        read(corpus.table(), drop=["c"])


def test_leaving_out_everything_is_refused():
    with pytest.raises(DataError, match="a label and at least one feature"):
        read(corpus.table(), drop=["a", "b"])


def test_the_positive_class_can_be_chosen():
    data = read(corpus.table(), positive="n")
    assert data.class_names == ("p", "n")
    assert_array_equal(data.y, -PLAIN.y)
    assert corpus_file("three_classes.csv", positive="q").class_names == ("not q", "q")
    with pytest.raises(UnknownNameError, match="class of t"):
        read(corpus.table(), positive="z")


def test_labels_are_merged_or_kept_apart_as_told():
    assert corpus_file("label_case.csv", merge_labels="merge").class_names == ("Yes", "no")
    assert corpus_file("label_case.csv", merge_labels="keep").class_names == ("Yes", "no", "yes")
    text = corpus.with_column("label", ["p", " p", "n"])
    assert read(text, merge_labels="keep").class_names == (" p", "n", "p")
    assert read(text, merge_labels="merge").class_names == ("n", "p")


def test_rows_without_a_label_are_left_out_or_none_is_a_class():
    data = corpus_file("missing_labels.csv", missing_labels="drop_rows")
    assert_array_equal(data.X, np.delete(PLAIN.X, 3, axis=0))
    assert corpus_file("label_none.csv", missing_labels="class").class_names == (
        "None",
        "mild",
        "severe",
    )
    gone = corpus_file("label_none.csv", missing_labels="drop_rows")
    assert gone.class_names == ("mild", "severe")
    with pytest.raises(DataError, match="empty in every row"):
        read(corpus.table(label=[""] * 12), missing_labels="drop_rows")


def test_numbers_as_labels_keep_their_order():
    data = read(corpus.with_column("label", ["10", "9", "2"]))
    assert data.class_names == ("2", "9", "10")
    assert read(corpus.with_column("label", ["0.5", "1.5"])).class_names == ("0.5", "1.5")


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        (FILES["fractions.csv"], {"task": "multiclass"}, "holds fractions such as 0.25"),
        (FILES["fractions.csv"], {"task": "binary"}, "regression target"),
        (FILES["three_classes.csv"], {"task": "regression"}, "line 2 of column 'label' holds 'p'"),
        (FILES["three_classes.csv"], {"task": "binary"}, "Which class is set against the rest"),
        (corpus.table(label=["1e200"] * 6 + ["2"] * 6), {"task": "regression"}, "target '1e200'"),
        (corpus.table(header=","), {"names": "number"}, "header"),
    ],
)
def test_labels_that_do_not_fit_are_refused(content, options, words):
    with pytest.raises(DataError, match=words):
        read(content, **options)


def test_many_whole_numbers_in_a_column_called_label_are_classes():
    text = "a,b,label\n" + "".join(f"{i % 7}.5,{i % 11},{i % 12}\n" for i in range(120))
    assert len(read(text).class_names) == 12
    assert read(text, task="regression").task == "regression"


def test_a_table_of_words_only_needs_no_numbers():
    text = "colour,shape,label\n" + "red,round,p\nblue,square,n\nred,square,n\nblue,round,p\n" * 3
    assert read(text).feature_names == ("colour=red", "shape=square")


def test_names_made_from_words_stay_different():
    names = read(corpus.wide("c", ["x y", '"x\ny"', "z"])).feature_names
    assert names[2:] == ("c=x y", "c=x y (2)", "c=z")


def test_two_classes_after_merging_are_a_binary_problem():
    data = corpus_file("label_case.csv", merge_labels="merge")
    assert data.task == "binary"
    assert set(data.y) == {-1.0, 1.0}


def test_three_classes_become_binary_by_naming_one():
    with pytest.raises(QuestionError) as caught:
        corpus_file("three_classes.csv", task="binary")
    (question,) = caught.value.questions
    assert (question.option, question.choices) == ("positive", ("p", "q", "r"))
    data = corpus_file("three_classes.csv", task="binary", positive="r")
    assert data.class_names == ("not r", "r")
    assert corpus_file("label_b_g.csv", task="multiclass").task == "multiclass"


def test_a_word_per_row_is_an_identifier_however_many_there_are():
    text = "a,c,label\n" + "".join(f"{i % 7},w{i},{'pn'[i % 5 < 2]}\n" for i in range(80))
    assert read(text).feature_names == ("a",)


def test_a_spread_that_underflows_gives_no_notice_on_scales():
    data = read(corpus.table(a=["0", "4.9e-324"] * 6, b=["0"] * 12))
    assert "scales" not in said(data, "notice")


def test_a_column_that_is_constant_where_it_is_known_is_left_out():
    data = read("a,b,label\n1,,p\n,2,n\n1,,p\n3,2,n\n", missing="median")
    assert data.feature_names == ("a",)


def test_too_many_columns_from_words_are_refused(monkeypatch):
    from kselect_core.data.columns import features

    monkeypatch.setattr(features, "MOST_COLUMNS", 4)
    with pytest.raises(DataError, match="would make 5 columns"):
        corpus_file("words_few.csv")


def test_too_many_cells_are_refused(monkeypatch):
    from kselect_core.data.text import records

    monkeypatch.setattr(records, "MOST_CELLS", 30)
    with pytest.raises(DataError, match="About 39 cells; the limit is 30"):
        read(corpus.table())


def test_a_file_above_the_limit_is_refused():
    with pytest.raises(
        DataError, match="the limit is 200 MB for Parquet and CSV, 20 MB for others"
    ):
        read_table(b"a" * 200_000_001)


def test_numbers_beyond_20_digits_are_no_numbers_and_18_lose_digits():
    with pytest.raises(DataError, match="more than 20 digits"):
        corpus_file("digits_26.csv")
    assert "lose their last digits" in said(corpus_file("beyond_2_53.csv"), "fixed")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"missing": "mean"}, "missing must be 'refuse' or 'drop_rows' or 'median', got 'mean'"),
        ({"missing": ["median"]}, "missing must be"),
        ({"task": "ranking"}, "task must be"),
        ({"delimiter": "::"}, "delimiter must be"),
        ({"header": "perhaps"}, "header must be True or False"),
        ({"header": 1}, "header must be True or False"),
        ({"skip": -1}, "skip must be a whole number"),
        ({"skip": True}, "skip must be a whole number"),
        ({"skip": 1.5}, "skip must be a whole number"),
        ({"encoding": "klingon"}, "name of a text encoding"),
        ({"encoding": "rot13"}, "name of a text encoding"),
        ({"encoding": "a\0b"}, "name of a text encoding"),
        ({"encoding": 8}, "name of a text encoding"),
        ({"drop": 3}, "drop must be column names"),
        ({"drop": [3]}, "drop must be column names"),
    ],
)
def test_options_outside_their_range_are_refused(options, words):
    with pytest.raises(InvalidParameterError, match=words):
        TableOptions.from_keywords(**options)


def test_options_take_the_forms_that_a_page_gives():
    options = TableOptions.from_keywords(header="No", delimiter="tab", drop=["a"], label=3)
    assert options.header is False
    assert options.delimiter == "\t"
    assert options.drop == ("a",)
    assert options.label == "3"


def test_a_cell_of_several_lines_counts_as_several_lines():
    text = corpus.wide("c", ['"red\nish"', "blue"]).replace("3.5,", "oops,")
    assert text.splitlines()[6].startswith("oops")
    with pytest.raises(DataError, match="line 7: 'oops'"):
        read(text)


def test_a_row_with_an_empty_label_is_left_out_even_where_none_is_a_class():
    data = read(corpus.with_column("label", ["None", "mild", ""]), missing_labels="class")
    assert data.class_names == ("None", "mild")
    assert data.X.shape == (8, 2)


def test_a_few_whole_numbers_that_never_repeat_are_no_classes():
    with pytest.raises(QuestionError) as caught:
        read("a,b,y\n1,2,3\n2,3,5\n3,1,8\n4,4,1\n5,9,2\n")
    assert caught.value.questions[0].option == "task"


def test_what_is_missing_in_many_columns_is_said_in_one_sentence():
    names = "abcdefg"
    lines = [[str(k * k % 7) for _ in names] for k in range(12)]
    for j in range(7):
        lines[j + 2][j] = "" if j % 2 else "NA"
    lines[1][6] = ""
    rows = [",".join([*line, "pn"[k % 2]]) for k, line in enumerate(lines)]
    data = read("\n".join([",".join([*names, "label"]), *rows]), missing="median")
    (text,) = [f.text for f in data.report if "missing value" in f.text]
    assert text == (
        "8 missing values ('NA' 4 ×, empty 4 ×) in 7 columns: 'a' (1), 'b' (1), 'c' (1), 'd' (1), "
        "'e' (1) and 2 more; the first in line 3."
    )


def test_words_of_many_columns_are_told_in_one_sentence():
    rows = "".join(f"{'xyz'[k % 3]},{'uvw'[k % 2]},{k * k},{'pn'[k % 2]}\n" for k in range(12))
    text = rows.replace("x,u", ",", 1)
    data = read("a,b,c,label\n" + text, missing="median")
    assert "The words of 2 columns became columns of 0 and 1: 'a' (x, y, z), 'b' (u, v)." in (
        said(data, "fixed")
    )
    assert "Missing words are a word of their own: columns 'a', 'b'." in said(data, "asked")


def every_finding(data):
    return " ".join(map(str, data.report))


COMPOSED, DECOMPOSED, HIDDEN = "caf\u00e9", "cafe\u0301", "p\u200b"


@pytest.mark.parametrize(("one", "other"), [(COMPOSED, DECOMPOSED), ("p", HIDDEN), ("p", "\uff50")])
def test_labels_that_look_the_same_are_asked_about_and_told_apart_by_their_codes(one, other):
    text = corpus.with_column("label", [one, other, "n"])
    with pytest.raises(QuestionError) as caught:
        read(text)
    (question,) = caught.value.questions
    assert question.option == "merge_labels"
    code = f"U+{max(map(ord, other)):04X}"
    assert code in question.text
    assert len(read(text, merge_labels="merge").class_names) == 2
    kept = read(text, merge_labels="keep").class_names
    assert len(kept) == 3
    assert all(name.isascii() and name.isprintable() for name in kept)


def test_a_class_name_has_no_character_that_cannot_be_seen():
    data = read(corpus.with_column("label", [HIDDEN, "\ufeffn"]))
    assert data.class_names == ("n", "p")
    assert "Invisible characters in labels were removed." in every_finding(data)


def test_labels_with_letters_of_another_script_are_noted():
    cyrillic = "\u0440"
    data = read(corpus.with_column("label", ["p", cyrillic, "n"]))
    assert len(data.class_names) == 3
    assert "letters of other scripts: 'p', 'р' (with U+0440)" in every_finding(data)  # noqa: RUF001
    with pytest.raises(DataError, match=r"single row.*letters of other scripts"):
        read(corpus.with_cell("label", 3, cyrillic))


def test_words_of_a_feature_that_look_alike_are_noted():
    data = read(corpus.wide("c", [COMPOSED, DECOMPOSED, "n\u202eo"]))
    assert (
        "are different words: 'cafe\u0301' (with U+0301), 'caf\u00e9' (with U+00E9)"
        in every_finding(data)
    )
    assert r"c=n\u202eo" in data.feature_names


def test_missing_words_are_counted_among_the_new_columns():
    data = read(corpus.wide("c", ["red", "blue", ""]), missing="median")
    assert "Its 2 words and what is missing became columns of 0 and 1: c=blue" in every_finding(
        data
    )


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        (["1kg", "2g"], "'1kg', '2g'"),
        (["5%", "6"], "'5%', '6' without a unit"),
        (["$5", "6.5", "(7)"], r"'\$5', '6.5' without a unit"),
    ],
)
def test_different_units_are_never_stripped_as_if_they_were_one(cells, shown):
    text = corpus.with_column("b", cells)
    for units in (None, "strip"):
        with pytest.raises(DataError, match=f"Column 'b' .* different units: {shown}") as caught:
            read(text, units=units)
        assert not isinstance(caught.value, QuestionError)
    assert "b=1kg" in read(corpus.with_column("b", ["1kg", "2g", "3g"]), as_text="b").feature_names


DOTS = "a;b;y\n" + "".join(
    f"{'1.037' if k % 2 else '74'};{k % 5};{'pn'[k % 3 == 0]}\n" for k in range(12)
)


def test_a_point_before_three_digits_beside_whole_numbers_is_read_as_told():
    with pytest.raises(QuestionError, match=r"'1\.037' stand beside whole numbers"):
        read(DOTS)
    assert read(DOTS, thousands=".").X[:2, 0].tolist() == [74, 1037]
    assert read(DOTS, thousands="none").X[:2, 0].tolist() == [74, 1.037]
    assert read(DOTS, decimal=".").X[:2, 0].tolist() == [74, 1.037]


@pytest.mark.parametrize(
    "text",
    [
        DOTS.replace(";", ","),
        DOTS.replace("74", "0.740"),
        DOTS.replace("74", "1.5"),
        DOTS.replace("74", "74.000"),
    ],
)
def test_a_point_before_three_digits_is_decimal_where_nothing_speaks_against_it(text):
    assert 1.037 in read(text).X[:, 0]


@pytest.mark.parametrize("cell", ["€{},50", "€ {},50", "{},50 €", "{},50kg"])
def test_a_decimal_comma_beside_a_unit_is_one(cell):
    text = "a;b;y\n" + "".join(f"{cell.format(k)};{k % 5};{'pn'[k % 3 == 0]}\n" for k in range(12))
    assert read(text, units="strip").X[:2, 0].tolist() == [0.5, 1.5]


def test_skipping_every_line_says_how_many_there_are():
    with pytest.raises(
        DataError, match=r"The text has 13 lines; nothing is left after the first 20"
    ):
        read(corpus.table(), skip=20)


def test_a_repeated_name_is_asked_about_by_its_own_name():
    with pytest.raises(QuestionError, match="“size”, “size \\(2\\)”"):
        read(corpus.table(header="size,size,label"))


@pytest.mark.parametrize("task", [None, "regression"])
def test_an_infinite_label_among_numbers_is_refused_with_its_line(task):
    text = "a,b,y\n" + "".join(
        f"{k}.5,{k % 5},{k * 1.25 if k != 7 else '-inf'}\n" for k in range(80)
    )
    with pytest.raises(DataError, match=r"Line 9: the label 'y' holds '-inf', an infinite value"):
        read(text, task=task)


@pytest.mark.parametrize(
    ("classes", "rows", "told"), [(21, 10, False), (21, 4, True), (2, 5, True)]
)
def test_a_class_is_rare_measured_by_how_many_there_are(classes, rows, told):
    labels = [f"k{k}" for k in range(1, classes) for _ in range(10 if classes > 2 else 100)]
    labels += ["k0"] * rows
    text = "a,b,label\n" + "".join(f"{k % 7}.5,{k % 11},{word}\n" for k, word in enumerate(labels))
    assert ("per cent of the rows" in said(read(text), "notice")) == told


def test_a_path_in_place_of_bytes_is_told_who_reads_it(tmp_path):
    for path in ("mine.csv", tmp_path / "mine.csv"):
        with pytest.raises(InvalidParameterError, match="load_dataset reads the file of a path"):
            read_table(path)
