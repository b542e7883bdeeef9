"""Formulas as MathML, which browsers set themselves: no script, no font and no network."""

from typing import NoReturn

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.writers.html5 import HTML5Translator


def mathml(latex: str, *, as_block: bool = False) -> str:
    """Return LaTeX as MathML; the bars of a norm do not stretch, or browsers lower the last one."""
    return tex2mathml(latex, as_block=as_block).replace(">‖", ' stretchy="false">‖')


def inline(writer: HTML5Translator, node: nodes.math) -> NoReturn:
    """Write a formula within a line."""
    writer.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def block(writer: HTML5Translator, node: nodes.math_block) -> NoReturn:
    """Write a formula on a line of its own; what is wider than the page is scrolled."""
    formula = mathml(node.astext(), as_block=True)
    writer.body.append(f'<div class="formula" tabindex="0">{formula}</div>\n')
    raise nodes.SkipNode


def setup(app: object) -> None:
    """Offer the writer to Sphinx."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
