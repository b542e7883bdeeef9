"""Choices on the edge of the grid: found by their words, with a longer grid where there is one."""

import pandas as pd
import pytest

from kselect_core import Candidates, SweepConfig
from kselect_core.selection.config.grids import log_grid
from kselect_core.words import edges
from kselect_core.words.edges import Edge

FAMILIES = (
    Candidates("gaussian", (0.5, 1.0, 2.0), "2tau"),
    Candidates("polynomial", (1.0, 2.0), "degree"),
)
CONFIG = SweepConfig(dataset="iris", candidates=FAMILIES, lambdas=(0.1, 1.0))


def choices(*rows):
    columns = ["quantity", "kernel", "boundary"]
    table = pd.DataFrame(list(rows), columns=columns)
    return table.assign(on_boundary=table["boundary"] != "")


def test_ends_of_the_parameter_and_of_lambda_are_told_apart():
    table = choices(
        ("fsm", "gaussian", "low end of the parameter"),
        ("fsm", "gaussian", "low end of the parameter"),
        ("kta", "gaussian", "tied with the low end of the parameter"),
        ("loo", "gaussian", "high end of the parameter, smallest λ"),
        ("gcv", "gaussian", ""),
    )
    assert edges.chosen_ends(table, ("kta", "fsm", "loo", "gcv")) == [
        Edge("gaussian", "low", ("kta", "fsm"), ("kta",)),
        Edge("gaussian", "high", ("loo",)),
        Edge("lambda", "low", ("loo",)),
    ]


def test_criteria_that_are_not_shown_do_not_count():
    assert (
        edges.chosen_ends(choices(("fsm", "gaussian", "low end of the parameter")), ("loo",)) == []
    )


@pytest.mark.parametrize(("side", "end"), [("low", 0.5 / 32), ("high", 64.0)])
def test_a_longer_grid_goes_on_beyond_the_edge(side, end):
    longer = edges.longer_grid(CONFIG, Edge("gaussian", side, ("fsm",)))
    assert end in longer.candidates[0].points
    assert longer.candidates[1] == CONFIG.candidates[1]


def test_there_is_no_degree_below_one():
    assert edges.longer_grid(CONFIG, Edge("polynomial", "low", ("sm",))) is None


def test_there_is_no_width_beyond_the_numbers():
    wide = SweepConfig(dataset="iris", candidates=(Candidates("gaussian", (1.0, 2.0**300)),))
    assert edges.longer_grid(wide, Edge("gaussian", "high", ("fsm",))) is None


@pytest.mark.parametrize(("side", "end"), [("low", 1e-3), ("high", 100.0)])
def test_the_grid_of_lambda_grows_by_two_points(side, end):
    longer = edges.longer_grid(CONFIG, Edge("lambda", side, ("loo",)))
    assert len(longer.lambdas) == 4
    assert end in [pytest.approx(lam) for lam in longer.lambdas]


def test_the_grid_of_lambda_grows_by_two_decades_however_fine_it_is():
    fine = SweepConfig(dataset="iris", candidates=FAMILIES, lambdas=log_grid(1e-4, 1e2, 25))
    edge = Edge("lambda", "low", ("loo",))
    longer = edges.longer_grid(fine, edge)
    assert (edges.steps(fine, edge), len(longer.lambdas)) == (8, 33)
    assert longer.lambdas[0] == pytest.approx(1e-6)
    assert longer.lambdas[8:] == fine.lambdas


def test_the_words_of_a_choice_name_its_ends():
    words = "tied with the low end of the parameter, high end of the parameter, largest C"
    assert edges.ends_of("gaussian", words) == [
        ("gaussian", "low"),
        ("gaussian", "high"),
        ("lambda", "low"),
    ]
    assert edges.ends_of("gaussian", "") == []


def test_the_sentence_says_who_stands_where_and_who_always_does():
    assert edges.sentence(CONFIG, Edge("lambda", "low", ("loo", "gcv"))) == (
        "LOO, GCV on the edge of the grid: smallest λ. A better λ may lie beyond it."
    )
    text = edges.sentence(CONFIG, Edge("gaussian", "low", ("fsm", "kta")))
    assert "FSM takes the end of any grid, however long." in text
    assert "A better kernel may lie beyond it." in text


def test_nothing_is_looked_for_beyond_an_end_that_is_only_as_good_as_a_choice_inside():
    tied = ("sps", "gaussian", "tied with the low end of the parameter")
    (edge,) = edges.chosen_ends(
        choices(tied, ("fsm", "gaussian", "low end of the parameter")), ("sps",)
    )
    assert edges.inner(edge) == []
    text = edges.sentence(CONFIG, edge)
    assert text.endswith("SPS is no better there than inside the grid.")
    assert "may lie beyond" not in text
    other = ("sps", "gaussian", "low end of the parameter")  # on another split
    (edge,) = edges.chosen_ends(choices(tied, other), ("sps",))
    assert edges.inner(edge) == ["sps"]


def test_an_end_is_named_by_its_value():
    ends = [Edge("gaussian", "low", ("loo",)), Edge("gaussian", "high", ("loo",))]
    assert [edges.end_text(CONFIG, end) for end in ends] == ["τ = 2⁻¹", "τ = 2¹"]
    assert edges.end_text(CONFIG, Edge("lambda", "low", ("loo",))) == "λ = 0.1"
    decades = SweepConfig(dataset="iris", candidates=(Candidates("gaussian", (0.1, 1.0), "gamma"),))
    assert edges.end_text(decades, Edge("gaussian", "high", ("loo",))) == "γ = 1"


def test_an_end_that_is_a_gram_matrix_is_called_by_its_name():
    family = Candidates("precomputed", (1.0, 2.0)).named(("kmer", "edit distance"))
    given = SweepConfig(dataset="grams", candidates=family, preprocessing="none")
    told = edges.sentence(given, Edge("precomputed", "high", ("loo",)))
    assert "tied with it: Gram matrix edit distance. A better" in told


def test_beyond_gram_matrices_more_of_them_are_to_be_computed():
    family = Candidates("precomputed", (0.1, 1.0, 10.0))
    given = SweepConfig(dataset="grams", candidates=family, preprocessing="none")
    edge = Edge("precomputed", "low", ("loo",))
    assert edges.longer_grid(given, edge) is None
    assert "compute more Gram matrices" in edges.sentence(given, edge)
    always = edges.sentence(given, Edge("precomputed", "low", ("fsm",)))
    assert "compute more Gram matrices" not in always  # it takes the end of any grid
