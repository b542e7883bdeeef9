"""No function of the core is without a test: the coverage is counted at night, the names always."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ELSEWHERE = {"pages", "ui", "browser"}  # they hold the glue; what they reach does not count


def definitions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """The functions and classes of a module that Python does not call by itself."""
    for part in tree.body:
        if isinstance(part, ast.FunctionDef | ast.ClassDef) and not part.name.startswith("__"):
            yield part


def names(part: ast.AST) -> set[str]:
    """All that a part of a program names: variables, attributes, and words that may be names."""
    found = set()
    for node in ast.walk(part):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                found.add(name)
            case ast.Constant(value=str(word)) if word.isidentifier():
                found.add(word)
    return found


def registered(part: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether a decorator hands it to a group of commands, which carries it out by another name."""
    return any("command" in names(decorator) for decorator in part.decorator_list)


def named_by_tests(folder: Path) -> set[str]:
    """What the tests of the core name."""
    paths = (path.relative_to(folder) for path in folder.rglob("*.py"))
    texts = ((folder / path).read_text("utf-8") for path in paths if path.parts[0] not in ELSEWHERE)
    return set().union(*(names(ast.parse(text)) for text in texts))


def unreached(modules: list[ast.Module], named: set[str]) -> list[str]:
    """Functions and classes that no test names, nor anything that a test names, and so on."""
    parts = [part for tree in modules for part in definitions(tree)]
    known = {*parts}
    bodies = {name: set[str]() for name in (part.name for part in parts)}
    for part in parts:
        bodies[part.name] |= names(part) - {part.name}
    loose = (part for tree in modules for part in tree.body if not isinstance(part, IMPORTS))
    begun = named | {part.name for part in parts if registered(part)}
    begun |= set().union(*(names(part) for part in loose if part not in known))
    reached, waiting = set[str](), begun & bodies.keys()
    while waiting:
        reached |= waiting
        waiting = set().union(*(bodies[name] for name in waiting)) & bodies.keys() - reached
    return sorted(bodies.keys() - reached)


IMPORTS = ast.Import | ast.ImportFrom


def test_every_function_of_the_core_is_reached_from_what_a_test_names():
    core = (path.read_text("utf-8") for path in (ROOT / "kselect_core").rglob("*.py"))
    assert unreached([ast.parse(text) for text in core], named_by_tests(ROOT / "tests")) == []


def test_what_only_names_itself_or_is_imported_is_not_reached():
    module = ast.parse(
        "from elsewhere import lonely\n"
        "def asked(): return helper()\n"
        "def helper(): ...\n"
        "def lonely(): return lonely()\n"
        "@group.command()\n"
        "def listed(): ...\n"
        "TABLE = {'a': tabled}\n"
        "def tabled(): ...\n"
    )
    assert unreached([module], {"asked"}) == ["lonely"]
