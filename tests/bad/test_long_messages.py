"""No message repeats more of a file, a configuration or a command than fits it."""

import pytest
from click.testing import CliRunner
from hypothesis import given, strategies as st

from kselect_core import Dataset, load_dataset
from kselect_core.cli.program import program
from kselect_core.data.table.preview import preview
from kselect_core.errors import (
    LONGEST_MESSAGE,
    KselectError,
    Question,
    QuestionError,
    UnknownNameError,
    bounded,
    listed,
)
from tests.bad.files.format import npz, written
from tests.collection import mostly_at_night

ROWS = 30
BROAD = 100  # columns
LONG = {"one word": "x" * 9_000, "words": "word " * 1_800}
UNBROKEN = {name: text.replace(" ", "_")[:8_000] for name, text in LONG.items()}
LABEL = ["pn"[i % 2] for i in range(ROWS)]
NUMBERS = [str(i * 7 % 31) for i in range(ROWS)]
ARFF = "@relation r\n@attribute a numeric\n@attribute label {p,n}\n@data\n"


def table(names=("a", "b", "label"), a=NUMBERS, label=LABEL):
    """Return a table of three columns, one of them plain."""
    rows = zip(a, [str(i * i % 11) for i in range(ROWS)], label, strict=True)
    return "\n".join(",".join(row) for row in (names, *rows)) + "\n"


def broad(name, cell):
    """Return a table of many columns whose names and cells are given by functions."""
    rows = (",".join([*(cell(i, j) for j in range(BROAD)), LABEL[i]]) for i in range(ROWS))
    return "\n".join([",".join([*map(name, range(BROAD)), "label"]), *rows]) + "\n"


def texts(long):
    """Return tables of text in which something is too long to be repeated."""
    return {
        "name": table((long, "b", "label")),
        "name of the label": table(("a", "b", long)),
        "equal names": table((long, long, "label")),
        "names that look alike": table((long, f"{long}\u200b", "label")),
        "classes": table(label=[long + word for word in LABEL]),
        "classes by case": table(label=[(long, long.upper())[i % 2] for i in range(ROWS)]),
        "class of one": table(label=[long, *LABEL[1:]]),
        "many labels": table(label=[f"{long}{i}" for i in range(ROWS)]),
        "words": table(a=[f"{long}{i % 3}" for i in range(ROWS)]),
        "names of rows": table(a=[f"{long}{i}" for i in range(ROWS)]),
        "cell among numbers": table(a=[long, *NUMBERS[1:]]),
        "word for missing": table(a=[NUMBERS[i] if i % 5 else long for i in range(ROWS)]),
        "units": table(a=[f"{number} {long}" for number in NUMBERS]),
        "first row": table(("1.5", long, "p")),
        "comment": f"# {long}\n{table()}",
        "ragged": f"{table()}{long},1\n",
        "constant": table(a=[long] * ROWS),
        "digits": table(a=["9" * 9_000, *NUMBERS[1:]]),
        "total": table(a=[f"Total {long}", *NUMBERS[1:]]),
        "broad": broad(lambda j: f"{j}{long[:3_000]}", lambda i, j: f"w{(7 * i + j) % 30}"),
        "broad gaps": broad(lambda j: f"{j}{long[:3_000]}", lambda i, j: str(i)[: (i + j) % 9]),
    }


def formats(long, word):
    """Return files of other formats; ``word`` is as long and has no blank."""
    rows = "1,p\n2,n\n" * 9
    columns = {"b": [i % 7 for i in range(ROWS)], "label": LABEL}
    X = [[i, i * i % 7] for i in range(ROWS)]
    return {
        "svm label": f"{word} 1:2\n" * 3 + "+1 1:2\n" * ROWS,
        "svm index": "+1 1:2\n" * ROWS + f"-1 {word}:1\n",
        "svm value": "+1 1:2\n" * ROWS + f"-1 1:{word}\n",
        "svm digits": "+1 1:2\n" * ROWS + f"-1 {'9' * 9_000}:1\n",
        "arff name": ARFF.replace("attribute a", f"attribute '{long}'") + rows,
        "arff type": ARFF.replace("a numeric", f"a {long}") + rows,
        "arff twice": ARFF.replace("@data", f"@attribute '{long}' real\n" * 2 + "@data") + rows,
        "arff word": f"{ARFF}{rows}3,'{long}'\n",
        "arff declared": ARFF.replace("{p,n}", f"{{'{long}','{long}n'}}") + rows,
        "arff text": ARFF.replace("a numeric", f"'{long}' string") + rows,
        "arff keyword": f"@{long}\n{ARFF}{rows}",
        "parquet name": written({long: range(ROWS)} | columns),
        "parquet records": written({long: [{word: 1}] * ROWS} | columns),
        "parquet words": written(columns | {"b": [f"{long}{i % 3}" for i in range(ROWS)]}),
        "parquet digits": written({long: [2**60 + i for i in range(ROWS)]} | columns),
        "npz name": npz(**{word: X, "y": [i % 2 for i in range(ROWS)]}),
        "npz two": npz(**{word: X, f"{word}2": X}),
        "npz odd": npz(**{f"{word}{i}": ["a"] for i in range(30)}),
        "npz words": npz(X=X, y=[long[:5_000] + one for one in LABEL]),
    }


FILES = {
    f"{name} of {kind}": content if isinstance(content, bytes) else content.encode()
    for kind, long in LONG.items()
    for name, content in (texts(long) | formats(long, UNBROKEN[kind])).items()
}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("KSELECT_DATA", raising=False)


def too_long(messages, most=LONGEST_MESSAGE):
    return [(len(text), text[:80]) for text in messages if len(text) > most]


def said(seen):
    """Return all that a preview says."""
    return [*map(str, seen.report), *(question.text for question in seen.questions)]


@pytest.mark.parametrize("name", mostly_at_night(FILES, lambda name: name.endswith("of words")))
def test_no_file_makes_a_long_message(name):
    answers = {}
    for _ in range(6):
        seen = preview(FILES[name], **answers)
        assert not too_long(said(seen), LONGEST_MESSAGE + 300)
        assert not too_long([seen.error], QuestionError.longest)
        guesses = {question.option: question.guess for question in seen.questions}
        if seen.dataset is not None or not guesses or set(guesses) & set(answers):
            break
        answers |= guesses
    plain = preview(table().encode(), test=FILES[name])
    assert not too_long([*said(plain), plain.error], QuestionError.longest)


@pytest.mark.parametrize("kind", LONG)
def test_no_command_prints_a_long_message_of_a_file(tmp_path, kind):
    for name in ("broad", "classes", "name of the label", "many labels", "units"):
        file = tmp_path / "table.csv"
        file.write_bytes(FILES[f"{name} of {kind}"])
        shown = CliRunner().invoke(program, ["data", "read", str(file)]).output
        assert not too_long(shown.split("\n\n"), 8 * LONGEST_MESSAGE)


@pytest.mark.parametrize("option", ["label", "drop", "as_text", "positive"])
@pytest.mark.parametrize("kind", mostly_at_night(LONG, lambda kind: kind == "words"))
def test_an_unknown_name_lists_only_some_of_long_ones(tmp_path, option, kind):
    file = tmp_path / "table.csv"
    file.write_bytes(FILES[f"broad of {kind}"])
    with pytest.raises(KselectError) as caught:
        load_dataset(file, **{option: "nobody", "label": "label"} | {option: LONG[kind] + "q"})
    assert not too_long([str(caught.value)])


CONFIGURATIONS = {
    "entry": "{} = 1",
    "criterion": "criteria = [{}]",
    "criteria": "criteria = [{0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}]",
    "kernel": "[[candidates]]\nkernel = {}",
    "entry of a kernel": '[[candidates]]\nkernel = "gaussian"\n{} = 1',
    "width": '[[candidates]]\nkernel = "gaussian"\nvalues = [{}]',
    "ridge": "lambdas = [{}]",
    "answer": '[reading]\ndecimal = {}',
    "option": "[reading]\n{} = 1",
    "class": "positive = {}",
    "pair": "pair = [{0}, {0}]",
    "no TOML": "{}",
}  # fmt: skip


@pytest.mark.parametrize("kind", LONG)
@pytest.mark.parametrize("entry", CONFIGURATIONS)
def test_no_configuration_makes_a_long_message(tmp_path, entry, kind):
    file = tmp_path / "sweep.toml"
    lines = CONFIGURATIONS[entry].format(f'"{LONG[kind]}"')
    file.write_text(f'dataset = "two_moons"\nrepeats = 1\n{lines}\n')
    found = CliRunner().invoke(program, ["sweep", str(file)])
    assert found.exit_code in (1, 2)
    assert not too_long([found.output], LONGEST_MESSAGE + 200)


CALLS = [
    ["{}"],
    ["--{}"],
    ["sweep", "{}"],
    ["sweep", "two_moons", "--{}"],
    ["data", "{}"],
    ["data", "read", "{}"],
    ["data", "read", "two_moons", "--test", "{}"],
    ["data", "read", "two_moons", "--set", "{}"],
    ["data", "read", "two_moons", "--set", "{}=1"],
    ["data", "read", "two_moons", "--set", "skip={}"],
    ["data", "add", "x.csv", "--as", "{}"],
    ["data", "fetch", "{}"],
    ["reproduce", "{}"],
    ["reproduce", "example", "--workers", "{}"],
    ["report", "{}"],
    ["resume", "{}"],
    ["status", "--store", "{}"],
    ["app", "--json", "--port", "{}"],
    ["app", "--json", "--share", "{}"],
]


@pytest.mark.parametrize("kind", LONG)
@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_no_argument_makes_a_long_message(words, kind):
    found = CliRunner().invoke(program, [word.format(LONG[kind]) for word in words])
    assert found.exit_code in (1, 2)
    assert not too_long([found.output], LONGEST_MESSAGE + 200)


@pytest.mark.parametrize("kind", LONG)
@pytest.mark.parametrize("variable", ["KSELECT_HOME", "KSELECT_DATA"])
def test_no_variable_of_the_environment_makes_a_long_message(variable, kind):
    call = ["data", "read", "boston"]
    found = CliRunner().invoke(program, call, env={variable: LONG[kind]})
    assert found.exit_code == 1
    assert not too_long([found.output], LONGEST_MESSAGE + 200)


@pytest.mark.parametrize("kind", LONG)
def test_no_array_makes_a_long_message(kind):
    with pytest.raises(KselectError) as caught:
        Dataset.from_arrays([[1.0, 2e200], [3.0, 4.0]], [0, 1], feature_names=["a", LONG[kind]])
    assert not too_long([str(caught.value)])


@given(st.text(), st.integers(1, 5_000), st.integers(100, 2_000))
def test_a_bounded_text_keeps_its_limit_its_start_and_its_end(text, times, limit):
    whole = text * times
    short = bounded(whole, limit)
    assert len(short) <= max(limit, 240)
    assert whole[:30].strip() in short or len(whole) > len(short)
    assert short.split()[-1:] == whole.split()[-1:] or len(whole) > len(short)


@given(st.lists(st.text(), max_size=200), st.integers(50, 600))
def test_a_list_of_names_keeps_its_limit_and_counts_the_rest(names, most):
    assert len(listed(names, most)) <= most + 2 * 40 + len(" and 200 more")
    assert listed(["a", "b"]) == "a, b"


def test_a_question_of_many_columns_is_bounded_and_keeps_its_answers():
    questions = [Question("drop", "t" * 9_000, (f"{i}" * 9_000,), None) for i in range(300)]
    error = QuestionError(questions)
    assert len(str(error)) <= QuestionError.longest
    assert error.questions[7].choices == ("7" * 9_000,)


def test_a_near_name_is_suggested_among_long_ones():
    names = ["label", *(f"{i}{'y' * 9_000}" for i in range(4_000))]
    message = str(UnknownNameError("column", "labl", names))
    assert "Did you mean 'label'?" in message
    assert len(message) <= LONGEST_MESSAGE
