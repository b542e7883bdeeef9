"""Figures of Gram matrices call them by their names."""

import json
from dataclasses import replace
from math import nan

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core import Candidates, Dataset, SweepConfig, views
from kselect_core.errors import KselectError
from kselect_core.kernels import CONVENTIONS
from kselect_core.plotting.kit.parts import figure
from kselect_core.plotting.kit.said import CHOSEN, GIVEN, LINE_HEIGHT, in_lines
from kselect_core.plotting.kit.ticks import parameter_layout
from kselect_core.plotting.output.film_payload import film_payload
from kselect_core.plotting.output.packed import unpacked
from kselect_core.plotting.output.rows_payload import rows_payload
from kselect_core.plotting.points.what_if import what_if_choices
from kselect_core.selection.config.named import names_in
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.terms.rewards import reward_terms
from kselect_core.views.curves import lines_of
from kselect_core.views.film.page import titles
from kselect_core.views.film.pictures import finding
from kselect_core.views.film.report import film_report
from kselect_core.views.rewards import changes
from kselect_core.views.rewards.width_words import as_table, convention, finding as width_finding
from kselect_core.words.labels import kernel_text
from kselect_core.words.verdicts import verdicts
from tests.tolerances import ROUNDOFF

NAMED = 'matrix["kmer", "walk"]'


def places(names):
    points = np.random.default_rng(0).standard_normal((40, 3))
    apart = ((points[:, None] - points) ** 2).sum(axis=2)
    family = {name: np.exp(-apart / (k + 1)) for k, name in enumerate(names)}
    parameter = "rate" if names[0][0].isdigit() else ""
    data = Dataset.from_gram(family, np.where(points[:, 0] > 0, "yes", "no"), parameter=parameter)
    config = SweepConfig(
        dataset=data.name,
        candidates=Candidates("precomputed", data.grid),
        preprocessing="none",
        criteria=("loo", "ckta"),
        lambdas=(0.01, 0.1),
        repeats=2,
    )
    plan = views.Plan(kernels="widths", kernel="precomputed")
    return views.SweepAt(config, data), views.CombinedAt(config, data, plan)


@pytest.mark.parametrize(
    ("names", "caption", "bars"),
    [
        (("kmer", "walk"), "Gram matrices: 1 kmer, 2 walk", {"kmer", "walk"}),
        (("0.5", "2"), "", {"Precomputed t = 0.5", "Precomputed t = 2"}),
    ],
)
def test_they_have_their_names(names, caption, bars):
    at, combined = places(names)
    drawn = views.criterion_rows(
        at, kernel="precomputed", parameter=at.config.candidates[0].points[0], lam=0.1,
        quantities=("loo",),
    )  # fmt: skip
    assert (caption or "seed 0") in drawn.caption
    assert ("Gram matrices:" in drawn.caption) == bool(caption)
    assert "2 Gram matrices × 2 λ" in drawn.caption
    assert set(views.kernel_weights(combined).numbers()["kernel"]) == bars


def test_axes_and_words_of_figures_have_the_names():
    at, _ = places(("kmer", "a <b> long walk", "flat"))
    here = {"kernel": "precomputed", "parameter": 2.0, "lam": 0.1}
    drawn = views.criterion_rows(at, quantities=("loo",), **here)
    assert "axis" not in drawn.caption
    axis = drawn.figure.layout.xaxis
    assert (axis.title.text, axis.tickvals) == ("Gram matrix", (1.0, 2.0, 3.0))
    assert axis.ticktext == ("kmer", "a &lt;b&gt; long<br>walk", "flat")
    shown = views.grid_map(at, quantity="loo", **here).figure.to_json()
    assert "t = " not in shown.replace("\\u003c", "<").replace("test", "")
    numbers, _ = places(("0.5", "2"))
    here |= {"parameter": 0.5}
    plain = views.criterion_rows(numbers, quantities=("loo",), **here).figure
    assert plain.layout.xaxis.title.text.startswith("t in given")


def test_the_panel_of_regrets_is_called_what_it_has_in_it():
    at, _ = places(("kmer", "walk"))
    figure = views.regrets(at, lam=0.1, quantities=("loo",)).figure
    titles = {note.text for note in figure.layout.annotations}
    assert "Gram matrix" in titles
    assert "precomputed" not in titles


def test_only_the_last_of_panels_below_each_other_has_names():
    at, _ = places(("kmer", "walk"))
    at = replace(at, config=replace(at.config, criteria=("loo", "ckta", "kta")))
    here = {"kernel": "precomputed", "parameter": 2.0, "lam": 0.1}
    drawn = views.criterion_curves(at, quantities=("loo", "ckta", "kta"), axis="own units", **here)
    shown = {axis.showticklabels: axis.title.text for axis in drawn.figure.select_xaxes()}
    assert shown == {False: "", True: GIVEN}
    moved = what_if_choices(
        pd.DataFrame(
            columns=["quantity", "kernel", "parameter", "kernel_after", "parameter_after"]
        ),
        [("precomputed", t, NAMED) for t in (1.0, 2.0)],
    )
    axis = moved.layout.xaxis
    assert (axis.title.text, axis.ticktext) == (CHOSEN, ("kmer", "walk"))


LONG = "Tanimoto of <b> & fingerprints"


def test_long_names_have_two_lines_for_which_the_figure_grows():
    x = np.array([1.0, 2.0])
    short, long = (
        figure([], 200, xaxis=parameter_layout(x, f'matrix["kmer", "{name}"]')).layout
        for name in ("walk", LONG)
    )
    beside = figure([], 200, yaxis=parameter_layout(x, f'matrix["kmer", "{LONG}"]')).layout
    assert long.xaxis.ticktext == ("kmer", "Tanimoto of<br>&lt;b&gt; &amp; fing…")
    assert (short.height, beside.height) == (200, 200)
    assert long.height == 200 + LINE_HEIGHT


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Weisfeiler-Lehman 5", ["Weisfeiler-", "Lehman 5"]),
        ("fingerprints", ["fingerprin…"]),
        ("walk  of\nlength 14", ["walk of", "length 14"]),
        (" ", []),
    ],
)
def test_names_are_torn_between_words_only(name, lines):
    assert in_lines(name) == lines


def test_rows_that_the_browser_draws_have_every_name_in_lines():
    at, _ = places(tuple(f"walk of length {k}" for k in range(1, 16)))
    rows = rows_payload(
        at.at_lambda(0.1), at.choices, lam=0.1, quantities=["loo"], steps={},
        view=lines_of(at, ("loo",)),
    )  # fmt: skip
    (part,) = rows.parts
    assert part["texts"][-1] == "walk of length 15"
    assert part["ticks"][-1] == (part["x"][-1], "walk of\nlength 15")
    assert [place for place, _ in part["ticks"]] == part["x"]
    assert part["title"] == GIVEN
    assert not any("t = " in row["pin"]["told"] for row in rows.rows)


TRAP = "t = 2, best = 1 *of* <b>50 %{x}</b> $y$"
"""A name that whoever searches texts for numbers, or writes mark-up, would come to grief on."""


def test_names_are_said_as_they_are_whatever_stands_in_them():
    at, _ = places((TRAP, "walk t = 1", "flat"))
    point = Cursor(0, "precomputed", 1.0, 0.1)
    assert kernel_text(at.config, point) == f"Gram matrix {TRAP}"
    here = {"kernel": "precomputed", "parameter": 1.0, "lam": 0.1}
    spectrum = views.SpectrumAt(at.config, at.known, point)
    drawn = [
        views.criterion_rows(at, quantities=("loo",), **here),
        views.criterion_curves(at, quantities=("loo",), overlays=frozenset(), **here),
        views.criterion_curves(at, quantities=("loo",), axis="over λ", **here),
        views.grid_map(at, quantity="loo", choices=("loo", "ckta"), **here),
        views.error_curves(at, **here),
        views.regrets(at, lam=0.1, quantities=("loo", "ckta")),
        views.eigenvalues(spectrum),
        views.eigenvalues(replace(spectrum, cursor=point._replace(parameter=2.0))),
        views.spectra_of_family(spectrum),
    ]
    for one in drawn:
        text = json.dumps(one.figure.to_plotly_json(), default=list, ensure_ascii=False)
        assert "<b>50" not in text
        assert "%{x}<" not in text.replace("σ<sub>%{x}</sub>", "")
        assert "t = 3" not in text
    assert TRAP in drawn[1].name + views.eigenvalues(spectrum).caption


def test_figures_of_machines_have_the_names_along_the_kernels():
    names = (TRAP, "walk t = 1", "flat")
    at, _ = places(names)
    config = replace(at.config, learner="svm", lambdas=(), C=(0.4, 25.0), criteria=("svm_loo",))
    machine = views.MachineAt(config, at.known, Cursor(0, "precomputed", 1.0, config.lambdas[0]))
    along = views.stability_parts(machine, along="kernel").figure.layout
    for axis in (along.xaxis, along.xaxis2, views.stability_shuffles(machine).figure.layout.xaxis2):
        assert axis.title.text == GIVEN
        assert axis.tickvals == (1.0, 2.0, 3.0)
        assert axis.ticktext[0].startswith("t = 2,")
        assert "<b>50" not in axis.ticktext[0]
        assert axis.ticktext[2] == "flat"
    over_costs = views.stability_parts(machine).figure.layout
    assert over_costs.xaxis.title.text == "C"


def test_a_convention_has_names_in_its_own_name_and_no_digest_knows_them():
    at, _ = places((TRAP, "walk"))
    plain = replace(at.config, candidates=Candidates("precomputed", (1.0, 2.0)))
    assert at.config == plain
    assert at.config.digest() == plain.digest()
    assert at.config.candidates[0].convention == "matrix"
    assert CONVENTIONS[at.config.candidates[0].way].names == (TRAP, "walk")
    assert names_in(plain) == ()
    assert names_in(replace(at.config, seed=1)) == (TRAP, "walk")


def test_of_many_matrices_chosen_the_most_frequent_are_named():
    names = tuple("abcdef")
    family = Candidates("precomputed", (1, 2, 3, 4, 5, 6)).named(names)
    at, _ = places(("kmer", "walk"))
    rows = at.choices[at.choices["quantity"] == "loo"].iloc[[0] * 8]
    rows = rows.assign(parameter=[2.0, 2.0, 2.0, 6.0, 6.0, 1.0, 3.0, 4.0])
    config = replace(at.config, candidates=family)
    (verdict,) = verdicts(rows, ("loo",), config)
    assert verdict.chosen == "b or f or a or c or 1 more"  # as often: in their order


def test_other_kernels_of_a_spectrum_are_named_where_one_points_at_them():
    at, _ = places(("kmer", "walk"))
    here = views.SpectrumAt(at.config, at.known, Cursor(0, "precomputed", 1.0, 0.1))
    others, front = views.eigenvalues(here).figure.data
    assert set(others.text) == {"walk"}
    assert front.name == "kmer"
    columns = views.eigenvalues(here).numbers().columns
    assert list(columns) == ["number", "eigenvalue, kmer", "eigenvalue, walk"]


def test_points_move_a_choice_along_a_list_of_matrices_that_are_neither_wide_nor_narrow():
    at, _ = places(("kmer", "walk", "flat"))
    here = at.config, at.dataset, Cursor(0, "precomputed", 2.0, 0.1)
    n = views.FragilityAt(*here).n
    moves = pd.DataFrame({"row": range(n), "quantity": "loo", "steps": 1.0, "lambda_steps": 0})
    moves = moves.assign(scope="joint", other_family=False, moved=True, change=0.0)
    table = moves.assign(**{"lambda": nan})
    drawn = views.FragilityAt(*here, table=table)
    figure = views.points_that_move_a_choice(drawn, quantity="loo").figure
    assert figure.data[0].marker.colorbar.ticktext == ("1 earlier", "stays", "1 later")


def film_of(names):
    at, _ = places(names)
    return views.FilmAt(at, views.Cursor(0, "precomputed", at.config.candidates[0].points[1], 0.1))


def test_a_film_steps_through_them_by_name_and_has_no_fit_to_draw():
    at = film_of(("kmer", "wa*lk", "flat"))
    assert at.names == ("kmer", "wa*lk", "flat")
    assert "from kmer to flat" in finding(at, str)
    assert "from KMER to FLAT" in finding(at, str.upper)
    assert replace(at, along="lambda").fixed == "Gram matrix wa*lk"
    drawn = views.moving_pictures(at)
    assert "fit on" not in drawn.caption
    assert "PCA" not in drawn.caption
    header, arrays = unpacked(film_payload(drawn.draw(), titles(at)))
    assert (header["side"], header["groups"], len(arrays["f"])) == (0, [], 0)
    assert len(arrays["gram"]) == 3 * header["cells"] ** 2
    assert "Decision picture at kmer" not in film_report(at)


def test_a_film_of_their_parameter_is_a_frame_for_each():
    at = film_of(("0.5", "2", "8"))
    assert at.names == ("t = 0.5", "t = 2", "t = 8")
    of = at.film
    whole = at.sweep.known.X[:, 5:]  # after number, points and three parameters
    K = whole.reshape(40, 3, 40)[:, 0]
    rows = Workbench(at.config, at.dataset).split.X_train[:, 0].astype(int)
    expected = np.linalg.eigvalsh(K[np.ix_(rows, rows)])[::-1]
    assert_allclose(of.sigma[0], np.maximum(expected, 0.0), **ROUNDOFF)
    assert of.unit == "diagonal"


def test_terms_run_along_their_parameter_and_not_along_names():
    sweep = places(("0.5", "2", "8"))[0]
    at = views.WidthAt(sweep.config, sweep.known, lam=0.1)
    assert at.grid == (0.5, 2.0, 8.0)
    table = sweep.table
    here = (table["split"] == 0) & (table["quantity"] == "ckta") & (table["lambda"] == 0.1)
    ckta = at.result.along[[reward.key for reward in reward_terms()].index("ckta")]
    assert_allclose(ckta, table[here].sort_values("parameter")["value"], **ROUNDOFF)
    found = as_table(at.theory, at.grid, convention=convention(at)).set_index("term")
    assert list(found.columns) == ["at K = I", "at K = 11ᵀ", "along t", "pull, found", "chooses"]
    ends = set(found["pull, found"])
    assert ends & {"small t", "large t"}
    assert not ends & {"narrow", "wide"}
    assert all("degenerate" not in end for end in ends)
    assert "kernels" not in width_finding(at, str)
    assert "3 Gram matrices" in views.terms_along_width(at).caption
    figure = views.terms_along_width(at, cursor=at.width_of("precomputed", 2.0)).draw()
    assert "K = I" not in {note.text for note in figure.layout.annotations}
    assert figure.layout.xaxis3.title.text.startswith("t in given matrices")
    named = places(("kmer", "walk"))[0]
    with pytest.raises(KselectError, match="Film steps through them by name"):
        _ = views.WidthAt(named.config, named.known, lam=0.1).result


def test_moves_between_them_are_places_of_their_order_and_lead_to_no_width():
    sweep = places(("kmer", "walk", "tree"))[0]
    at = views.ChangesAt(sweep.config, sweep.known, lam=0.1, kernel="precomputed")
    rows = {"quantity": ["loo"], "change": [next(iter(at.labels))], "moved": [-2.0]}
    said = changes.finding(at, pd.DataFrame(rows), str)
    assert "**2.0 places** to earlier matrices under" in said


def test_work_on_a_given_split_of_them_is_estimated():
    points = np.random.default_rng(0).standard_normal((40, 3))
    K, y = points @ points.T, np.where(points[:, 0] > 0, "yes", "no")
    family, rows = ({"1": of, "2": of**3} for of in (K[:30, :30], K[30:, :30]))
    data = Dataset.from_gram(family, y[:30], test=rows, y_test=y[30:], parameter="power")
    config = SweepConfig(
        dataset=data.name,
        candidates=Candidates("precomputed", data.grid),
        preprocessing="none",
        criteria=("loo",),
        lambdas=(0.1,),
        repeats=1,
        split="given",
    )
    at = {"lam": 0.1, "kernel": "precomputed"}
    assert views.ShufflesAt(config, data, shuffles=2, **at).seconds > 0
    assert views.ChangesAt(config, data, **at).seconds > 0


@pytest.mark.parametrize(("sign", "diverging"), [(1.0, False), (-1.0, True)])
def test_matrices_without_a_negative_entry_have_the_colours_of_other_kernels(sign, diverging):
    labels = np.array([1.0, -1.0] * 6)
    K = np.eye(12) + 0.2 * np.outer(labels, labels) ** (2 if sign > 0 else 1)
    data = Dataset.from_gram(K, labels)
    candidates = Candidates("precomputed", data.grid)
    config = SweepConfig(dataset=data.name, candidates=candidates, preprocessing="none")
    at = views.SpectrumAt(config, data, Cursor(0, "precomputed", 1.0, 0.1))
    assert views.kernel_matrix(at).draw().diverging == diverging
