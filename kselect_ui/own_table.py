"""A table of one's own: bring it, answer what its bytes cannot tell, see how it is read, use it."""

import json
from pathlib import Path

import pandas as pd
import streamlit as st

from kselect_core.data import Dataset, Finding
from kselect_core.data.paths import extra_tables, file_content
from kselect_core.data.preview import Preview
from kselect_core.errors import KselectError, Question
from kselect_ui import datasets, linked, upload
from kselect_ui.labels import counted
from kselect_ui.messages import plain
from kselect_ui.state import publish, settle
from kselect_ui.upload import Accepted, Answer

FILE, COUNT, PATH, FOLDER, PROBLEM = "file", "uploads", "path", "folder", "upload_problem"
SOURCE, BUNDLED, OWN = "source", "Bundled data sets", "My own table"
MOST_ROUNDS = 16  # of questions that follow from answers
DIGITS = 12
SEVERAL = ("drop", "as_text")  # options that collect column names
MARKS = {
    "found": ":gray-badge[found]",
    "fixed": ":blue-badge[fixed]",
    "asked": ":green-badge[decided]",
    "notice": ":orange-badge[notice]",
}
WORDS = {
    "drop_rows": "leave out those rows",
    "median": "fill in the median of each training part",
    "yes": "yes, names",
    "no": "no, data",
    "binary": "two classes",
    "multiclass": "classes",
    "regression": "a number (regression)",
    "merge": "merge them",
    "keep": "keep",
    "drop": "leave it out",
    "skip": "skip them",
    "data": "they are data",
    "class": "a class of its own",
    "index": "names of the rows: leave them out",
    "feature": "a feature",
    "missing": "a missing value",
    "values": "a value like any other",
    "strip": "read as numbers without the unit",
    "number": "make up names",
    "none": "none (it is the decimal mark)",
}


def wanted() -> bool:
    """Draw the switch between bundled sets and a table of one's own; returns which is wanted."""
    if FILE in st.query_params:
        st.session_state.setdefault(SOURCE, OWN)
    chosen = st.segmented_control(
        "Where from",
        [BUNDLED, OWN],
        default=BUNDLED,
        required=True,
        key=SOURCE,
        persist_state="session",
        label_visibility="collapsed",
    )
    return bool(chosen == OWN)


def draw() -> bool:
    """Draw the whole import; returns whether a file is at hand that is not the one in use.

    Nothing of the file stays in the session but its digest.
    """
    _bring()
    problem = st.session_state.pop(PROBLEM, "")
    if problem:
        st.error(plain(problem, limit=600))
    file = _current()
    if file is None:
        return False
    st.markdown(f"**{plain(upload.store().name(file))}**")
    left, right = st.columns([1, 1.2], gap="large")
    with left:
        answers, seen = _answered(file)
    with right:
        _shown(seen)
    with left:
        _outcome(file, answers, seen)
    return seen.dataset is None or linked.kept(datasets.DATA) != _own(seen.dataset.digest)


def _bring() -> None:
    """Draw the ways in: upload, the path of a file, a table of the data folder."""
    number = st.session_state.setdefault(COUNT, 0)
    st.file_uploader(
        "A table as CSV or TSV, one row per example (at most 20 MB; it stays on this computer)",
        type=["csv", "tsv", "txt", "data", "gz"],
        key=f"upload_{number}",
        on_change=_take_upload,
        args=(f"upload_{number}",),
    )
    if _local():
        first, second = st.columns(2)
        first.text_input("… or the path of a file", key=PATH, on_change=_take_path)
        tables = sorted(extra_tables())
        if tables:
            second.selectbox(
                "… or a table of the data folder",
                tables,
                index=None,
                key=FOLDER,
                on_change=_take_from_folder,
            )


def _local() -> bool:
    """Whether the browser runs on this computer, so that its paths are the visitor's own."""
    return st.context.ip_address is None


def _take_upload(key: str) -> None:
    """Copy the bytes out of the widget and let the widget forget them."""
    uploaded = st.session_state.get(key)
    if uploaded is not None:
        _keep(uploaded.getvalue(), uploaded.name)
        st.session_state[COUNT] += 1


def _take_path() -> None:
    text = st.session_state[PATH].strip()
    if text:
        _take_file(Path(text).expanduser())


def _take_from_folder() -> None:
    name = st.session_state[FOLDER]
    if name:
        _take_file(extra_tables()[name])


def _take_file(path: Path) -> None:
    try:
        content = file_content(path)
    except KselectError as error:
        st.session_state[PROBLEM] = str(error)
        return
    _keep(content, path.name)


def _keep(content: bytes, name: str) -> None:
    try:
        st.session_state[FILE] = upload.store().keep(content, name)
    except KselectError as error:
        st.session_state[PROBLEM] = str(error)


def _current() -> str | None:
    """Return the digest of the file at hand, also after a reload."""
    asked = st.query_params.get(FILE, "")
    if FILE not in st.session_state and asked:
        found = upload.store().find(asked)
        if found is None:
            st.warning("The file of this link is not on this computer. Upload it again.")
            return None
        st.session_state[FILE] = found
    file = st.session_state.get(FILE)
    if file is None or not upload.store().name(file):
        return None
    publish(FILE, file[:DIGITS], default="")
    return str(file)


def _answered(file: str) -> tuple[dict[str, Answer], Preview]:
    """Ask what is open, round by round; returns the answers and what they lead to."""
    answers: dict[str, Answer] = {}
    label = st.session_state.get(_key(file, "label", 0))
    if isinstance(label, str):
        answers["label"] = label
    seen = _read(file, answers)
    asked: set[str] = set()
    for turn in range(MOST_ROUNDS):
        if not seen.questions:
            break
        asked.update(question.option for question in seen.questions)
        given = [_ask(file, turn, i, question) for i, question in enumerate(seen.questions)]
        if not all(given):
            break
        for question, answer in zip(seen.questions, given, strict=True):
            _add(answers, question.option, answer)
        seen = _read(file, answers)
    if "label" not in asked:
        _label(file, seen)
    return _with_positive(file, answers, seen)


def _read(file: str, answers: dict[str, Answer]) -> Preview:
    return upload.read(file, json.dumps(answers, sort_keys=True))


def _add(answers: dict[str, Answer], option: str, answer: str) -> None:
    before = answers.get(option)
    if option in SEVERAL:
        answers[option] = [*before, answer] if isinstance(before, list) else [answer]
    else:
        answers[option] = answer


def _ask(file: str, turn: int, number: int, question: Question) -> str:
    """Draw one question with our guess chosen; returns the answer, empty if there is none."""
    key = _key(file, question.option, 100 * turn + number + 1)
    with st.container(border=True):
        st.markdown(plain(question.text, limit=1500))
        if not question.choices:
            return st.text_input("Answer", value=question.guess or "", key=key)
        if len(question.choices) == 1:
            word = WORDS.get(question.choices[0], question.choices[0])
            yes = st.checkbox(f"Yes: {plain(word)}", value=True, key=key)
            return question.choices[0] if yes else ""
        settle(key, question.choices)
        guess = question.guess if question.guess in question.choices else question.choices[0]
        chosen = st.selectbox(
            f"Answer ({question.option})",
            question.choices,
            index=question.choices.index(guess),
            format_func=lambda choice: _word(question.option, choice),
            key=key,
        )
        return str(chosen)


def _word(option: str, choice: str) -> str:
    return choice if option == "label" else WORDS.get(choice, choice)


def _label(file: str, seen: Preview) -> None:
    """Draw the label column once it is known, so that it can be changed."""
    if seen.label is None or seen.label not in seen.names:
        return
    key = _key(file, "label", 0)
    settle(key, seen.names)
    st.selectbox("Column to predict", seen.names, index=seen.names.index(seen.label), key=key)


def _with_positive(
    file: str, answers: dict[str, Answer], seen: Preview
) -> tuple[dict[str, Answer], Preview]:
    """Draw which of two classes is the positive one; returns what this leads to."""
    data = seen.dataset
    if data is None or data.task != "binary":
        return answers, seen
    key = _key(file, f"positive_{seen.label}", 0)
    settle(key, data.class_names)
    chosen = st.selectbox("Positive class (+1)", data.class_names, index=1, key=key)
    if chosen == data.class_names[1]:
        return answers, seen
    answers = answers | {"positive": chosen}
    return answers, _read(file, answers)


def _shown(seen: Preview) -> None:
    """Draw the first rows and the report."""
    if seen.rows:
        frame = pd.DataFrame([list(row) for row in seen.rows], dtype="str")
        if len(seen.names) == frame.shape[1]:
            frame.columns = pd.Index(seen.names)
        else:
            frame.columns = pd.Index([f"column {j + 1}" for j in range(frame.shape[1])])
        st.dataframe(frame, hide_index=True, height=260, alt="The first rows of the table")
        how = ", ".join(part for part in (seen.encoding, _separated(seen.delimiter)) if part)
        st.caption(f"First {len(frame)} rows as they stand in the file ({plain(how)}).")
    for finding in seen.report:
        st.markdown(_line(finding))


def _separated(delimiter: str) -> str:
    return f"separated by {delimiter}" if delimiter else ""


def _line(finding: Finding) -> str:
    place = f" — {plain(finding.where)}" if finding.where else ""
    return f"{MARKS[finding.kind]} {plain(finding.text, limit=400)}{place}"


def _outcome(file: str, answers: dict[str, Answer], seen: Preview) -> None:
    if seen.questions:
        st.info("Answer the questions to go on.")
    elif seen.error:
        st.error(plain(seen.error, limit=1500))
    elif seen.dataset is not None:
        st.success(_sentence(seen.dataset))
        st.button(
            "Use this table",
            key="use_table",
            type="primary",
            on_click=_use,
            args=(file, answers, seen.dataset.digest, seen.dataset.name),
        )


def _sentence(data: Dataset) -> str:
    n, d = data.X.shape
    if data.task == "regression":
        return f"Ready: {n} rows, {counted(d, 'feature')}, a number to predict."
    kinds = " / ".join(plain(name) for name in data.class_names)
    positive = f"; positive class: {plain(data.class_names[1])}" if data.task == "binary" else ""
    return f"Ready: {n} rows, {counted(d, 'feature')}, classes {kinds}{positive}."


def _use(file: str, answers: dict[str, Answer], digest: str, name: str) -> None:
    """Accept the table and work on it."""
    upload.store().accept(Accepted(digest, file, name, tuple(sorted(answers.items()))))
    datasets.use(_own(digest))


def _own(digest: str) -> str:
    return datasets.OWN + digest[: datasets.DIGITS]


def _key(file: str, option: str, number: int) -> str:
    return f"q_{file[:8]}_{option}_{number}"
