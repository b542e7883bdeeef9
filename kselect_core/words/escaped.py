"""Text that Markdown and LaTeX show letter by letter."""

import re

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~&$!])")
_STARTS = re.compile(r"^(\d*)([-+=.)])(?=[-+=\s]|$)")
_RAISED = dict(zip("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉ₑₘₚ", "0123456789emp", strict=True))
_SCRIPTS = re.compile(f"([{''.join(_RAISED)}]+|[{''.join(_LOWERED)}]+)")
LATEX = {sign: f"\\{sign}" for sign in "{}$&#_%"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "±": r"$\pm$",
    "·": r"$\cdot$",
    "−": r"$-$",
    "–": "--",
    "∞": r"$\infty$",
    "×": r"$\times$",
    "≈": r"$\approx$",
    "…": r"\dots{}",
    "“": "``",
    "”": "''",
    '"': "''",
    "λ": r"$\lambda$",
    "τ": r"$\tau$",
    "σ": r"$\sigma$",
    "γ": r"$\gamma$",
    "η": r"$\eta$",
    "α": r"$\alpha$",
    "ξ": r"$\xi$",
    "ℓ": r"$\ell$",
}


def markdown(text: str) -> str:
    """Text that Markdown shows letter by letter, on one line."""
    return _STARTS.sub(r"\1\\\2", _MARKS.sub(r"\\\1", on_one_line(text)))


def latex(text: str) -> str:
    """Text that LaTeX sets letter by letter; raised and lowered signs as powers and indices."""
    return "".join(_part(part) for part in _SCRIPTS.split(on_one_line(text)))


def _part(part: str) -> str:
    """A run of raised or of lowered signs, or text without any."""
    for mark, signs in (("^", _RAISED), ("_", _LOWERED)):
        if part and part[0] in signs:
            level = "".join(signs[sign] for sign in part)
            return f"${mark}{level if len(level) == 1 else f'{{{level}}}'}$"
    return "".join(LATEX.get(sign, sign) for sign in part)


def on_one_line(text: str) -> str:
    """Text on one line, with spaces in place of what cannot be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
