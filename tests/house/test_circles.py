"""No circle of imports: neither between modules nor between a package and what it lists."""

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOUSES = ("kselect", "kselect_core", "kselect_ui")


def modules(root: Path) -> dict[str, Path]:
    """Files of the product by the name of their module; a package's ``__init__`` is the package."""
    paths = [path for house in HOUSES for path in (root / house).rglob("*.py")]
    return {".".join(path.relative_to(root).with_suffix("").parts): path for path in paths}


def at_import(part: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Imports that run with a module: none inside a function, none for types alone."""
    for node in ast.iter_child_nodes(part):
        match node:
            case ast.Import() | ast.ImportFrom():
                yield node
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.expr():
                continue
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                continue
            case _:
                yield from at_import(node)


def named(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """All that may be a module in an import: what is imported from, and what is taken of it."""
    if isinstance(node, ast.ImportFrom):
        yield str(node.module)
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    else:
        yield from (alias.name for alias in node.names)


def imports(root: Path) -> dict[str, set[str]]:
    """What each module imports of the product, a package under its own name."""
    paths = {name.removesuffix(".__init__"): path for name, path in modules(root).items()}
    trees = {name: ast.parse(path.read_text("utf-8")) for name, path in paths.items()}
    return {
        name: {each for node in at_import(tree) for each in named(node) if each in paths}
        for name, tree in trees.items()
    }


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """One circle of a graph, its first name again at the end; empty where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_the_product_imports_in_no_circle():
    assert circle(imports(ROOT)) == []


def planted(root: Path, **texts: str) -> list[str]:
    """The circle of a package with these modules."""
    folder = root / "kselect" / "planted"
    folder.mkdir(parents=True)
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    return circle(imports(root))


def test_a_module_that_asks_its_own_package_is_a_circle(tmp_path):
    listing, asking = "from kselect.planted.one import f\n", "from kselect.planted import two\n"
    names = planted(tmp_path, __init__=listing, one=asking, two="")
    assert sorted(names[1:]) == ["kselect.planted", "kselect.planted.one"]


def test_two_modules_that_import_each_other_are_a_circle(tmp_path):
    one, two = (
        "try:\n    import kselect.planted.two\nfinally: ...\n",
        "import kselect.planted.one\n",
    )
    names = planted(tmp_path, __init__="", one=one, two=two)
    assert sorted(names[1:]) == ["kselect.planted.one", "kselect.planted.two"]


def test_what_is_imported_late_or_for_types_is_no_circle(tmp_path):
    late = "def f():\n    from kselect.planted import two\n"
    types = "if TYPE_CHECKING:\n    from kselect.planted import one\n"
    listing = "from kselect.planted.one import f\nfrom kselect.planted.two import g\n"
    assert planted(tmp_path, __init__=listing, one=late, two=types) == []
