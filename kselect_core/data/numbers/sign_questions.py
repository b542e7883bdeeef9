"""What is asked and said about numbers among units, marks and words for what is missing."""

from kselect_core.data.numbers.several_numbers import holds_several
from kselect_core.data.numbers.style import form
from kselect_core.data.numbers.surroundings import Surroundings, same_unit
from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import Question

_SHOWN = 3
_LONGEST = 40  # characters of a cell in a sentence
_LOST = {
    "limit": "a limit becomes a value",
    "about": "“about 12” becomes 12",
    "error": "the error is lost",
    "note": "the note is lost",
}


def unit_question(name: str, seen: Surroundings) -> Question:
    """Return the question whether a column holds numbers with a unit, or words."""
    text = (
        f"Column {name!r} holds {counted(_rows(seen, seen.measured), 'number')} with a unit or "
        f"sign around them. Strip it ({_read(seen, seen.measured)}), or keep the column as words? "
        "(For one column alone: as_text or drop.)"
    )
    return Question("units", text, ("strip", "words"), "words" if _is_named(seen) else "strip")


def flag_question(name: str, seen: Surroundings) -> Question:
    """Return the question what numbers with a mark mean, and what each answer does."""
    text = (
        f"Column {name!r}: {_rows(seen, seen.flagged)} of {seen.total} cells hold a number with a "
        f"mark that changes it. Read the number alone ({_read(seen, seen.flagged)}; "
        f"{_lost(seen)}), count these cells as missing, or keep the column as words? "
        "(For one column alone: as_text or drop.)"
    )
    return Question("flagged", text, ("strip", "missing", "words"), "strip")


def gap_question(name: str, seen: Surroundings) -> Question:
    """Return the question whether a word beside numbers means that a value is missing."""
    words = ", ".join(f"{word[:20]!r} ({n} ×)" for word, n in seen.gaps.most_common(_SHOWN))
    text = (
        f"Column {name!r} holds {seen.total} numbers, and besides {words}. Are these missing "
        "values, so that the column is one of numbers, or values like any other, so that all of it "
        "is words?"
    )
    return Question("markers", text, ("missing", "values"), "missing")


def not_used(name: str, seen: Surroundings) -> Finding:
    """Return the notice that a column which looks numeric is no number."""
    cells = _read(seen, list(seen.inner)) or ", ".join(map(repr, list(seen.gaps)[:_SHOWN]))
    text = (
        f"It looks numeric but is not used as a number: {seen.numbers} of {seen.rows.total()} "
        f"cells hold one ({cells}). It is read as words."
    )
    return Finding("notice", text, f"column {name!r}")


def words_question(name: str, seen: Surroundings) -> Question:
    """Return the question to read a column as words whose numbers cannot be compared."""
    if seen.others:
        other = ", ".join(repr(word[:20]) for word, _ in seen.others.most_common(_SHOWN))
        several = any(map(holds_several, seen.others))
        why = f"other cells hold none{' or several' * several} ({other})"
    else:
        why = "what stands around them differs, so that they could not be compared"
    text = (
        f"Column {name!r} looks numeric: {seen.numbers} of {seen.total} cells hold a number "
        f"({_read(seen, list(seen.inner))}), but {why}. Read it as words? To use its numbers, "
        "write them alike in the file."
    )
    return Question("as_text", text, (name,), name)


def about_units(seen: Surroundings, place: str) -> Finding:
    """Return what is said once units were left out."""
    shown = ", ".join(map(repr, _usual(seen, seen.measured)))
    text = f"Units were left out of {_rows(seen, seen.measured)} cells ({shown})."
    return Finding("asked", text, place)


def about_flags(seen: Surroundings, options: TableOptions, place: str) -> Finding:
    """Return what is said once numbers with marks were read."""
    shown = ", ".join(map(repr, _usual(seen, seen.flagged)))
    how = "as missing" if options.flagged == "missing" else f"without them: {_lost(seen)}"
    text = f"{_rows(seen, seen.flagged)} cells with marks were read {how} ({shown})."
    return Finding("asked", text, place)


def _is_named(seen: Surroundings) -> bool:
    """Return whether a word stands before whole numbers, as in the name “case 12”."""
    before = all(
        inner.unit and cell.strip().casefold().startswith(inner.unit.casefold())
        for cell, inner in seen.inner.items()
    )
    letters = all(same_unit(unit).isalpha() and len(unit) > 3 for unit in seen.units)  # noqa: PLR2004 (EUR)
    whole = all(form(inner.number) == "whole" for inner in seen.inner.values())
    return before and letters and whole


def _lost(seen: Surroundings) -> str:
    kinds = dict.fromkeys(seen.inner[cell].flag for cell in seen.flagged)
    return ", ".join(_LOST[kind] for kind in kinds if kind)


def _rows(seen: Surroundings, cells: list[str]) -> int:
    return sum(seen.rows[cell] for cell in cells)


def _usual(seen: Surroundings, cells: list[str]) -> list[str]:
    often = sorted(cells, key=lambda cell: -seen.rows[cell])
    return [_shown(cell) for cell in often[:_SHOWN]]


def _read(seen: Surroundings, cells: list[str]) -> str:
    often = sorted(cells, key=lambda cell: -seen.rows[cell])[:_SHOWN]
    return ", ".join(f"{_shown(cell)!r} = {seen.inner[cell].number}" for cell in often)


def _shown(cell: str) -> str:
    """Return a cell for a sentence: with plain blanks, and not too long."""
    return " ".join(cell.split())[:_LONGEST]
