"""Pages of the public names, the criteria and the kernels, from what the program says of them."""

from ast import ImportFrom, parse
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import getdoc, getsource, isroutine
from types import ModuleType
from typing import NamedTuple

import gallery

from kselect_core.criteria import COSTS, CRITERIA, EVIDENCE, Criterion
from kselect_core.kernels import KERNELS, Kernel
from kselect_core.learners import LEARNERS
from kselect_core.parameters import Parameter
from kselect_core.views import View
from kselect_core.words.escaped import markdown
from kselect_core.words.labels import spelled_out

PACKAGE = import_module("kselect")
REGISTRIES = {"CRITERIA": "criteria", "KERNELS": "kernels", "LEARNERS": "kernels"}
OPTIONS = (  # what an estimator has from scikit-learn is told there
    "   :members:",
    "   :inherited-members: BaseEstimator, Mapping, tuple",
    "   :exclude-members: get_metadata_routing, score, set_fit_request, set_score_request",
)
BAR = r"\|"


class Public(NamedTuple):
    """A public name: where it stands, and what it is."""

    home: str
    name: str
    value: object

    @property
    def path(self) -> str:
        """Dotted path."""
        return f"{self.home}.{self.name}"

    @property
    def page(self) -> str:
        """Page that tells of it."""
        return REGISTRIES.get(self.name, f"api/{self.name}")

    @property
    def is_module(self) -> bool:
        """Whether it holds further names."""
        return isinstance(self.value, ModuleType)

    @property
    def has_signature(self) -> bool:
        """Whether it is a function, a view or a class."""
        return isroutine(self.value) or isinstance(self.value, type | View)

    @property
    def says(self) -> str:
        """First line of its docstring; a registry has none of its own."""
        if self.name in REGISTRIES:
            return f"All {self.name.lower()} by their keys."
        return (getdoc(self.value) or "").partition("\n")[0]


def pages() -> Iterator[tuple[str, str]]:
    """Give the path of every page and its text."""
    names = list(public(PACKAGE))
    yield "api.md", api(names)
    told = {id(one.value) for one in names}
    for one in names:
        if one.is_module:
            members = [m for m in public(one.value) if m.has_signature and id(m.value) not in told]
            told |= {id(member.value) for member in members}
            yield f"{one.page}.md", module(one, members)
        elif one.name not in REGISTRIES:
            yield f"{one.page}.md", f"# {one.name}\n\n{documented([one])}"
    yield "criteria.md", criteria()
    for criterion in CRITERIA.values():
        yield f"criteria/{criterion.name}.md", of_criterion(criterion)
    yield "kernels.md", kernels()


def public(package: ModuleType) -> Iterator[Public]:
    """Give the public names of a package, as it lists them."""
    for name in getattr(package, "__all__", None) or own_names(package):
        if not name.startswith("_"):
            yield Public(package.__name__, name, getattr(package, name))


def own_names(package: ModuleType) -> list[str]:
    """Return the names that a module without a list of them defines itself or hands on."""
    imports = [node for node in parse(getsource(package)).body if isinstance(node, ImportFrom)]
    handed = {one.name for node in imports for one in node.names if one.asname == one.name}
    every = vars(package).items()
    own = [name for name, value in every if getattr(value, "__module__", "") == package.__name__]
    return own + sorted(handed, key=lambda name: (name.islower(), name))


def api(names: list[Public]) -> str:
    """Page of all public names."""
    rows = [(f"[`{one.name}`]({one.page}.md)", one.says) for one in names]
    entries = dict.fromkeys([*REGISTRIES.values(), *(one.page for one in names)])
    return "\n\n".join(
        [
            "# Python",
            f"What `import {PACKAGE.__name__}` offers. Names that are not listed here may change "
            "in any version.",
            table(("name", "what it is"), rows),
            "Everything with a key in a registry: the [criteria](criteria.md), the "
            "[kernels and learners](kernels.md), the [data sets](../docs/data_sets.md), the "
            "[figures](../docs/site/figures.md).",
            toctree(entries, hidden=True),
        ]
    )


def module(one: Public, members: Iterable[Public]) -> str:
    """Page of a package, and of names of it that are told of here."""
    head = eval_rst([f".. automodule:: {one.path}"])
    return f"# {one.name}\n\n{head}\n\n{documented(members)}"


def documented(names: Iterable[Public]) -> str:
    """Directives that set the docstrings of some names."""
    lines: list[str] = []
    for one in names:
        is_class = isinstance(one.value, type)
        lines.append(f".. {'autoclass' if is_class else 'autofunction'}:: {one.path}")
        lines += [*OPTIONS, ""] if is_class else [""]
    return eval_rst(lines)


def criteria() -> str:
    """Page of all criteria."""
    rows = [
        (
            f"[{markdown(title(one))}](criteria/{one.name}.md)",
            f"`{one.name}`",
            one.better,
            COSTS[one.cost][0],
        )
        for one in CRITERIA.values()
    ]
    head = ("criterion", "key", "better", "cost")
    return "\n\n".join(
        [
            "# Criteria",
            "Numbers computed from the training points alone, meant to tell how well a kernel "
            "will do. Their keys are those of `kselect_core.criteria.CRITERIA`.",
            table(head, rows),
            toctree([f"criteria/{name}" for name in CRITERIA], hidden=True),
        ]
    )


def title(one: Criterion) -> str:
    """Full name of a criterion with its usual options, the short one behind it."""
    full = spelled_out(one.name)
    return full[0].upper() + full[1:]


def of_criterion(one: Criterion) -> str:
    """Page of a criterion: formula, facts, options, how to ask for it, its function."""
    learner = "" if one.applies_to("krr") else ', learner="svm"'
    judges = ", ".join(name for name in LEARNERS if one.applies_to(name))
    facts = [
        ("key", f"`{one.name}`"),
        ("better", one.better),
        ("judges", judges),
        ("cost", ", ".join(COSTS[one.cost])),
        ("looks at", ", ".join(sorted(one.needs - {"spectrum", "shuffle"})) or "the kernel alone"),
        ("source", f"{markdown(one.source)} ({EVIDENCE[one.evidence]})"),
    ]
    parts = [
        f"# {markdown(title(one))}",
        markdown(one.summary),
        formula(one.formula),
        pairs(facts),
    ]
    parts += [f"```{{admonition}} Keep in mind\n{markdown(one.oddity)}\n```"] * bool(one.oddity)
    parts += ["## Options", options(one.options)] if one.options else []
    sweep = (
        "from kselect_core import SweepConfig, choices, run_sweep\n\n"
        f'config = SweepConfig(dataset="two_moons", criteria=("{one.name}",){learner})\n'
        "table = run_sweep(config)\nprint(choices(table, config))"
    )
    function = f"{one.function.__module__}.{one.function.__name__}"
    parts += ["## On two moons", gallery.of_criterion(one)]
    parts += ["## In a sweep", f"```python\n{sweep}\n```"]
    parts += ["## Its function", eval_rst([f".. autofunction:: {function}", "   :no-index:"])]
    return "\n\n".join(parts)


def options(given: Iterable[Parameter]) -> str:
    """Table of the options of a criterion or the parameters of a kernel."""
    rows = [
        (f"`{p.name}`", p.symbol, f"`{p.default!r}`" if p.default != "" else "", p.allowed, p.help)
        for p in given
    ]
    return table(("name", "symbol", "default", "allowed", "what it is"), rows)


def kernels() -> str:
    """Page of the kernel families and the learners."""
    parts = ["# Kernels and learners", *(of_kernel(one) for one in KERNELS.values()), "# Learners"]
    for learner in LEARNERS.values():
        parts += [f"## {learner.label}", f"Key `{learner.name}`.", formula(learner.formula)]
    return "\n\n".join(parts)


def of_kernel(one: Kernel) -> str:
    """Section of a kernel family: what it is, its formula in each convention, its parameters."""
    parts = [f"## {one.label}", f"Key `{one.name}`. {markdown(one.summary)}"]
    if one.formula:
        parts.append(formula(one.formula))
    for way in one.conventions:
        parts += [f"Convention `{way.name}`:", formula(way.latex)]
    return "\n\n".join([*parts, *([options(one.parameters)] if one.parameters else [])])


def formula(latex: str) -> str:
    """Return LaTeX on a line of its own."""
    return f"```{{math}}\n{latex}\n```"


def pairs(facts: Iterable[tuple[str, str]]) -> str:
    """Return a table of names with what they say, without a head."""
    lines = (f"* - {name}\n  - {text}" for name, text in facts)
    return "\n".join(["```{list-table}", ":stub-columns: 1", ":widths: 15 85", "", *lines, "```"])


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table in Markdown, without columns that say nothing."""
    columns = [c for c in zip(head, *rows, strict=True) if any(c[1:])]
    first, *rest = zip(*columns, strict=True)
    lines = [first, ("---",) * len(columns), *rest]
    return "\n".join(f"| {' | '.join(cell.replace('|', BAR) for cell in row)} |" for row in lines)


def toctree(entries: Iterable[str], *, hidden: bool = False) -> str:
    """Return a table of contents."""
    return "\n".join(["```{toctree}", *([":hidden:"] if hidden else []), *entries, "```"])


def eval_rst(lines: Iterable[str]) -> str:
    """Return directives of Sphinx, which are written in its own language."""
    return "\n".join(["```{eval-rst}", *lines, "```"])
