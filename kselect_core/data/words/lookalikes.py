"""Words that a reader cannot tell apart, though their letters are different ones."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence

from kselect_core.data.words.column_names import JOINERS
from kselect_core.data.words.findings import Finding

_SHOWN = 5
_GREEK_AND_CYRILLIC = "АВЕКМНОРСТУХІЈЅасеорхуіјѕԁһ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧνο"  # noqa: RUF001 (they are)
_LATIN = "ABEKMHOPCTYXIJSaceopxyijsdh" + "ABEZHIKMNOPTYXvo"
_LIKE_LATIN = str.maketrans(_GREEK_AND_CYRILLIC, _LATIN)


def bare(word: str) -> str:
    """Return a word without blanks around it and without characters that cannot be seen."""
    if word.isprintable():
        return word.strip()
    return "".join(c for c in word if c in JOINERS or not _is_unseen(c)).strip()


def seen(word: str) -> str:
    """Return what a reader sees of a word; other codes of the same letters make no difference."""
    composed = unicodedata.normalize("NFKC", word)
    return " ".join("".join(c for c in composed if not _is_unseen(c)).split())


def key(word: str) -> str:
    """Return what is the same for words that differ in case, blanks or invisibly."""
    return unicodedata.normalize("NFKC", seen(word).casefold())


def shown_apart(words: Sequence[str]) -> str:
    """Return words for a sentence, with the codes of their letters where they look the same."""
    if len({seen(word) for word in words}) == len(words):
        return ", ".join(map(repr, words))
    return ", ".join(f"{word!r}{_codes(word)}" for word in words)


def about_lookalikes(words: Iterable[str], where: str) -> list[Finding]:
    """Return notices on different words that differ only in case, blanks, codes or script."""
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for word in set(words):
        groups[key(word)].add(word)
    alike = [sorted(group) for group in groups.values() if len(group) > 1]
    findings = about_other_scripts(groups, where)
    if alike:
        shown = "; ".join(map(shown_apart, alike[:_SHOWN]))
        text = f"Words that differ only in case, blanks or invisibly are different words: {shown}."
        findings.append(Finding("notice", text, where))
    return findings


def about_other_scripts(words: Iterable[str], where: str) -> list[Finding]:
    """Return a notice on words that look alike because letters of another script are in them."""
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for word in set(words):
        groups[key(seen(word).translate(_LIKE_LATIN))].add(word)
    alike = [sorted(group) for group in groups.values() if len({key(word) for word in group}) > 1]
    if not alike:
        return []
    shown = "; ".join(", ".join(f"{w!r}{_codes(w)}" for w in group) for group in alike[:_SHOWN])
    text = (
        f"Words look alike but are written with letters of other scripts: {shown}. They are "
        "different words; if that is a slip, correct the file."
    )
    return [Finding("notice", text, where)]


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cf", "Cc") and not letter.isspace()


def _codes(word: str) -> str:
    codes = " ".join(f"U+{ord(c):04X}" for c in word if not c.isascii())
    return f" (with {codes[:60]})" if codes else ""
