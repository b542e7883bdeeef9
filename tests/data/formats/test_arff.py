"""ARFF files are read line by line, in linear time, and refused with the line where they err."""

import os
import time
from pathlib import Path

import numpy as np
import pytest

from kselect_core.data.formats.arff import arff_grid
from kselect_core.data.table.reading import dataset_of, read_table
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, QuestionError

HEAD = "@relation r\n@attribute a numeric\n@attribute b {x,y}\n@attribute class {1,2}\n@data\n"


def grid(text, **options):
    return arff_grid(text, TableOptions(**options))


def columns(text, **options):
    read = grid(text, **options)
    return dict(zip(read.names, read.columns, strict=True))


def data(text, **options):
    chosen = TableOptions(**options)
    return dataset_of(arff_grid(text, chosen), chosen, name="t")


def test_dense_rows_are_read_with_their_lines():
    read = grid("% made by hand\n\n" + HEAD + "1,x,2\n\n% between\n-2.5e1, y ,1\n")
    assert read.names == ("a", "b", "class")
    assert read.columns == [("1", "-2.5e1"), ("x", "y"), ("2", "1")]
    assert read.lines == [8, 11]
    assert read.words == {"b", "class"}


DENSE = {
    "upper case": HEAD.upper().replace("X,Y", "x,y") + "1,x,2\n",
    "tabs": HEAD.replace(" ", "\t") + "1,\tx\t,2\n",
    "blanks for commas": HEAD + "1 x\t2\n",
    "Windows": (HEAD + "1,x,2\n").replace("\n", "\r\n"),
    "old Mac": (HEAD + "1,x,2\n").replace("\n", "\r"),
    "comment behind": HEAD.replace("{x,y}", "{x,y} % two words") + "1,x,2 % two, three\n",
    "quoted": HEAD.replace("{x,y}", "{'x', \"y\"}") + "1,'x',\"2\"\n",
    "blanks in braces": HEAD.replace("{x,y}", "{ x , y }") + "1,x,2\n",
    "brace at the name": HEAD.replace("b {x", "b{x") + "1,x,2\n",
    "weight": HEAD + "1,x,2,{2.5}\n",
    "weight behind a blank": HEAD + "1,x,2, {2}\n",
    "sparse": HEAD + "{0 1, 2 2}\n",
    "sparse with a weight": HEAD + "{ 0 1 ,2\t'2' }, {5}\n",
    "range": HEAD.replace("numeric", "real [0,1]") + "1,x,2\n",
    "lists of columns": "@inputs a, b\n@outputs class\n" + HEAD + "1,x,2\n",
}  # fmt: skip


@pytest.mark.parametrize("way", DENSE)
def test_all_ways_to_write_one_row_give_the_same_cells(way):
    text = DENSE[way].replace("@RELATION R\n@ATTRIBUTE A", "@relation r\n@ATTRIBUTE a")
    read = columns(
        text.replace("ATTRIBUTE B", "ATTRIBUTE b").replace("ATTRIBUTE CLASS", "ATTRIBUTE class")
    )
    assert read == {"a": ("1",), "b": ("x",), "class": ("2",)}


def test_quoted_names_and_words_may_hold_anything():
    text = (
        "@attribute 'my, {name} % \\'s' real\n"
        "@attribute \"b c\" {'it\\'s', 'a,b', '50%', \"}\", '?'}\n@data\n"
        "1, 'it\\'s'\n2,'a,b'\n3,'50%'\n4,\"}\"\n5,'?'\n6,?\n"
    )
    read = columns(text)
    assert read["my, {name} % 's"] == ("1", "2", "3", "4", "5", "6")
    assert read["b c"] == ("it's", "a,b", "50%", "}", "?", "")


def test_what_a_sparse_row_leaves_out_is_zero_or_the_first_word():
    read = columns(HEAD + "{}\n{1 y}\n{0 ?,1 ?}\n3,y,2\n")
    assert read["a"] == ("0", "0", "", "3")
    assert read["b"] == ("x", "y", "", "y")
    assert read["class"] == ("1", "1", "1", "2")


def test_declared_words_stay_words_and_classes_whatever_they_look_like():
    text = (
        "@attribute code {1,2,3}\n@attribute how {none,na,x}\n@attribute a real\n"
        f"@attribute grade {{{','.join(map(str, range(1, 13)))}}}\n@data\n"
        + "".join(
            f"{i % 3 + 1},{('none', 'na', 'x')[i % 3]},{i}.5,{i % 12 + 1}\n" for i in range(48)
        )
    )
    read = data(text, label="grade")
    assert read.task == "multiclass"
    assert len(read.class_names) == 12
    assert set(read.feature_names) == {
        "a", "code=1", "code=2", "code=3", "how=na", "how=none", "how=x"
    }  # fmt: skip


def test_a_class_called_none_is_a_class_and_a_question_mark_is_no_label():
    rows = "".join(f"{i * i}.5,{('none', 'mild', '?')[i % 3]}\n" for i in range(12))
    text = "@attribute a real\n@attribute class {none,mild}\n@data\n" + rows
    with pytest.raises(QuestionError) as caught:
        data(text)
    (question,) = caught.value.questions
    assert (question.option, question.choices) == ("missing_labels", ("drop_rows",))
    assert data(text, missing_labels="drop_rows").class_names == ("mild", "none")


def test_missing_values_are_asked_about_as_in_any_table():
    text = HEAD + "1,x,2\n?,y,1\n3,x,2\n4,y,1\n5,y,2\n"
    with pytest.raises(QuestionError) as caught:
        data(text)
    assert [question.option for question in caught.value.questions] == ["missing"]


REFUSED = {
    "undeclared word": (HEAD + "1,x,2\n2,z,1\n", "line 7.*'z'.*'b'"),
    "other case": (HEAD + "1,X,2\n", "line 6.*'X'.*'b'"),
    "row too short": (HEAD + "1,x\n", "line 6.*2 values.*3 attributes"),
    "row too long": (HEAD + "1,x,2,3\n", "line 6.*4 values.*3 attributes"),
    "empty value": (HEAD + "1,,2\n", "line 6.*empty value"),
    "no number": (HEAD + "red,x,2\n", "line 6.*'red'.*'a'"),
    "hyphen": (HEAD + "1-2,x,2\n1-2,x,2\n", "line 6.*'1-2'.*'a'"),
    "underscore": (HEAD + "1_0,x,2\n", "line 6.*'1_0'.*'a'"),
    "per cent": (HEAD + "5%,x,2\n", "line 6.*'5%'.*'a'"),
    "no data": (HEAD.replace("@data", ""), "no line @data"),
    "no rows": (HEAD, "no data rows"),
    "no attributes": ("@relation r\n@data\n1,2\n", "line 2.*no @attribute"),
    "no name": ("@attribute\n@data\n1,2\n", "line 1.*without a name"),
    "no type": ("@attribute a\n@data\n1,2\n", "line 1.*unknown type"),
    "unknown type": ("@attribute a complex\n@data\n1\n", "line 1.*unknown type.*complex"),
    "strange line": ("@relation r\n@atribute a real\n@data\n1\n", "line 2.*@atribute"),
    "string": (HEAD.replace("numeric", "string"), "line 2.*'a' is of type string"),
    "date": (HEAD.replace("numeric", "date 'yyyy-MM-dd'"), "line 2.*'a' is of type date"),
    "relational": (HEAD.replace("numeric", "relational"), "line 2.*'a' is of type relational"),
    "again": (HEAD.replace("b {x", "a {x"), "line 3.*line 2 again"),
    "alike": (HEAD.replace("b {x", "A {x"), "look alike"),
    "word twice": (HEAD.replace("x,y", "x,x"), "line 3.*twice"),
    "no words": (HEAD.replace("x,y", " "), "line 3.*words are needed"),
    "question mark as a word": (HEAD.replace("x,y", "x,?"), "line 3.*words are needed"),
    "brace never closed": (HEAD.replace("x,y}", "x,y"), "line 3.*never closed"),
    "quote never closed": (HEAD + "1,'x,2\n", "line 6.*quote is never closed"),
    "text behind a quote": (HEAD + "1,'x'y,2\n", "line 6.*behind a closing quote"),
    "weight": (HEAD + "1,x,2,{heavy}\n", "line 6.*weight"),
    "sparse: no such attribute": (HEAD + "{3 1}\n", "line 6.*attribute 3 of 0 to 2"),
    "sparse: twice": (HEAD + "{0 1,0 2}\n", "line 6.*two values"),
    "sparse: no number": (HEAD + "{a 1}\n", "line 6.*number of its attribute"),
    "sparse: negative": (HEAD + "{-1 1}\n", "line 6.*number of its attribute"),
    "sparse: no value": (HEAD + "{0}\n", "line 6.*empty value"),
    "sparse: never closed": (HEAD + "{0 1, 1 x\n", "line 6.*never closed"),
    "sparse: text behind": (HEAD + "{0 1} 5\n", "line 6.*weight"),
    "long value": (HEAD + "1" * 10_001 + ",x,2\n", "line 6.*10,000 characters"),
    "long quoted value": (HEAD + "'" + "1" * 10_001 + "',x,2\n", "line 6.*10,000 characters"),
    "many attributes": ("".join(f"@attribute a{i} real\n" for i in range(5_001)), "5,000"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_read_is_refused_with_the_line(name):
    text, words = REFUSED[name]
    with pytest.raises(DataError, match=words) as caught:
        grid(text)
    assert not isinstance(caught.value, QuestionError)
    assert len(str(caught.value)) < 400


def test_an_attribute_that_cannot_be_used_can_be_left_out():
    text = HEAD.replace("numeric", "string").replace("b {x,y}", "b real") + "'any, thing',{},{}\n"
    read = data(
        "".join(
            [text[: text.index("'any")], *(f"'w, {i}',{i * i},{i % 2 + 1}\n" for i in range(6))]
        ),
        drop="a",
    )
    assert read.feature_names == ("b",)


def test_zeros_of_sparse_rows_are_counted_before_they_take_memory():
    head = "".join(f"@attribute a{i} real\n" for i in range(2_000)) + "@data\n"
    with pytest.raises(DataError, match="Filled up"):
        grid(head + "{}\n" * 10_001)


HANGS = [
    "@attribute class {p,n" + "," * 20_000 + "\n@data\n",
    "@attribute class {" + "p," * 40_000 + "\n@data\n",
    "@attribute class {" + "'" * 400_001 + "\n@data\n",
    "@attribute class {" + "\\" * 400_001 + "\n@data\n",
    "@attribute " + "{" * 40_000 + "\n@data\n",
    "@attribute a real" + " %" * 30_000 + "\n",
    "@attribute a real\n@data\n{" + "0 " * 40_000 + "\n",
    "@attribute a real\n@data\n'" + "\\'" * 30_000 + "\n",
    "@attribute a real\n@data\n" + "{" * 40_000 + "}\n",
]  # fmt: skip


@pytest.mark.parametrize("text", HANGS)
def test_long_lines_that_fit_nothing_are_answered_in_linear_time(text):
    start = time.process_time()
    with pytest.raises(DataError):
        grid(text)
    assert time.process_time() - start < 1.0


def test_a_list_of_words_that_stops_other_readers_is_answered_at_once():
    text = "@relation r\n@attribute class {p,n" + "," * 60 + "\n@data\n"
    start = time.process_time()
    with pytest.raises(DataError, match="line 2"):
        grid(text)
    assert time.process_time() - start < 1.0  # others double their time with each comma


def test_a_real_file_holds_the_rows_of_its_table():
    folder = Path(os.environ.get("KSELECT_DATA", "?"))
    if not (folder / "formats" / "labor.arff").is_file():
        pytest.skip("KSELECT_DATA names no folder with formats/labor.arff")
    answers = {"missing": "median", "label": "class"}
    ours = data((folder / "formats" / "labor.arff").read_text(encoding="utf-8"), **answers)
    table = (folder / "labor.csv").read_bytes()
    label = table.decode().split("\n")[0].strip().split(",")[-1].strip('"')
    other = read_table(table, TableOptions(label=label, missing="median", markers="values"))
    np.testing.assert_array_equal(ours.y, other.y)
    assert ours.class_names == other.class_names
    np.testing.assert_array_equal(ours.X, other.X)


def test_missing_values_are_shown_as_they_stand_in_the_file():
    text = HEAD + "1,x,1\n?,y,2\n3,x,1\n4,?,2\n5,y,1\n9,x,2\n"
    with pytest.raises(QuestionError, match=r"\('\?' 1 ×\), the first in line 7"):
        data(text)
    (line,) = [f.text for f in data(text, missing="median").report if "missing value" in f.text]
    assert "('?' 2 ×) in 2 columns" in line
    assert "the first in line 7" in line


def test_missing_labels_are_shown_as_they_stand_in_the_file():
    with pytest.raises(QuestionError, match=r"\? 1 × \(first in line 7\)"):
        data(HEAD + "1,x,1\n2,y,?\n3,x,1\n4,y,2\n5,y,1\n9,x,2\n")
