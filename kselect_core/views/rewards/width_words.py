"""The finding about terms along the width in words, and the rows of its table."""

from collections.abc import Callable, Sequence
from math import isinf, isnan
from typing import NamedTuple

import pandas as pd

from kselect_core.criteria import CRITERIA
from kselect_core.criteria.rewards import AS_LINEAR
from kselect_core.criteria.spectral.sm import SM
from kselect_core.views.rewards.place import Row
from kselect_core.views.rewards.width import WidthAt
from kselect_core.words.amounts import counted
from kselect_core.words.labels import number_text, parameter_text, quantity_key
from kselect_core.words.lists import listed

AT_ONES = (
    "At K = 11ᵀ itself CKTA is 0/0, and FSM and FSM-U are ∞, their worst value: the class means "
    "coincide. Ever wider Gaussian kernels come close to the value of the linear kernel instead."
)
MANY = 1000  # from here on factors are whole numbers
SHORT = 20  # characters of a value with its formula that stand in a sentence
FEW = 2  # terms that are named where all of a kind are told
CLOSE = 1e-6  # relative: theory and finding are one number
WAYS = {"narrow": "to narrow kernels", "wide": "to wide kernels", "none": "nowhere"}
WIDTH, MATRIX = "2tau", "matrix"
ALONG = {"narrow": "small t", "wide": "large t"}
"""Ways along given matrices, of which nobody knows which are narrow."""


class TermRow(NamedTuple):
    """A term in words: ``pull`` is where to, ``chosen`` what it chooses alone, ``because`` why."""

    key: str
    term: str
    group: str
    pull: str
    chosen: str
    because: str


def finding(at: WidthAt, safe: Callable[[str], str]) -> str:
    """Return in Markdown what pulls where, with numbers.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    table = at.theory.assign(term=at.theory["term"].map(safe))
    return of_terms(table, classes=at.classes, grid=at.grid, convention=convention(at))


def convention(at: WidthAt) -> str:
    """Return in which convention places of a path are written."""
    return MATRIX if at.result.given else WIDTH


def of_terms(
    table: pd.DataFrame,
    *,
    classes: bool,
    grid: Sequence[float] = (),
    convention: str = WIDTH,
) -> str:
    """Return the same from the rows of terms, whose names stand as they are.

    ``grid`` are the widths of the path, among which those that are chosen are written.
    """
    rows = table.to_dict("records")
    free = [row for row in rows if row["group"] == "penalty"]
    seeing = [row for row in rows if row["group"] != "penalty"]
    groups = {way: [row for row in free if row["pull"] == way] for way in WAYS}
    ways = WAYS | ({way: f"to {end}" for way, end in ALONG.items()} if convention == MATRIX else {})
    text = "; ".join(_pulled(some, ways[way]) for way, some in groups.items() if some)
    unseen = "labels" if classes else "targets"
    first = f"Without looking at the {unseen}, {text}." if text else ""
    inside = _inside(seeing, grid, classes=classes, convention=convention)
    parts = (_blind(seeing), inside)
    second = "; ".join(part for part in parts if part)
    return "  \n".join(part for part in (first, f"{second}." if second else "") if part)


def reasons(table: pd.DataFrame, grid: Sequence[float] = ()) -> str:
    """Return why FSM, printed SM and exact SPS run as they do; Markdown, empty without classes."""
    rows = {row["key"]: row for row in table.to_dict("records")}
    printed, trace = rows["sm_printed"], rows[SM.name]
    if isnan(printed["best"]) or isnan(trace["best"]):
        return ""
    return (
        "**Why?**\n"
        "- **FSM** is the spread of the scores within the classes over the distance of the class "
        "means. At K = I every point resembles itself alone: all scores of a class are equal, and "
        "FSM is 0 whatever the labels.\n"
        "- **SM as printed** divides K by the sum of its entries. No Gaussian kernel has a smaller "
        "one than K = I, which for r = 3 scores no less than the ideal kernel, 1 within a class "
        f"and 0 between. Here its best width, {_choice(printed, grid)}, scores {_gain(printed)} "
        f"times as much as K = I; with the trace the best, {_choice(trace, grid)}, scores "
        f"{_gain(trace)} times as much.\n"
        "- **SPS, exact** adds the trace of K over n², which is 1/n at every width: the training "
        "error alone chooses, and it prefers narrow kernels."
    )


def as_rows(
    table: pd.DataFrame, grid: Sequence[float] = (), *, target: str, convention: str = WIDTH
) -> list[TermRow]:
    """Return one row per term: where it pulls, what it chooses alone, and why, in words."""
    return [
        TermRow(
            str(term["key"]),
            str(term["term"]),
            str(term["group"]),
            _way(term, convention),
            "–" if term["pull"] == "no value" else _choice(term, grid, convention),
            _because(term, target, convention),
        )
        for term in table.to_dict("records")
    ]


def notes(at: WidthAt) -> str:
    """Return what the columns of the table mean."""
    if at.result.given:
        return (
            "At K = I and K = 11ᵀ, which know nothing about the "
            f"{at.target}, whether or not the matrices come near them. Found: from the values of "
            "the matrices alone; along t turns of less than a hundredth of the spread do not "
            f"count, and among ties the largest t is chosen. {at.where}."
        )
    return (
        f"{AT_ONES} The table has their value at the widest kernel of the path; so it has those of "
        "BR and EP, which need to know the kernel, at both ends. Degenerate: the end "
        f"itself, which says nothing about the {at.target}, is as good for the term as any "
        "kernel, in theory as the ideal one. Found: from the values of the path alone; along τ "
        "turns of less than a hundredth of the spread do not count, and among ties the widest "
        f"kernel is chosen. {at.where}."
    )


def at_ones(quantities: Sequence[str]) -> str:
    """Return what happens at K = 11ᵀ, where criteria are shown that have no finite value there."""
    rewards = [one for name in quantities for one in CRITERIA[quantity_key(name)].rewards]
    return AT_ONES if any(one.constant is AS_LINEAR for one in rewards) else ""


def as_table(
    table: pd.DataFrame, grid: Sequence[float] = (), *, convention: str = WIDTH
) -> pd.DataFrame:
    """Return theory and findings as text, one row per term; along matrices findings alone."""
    rows = pd.DataFrame([_row(term, grid, convention) for term in table.to_dict("records")])
    if convention == WIDTH:
        return rows
    rows["pull, found"] = rows["pull, found"].replace(ALONG)
    return rows.drop(columns="pull, in theory").rename(columns={"along τ": "along t"})


def _row(term: Row, grid: Sequence[float], convention: str) -> dict[str, str]:
    return {
        "term": str(term["term"]),
        "at K = I": _compared(term, "identity"),
        "at K = 11ᵀ": _compared(term, "constant"),
        "along τ": f"{term['course'] or '–'}",
        "pull, in theory": str(term["pull_theory"] or "–"),
        "pull, found": f"{term['pull']}{', degenerate' if term['degenerate'] else ''}",
        "chooses": _choice(term, grid, convention),
    }


def _way(term: Row, where: str) -> str:
    """Return where a term pulls: ``narrow``, ``small t``, ``nowhere``."""
    way = str(term["pull"])
    if where == MATRIX:
        way = ALONG.get(way, way)
    return {"none": "nowhere", "interior": "between", "no value": "–"}.get(way, way)


def _because(term: Row, target: str, where: str) -> str:
    """Return why a term pulls there: its value at that end, and whether the labels matter."""
    way = str(term["pull"])
    if way == "no value":
        return str(term["reason"])
    if way == "none":
        matrix = "matrix" if where == MATRIX else "width"
        return f"the same at every {matrix}: {number_text(float(term['best']))}"
    if way == "interior":
        return "both ends are worse"
    if where == MATRIX:
        return f"best at the end: {number_text(float(term['best']))}"
    end, name = ("identity", "K = I") if way == "narrow" else ("constant", "K = 11ᵀ")
    value = _compared(term, end)
    if len(value) > SHORT:
        value = number_text(float(term[end]))
    if term["degenerate"]:
        return f"at {name} it is {value}, its best, whatever the {target}"
    return f"best towards {name}, where it is {value}"


def _pulled(rows: Sequence[Row], way: str) -> str:
    names = listed([row["term"] for row in rows]) if len(rows) <= FEW else f"{len(rows)} terms"
    return f"**{names}** {'pulls' if len(rows) == 1 else 'pull'} {way}"


def _blind(rows: Sequence[Row]) -> str:
    blind = [row for row in rows if row["degenerate"]]
    if not blind:
        return ""
    verb = "has" if len(blind) == 1 else "have"
    names = listed([row["term"] for row in blind])
    return f"**{names}** {verb} the best value at an end that says nothing about the labels"


def _inside(rows: Sequence[Row], grid: Sequence[float], *, classes: bool, convention: str) -> str:
    inside = [float(row["chosen"]) for row in rows if row["pull"] == "interior"]
    if not inside:
        return ""
    low, high = (parameter_text(end(inside), convention, grid) for end in (min, max))
    uses = "uses" if len(rows) == 1 else "use"
    chooses = "chooses" if len(inside) == 1 else "choose"
    what = "labels" if classes else "target"
    ends = low if low == high else f"from {low} to {high}"
    return (
        f"{len(inside)} of {counted(len(rows), 'term')} that {uses} the {what} {chooses} a "
        f"{'matrix' if convention == MATRIX else 'width'} between both ends: {ends}"
    )


def _choice(term: Row, grid: Sequence[float], convention: str = WIDTH) -> str:
    if term["pull"] == "none":
        return "any matrix" if convention == MATRIX else "any width"
    return parameter_text(float(term["chosen"]), convention, grid) or str(term["reason"])


def _gain(term: Row) -> str:
    """Return by how much the best width beats K = I."""
    gain = float(term["best"]) / float(term["identity"])
    return f"{gain:.3g}" if gain < MANY else f"{gain:,.0f}"


def _compared(term: Row, end: str) -> str:
    """Return the value at an end beside what theory says: ``0.00476 = 1/n``."""
    value, proved = float(term[end]), float(term[f"{end}_theory"])
    formula = str(term[f"{end}_formula"])
    if not formula or isnan(proved) or isnan(value):
        return number_text(value)
    if formula == number_text(value):
        return formula
    if value == proved or (not isinf(proved) and abs(value - proved) <= CLOSE * abs(proved)):
        return f"{number_text(value)} = {formula}"
    limit = number_text(proved)
    return f"{number_text(value)} → {formula if formula == limit else f'{formula}, {limit}'}"
