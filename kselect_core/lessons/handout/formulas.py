"""Formulas as MathML, which browsers set and print themselves: no script, no font, no network.

The part of LaTeX that lessons speak: letters, numbers, indices and exponents, fractions, roots,
accents, texts, sums, norms and the usual signs. What is not in it is refused by its name, and
nothing of it can become HTML: the text may be a stranger's. (The library latex2mathml hands on
commands that it does not know, tags inside of texts, and links that run scripts.)
"""

import re
from collections.abc import Callable, Mapping
from html import escape
from types import MappingProxyType

from kselect_core.errors import KselectError, shortened

_WORDS = re.compile(r"\\(text|mathrm|operatorname|mathbf)\s*\{([^{}]*)\}")
_TOKEN = re.compile(rf"{_WORDS.pattern}|\\(?:[A-Za-z]+|.)|\d+(?:\.\d+)?|\S", re.DOTALL)

_LETTERS = """
alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ kappa κ lambda λ mu μ
nu ν xi ξ pi π rho ρ sigma σ tau τ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ
Lambda Λ Sigma Σ Phi Φ Psi Ψ Omega Ω ell ℓ infty ∞ partial ∂
"""
_SIGNS = """
le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ propto ∝ ll ≪ gg ≫ in ∈ notin ∉ subset ⊂ to → mapsto ↦
pm ± cdot ⋅ times × circ ∘ odot ⊙ otimes ⊗ dots … ldots … cdots ⋯ langle ⟨ rangle ⟩ mid | lVert ‖
rVert ‖ Vert ‖ lvert | rvert | forall ∀ exists ∃
"""
DEEPEST = 30
"""Parts of a formula within each other."""
_NAMES = ("exp", "log", "ln", "max", "min", "sup", "inf", "arg", "det", "tr", "rank", "sign", "dim")
_SPACES = {",": "0.17em", ":": "0.22em", ";": "0.28em", " ": "0.33em", "!": "0", "quad": "1em"}
_ACCENTS = {"hat": "^", "bar": "¯", "tilde": "~", "vec": "→", "dot": "˙"}
_LARGE = {"sum": "∑", "prod": "∏", "int": "∫"}
_SIZES = ("bigl", "bigr", "Bigl", "Bigr", "big", "Big", "left", "right")


def _pairs(text: str) -> Mapping[str, str]:
    return dict(zip(*[iter(text.split())] * 2, strict=True))


def _sign(sign: str) -> str:
    return f'<mo stretchy="false">{escape(sign)}</mo>'


SIMPLE: Mapping[str, str] = MappingProxyType(
    {
        **{name: f"<mi>{sign}</mi>" for name, sign in _pairs(_LETTERS).items()},
        **{name: _sign(sign) for name, sign in _pairs(_SIGNS).items()},
        **{name: f'<mi mathvariant="normal">{name}</mi><mo>&#x2061;</mo>' for name in _NAMES},
        **{name: f'<mspace width="{width}"/>' for name, width in _SPACES.items()},
        **{name: f"<mo>{sign}</mo>" for name, sign in _LARGE.items()},
        **{sign: _sign(sign) for sign in "{}%_$#&"},
        "|": _sign("‖"),
    }
)
"""Commands that stand for one sign, a name or a space."""


def mathml(latex: str, *, block: bool = False) -> str:
    r"""Return a formula as MathML, on a line of its own if ``block``.

    Raises KselectError for a command that is not known, such as ``\begin``, and for braces that
    do not match.
    """
    reading = _Reading(latex)
    body = reading.row()
    if reading.left():
        raise _fault(latex, "a } without its {")
    shown = ' display="block"' if block else ""
    return f"<math{shown}><mrow>{body}</mrow></math>"


class _Reading:
    """A formula that is read from left to right."""

    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.tokens = [token[0] for token in _TOKEN.finditer(latex)]
        self.at = self.depth = 0

    def left(self) -> bool:
        """Whether something is left to read."""
        return self.at < len(self.tokens)

    def row(self) -> str:
        """Read up to the end of a group."""
        parts = []
        while self.left() and self.tokens[self.at] != "}":
            parts.append(self.with_scripts())
        return "".join(parts)

    def with_scripts(self) -> str:
        """Read one part with its index and its exponent."""
        large = self.tokens[self.at].removeprefix("\\") in _LARGE
        base, scripts = self.part(), dict[str, str]()
        while self.left() and self.tokens[self.at] in ("_", "^", "'"):
            sign = self.tokens[self.at]
            self.at += 1
            if sign == "'":
                scripts["^"] = scripts.get("^", "") + "<mo>′</mo>"
            else:
                scripts[sign] = scripts.get(sign, "") + self.part()
        below, above = (scripts.get(sign, "") for sign in "_^")
        under, over = ("under", "over") if large else ("sub", "sup")
        if not scripts:
            return base
        inner = "".join(f"<mrow>{part}</mrow>" for part in (base, below, above) if part)
        name = f"m{under if below else ''}{over if above else ''}"
        return f"<{name}>{inner}</{name}>"

    def part(self) -> str:
        """Read one letter, number, sign, group or command."""
        if not self.left():
            raise _fault(self.latex, "an end where something has to follow")
        if self.depth == DEEPEST:
            raise _fault(self.latex, f"more than {DEEPEST} parts within each other")
        self.depth += 1
        read = self.read()
        self.depth -= 1
        return read

    def read(self) -> str:
        """Read the part that begins with the next sign."""
        sign = self.tokens[self.at]
        self.at += 1
        if sign == "{":
            return self.group()
        words = _WORDS.fullmatch(sign)
        if words:
            return _lettered(words[2], words[1])
        if sign.startswith("\\") and len(sign) > 1:
            return self.command(sign[1:])
        if sign in "_^}":
            raise _fault(self.latex, f"a {sign} that belongs to nothing")
        if sign[0].isdigit():
            return f"<mn>{sign}</mn>"
        if sign.isalpha():
            return f"<mi>{sign}</mi>"
        return _sign(sign.replace("-", "−"))

    def group(self) -> str:
        """Read what is left of a group whose brace was read."""
        body = self.row()
        if not self.left():
            raise _fault(self.latex, "a { without its }")
        self.at += 1
        return f"<mrow>{body}</mrow>"

    def command(self, name: str) -> str:
        """Read what a command is followed by."""
        if name in SIMPLE:
            return SIMPLE[name]
        if name in _SIZES:
            return self.part() if self.left() and self.tokens[self.at] != "." else self.nothing()
        if name in _ACCENTS:
            return f'<mover accent="true">{self.part()}<mo>{_ACCENTS[name]}</mo></mover>'
        if name in _BUILT:
            return _BUILT[name](self)
        raise _fault(self.latex, f"the command \\{name}, which a handout cannot set")

    def nothing(self) -> str:
        """Pass over the dot of a bracket that is not seen."""
        self.at += 1
        return ""


def _fraction(reading: _Reading) -> str:
    return f"<mfrac>{reading.part()}{reading.part()}</mfrac>"


def _root(reading: _Reading) -> str:
    return f"<msqrt>{reading.part()}</msqrt>"


_BUILT: Mapping[str, Callable[[_Reading], str]] = MappingProxyType(
    {"frac": _fraction, "tfrac": _fraction, "dfrac": _fraction, "sqrt": _root}
)


def _lettered(text: str, font: str) -> str:
    if font == "text":
        return f"<mtext>{escape(text)}</mtext>"
    bold = ' style="font-weight: bold"' if font == "mathbf" else ""
    return f'<mi mathvariant="normal"{bold}>{escape(text)}</mi>'


def _fault(latex: str, words: str) -> KselectError:
    return KselectError(f"The formula {shortened(latex)} has {words}.")
