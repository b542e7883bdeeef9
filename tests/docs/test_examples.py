"""Docstrings of the public names: each has the sections it needs, and its examples are true."""

import doctest
import inspect
import re

import pytest

import kselect

FINDER = doctest.DocTestFinder()
ESTIMATORS = (kselect.KernelRidgeSearch, kselect.KernelClassifierSearch, kselect.SVCSearch)
CALLED = ("fit", "predict", "decision_function", "to_sklearn", "plot")
METHODS = {
    f"{one.__name__}.{name}": getattr(one, name)
    for one, names in {
        **dict.fromkeys(ESTIMATORS, CALLED),
        kselect.Dataset: ("from_arrays", "from_gram", "against_rest", "drawn"),
    }.items()
    for name in names
    if hasattr(one, name)
}
SECTION = re.compile(r"^(\w+)\n-+$", re.MULTILINE)
ENTRY = re.compile(r"^(\*{0,2}\w+) :|^(\*\*\w+)$", re.MULTILINE)
RAISING = re.compile(r"^ +raise ", re.MULTILINE)


def documented():
    """Public names whose docstrings can have examples, with the modules among them."""
    for name in kselect.__all__:
        value = getattr(kselect, name)
        if inspect.isclass(value) or inspect.isroutine(value) or inspect.ismodule(value):
            yield name, value
    yield "data.preview", kselect.data.preview


def called():
    """Public names that are called, and methods of them that most programs call."""
    names = {name: value for name, value in documented() if callable(value)}
    return {name: value for name, value in names.items() if not is_warning(value)} | METHODS


def is_warning(value):
    """Whether it is a kind of warning, which nobody calls."""
    return inspect.isclass(value) and issubclass(value, Warning)


def sections(value):
    """Text of each section of a docstring by its title; what stands before them has none."""
    first, *rest = SECTION.split(inspect.getdoc(value))
    return {"": first, **dict(zip(rest[::2], rest[1::2], strict=True))}


def parameters(value):
    """Parameters as they are called with stars, without the first one of a method."""
    found = inspect.signature(value).parameters.values()
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [f"{stars.get(one.kind, '')}{one.name}" for one in found if one.name != "self"]


def raises(value):
    """Whether the code itself raises, when it is called or when an object is made of a class."""
    makes = [getattr(value, name, None) for name in ("__init__", "__post_init__")]
    code = makes if inspect.isclass(value) else [value]
    return any(RAISING.search(inspect.getsource(one)) for one in code if inspect.isroutine(one))


def examples(name, value):
    """Doctests of a name, with those of its methods; of a module only its own."""
    deep = [] if inspect.ismodule(value) else FINDER.find(value, name, globs={})
    own = doctest.DocTestParser().get_doctest(inspect.getdoc(value) or "", {}, name, None, None)
    return [test for test in deep or [own] if test.examples]


EXAMPLES = [(name, test) for name, value in documented() for test in examples(name, value)]
each_called = pytest.mark.parametrize("value", called().values(), ids=called().keys())


def test_every_public_name_has_an_example():
    have = {name for name, _ in EXAMPLES}
    assert {name for name, _ in documented()} - have == set()


@each_called
def test_all_that_a_call_takes_is_told_in_its_order(value):
    told = [a or b for a, b in ENTRY.findall(sections(value).get("Parameters", ""))]
    assert told == parameters(value)


@each_called
def test_what_a_call_returns_is_told(value):
    assert ("Returns" in sections(value)) == (not inspect.isclass(value))


@each_called
def test_what_a_call_raises_stands_in_its_section(value):
    told = sections(value)
    assert "Raises" in told or not raises(value)
    assert "Raises" not in told[""]


@pytest.mark.parametrize("test", [t for _, t in EXAMPLES], ids=[t.name for _, t in EXAMPLES])
def test_an_example_is_true(test):
    runner = doctest.DocTestRunner(verbose=False)
    said = []
    runner.run(test, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)
