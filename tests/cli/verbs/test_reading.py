"""``kselect data read`` says how a file is read, what was repaired and what is open."""

import json
import unicodedata

import pytest

from kselect_core.data import load_dataset
from tests.bad import corpus


@pytest.fixture
def put(tmp_path):
    def write(name, text):
        (tmp_path / name).write_text(text, "utf-8")
        return tmp_path / name

    return write


def test_a_table_that_can_be_used_is_described(kselect, kselect_json, put):
    file = put("mine.csv", corpus.table(header="a;b;label", mark=";"))
    text = kselect("data", "read", file).stdout
    assert "delimiter semicolon" in text
    assert "rows      12" in text
    assert "fixed: Cells are separated by a semicolon." in text
    found = kselect_json("data", "read", file)
    assert found["ready"] is True
    assert found["classes"] == ["n", "p"]
    assert found["digest"] == load_dataset(file).digest


def test_open_questions_name_the_option_that_answers_them(kselect, put):
    file = put("mine.csv", corpus.table(header=None))
    text = kselect("data", "read", file, status=2).stdout
    assert "--set header=no  or  --set header=yes" in text
    assert "1 question open" in text
    assert "There is no header" in kselect("data", "read", file, "--set", "header=no").stdout


def test_a_file_that_is_refused_says_why(kselect, put, tmp_path):
    assert "web page" in kselect("data", "read", put("a.csv", "<html>"), status=1).stderr
    assert "cannot be read" in kselect("data", "read", tmp_path / "no.csv", status=1).stderr


def test_a_test_file_is_read_with_its_training_file(kselect, kselect_json, put):
    train, test = put("a.csv", corpus.table()), put("b.csv", "a,b,label\n1,2,p\n3,4,n\n")
    assert kselect_json("data", "read", train, "--test", test)["test_rows"] == 2
    wrong = put("c.csv", "a,b,label\n1,2,z\n")
    assert "Test file: Line 2" in kselect("data", "read", train, "--test", wrong, status=1).stderr


def test_a_table_that_begins_further_down_is_refused_by_the_option_that_helps(kselect, put):
    file = put("a.csv", "a title\n" + corpus.table())
    told = " ".join(kselect("data", "read", file, status=1).stderr.split())
    assert "leave out its first lines (--set skip=…)" in told
    told = " ".join(kselect("sweep", file, status=1).stderr.split())
    assert "leave out its first lines (--set skip=…)" in told


def test_columns_are_given_one_by_one_and_other_options_once(kselect, kselect_json, put):
    file = put("a.csv", corpus.wide("c", ["1", "2"]))
    sets = ["--set", "drop=a", "--set", "drop=c"]
    assert kselect_json("data", "read", file, *sets)["features"] == ["b"]
    assert "twice" in kselect("data", "read", file, *["--set", "label=a"] * 2, status=2).stderr
    assert "OPTION=VALUE" in kselect("data", "read", file, "--set", "label", status=2).stderr
    assert "'skip'" not in kselect("data", "read", file, "--set", "skip=0").stdout
    assert "whole number" in kselect("data", "read", file, "--set", "skip=x", status=1).stderr
    wrong = kselect("data", "read", file, "--set", "lable=a", status=1).stderr
    assert "Did you mean 'label'" in wrong


def test_a_table_of_the_users_folder_is_read_by_its_name(kselect_json, monkeypatch, tmp_path):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "pairs.svm").write_text("-1 1:1 2:3\n+1 1:2\n" * 4)
    assert kselect_json("data", "read", "pairs")["format"] == "svmlight"
    assert load_dataset("pairs").digest == load_dataset("pairs.svm").digest


HOSTILE = "1,\x1b]0;own\x07\x1b[2J\u202e\x9b31m\u2028z,3\n" + "1,2,3\n2,3,4\n" * 6
SAFE_CONTROL = "\n"


def hostile_letters(text):
    return {
        letter
        for letter in text
        if letter != SAFE_CONTROL and unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    }


def test_what_a_file_sends_to_a_terminal_is_written_as_codes(kselect, put):
    file = put("odd.csv", HOSTILE)
    text = kselect("data", "read", file, status=2).stdout
    assert not hostile_letters(text)
    assert r"\x1b]0;own\x07\x1b[2J\u202e\x9b31m\u2028z" in text
    refused = kselect("data", "read", file, "--set", "header=no", status=1)
    assert not hostile_letters(refused.stdout + refused.stderr)


def test_json_of_a_file_moves_no_terminal_and_reads_back(kselect, put):
    text = kselect("data", "read", put("odd.csv", HOSTILE), "--json", status=2).stdout
    assert not hostile_letters(text)
    assert "\x1b]0;own\x07\x1b[2J\u202e\x9b31m" in json.loads(text)["questions"][0]["text"]
