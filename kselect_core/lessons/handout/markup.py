"""The texts of a lesson as HTML: Markdown with formulas, and nothing that would be fetched."""

from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from kselect_core.lessons.handout.formulas import mathml

_FORMULA = "formula"


def html_of(text: str) -> str:
    """Return Markdown as HTML: headings, lists, tables, `code`, $formulas$; no HTML, no pictures.

    Raises KselectError for a formula that cannot be set.
    """
    return str(_reader().render(text))


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    reader.inline.ruler.before("escape", _FORMULA, _formula)
    reader.add_render_rule(_FORMULA, _set)
    return reader


def _formula(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 (the library's signature)
    """Find a formula between dollars, as a rule of the reader."""
    source, start = state.src, state.pos
    mark = "$$" if source.startswith("$$", start) else "$"
    end = source.find(mark, start + len(mark))
    latex = source[start + len(mark) : end]
    if not source.startswith("$", start) or end < 0 or not latex.strip():
        return False
    if mark == "$" and "\n" in latex:
        return False
    if not silent:
        token = state.push(_FORMULA, "math", 0)
        token.content, token.markup = latex, mark
    state.pos = end + len(mark)
    return True


def _set(
    renderer: RendererHTML,  # noqa: ARG001 (the library's signature)
    tokens: Sequence[Token],
    index: int,
    options: Any,  # noqa: ANN401, ARG001
    env: Any,  # noqa: ANN401, ARG001
) -> str:
    token = tokens[index]
    return mathml(token.content, block=token.markup == "$$")
