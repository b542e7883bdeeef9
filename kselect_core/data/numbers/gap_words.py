"""Words that stand for a missing value where all other cells of a column are numbers."""

from collections import Counter

GAP_WORDS = frozenset(
    (
        "..", "...", "…", ":", "::", "–", "—", "―", "−", "---", "----", "_", "/", "*", "**",
        "unknown", "unk", "unk.", "n.a.", "n.a", "n. a.", "n/d", "n.d.", "n.d", "nd", "n.k.",
        "n/k", "n.v.", "na.", "#na", "#n/a n/a", "<na>", "<null>", "(null)", "[null]", "\\n",
        "-nan", "nan(ind)", "-nan(ind)", "1.#qnan", "-1.#ind", "1.#ind", "nil", "void", "blank",
        "(blank)", "empty", "undefined", "undef", "tbd", "not available", "not applicable",
        "not known", "not recorded", "not measured", "not reported", "not given", "no data",
        "nodata", "no value", "no answer", "refused", "don't know", "dk", "unavailable",
        "unspecified", "confidential", "suppressed", "k.a.", "k. a.", "keine angabe", "unbekannt",
        "s/d", "s.d.", "sin datos", "nc", "n.c.", "inconnu", "n.s.", "ns",
    )
)  # fmt: skip
_FEW = 2  # different words besides numbers that may all mean "no value"
_MANY = 5  # different numbers beside them that make a column one of numbers


def likely_gaps(others: Counter[str], *, different: int) -> Counter[str]:
    """Return the words of a column that has no more than two besides many different numbers."""
    repeated = others.total() > len(others)
    digits = any(letter.isdigit() for cell in others for letter in cell)
    few = 0 < len(others) <= _FEW
    return others if few and repeated and not digits and different >= _MANY else Counter()
