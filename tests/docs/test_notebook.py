"""What things show of themselves in a notebook: short, escaped, with what is to be known."""

from html.parser import HTMLParser

import numpy as np
import pytest

import kselect_core
from kselect import KERNELS, refine, take_along
from kselect_core import Dataset, Problem, SvmProblem, SweepConfig, load_dataset, run_sweep, views
from kselect_core.criteria import CRITERIA
from kselect_core.errors import InvalidParameterError
from kselect_core.notebook import card


def read(html):
    """Text of a page, every tag closed."""
    parser, open_tags, texts = HTMLParser(), [], []
    parser.handle_starttag = lambda tag, _: open_tags.append(tag)
    parser.handle_endtag = open_tags.remove
    parser.handle_data = texts.append
    parser.feed(html)
    assert open_tags == []
    return " ".join(texts)


@pytest.mark.parametrize("key", CRITERIA)
def test_a_criterion_shows_formula_summary_source_and_oddity(key):
    criterion = CRITERIA[key]
    text = read(criterion._repr_html_())
    for part in (criterion.formula, criterion.summary, criterion.source, criterion.oddity):
        assert part in text
    assert criterion._repr_latex_() == f"$\\displaystyle {criterion.formula}$"
    assert len(repr(criterion)) < 160


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_shows_formula_and_the_ways_to_write_its_parameter(name):
    kernel = KERNELS[name]
    text = read(kernel._repr_html_())
    for part in (kernel.label, kernel.summary, *(one.formula for one in kernel.conventions)):
        assert part in text
    assert (kernel.formula or kernel.conventions[0].latex) in text
    assert repr(kernel) == f"<Kernel {name}: {kernel.label}>"


def test_what_stands_in_a_cell_is_a_line():
    config = SweepConfig(dataset="moons", repeats=1, lambdas=(0.1,), criteria=("kta",))
    data = load_dataset("moons")
    at = views.SweepAt(config, data)
    for thing, begins in (
        (CRITERIA, "<Criterion by name: kta, ckta,"),
        (views.regrets, "<View regrets: Where every"),
        (at, "<SweepAt moons, "),
        (views.regrets(at, quantities=("kta",), lam=0.1), "<Drawn Regret of every criterion. "),
        (take_along(config, data, views.Cursor(0, "gaussian", 1.0, 0.1)),
         "<Taken make_pipeline(StandardScaler(), KernelRidge("),
    ):  # fmt: skip
        assert repr(thing).startswith(begins)
        assert "\n" not in repr(thing)
        assert "0x" not in repr(thing)


def test_a_place_is_a_row_of_the_choices():
    config, data = SweepConfig(dataset="moons", criteria=("loo",)), load_dataset("moons")
    for other in ("loo", None):
        with pytest.raises(InvalidParameterError, match=r"a views\.Cursor, or a row of choices \("):
            refine(config, data, other)
        with pytest.raises(InvalidParameterError, match="Take along: at must be"):
            take_along(config, data, other)
    row = {"split": 0, "kernel": "gaussian", "parameter": 1.0, "lam": 0.1}
    with pytest.raises(InvalidParameterError, match="lambda is missing, got"):
        take_along(config, data, row)


def test_a_data_set_counts_its_classes():
    text = read(load_dataset("moons")._repr_html_())
    assert "300 × 2" in text
    assert "upper (" in text
    numbers = Dataset.from_arrays(np.eye(3), [0.5, 1.5, 2.25], name="<b>")
    assert "<b>" in read(numbers._repr_html_())
    assert "<b>" not in numbers._repr_html_()


def test_a_configuration_is_told_in_few_lines():
    for config in (SweepConfig(dataset="moons"), SweepConfig(dataset="moons", learner="svm")):
        text = read(config._repr_html_())
        assert len(text) < 900
        assert config.digest()[:12] in text


def test_a_problem_does_not_print_its_matrix():
    y = np.array([1.0, -1, 1, -1, 1])
    for problem in (Problem(np.eye(5), y, [0.1, 1.0]), SvmProblem(np.eye(5), y, [1.0, 2.0])):
        assert len(repr(problem)) < 80
        assert "3 of the class +1, 2 of the class −1" in read(problem._repr_html_())


def test_a_card_leaves_out_what_is_not_known():
    assert "size" not in card("A", [("size", ""), ("colour", "red")])


def test_completion_offers_what_is_public():
    names = dir(kselect_core)
    assert {"criteria", "data", "estimators", "kernels", "views", "run_sweep"} <= set(names)
    assert {"TYPE_CHECKING", "import_module"}.isdisjoint(names)
    assert [name for name in names if not hasattr(kselect_core, name)] == []


def test_a_table_is_looked_at_without_computing_it_again():
    config = SweepConfig(dataset="moons", repeats=1, lambdas=(0.1,), criteria=("kta",))
    table = run_sweep(config)
    at = views.SweepAt.of(table, config)
    assert at.table is table
    assert len(views.regrets(at, quantities=("kta",), lam=0.1).numbers())
