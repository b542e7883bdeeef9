"""How a file was read: every part of the guess, to be seen and to be changed.

What nobody changes stays a guess: it is no answer, and no part of the record of an experiment.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pandas as pd
import streamlit as st

from kselect_core.data.table.preview import Preview
from kselect_core.data.words.answers import KINDS, word
from kselect_core.data.words.table_options import WHOLE
from kselect_core.words.amounts import counted
from kselect_ui.data.own_table.answers import NUMBERS, Reading, choose, draft, keep
from kselect_ui.data.own_table.words import SKIPPED, line
from kselect_ui.server.messages import plain
from kselect_ui.server.upload import Answer, Draft

ENCODINGS = ("utf-8", "cp1252", "latin-1", "utf-16", "utf-16-le", "utf-16-be", "mac-roman")
DELIMITERS = ("comma", "semicolon", "tab", "pipe", "space")
MOST_REMARKS = 4
AS_FOUND = ""  # leave it to the reader
ROWS, ROWS_SEED = "rows", "rows_seed"
TEXT = ("text", "")


@dataclass(frozen=True)
class Part:
    """One part of the reading: its name, what may be chosen, what was found."""

    option: str
    label: str
    choices: Callable[[Preview], Sequence[str]]
    found: Callable[[Preview], str] = lambda _: ""
    kinds: tuple[str, ...] = ()  # formats that have it; none: all


def _of(*choices: str) -> Callable[[Preview], Sequence[str]]:
    return lambda _: choices


def _decimal(seen: Preview) -> str:
    return {".": "point", ",": "comma"}.get(seen.decimal, "")


def _thousands(seen: Preview) -> str:
    return "" if seen.thousands is None else "ignored" if seen.thousands else "none"


def _header(seen: Preview) -> str:
    return "" if seen.header is None else "yes" if seen.header else "no"


def _classes(seen: Preview) -> Sequence[str]:
    """Return the two classes; of more than two, the page of sweeps chooses."""
    data = seen.dataset
    return data.class_names if data and data.task == "binary" else ()


def _task(seen: Preview) -> str:
    return word("task", seen.dataset.task) if seen.dataset else ""


def _member(seen: Preview) -> Sequence[str]:
    return [
        q for question in seen.questions if question.option == "member" for q in question.choices
    ]


def _fewer(seen: Preview) -> Sequence[str]:
    """Return of how many rows a sample can be used."""
    own = len(seen.dataset.y) - seen.dataset.test_rows if seen.dataset else 0
    return [str(rows) for rows in (1_000, 10_000, 100_000) if rows < own]


def _nothing(seen: Preview) -> str:
    """Return that something does not occur: it would have been asked about."""
    return "none here" if seen.dataset else ""


def _base(seen: Preview) -> str:
    """Return the number of the first feature, where it is known."""
    return "" if seen.index_base is None else str(seen.index_base)


PARTS = (
    Part("member", "File in the archive", _member),
    Part("encoding", "Encoding", _of(*ENCODINGS), lambda seen: seen.encoding, TEXT),
    Part(
        "delimiter", "Cells are separated by", _of(*DELIMITERS), lambda seen: seen.delimiter, TEXT
    ),
    Part("decimal", "Decimal mark", _of(".", ","), _decimal, TEXT),
    Part("thousands", "Thousands separator", _of("none", ",", ".", "space", "'"), _thousands, TEXT),
    Part("header", "First line holds names", _of("yes", "no"), _header, TEXT),
    Part("comments", "Lines with # at the top", _of("skip", "data"), _nothing, TEXT),
    Part("index_base", "Features count from", _of("0", "1"), _base, ("svmlight",)),
    Part("task", "What is predicted", _of("binary", "multiclass", "regression"), _task),
    Part("positive", "Positive class (+1)", _classes, lambda seen: "".join(_classes(seen)[1:])),
    Part("missing", "Missing values", _of("drop_rows", "median"), _nothing),
    Part("markers", "Words like NA, numbers like 999", _of("missing", "values"), _nothing),
    Part("missing_labels", "Rows without a label", _of("drop_rows", "class"), _nothing),
    Part("merge_labels", "Labels that look alike", _of("merge", "keep"), _nothing),
    Part("units", "Units, such as 5kg or 5%", _of("strip", "words"), _nothing),
    Part("flagged", "Marks, such as <0.5 or 12*", _of("strip", "missing", "words"), _nothing),
    Part("symmetric", "Symmetric matrices", _of("features", "gram", "distances"), _nothing),
    Part("identifiers", "Columns that only name the rows", _of("drop", "keep")),
    Part(ROWS, "Rows to use", _fewer, lambda seen: "all" if seen.dataset else ""),
)


def panel(reading: Reading) -> None:
    """Draw the whole reading; it is open where it can help, or somebody has opened it."""
    preview, changed = reading.seen, len(reading.draft.chosen)
    if not (preview.rows or preview.encoding or changed):
        return  # what is no table is read in no way
    wrong = bool(preview.error and preview.rows and not preview.questions)
    with st.expander("How it was read", expanded=wrong):
        st.caption(
            "Everything here was found in the file. Change what is wrong; the table above "
            "is read again at once." + (f" Changed by you: {changed}." if changed else "")
        )
        archive = "member" in reading.answers
        parts = [p for p in PARTS if not p.kinds or preview.kind in p.kinds]
        parts = [part for part in parts if archive or part.option != "member"]
        cells = [partial(_part, part, reading) for part in parts]
        if ROWS in reading.answers:  # the last part
            cells.append(partial(_draw, reading))
        for start in range(0, len(cells), 3):
            for place, cell in zip(st.columns(3), cells[start : start + 3], strict=False):
                with place:
                    cell()
        _others(reading)
        for finding in reading.seen.report:
            st.markdown(line(finding))


def summary(seen: Preview) -> str:
    """Return in a few words how the file is read."""
    words = [KINDS.get(seen.kind, seen.kind)] if seen.kind not in TEXT else []
    if seen.kind in TEXT:
        words += [seen.encoding, f"separated by {seen.delimiter}" if seen.delimiter else ""]
    return ", ".join(filter(None, words))


def _part(part: Part, reading: Reading) -> None:
    """Draw one part of the reading: as it was found, or as somebody says."""
    key = f"r_{reading.file[:8]}_{part.option}"
    value = reading.draft.chosen.get(part.option)
    chosen = AS_FOUND if value is None else str(value)
    choices = list(dict.fromkeys((AS_FOUND, *part.choices(reading.seen), chosen)))
    answered = reading.answers.get(part.option)
    as_found = _marked(part.found(reading.seen)) if value is None else "as found"
    if value is None and answered is not None:
        as_found = f"{word(part.option, str(answered))} (as answered)"
    st.session_state[key] = chosen
    st.selectbox(
        part.label,
        choices,
        format_func=lambda choice: word(part.option, choice) if choice else as_found,
        key=key,
        on_change=_chosen,
        args=(reading.file, part.option, key),
    )


def _draw(reading: Reading) -> None:
    """Draw which of the rows are used, where not all are."""
    key = f"r_{reading.file[:8]}_{ROWS_SEED}"
    st.session_state[key] = int(str(reading.answers.get(ROWS_SEED, 0)))
    low, high = WHOLE[ROWS_SEED]
    st.number_input(
        "Which rows (seed of the draw)",
        min_value=low,
        max_value=high,
        step=1,
        key=key,
        on_change=_whole,
        args=(reading.file, ROWS_SEED, key),
        help="Another seed draws other rows, the same seed always the same ones. Fewer rows of one "
        "seed are part of more of them. A choice that another draw changes depends on the rows.",
    )


def _marked(mark: str) -> str:
    return f"{mark} (as found)" if mark else "as found"


def _chosen(file: str, option: str, key: str) -> None:
    value = st.session_state[key]
    number = option in NUMBERS and value.isdecimal()
    choose(file, option, (int(value) if number else value) if value != AS_FOUND else None)
    if option == ROWS and value == AS_FOUND:
        choose(file, ROWS_SEED, None)  # all rows are not drawn


def _others(reading: Reading) -> None:
    """Draw what is no choice among a few: lines at the top, lists of columns."""
    preview, file = reading.seen, reading.file
    first, second, third = st.columns(3)
    if preview.kind in TEXT:
        key = f"r_{file[:8]}_skip"
        skipped = reading.draft.chosen.get("skip", 0)
        st.session_state[key] = int(skipped) if isinstance(skipped, int) else 0
        first.number_input(
            SKIPPED,
            min_value=0,
            max_value=10_000,
            step=1,
            key=key,
            on_change=_whole,
            args=(file, "skip", key),
        )
    with second:
        _columns(reading, "drop", "Columns to skip")
    with third:
        _columns(reading, "as_text", "Columns whose numbers are codes")
    st.button(
        "Undo my changes",
        key=f"r_{file[:8]}_forget",
        on_click=_forget,
        args=(file,),
        disabled=not (reading.draft.chosen or reading.draft.said),
    )


def _columns(reading: Reading, option: str, label: str) -> None:
    key = f"r_{reading.file[:8]}_{option}"
    value = reading.draft.chosen.get(option, [])
    names = [str(name) for name in value] if isinstance(value, list) else [str(value)]
    others = [name for name in reading.seen.names if name != reading.seen.label]
    st.session_state[key] = names
    st.multiselect(
        label,
        list(dict.fromkeys((*others, *names))),
        key=key,
        on_change=_named,
        args=(reading.file, option, key),
        placeholder="none",
    )


def _whole(file: str, option: str, key: str) -> None:
    choose(file, option, st.session_state[key] or None)


def _named(file: str, option: str, key: str) -> None:
    names: Answer = list(st.session_state[key])
    choose(file, option, names)


def _forget(file: str) -> None:
    keep(file, Draft(test=draft(file).test))


def label(reading: Reading) -> None:
    """Draw the column to predict once it is known, so that it can be changed."""
    preview = reading.seen
    if preview.label is None or preview.label not in preview.names:
        return
    key = f"r_{reading.file[:8]}_label"
    st.session_state[key] = preview.label
    st.selectbox(
        "Column to predict",
        preview.names,
        key=key,
        on_change=_chosen,
        args=(reading.file, "label", key),
    )


def rows(seen: Preview) -> None:
    """Draw the first rows and, in a few words, how they were read."""
    if not seen.rows:
        return
    width = max(map(len, seen.rows))  # they differ where a title stands above the table
    frame = pd.DataFrame([[*row, *[""] * (width - len(row))] for row in seen.rows], dtype="str")
    numbered = [f"column {j + 1}" for j in range(frame.shape[1])]
    frame.columns = pd.Index(seen.names if len(seen.names) == frame.shape[1] else numbered)
    st.dataframe(frame, hide_index=True, height=260, alt="The first rows of the table")
    how = summary(seen)
    how = f" ({plain(how)})" if how else ""
    st.caption(f"First {len(frame)} rows as they are in the file{how}.")


def remarks(seen: Preview) -> None:
    """Draw what was repaired or is worth knowing; the rest stands in the panel."""
    findings = [finding for finding in seen.report if finding.kind in ("notice", "fixed")]
    findings.sort(key=lambda finding: finding.kind != "notice")  # what was not done comes first
    for finding in findings[:MOST_REMARKS]:
        st.markdown(line(finding))
    if len(findings) > MOST_REMARKS:
        more = counted(len(findings) - MOST_REMARKS, "more remark")
        st.caption(f"… and {more} under “How it was read”.")
