"""How the site is made from the documents beside it: ``python3 run.py docs`` (decision 017)."""

import re
import sys
from dataclasses import is_dataclass
from importlib import metadata
from inspect import Parameter, signature
from pathlib import Path

from sphinx.util.inspect import stringify_signature

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "docs" / "site")]

import gallery  # noqa: E402
import lessons  # noqa: E402
import mathml  # noqa: E402
import names  # noqa: E402

project = "kselect"
author = copyright = "The kselect developers"  # noqa: A001 (Sphinx's name)
release = metadata.version("kselect")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
include_patterns = ["*.md", "docs/**.md", "benchmarks/README.md", "reference/**"]
exclude_patterns = [".*", "artifacts", "tests", "kselect*", "sample_data"]  # not looked through
root_doc = "README"
"""Sources are read where they stand, so that a link is the same here and in the repository."""

nitpicky = True  # what is referred to must be there
nitpick_ignore_regex = [(r"py:(class|obj|exc)", r".*")]  # types and words of other packages
default_role = "py:obj"  # `run_sweep` in a docstring is a link where it can be one
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
toc_object_entries_show_parents = "hide"
maximum_signature_line_length = 88
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
suppress_warnings = ["ref.python"]  # words in backticks that are the names of several things

html_theme = "pydata_sphinx_theme"
html_title = "kselect"
html_context = {"default_mode": "auto"}  # light or dark, as the browser asks
html_static_path = ["static", str(ROOT / "reference" / "static")]
html_css_files = ["site.css"]
templates_path = ["templates"]
html_additional_pages = {"index": "to_readme.html"}
html_math_renderer = "mathml"
html_show_sourcelink = html_copy_source = False
html_theme_options = {
    "header_links_before_dropdown": 6,
    "navbar_align": "left",
    "show_prev_next": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_sidebars = {"README": []}

CODE = re.compile(r"(`+[^`]*`+)")
LONG = 60  # characters of a default

CONTENTS = """
```{toctree}
:hidden:
docs/site/guide
docs/site/figures
reference/api
docs/site/adding
docs/site/development
```
"""


def with_contents(app: object, name: str, text: list[str]) -> None:  # noqa: ARG001 (Sphinx's event)
    """Put the table of contents below the README, which is the first page."""
    if name == root_doc:
        text[0] += CONTENTS


def written(*_: object) -> None:
    """Write the pages that follow from the program."""
    for make in (names.pages, gallery.pages, lessons.pages):
        for path, text in make():
            keep(ROOT / "reference" / path, text)


def with_short_defaults(*given: object) -> tuple[str, str] | None:
    """Return the signature of a class with … in place of defaults that fill lines."""
    _, kind, _, value, *_ = given
    if kind != "class" or not is_dataclass(value):
        return None
    known = signature(value)
    short = [
        one.replace(default=Ellipsis) if len(repr(one.default)) > LONG or made(one) else one
        for one in known.parameters.values()
    ]
    text = stringify_signature(known.replace(parameters=short), unqualified_typehints=True)
    return text.replace("Ellipsis", "…"), ""


def made(argument: Parameter) -> bool:
    """Tell whether the default of an argument is made when the class is called."""
    return repr(argument.default) == "<factory>"


def as_meant(*given: object) -> None:
    """Let bars be absolute values, and the first line of an attribute be uncut at a colon."""
    _, kind, *_, lines = given
    lines[:] = ["".join(bars(part) for part in CODE.split(line)) for line in lines]
    if kind in ("attribute", "property", "data"):
        lines.insert(0, "")


def bars(text: str) -> str:
    """Return text whose bars name no substitution; code is left as it is."""
    return text if text.startswith("`") else text.replace("|", r"\|")


def unsaid(*given: object) -> bool | None:
    """Leave out the fields of named tuples of which nothing is said."""
    _, _, _, value, *_ = given
    return True if str(getattr(value, "__doc__", "")).startswith("Alias for field") else None


def keep(path: Path, text: str) -> None:
    """Write a file unless it is already so: Sphinx reads what is new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def setup(app: object) -> None:
    """Tell Sphinx of all this."""
    mathml.setup(app)
    gallery.setup(app)
    app.connect("autodoc-process-docstring", as_meant, priority=400)
    app.connect("autodoc-skip-member", unsaid)
    app.connect("autodoc-process-signature", with_short_defaults)
    app.connect("source-read", with_contents)
    app.connect("config-inited", written, priority=100)
