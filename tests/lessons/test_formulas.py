"""Formulas as MathML: each part of the language once, and what is not in it by its name."""

import re
from xml.dom.minidom import parseString

import pytest

from kselect_core.errors import KselectError
from kselect_core.lessons.catalogue import SHIPPED
from kselect_core.lessons.handout.formulas import DEEPEST, SIMPLE, mathml

FORMULAS = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+)\$", re.DOTALL)


def parsed(latex):
    """Return a formula as elements; fails where it is not well formed."""
    return parseString(mathml(latex)).documentElement  # noqa: S318 (made by this program)


def tree(latex):
    """Return a formula without rows: nested lists of names and texts."""

    def plain(node):
        if node.nodeName == "#text":
            return [node.data]
        inner = [one for part in node.childNodes for one in plain(part)]
        if node.tagName in ("mrow", "math"):
            return inner
        return [(node.tagName, inner[0] if isinstance(inner[0], str) else inner)]

    return plain(parsed(latex))


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("2.5x", [("mn", "2.5"), ("mi", "x")]),
        ("a-b", [("mi", "a"), ("mo", "−"), ("mi", "b")]),
        (r"\tau\le\infty", [("mi", "τ"), ("mo", "≤"), ("mi", "∞")]),
        ("λ", [("mi", "λ")]),
        ("x_i", [("msub", [("mi", "x"), ("mi", "i")])]),
        ("x_i^2", [("msubsup", [("mi", "x"), ("mi", "i"), ("mn", "2")])]),
        ("x^{i+1}", [("msup", [("mi", "x"), ("mi", "i"), ("mo", "+"), ("mn", "1")])]),
        ("f'", [("msup", [("mi", "f"), ("mo", "′")])]),
        (r"\frac{a}b", [("mfrac", [("mi", "a"), ("mi", "b")])]),
        (r"\sqrt n", [("msqrt", [("mi", "n")])]),
        (r"\hat f", [("mover", [("mi", "f"), ("mo", "^")])]),
        (r"\sum_i", [("munder", [("mo", "∑"), ("mi", "i")])]),
        (r"\text{a b}\operatorname{rank}", [("mtext", "a b"), ("mi", "rank")]),
        (r"\lVert x\|", [("mo", "‖"), ("mi", "x"), ("mo", "‖")]),
        (r"\bigl(x\right.", [("mo", "("), ("mi", "x")]),
    ],
)
def test_every_part_is_set_as_it_is_meant(latex, expected):
    assert tree(latex) == expected


def test_what_is_larger_or_smaller_is_no_mark_up():
    assert '<mo stretchy="false">&lt;</mo>' in mathml("a<b")
    assert "<mtext>&lt;b&gt;</mtext>" in mathml(r"\text{<b>}")


def test_a_formula_on_a_line_of_its_own_says_so():
    assert mathml("x", block=True).startswith('<math display="block">')
    assert mathml("x").startswith("<math><")


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"\begin{x}", r"the command \begin, which"),
        (r"\text a", r"the command \text, which"),
        ("{a", "a { without its }"),
        ("a}", "a } without its {"),
        ("x^", "an end where something has to follow"),
        ("^2", "a ^ that belongs to nothing"),
        ("{" * 5000, f"more than {DEEPEST} parts within each other"),
    ],
)
def test_what_cannot_be_set_is_said(latex, words):
    with pytest.raises(KselectError, match=re.escape(words)):
        mathml(latex)


def test_every_simple_command_is_well_formed():
    for name in SIMPLE:
        parsed(f"\\{name}")


def test_every_formula_of_the_shipped_lessons_can_be_set():
    found = [
        one or two
        for path in SHIPPED.glob("*.md")
        for one, two in FORMULAS.findall(path.read_text("utf-8"))
    ]
    assert len(found) > 3
    for latex in found:
        parsed(latex)
