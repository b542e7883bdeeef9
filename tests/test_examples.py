"""Examples in the docstrings of the public names: those who need one have it, and each is true."""

import doctest
import inspect

import pytest

import kselect

FINDER = doctest.DocTestFinder()


def documented():
    """Public names whose docstrings can have examples, with the modules among them."""
    for name in kselect.__all__:
        value = getattr(kselect, name)
        if inspect.isclass(value) or inspect.isroutine(value) or inspect.ismodule(value):
            yield name, value


def examples(name, value):
    """Doctests of a name, with those of its methods; of a module only its own."""
    deep = [] if inspect.ismodule(value) else FINDER.find(value, name, globs={})
    own = doctest.DocTestParser().get_doctest(inspect.getdoc(value) or "", {}, name, None, None)
    return [test for test in deep or [own] if test.examples]


WITHOUT = {  # told by an example of another name, or nothing that somebody calls
    *("CriterionChoice", "GridEdgeWarning", "Problem", "SvmProblem", "own_kernel"),
    *("criteria", "data", "errors", "kernels", "learners"),
}
EXAMPLES = [(name, test) for name, value in documented() for test in examples(name, value)]


def test_every_public_name_has_an_example_except_a_few():
    have = {name for name, _ in EXAMPLES}
    assert {name for name, _ in documented()} - have == WITHOUT


@pytest.mark.parametrize("test", [t for _, t in EXAMPLES], ids=[t.name for _, t in EXAMPLES])
def test_an_example_is_true(test):
    runner = doctest.DocTestRunner(verbose=False)
    said = []
    runner.run(test, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)
